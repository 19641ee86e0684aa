// list: every catalogue there is.
#include <functional>
#include <map>

#include "app/verbs.hpp"
#include "models/fabric/fidelity.hpp"
#include "models/machine/find_machine.hpp"
#include "models/security/catalog.hpp"
#include "sim/config/report.hpp"
#include "sim/topology/catalog.hpp"
#include "studies/scenario/data_folder.hpp"
#include "studies/validate/measure.hpp"
#include "workloads/collectives/catalog.hpp"
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

const std::map<std::string, Lister>& catalogues() {
  static const std::map<std::string, Lister> all{
      {"machines", [] { return names_of(machine::known_machines({studies::data_folder("configs")})); }},
      {"models", [] { return names_of(training::zoo_names(studies::data_folder("workloads/training/zoo"))); }},
      {"protections", rows_of(security::protections())},
      {"algorithms", rows_of(collectives::algorithms())},
      {"workloads", rows_of(workloads::workload_catalog())},
      {"fidelities", rows_of(fabric::fidelities())},
      {"families", rows_of(training::families())},
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
