// The machine of the bench: GPUs around one switch, with or without a cipher engine at both ends of every message.
#pragma once

#include "models/fabric/network.hpp"

namespace sealring::bench {

struct RingShape {
  int ranks = 8;
  int chunks = 1;
  bool crypto = true;
  bool jitter = true;  ///< every GPU's wires differ a little, so that timestamps do
  Bytes bytes = gibibytes(1);
};

/// [seal] -> uplink -> switch output (shared) -> [open]. 400 GB/s links, 500 GB/s ciphers, 8 slots per buffer, 1 MiB
/// slices.
class RingMachine : public fabric::Router {
 public:
  explicit RingMachine(const RingShape& shape);
  [[nodiscard]] fabric::Path path(std::int32_t source, std::int32_t destination) const override;
  [[nodiscard]] const fabric::Network& network() const { return network_; }

 private:
  [[nodiscard]] fabric::StationSpec wire(Duration latency) const;
  [[nodiscard]] fabric::StationSpec cipher() const;
  RingShape shape_;
  fabric::Network network_;
};

}  // namespace sealring::bench
