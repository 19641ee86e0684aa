// One security profile: which protection each kind of path gets, what submissions cost, and what a session needs first.
#pragma once

#include <string>

#include "sim/units/units.hpp"

namespace sealring::security {

/// GPU kernels per ring sub-step (an emulation in software). The chunk of a MAC chain is fixed: that is the decisive
/// choice.
struct SoftwareAeadSpec {
  Bandwidth cipher_rate{0};     ///< AES-CTR, whole GPU
  Bandwidth mac_chain_rate{0};  ///< GHASH of one sequential chain
  Bytes mac_chunk = kibibytes(512);
  int mac_lanes = 528;                     ///< chains that run at once
  std::string mac_spread = "fixed_chunk";  ///< fixed_chunk | even (bytes spread over lanes) | slice (per transport
                                           ///< slice): the last two are refuted variants
  Bytes slice = mebibytes(1);              ///< unit of sealing of the `slice` variant
  int slice_channels = 24;                 ///< slices in flight in the `slice` variant; the lanes are shared among them
  Bandwidth reduce_rate{0};                ///< reduction kernel, bytes of the received chunk per second
};

/// AES-GCM on a host core through a shared bounce pool, then the GPU's copy engine.
struct HostBounceSpec {
  Duration toll_h2d, toll_d2h;  ///< per operation, pinned memory
  Duration toll_pageable;       ///< further cost of pageable memory
  double crypto_share = 0.9;    ///< of the core's AES-GCM rate that a copy reaches
  Bandwidth crypto_rate{0};     ///< overrides cpu.aes_gcm_per_core x crypto_share when positive
  Bytes pool_slot = mebibytes(2);
  int pool_slots = 32;    ///< doubles when exhausted
  int memory_passes = 2;  ///< through the socket's memory: the plaintext is read, the ciphertext written
};

struct CopyEngineSpec {
  Duration toll;
  Bandwidth rate{0};
};

/// AES-GCM in the link engine (NVLink 5 and 6), or link-level encryption (PCIe IDE, C2C).
struct InlineSpec {
  Duration latency;          ///< both ends together
  double rate_factor = 1.0;  ///< left of the link rate
  Bytes tag_per_packet = Bytes(0);
};

struct PathProtectionSpec {
  std::string kind = "none";  ///< a row of the protection catalogue
  SoftwareAeadSpec software_aead;
  HostBounceSpec host_bounce;
  CopyEngineSpec copy_engine;
  InlineSpec inline_link;
};

/// What confidential computing adds to a submission, beside the driver's own cost.
struct TollSpec {
  Duration launch;          ///< host time per kernel submission
  Duration launch_latency;  ///< further latency to the start on an idle stream
  Duration graph_launch;
  Duration synchronize;
  bool copies_block = false;  ///< every host copy blocks its thread
};

struct SetupSpec {
  Seconds spdm_per_gpu, key_exchange_per_pair, attestation_per_gpu, attestation_per_switch, fabric_activation,
      context_creation;
  Bytes key_budget = Bytes(0);  ///< bytes under one key before it rotates; zero: never
  Duration rotation_stall;
};

struct ProfileSpec {
  std::string name = "off";
  std::string summary;
  PathProtectionSpec host_copy, scale_up, scale_out;
  PathProtectionSpec command;  ///< only its kind: what it costs is measured as a whole and stands under toll
  TollSpec toll;
  SetupSpec setup;
  bool multicast = true;          ///< in-switch collectives stay available
  bool trusted_switch = false;    ///< plaintext may pass the scale-up switches
  bool trusted_network = false;   ///< plaintext may pass the scale-out network
  bool protected_memory = false;  ///< nothing outside a GPU reads or writes its memory in the clear
  Bytes cpr_reserve = Bytes(0);   ///< GPU memory that the protected region's bookkeeping takes away
  int staging_slots = 4;          ///< of each of a GPU's two pools outside the protected region: sending, receiving
  Bytes staging_slot = mebibytes(512);
};

}  // namespace sealring::security
