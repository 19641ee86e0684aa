// The machine of the bench: GPUs around one switch, with or without a cipher engine at both ends of every message.
#pragma once

#include "models/fabric/network.hpp"

namespace sealring::bench {

struct StarShape {
  int ranks = 8;
  bool crypto = true;
  bool jitter = true;  ///< every GPU's wires differ a little, so that timestamps do
  Bytes slice = mebibytes(1);
  int slots = 8;  ///< of every buffer, each for one slice
};

/// [seal] -> uplink -> switch output (shared) -> [open]. 400 GB/s links, 500 GB/s ciphers.
class StarMachine : public fabric::Router {
 public:
  explicit StarMachine(const StarShape& shape);
  [[nodiscard]] fabric::Path path(std::int32_t source, std::int32_t destination) const override;
  [[nodiscard]] const fabric::Network& network() const { return network_; }

 private:
  [[nodiscard]] fabric::StationSpec wire(Duration latency) const;
  [[nodiscard]] fabric::StationSpec cipher() const;
  StarShape shape_;
  fabric::Network network_;
};

}  // namespace sealring::bench
