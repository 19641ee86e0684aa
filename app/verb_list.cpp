// list: every catalogue there is.
#include <filesystem>
#include <functional>
#include <map>

#include "app/verbs.hpp"
#include "models/fabric/fidelity.hpp"
#include "models/machine/find_machine.hpp"
#include "models/machine/read_machine.hpp"
#include "models/security/catalog.hpp"
#include "sim/config/report.hpp"
#include "sim/topology/catalog.hpp"
#include "studies/scenario/data_folder.hpp"
#include "studies/validate/measure.hpp"
#include "workloads/collectives/catalog.hpp"
#include "workloads/collectives/protocol.hpp"
#include "workloads/training/catalog.hpp"
#include "workloads/workload.hpp"

namespace sealring::app {
namespace {

using Lister = std::function<stats::Table()>;

template <class Rows>
Lister rows_of(const Rows& rows) {
  return [&rows] {
    stats::Table table(std::vector<stats::Column>{{"name", ""}, {"summary", ""}});
    for (const auto& row : rows) {
      table.add({std::string(row.name), std::string(row.summary)});
    }
    return table;
  };
}

stats::Table names_of(const std::vector<std::string>& names) {
  stats::Table table(std::vector<stats::Column>{{"name", ""}});
  for (const std::string& name : names) {
    table.add({name});
  }
  return table;
}

stats::Table profiles() {
  stats::Table table({{"machine", ""}, {"profile", ""}, {"summary", ""}});
  const std::vector<std::string> roots{studies::data_folder("configs")};
  config::Report report;
  for (const std::string& name : machine::known_machines(roots)) {
    const machine::LoadedMachine loaded = machine::load_machine(machine::find_machine(name, roots), {}, report);
    for (const auto& [profile, spec] : loaded.spec.profiles) {
      table.add({name, profile, spec.summary});
    }
  }
  report.stop_if_any();
  return table;
}

stats::Table scenarios() {
  stats::Table table({{"name", ""}, {"title", ""}});
  std::map<std::string, std::string> titles;  // a folder has no order
  config::Report report;
  for (const auto& entry : std::filesystem::directory_iterator(studies::data_folder("workloads/scenarios"))) {
    std::string title;
    config::Document document(entry.path().string(), {}, report);
    document.root().get("title", title);
    titles[entry.path().stem().string()] = title;
  }
  report.stop_if_any();
  for (const auto& [name, title] : titles) {
    table.add({name, title});
  }
  return table;
}

/// Those of calibrate.
stats::Table fits() {
  stats::Table table({{"name", ""}, {"summary", ""}});
  for (const auto& [name, summary] : known_fits()) {
    table.add({name, summary});
  }
  return table;
}

const std::map<std::string, Lister>& catalogues() {
  static const std::map<std::string, Lister> all{
      {"machines", [] { return names_of(machine::known_machines({studies::data_folder("configs")})); }},
      {"models", [] { return names_of(training::zoo_names(studies::data_folder("workloads/training/zoo"))); }},
      {"profiles", profiles},
      {"scenarios", scenarios},
      {"topologies", rows_of(topology::shapes())},
      {"protections", rows_of(security::protections())},
      {"algorithms", rows_of(collectives::algorithms())},
      {"protocols", rows_of(collectives::protocols())},
      {"workloads", rows_of(workloads::workload_catalog())},
      {"fidelities", rows_of(fabric::fidelities())},
      {"families", rows_of(training::families())},
      {"fits", fits},
      {"measures", rows_of(studies::measures())},
  };
  return all;
}

}  // namespace

int verb_list(const Options& options) {
  stats::Result result;
  std::string known;
  for (const auto& [name, lister] : catalogues()) {
    known += (known.empty() ? "" : ", ") + name;
    if (options.file.empty() || options.file == name) {
      result.set(name, lister());
    }
  }
  if (result.children().empty()) {
    throw config::BadInput("unknown catalogue '" + options.file + "'; known: " + known);
  }
  print(options, result);
  return 0;
}

}  // namespace sealring::app
