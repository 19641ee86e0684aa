#include "models/machine/machine_rules.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "models/gpu/memory_account.hpp"
#include "models/machine/network_plan.hpp"
#include "models/security/catalog.hpp"
#include "sim/units/text.hpp"

namespace sealring::machine {
namespace {

using security::PathKind;
using security::PathProtectionSpec;
using security::ProfileSpec;
using security::protection_row;

void check_planes(config::Reader& in, const ScaleUpSpec& spec, const MachineSpec& machine) {
  const auto& planes = spec.links_per_plane;
  if (planes.empty()) {
    return;  // missing or unreadable: reported where it was read
  }
  if (std::any_of(planes.begin(), planes.end(), [](int links) { return links < 1; })) {
    in.problem("links_per_plane", "every plane joins every GPU with at least one link");
    return;
  }
  const int sum = std::accumulate(planes.begin(), planes.end(), 0);
  if (machine.gpu.scale_up_links > 0 && sum != machine.gpu.scale_up_links) {
    in.problem("links_per_plane",
               fmt::format("the planes take {} = {} links of each GPU, but a '{}' has {}",
                           fmt::join(planes, " + "),
                           sum,
                           machine.gpu.name,
                           machine.gpu.scale_up_links));
  }
  const int ports = *std::max_element(planes.begin(), planes.end()) * machine.gpus_per_domain;
  if (spec.chip.ports > 0 && ports > spec.chip.ports) {
    in.problem(
        "links_per_plane",
        fmt::format("the fullest plane needs {} ports, but a '{}' has {}", ports, spec.chip.name, spec.chip.ports));
  }
}

void check_mesh(config::Reader& in, const ScaleUpSpec& spec, const MachineSpec& machine) {
  const int used = spec.links_per_pair * (machine.gpus_per_domain - 1);
  if (spec.links_per_pair > 0 && machine.gpu.scale_up_links > 0 && used != machine.gpu.scale_up_links) {
    in.problem("links_per_pair",
               fmt::format("a mesh of {} GPUs takes {} x {} = {} links of each, but a '{}' has {}",
                           machine.gpus_per_domain,
                           spec.links_per_pair,
                           machine.gpus_per_domain - 1,
                           used,
                           machine.gpu.name,
                           machine.gpu.scale_up_links));
  }
}

bool plain(const ProfileSpec& profile) {
  const PathProtectionSpec* paths[] = {&profile.host_copy, &profile.command, &profile.scale_up, &profile.scale_out};
  return std::none_of(std::begin(paths), std::end(paths), [](const PathProtectionSpec* path) {
    return protection_row(path->kind).sealed;
  });
}

bool without_tolls(const security::TollSpec& toll) {
  return toll.launch + toll.launch_latency + toll.graph_launch + toll.synchronize == Duration() && !toll.copies_block;
}

void check_kind_fits(config::Reader& in, const std::string& path, const std::string& kind, PathKind of) {
  if (!protection_row(kind).fits(of)) {
    in.problem(
        path,
        fmt::format(
            "'{}' cannot protect this path; fitting kinds: {}", kind, fmt::join(security::protections_of(of), ", ")));
  }
}

void check_room(config::Reader& in, const ProfileSpec& profile, const MachineSpec& machine) {
  const gpu::MemoryAccount account = gpu::memory_account({machine.gpu, machine.host, profile});
  if (account.capacity() > Bytes(0) && account.used() >= account.capacity()) {
    in.problem("cpr_reserve",
               fmt::format("reserve, staging and context take {} of the {} of a GPU",
                           human_text(account.used()),
                           human_text(account.capacity())));
  }
}

void check_cipher_core(config::Reader& in,
                       const std::string& path,
                       const PathProtectionSpec& spec,
                       const MachineSpec& machine) {
  const bool on_core = protection_row(spec.kind).staging == security::Staging::kHostMemory;
  const bool known = spec.host_bounce.crypto_rate.count() > 0 || machine.host.cpu.aes_gcm_per_core.count() > 0;
  if (on_core && !known) {
    in.problem(path, "host_bounce needs a crypto_rate, or a host whose cpu gives aes_gcm_per_core");
  }
}

/// What leaves a protected GPU is sealed, or passes only what the profile calls trusted.
void check_exits(config::Reader& in, const ProfileSpec& profile, const MachineSpec& machine) {
  const auto sealed = [](const PathProtectionSpec& path) { return protection_row(path.kind).sealed; };
  if (!profile.protected_memory) {
    return;
  }
  if (!sealed(profile.host_copy)) {
    in.problem("host_copy", "protected_memory cannot be copied to or from the host in the clear");
  }
  if (!sealed(profile.scale_up) && !profile.trusted_switch) {
    in.problem("scale_up", "protected_memory needs sealed messages between GPUs, or trusted_switch: true");
  }
  if (machine.scale_out.present && !sealed(profile.scale_out) && !profile.trusted_network) {
    in.problem("scale_out", "protected_memory needs sealed messages to other domains, or trusted_network: true");
  }
}

/// Half of a leaf takes the adapters that must meet there, and two levels join all leaves.
void check_switches(config::Reader& in, const ScaleOutSpec& spec, const MachineSpec& machine) {
  const int ports = spec.chip.ports;
  const int together = spec.nics_per_gpu * (spec.topology == "fat_tree" ? machine.gpus_per_host : 1);
  if (ports > 1 && together > ports / 2) {
    in.problem(
        "topology",
        fmt::format("{} adapters meet at one leaf, but half of its {} ports take {}", together, ports, ports / 2));
    return;
  }
  MachineSpec with = machine;
  with.scale_out = spec;
  const NetworkPlan plan = plan_network(with, 0);
  if (ports > 1 && spec.routing != Routing::kAdaptive && plan.leaves() > ports) {
    in.problem("routing",
               fmt::format("{} leaves are more than the {} ports of a spine, so a third level is needed; only adaptive "
                           "routing, which takes all above the leaves as one, is possible",
                           plan.leaves(),
                           ports));
  }
}

}  // namespace

void check_counts(config::Reader& in, const MachineSpec& machine) {
  if (machine.domains < 1) {
    in.problem(machine.domains_word(), "a machine has at least one scale-up domain");
  }
  if (machine.gpus_per_domain < 1 || machine.gpus_per_host < 1) {
    in.problem("gpus_per_domain", "a domain and a host have at least one GPU each");
  } else if (machine.gpus_per_domain % machine.gpus_per_host != 0) {
    in.problem("gpus_per_host",
               fmt::format("{} GPUs per host do not divide the {} of a domain evenly",
                           machine.gpus_per_host,
                           machine.gpus_per_domain));
  }
}

void check_scale_up(config::Reader& in, const ScaleUpSpec& spec, const MachineSpec& machine) {
  if (!spec.linked()) {
    if (machine.hosts_per_domain() > 1) {
      in.problem("kind", "without scale-up links a domain is one host: gpus_per_domain and gpus_per_host must agree");
    }
  } else if (spec.kind == "mesh") {
    check_mesh(in, spec, machine);
  } else {
    check_planes(in, spec, machine);
  }
}

void check_links(config::Reader& gpu, const MachineSpec& machine) {
  if (gpu.exists() && machine.scale_up.linked()) {
    gpu.positive("scale_up_links", machine.gpu.scale_up_links);
  }
}

void check_scale_out(config::Reader& in, const ScaleOutSpec& spec, const MachineSpec& machine) {
  if (spec.nics_per_gpu < 1) {
    in.problem("nics_per_gpu", "a GPU reaches other domains through at least one adapter");
  }
  if (spec.chip.ports == 1) {
    in.problem("switch", "a leaf needs a port for an adapter and one for a spine");
  }
  if (spec.oversubscription < 1) {
    in.problem("oversubscription", "a leaf has at most as many uplinks as adapters: give 1 or more");
  } else if (spec.nics_per_gpu >= 1 && machine.gpus_per_host >= 1 && machine.domains >= 1) {
    check_switches(in, spec, machine);
  }
  const host::PcieSpec& pcie = machine.host.pcie;
  const Bandwidth lanes = pcie.lane_rate * static_cast<double>(pcie.lanes);
  if (lanes.count() > 0 && spec.nic.rate_per_direction > lanes) {
    in.problem("nic",
               fmt::format("an adapter of {} outruns its host link of {}",
                           human_text(spec.nic.rate_per_direction),
                           human_text(lanes)));
  }
}

void check_profile(config::Reader& in, const ProfileSpec& profile, const MachineSpec& machine) {
  check_room(in, profile, machine);
  check_kind_fits(in, "host_copy", profile.host_copy.kind, PathKind::kHostCopy);
  check_kind_fits(in, "command", profile.command.kind, PathKind::kCommand);
  check_kind_fits(in, "scale_up", profile.scale_up.kind, PathKind::kScaleUp);
  check_kind_fits(in, "scale_out", profile.scale_out.kind, PathKind::kScaleOut);
  check_cipher_core(in, "host_copy", profile.host_copy, machine);
  check_cipher_core(in, "scale_out", profile.scale_out, machine);
  check_exits(in, profile, machine);
  const security::ProtectionRow& row = protection_row(profile.scale_up.kind);
  if (!machine.scale_up.linked() && row.sealed && !row.staged()) {
    in.problem("scale_up", fmt::format("'{}' works in scale-up links, of which this machine has none", row.name));
  }
}

void check_off(config::Reader& in, const MachineSpec& machine) {
  const auto off = machine.profiles.find("off");
  if (off == machine.profiles.end()) {
    in.problem("off", "a machine lists the profile 'off', the baseline of every comparison");
  } else if (!plain(off->second) || !without_tolls(off->second.toll)) {
    in.problem("off", "the profile 'off' protects nothing and adds no toll");
  }
}

}  // namespace sealring::machine
