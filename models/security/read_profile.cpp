#include "models/security/read_profile.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "models/security/catalog.hpp"

namespace sealring::security {
namespace {

const std::vector<std::string> kSpreads = {"fixed_chunk", "even", "slice"};

void choose_name(config::Reader& in,
                 const std::string& key,
                 std::string& value,
                 const std::vector<std::string>& names) {
  int index = static_cast<int>(std::find(names.begin(), names.end(), value) - names.begin());
  in.choose(key, index, names);
  value = names[static_cast<std::size_t>(index)];
}

void read_software_aead(config::Reader in, SoftwareAeadSpec& spec) {
  in.need("cipher_rate", spec.cipher_rate)
      .need("mac_chain_rate", spec.mac_chain_rate)
      .get("mac_chunk", spec.mac_chunk)
      .get("mac_lanes", spec.mac_lanes)
      .get("slice", spec.slice)
      .get("slice_channels", spec.slice_channels)
      .get("reduce_rate", spec.reduce_rate);
  choose_name(in, "mac_spread", spec.mac_spread, kSpreads);
  in.positive("cipher_rate", spec.cipher_rate)
      .positive("mac_chain_rate", spec.mac_chain_rate)
      .positive("mac_lanes", spec.mac_lanes)
      .positive("slice", spec.slice)
      .positive("slice_channels", spec.slice_channels);
  if (spec.mac_chunk < Bytes(16)) {
    in.problem("mac_chunk", "a chain covers at least one block of 16 bytes");
  }
  in.done();
}

void read_host_bounce(config::Reader in, HostBounceSpec& spec) {
  in.need("toll_h2d", spec.toll_h2d)
      .need("toll_d2h", spec.toll_d2h)
      .get("toll_pageable", spec.toll_pageable)
      .get("crypto_share", spec.crypto_share)
      .get("crypto_rate", spec.crypto_rate)
      .get("pool_slot", spec.pool_slot)
      .get("pool_slots", spec.pool_slots)
      .get("memory_passes", spec.memory_passes)
      .done();
  if (spec.crypto_share > 1 || spec.crypto_share <= 0) {
    in.problem("crypto_share", "a share of a core's rate lies above 0 and is at most 1");
  }
  in.positive("pool_slots", spec.pool_slots)
      .at_most("pool_slots", spec.pool_slots, 1 << 20)
      .positive("pool_slot", spec.pool_slot)
      .positive("memory_passes", spec.memory_passes);
}

void read_copy_engine(config::Reader in, CopyEngineSpec& spec) {
  in.need("toll", spec.toll).need("rate", spec.rate).positive("rate", spec.rate).done();
}

void read_inline(config::Reader in, InlineSpec& spec) {
  in.need("latency", spec.latency)
      .get("rate_factor", spec.rate_factor)
      .get("tag_per_packet", spec.tag_per_packet)
      .done();
  if (spec.rate_factor > 1 || spec.rate_factor <= 0) {
    in.problem("rate_factor", "what is left of the link rate lies above 0 and is at most 1");
  }
}

/// Reads the section named `key` when it is there, and demands it when it is the one of the path's kind.
template <class Spec>
void read_kind(config::Reader& path,
               const std::string& needed,
               const std::string& key,
               void (*read)(config::Reader, Spec&),
               Spec& spec) {
  config::Reader section = needed == key ? path.needed_section(key) : path.section(key);
  if (section.exists()) {
    read(section, spec);
  }
}

PathProtectionSpec read_path(config::Reader in) {
  PathProtectionSpec spec;
  if (!in.exists()) {
    return spec;
  }
  choose_name(in, "kind", spec.kind, protection_names());
  const std::string needed = protection_row(spec.kind).section;
  read_kind(in, needed, "software_aead", read_software_aead, spec.software_aead);
  read_kind(in, needed, "host_bounce", read_host_bounce, spec.host_bounce);
  read_kind(in, needed, "copy_engine", read_copy_engine, spec.copy_engine);
  read_kind(in, needed, "inline_link", read_inline, spec.inline_link);
  in.done();
  return spec;
}

/// Submissions cost what stands under toll, whoever encrypts their commands.
PathProtectionSpec read_command(config::Reader in) {
  PathProtectionSpec spec;
  if (in.exists()) {
    choose_name(in, "kind", spec.kind, protection_names());
    in.done();
  }
  return spec;
}

TollSpec read_toll(config::Reader in) {
  TollSpec spec;
  if (in.exists()) {
    in.get("launch", spec.launch)
        .get("launch_latency", spec.launch_latency)
        .get("graph_launch", spec.graph_launch)
        .get("synchronize", spec.synchronize)
        .get("copies_block", spec.copies_block)
        .done();
  }
  return spec;
}

SetupSpec read_setup(config::Reader in) {
  SetupSpec spec;
  if (in.exists()) {
    in.get("spdm_per_gpu", spec.spdm_per_gpu)
        .get("key_exchange_per_pair", spec.key_exchange_per_pair)
        .get("attestation_per_gpu", spec.attestation_per_gpu)
        .get("attestation_per_switch", spec.attestation_per_switch)
        .get("fabric_activation", spec.fabric_activation)
        .get("context_creation", spec.context_creation)
        .get("key_budget", spec.key_budget)
        .get("rotation_stall", spec.rotation_stall)
        .done();
  }
  return spec;
}

}  // namespace

ProfileSpec read_profile(config::Reader in) {
  ProfileSpec spec;
  if (!in.exists()) {
    return spec;
  }
  in.need("name", spec.name).get("summary", spec.summary);
  spec.host_copy = read_path(in.section("host_copy"));
  spec.command = read_command(in.section("command"));
  spec.scale_up = read_path(in.section("scale_up"));
  spec.scale_out = read_path(in.section("scale_out"));
  spec.toll = read_toll(in.section("toll"));
  spec.setup = read_setup(in.section("setup"));
  in.get("multicast", spec.multicast)
      .get("trusted_switch", spec.trusted_switch)
      .get("trusted_network", spec.trusted_network)
      .get("protected_memory", spec.protected_memory)
      .get("cpr_reserve", spec.cpr_reserve)
      .get("staging_slots", spec.staging_slots)
      .get("staging_slot", spec.staging_slot)
      .done();
  in.positive("staging_slots", spec.staging_slots)
      .at_most("staging_slots", spec.staging_slots, 1 << 20)
      .positive("staging_slot", spec.staging_slot);
  return spec;
}

}  // namespace sealring::security
