// Host memory as an endpoint: where copies from its GPUs end and copies to them begin.
#pragma once

#include <systemc>

#include "models/fabric/wire_module.hpp"

namespace sealring::fabric {

class HostSiteModule final : public sc_core::sc_module, public Wire {
 public:
  sc_core::sc_vector<WirePort> gpus;  ///< down the PCIe links, by index within the host

  struct Config {
    std::int32_t endpoint = 0;
    std::int32_t first_gpu = 0;
    int gpus = 0;
  };
  HostSiteModule(const sc_core::sc_module_name& instance, const Config& config)
      : sc_module(instance), gpus("gpus", static_cast<std::size_t>(config.gpus)), config_(config) {}
  /// The message has arrived; one for another host throws std::logic_error.
  void extend(PathBuilder& path, std::int32_t destination) const override;
  /// From this host to one of its GPUs; any other destination throws std::logic_error.
  void trace(PathBuilder& path, std::int32_t destination) const;

 private:
  Config config_;
};

}  // namespace sealring::fabric
