// A machine as the transports see it: stations, and the stations that each pair of endpoints passes.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/units/units.hpp"

namespace sealring::fabric {

using StationId = std::int32_t;
inline constexpr int kLongestPath = 12;

/// Exact byte arithmetic of packets: payload plus one header per (started) packet, plus fixed bytes per message.
struct Framing {
  Bytes packet_payload = Bytes(std::int64_t{1} << 40);  ///< largest payload of one packet
  Bytes packet_overhead = Bytes(0);                     ///< header, tag, CRC per packet
  [[nodiscard]] WireBytes on_wire(Bytes payload) const;
};

/// Where a wire lies: between GPUs of a domain, between adapters, or between a GPU and its host or adapter (PCIe, C2C).
enum class Zone : std::uint8_t { kScaleUp, kScaleOut, kHost };
inline constexpr std::array<Zone, 3> kZones{Zone::kScaleUp, Zone::kScaleOut, Zone::kHost};
constexpr std::string_view name(Zone zone) {
  return zone == Zone::kScaleUp ? "scale_up" : zone == Zone::kScaleOut ? "scale_out" : "host";
}

/// How much a station's speed fluctuates: work of each `period` of its nominal service time takes a factor drawn evenly
/// from 1 - spread to 1 + spread as long (PaceClock).
struct Pace {
  double spread = 0;  ///< below 1; 0: a constant speed
  Duration period;
  std::uint64_t seed = 0;
};

/// A first-come-first-served server. It starts a slice when it is free and holds a credit: at most `far_slots` slices
/// may have started here and not yet left the next station. A credit comes back `credit_latency` after that.
struct StationSpec {
  std::string name;         ///< hierarchical, "node0.gpu3.nvlink"
  Zone zone = Zone::kHost;  ///< whose trust a tap on this wire would break; no influence on time
  Bandwidth rate{1e18};
  Duration per_slice;  ///< added to the serialisation time of every slice
  Duration latency;    ///< first byte out to first byte at the next station
  Framing framing;
  int far_slots = 0;  ///< slots of the buffer this station fills; 0: unlimited (end of a path)
  Duration credit_latency;
  bool cut_through = false;  ///< may start a slice when its first byte arrives (else when its last has)
  bool shared = false;       ///< reachable by more than one upstream: gets a real event per slice
  Pace pace;                 ///< of the work, per_slice included
};

struct Path {
  std::array<StationId, kLongestPath> stations{};
  int length = 0;
};

/// Gives the path of a pair on demand; a machine with n endpoints never stores n^2 paths.
class Router {
 public:
  virtual ~Router() = default;
  [[nodiscard]] virtual Path path(std::int32_t source, std::int32_t destination) const = 0;
};

struct Network {
  std::vector<StationSpec> stations;
  const Router* router = nullptr;
  int endpoints = 0;
  Bytes slice = mebibytes(1);  ///< largest slice; a message is cut into full slices and one remainder
};

}  // namespace sealring::fabric
