#include "models/machine/read_machine.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "models/fabric/read_switch.hpp"
#include "models/gpu/read_communication.hpp"
#include "models/gpu/read_gpu.hpp"
#include "models/host/read_host.hpp"
#include "models/link/read_link.hpp"
#include "models/machine/derived.hpp"
#include "models/machine/machine_rules.hpp"
#include "models/nic/read_nic.hpp"
#include "models/security/read_profile.hpp"
#include "sim/topology/catalog.hpp"

namespace sealring::machine {
namespace {

void choose_name(config::Reader& in,
                 const std::string& key,
                 std::string& value,
                 const std::vector<std::string>& names) {
  const auto found = std::find(names.begin(), names.end(), value);
  int index = found == names.end() ? 0 : static_cast<int>(found - names.begin());
  in.choose(key, index, names);
  value = names[static_cast<std::size_t>(index)];
}

ScaleUpSpec read_scale_up(config::Reader& in, const MachineSpec& machine) {
  ScaleUpSpec spec;
  choose_name(in, "kind", spec.kind, topology::shape_names(topology::Reach::kScaleUp));
  if (!spec.linked()) {
    in.get("peer_access", spec.peer_access);
    check_scale_up(in, spec, machine);
    in.done();
    return spec;
  }
  spec.link = link::read_link(in.needed_section("link"));
  if (spec.kind == "mesh") {
    in.need("links_per_pair", spec.links_per_pair).positive("links_per_pair", spec.links_per_pair);
  } else {
    spec.chip = fabric::read_switch(in.needed_section("switch"));
    in.need("links_per_plane", spec.links_per_plane);
  }
  check_scale_up(in, spec, machine);
  in.done();
  return spec;
}

ScaleOutSpec read_scale_out(config::Reader& in, const MachineSpec& machine) {
  ScaleOutSpec spec;
  spec.present = true;
  choose_name(in, "topology", spec.topology, topology::shape_names(topology::Reach::kScaleOut));
  in.get("oversubscription", spec.oversubscription)
      .choose("routing", spec.routing, routing_names())
      .choose("cross_rail", spec.cross_rail, cross_rail_names())
      .get("gpudirect", spec.gpudirect);
  spec.nic = nic::read_nic(in.needed_section("nic"));
  spec.chip = fabric::read_switch(in.needed_section("switch"));
  in.get("nics_per_gpu", spec.nics_per_gpu);
  check_scale_out(in, spec, machine);
  in.done();
  return spec;
}

void read_profiles(config::Reader in, MachineSpec& machine) {
  if (!in.exists()) {
    return;
  }
  for (const std::string& key : in.keys()) {
    if (key == "source" || key == "confidence" || key == "note") {
      continue;
    }
    config::Reader section = in.section(key);
    if (section.exists()) {
      security::ProfileSpec profile = security::read_profile(section);
      profile.name = key;
      check_profile(section, profile, machine);
      machine.profiles.emplace(key, std::move(profile));
    }
  }
  check_off(in, machine);
  in.done();
}

PublishedClaim read_claim(config::Reader& in) {
  PublishedClaim claim;
  const std::vector<std::string> known = claim_names();
  int what = 0;
  int counts = 0;
  if (in.has("what")) {
    in.choose("what", what, known);
  } else {
    in.need("what", claim.what);
  }
  in.need("value", claim.value).choose("counts", counts, {"both_directions", "one_direction"});
  claim.what = known[static_cast<std::size_t>(what)];
  claim.both_directions = counts == 0;
  claim.source = in.source();
  if (claim.source.empty()) {
    in.problem("source", "a published claim says where it was published");
  }
  in.done();
  return claim;
}

constexpr int kMostInOne = 4096;

/// Domains are counted under the word that fits them, so that a file cannot mean racks where it says nodes. Hosts that
/// do not divide a domain, a problem of their own, leave open which word that is.
void read_domains(config::Reader& in, MachineSpec& machine) {
  const std::string word = machine.domains_word();
  const bool known = in.good("gpus_per_domain") && in.good("gpus_per_host") && machine.gpus_per_host > 0 &&
                     machine.gpus_per_domain % machine.gpus_per_host == 0;
  for (const char* const other : {"nodes", "racks", "domains"}) {
    if (other != word && in.has(other) && known) {
      in.problem(other,
                 fmt::format("a scale-up domain of this machine is {}; count them as '{}'",
                             machine.hosts_per_domain() > 1 ? "a rack of several hosts" : "one host, a node",
                             word));
    }
  }
  in.get(word, machine.domains).at_most(word, machine.domains, kMostInOne);
}

void read_counts(config::Reader& in, MachineSpec& machine) {
  int schema = 1;
  in.get("schema", schema);
  if (schema != 1) {
    in.problem("schema", "this program reads schema 1");
  }
  in.need("name", machine.name)
      .get("summary", machine.summary)
      .need("gpus_per_domain", machine.gpus_per_domain)
      .need("gpus_per_host", machine.gpus_per_host);
  in.at_most("gpus_per_domain", machine.gpus_per_domain, kMostInOne);
  read_domains(in, machine);
  check_counts(in, machine);
}

}  // namespace

MachineSpec read_machine(config::Reader in) {
  MachineSpec machine;
  if (!in.exists()) {
    return machine;
  }
  read_counts(in, machine);
  config::Reader gpu = in.needed_section("gpu");
  machine.gpu = gpu::read_gpu(gpu);
  machine.communication = gpu::read_communication(in.section("communication"));
  machine.host = host::read_host(in.needed_section("host"));
  config::Reader scale_up = in.needed_section("scale_up");
  if (scale_up.exists()) {
    machine.scale_up = read_scale_up(scale_up, machine);
    check_links(gpu, machine);
  }
  config::Reader scale_out = in.section("scale_out");
  if (scale_out.exists()) {
    machine.scale_out = read_scale_out(scale_out, machine);
  } else if (machine.domains > 1) {
    in.problem(machine.domains_word(), "more than one scale-up domain needs a scale_out section");
  }
  read_profiles(in.needed_section("profiles"), machine);
  for (config::Reader& claim : in.list("published")) {
    machine.published.push_back(read_claim(claim));
  }
  in.done();
  return machine;
}

LoadedMachine load_machine(const std::string& file,
                           const std::vector<config::Override>& overrides,
                           config::Report& report) {
  config::Document document(file, overrides, report);
  LoadedMachine loaded;
  loaded.spec = read_machine(document.root());
  document.report_unused_overrides();
  loaded.resolved = document.resolved();
  return loaded;
}

}  // namespace sealring::machine
