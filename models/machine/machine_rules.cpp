#include "models/machine/machine_rules.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/units/text.hpp"

namespace sealring::machine {
namespace {

using security::PathProtectionSpec;
using security::ProfileSpec;

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

/// One staging pool per GPU serves both ends of a sealed path; the bounce pool is host memory and costs the GPU
/// nothing.
Bytes taken_from_gpu(const ProfileSpec& profile) {
  const bool staged = profile.scale_up.kind == "software_aead" || profile.scale_up.kind == "copy_engine";
  const Bytes staging = staged ? profile.staging_slot * profile.staging_slots : Bytes(0);
  return profile.cpr_reserve + staging;
}

bool plain(const ProfileSpec& profile) {
  const PathProtectionSpec* paths[] = {&profile.host_copy, &profile.command, &profile.scale_up, &profile.scale_out};
  return std::all_of(
      std::begin(paths), std::end(paths), [](const PathProtectionSpec* path) { return path->kind == "none"; });
}

bool without_tolls(const security::TollSpec& toll) {
  return toll.launch + toll.launch_latency + toll.graph_launch + toll.synchronize + toll.d2d_copy == Duration() &&
         !toll.copies_block;
}

void check_kind_fits(config::Reader& in,
                     const std::string& path,
                     const std::string& kind,
                     const std::vector<std::string>& fitting) {
  if (std::find(fitting.begin(), fitting.end(), kind) == fitting.end()) {
    in.problem(path, fmt::format("'{}' cannot protect this path; fitting kinds: {}", kind, fmt::join(fitting, ", ")));
  }
}

}  // namespace

void check_counts(config::Reader& in, const MachineSpec& machine) {
  if (machine.domains < 1) {
    in.problem("domains", "a machine has at least one scale-up domain");
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
  if (spec.kind == "mesh") {
    check_mesh(in, spec, machine);
  } else {
    check_planes(in, spec, machine);
  }
}

void check_scale_out(config::Reader& in, const ScaleOutSpec& spec, const MachineSpec& machine) {
  if (spec.nics_per_gpu < 1) {
    in.problem("nics_per_gpu", "a GPU reaches other domains through at least one adapter");
  }
  if (spec.chip.ports == 1) {
    in.problem("switch", "a leaf needs a port for an adapter and one for a spine");
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
  const Bytes taken = taken_from_gpu(profile) + machine.gpu.context_memory;
  if (machine.gpu.memory > Bytes(0) && taken >= machine.gpu.memory) {
    in.problem("cpr_reserve",
               fmt::format("reserve, staging and context take {} of the {} of a GPU",
                           human_text(taken),
                           human_text(machine.gpu.memory)));
  }
  check_kind_fits(in, "host_copy", profile.host_copy.kind, {"none", "host_bounce", "ide"});
  check_kind_fits(in, "command", profile.command.kind, {"none", "host_bounce", "ide"});
  check_kind_fits(in, "scale_up", profile.scale_up.kind, {"none", "software_aead", "copy_engine", "inline_link"});
  check_kind_fits(
      in, "scale_out", profile.scale_out.kind, {"none", "software_aead", "host_bounce", "inline_link", "ide"});
  const security::HostBounceSpec& bounce = profile.host_copy.host_bounce;
  const bool unknown_rate = bounce.crypto_rate.count() <= 0 && machine.host.cpu.aes_gcm_per_core.count() <= 0;
  if (profile.host_copy.kind == "host_bounce" && unknown_rate) {
    in.problem("host_copy", "host_bounce needs a crypto_rate, or a host whose cpu gives aes_gcm_per_core");
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
