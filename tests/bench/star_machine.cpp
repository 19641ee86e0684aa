#include "tests/bench/star_machine.hpp"

#include <string>

namespace sealring::bench {
namespace {

constexpr int kPerGpu = 4;  // seal, uplink, output, open
enum Part : int { kSeal, kUp, kOut, kOpen };

fabric::StationId id(std::int32_t gpu, Part part) { return gpu * kPerGpu + part; }

/// Up to 1 ns, in femtoseconds that share no divisor with anything else here.
Duration jitter(int gpu) { return femtoseconds((gpu * 7'919 + 13) % 1'000'003); }

}  // namespace

StarMachine::StarMachine(const StarShape& shape) : shape_(shape) {
  network_.endpoints = shape.ranks;
  network_.router = this;
  network_.slice = shape.slice;
  for (int gpu = 0; gpu < shape.ranks; ++gpu) {
    const std::string name = "gpu" + std::to_string(gpu);
    const Duration extra = shape.jitter ? jitter(gpu) : Duration();
    fabric::StationSpec parts[kPerGpu] = {cipher(), wire(nanoseconds(250) + extra), wire(nanoseconds(250)), cipher()};
    const char* names[kPerGpu] = {".seal", ".up", ".out", ".open"};
    for (int part = 0; part < kPerGpu; ++part) {
      parts[part].name = name + names[part];
      network_.stations.push_back(parts[part]);
    }
    network_.stations[static_cast<std::size_t>(id(gpu, kOut))].shared = true;
  }
}

fabric::StationSpec StarMachine::wire(Duration latency) const {
  fabric::StationSpec spec;
  spec.rate = gigabytes_per_second(400);
  spec.latency = latency;
  spec.framing = {Bytes(256), Bytes(16)};
  spec.far_slots = shape_.slots;
  spec.credit_latency = latency;
  spec.cut_through = true;
  return spec;
}

fabric::StationSpec StarMachine::cipher() const {
  fabric::StationSpec spec;
  spec.rate = gigabytes_per_second(500);
  spec.latency = nanoseconds(20);
  spec.framing = {Bytes(256), Bytes(16)};
  spec.far_slots = shape_.slots;
  spec.cut_through = true;
  return spec;
}

fabric::Path StarMachine::path(std::int32_t source, std::int32_t destination) const {
  fabric::Path path;
  const auto add = [&path](fabric::StationId station) {
    path.stations[static_cast<std::size_t>(path.length++)] = station;
  };
  if (shape_.crypto) {
    add(id(source, kSeal));
  }
  add(id(source, kUp));
  add(id(destination, kOut));
  if (shape_.crypto) {
    add(id(destination, kOpen));
  }
  return path;
}

}  // namespace sealring::bench
