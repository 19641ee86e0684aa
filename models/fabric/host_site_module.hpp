// A host as an endpoint, where copies from its GPUs end and copies to them begin, and as a way: its root complex joins
// GPUs without links, its memory holds what is staged.
#pragma once

#include <optional>
#include <vector>

#include <systemc>

#include "models/fabric/wire_module.hpp"

namespace sealring::fabric {

class HostSiteModule final : public sc_core::sc_module, public Wire {
 public:
  struct Config {
    std::int32_t endpoint = 0;
    std::int32_t first_gpu = 0;
    int gpus = 0;
    int sockets = 1;
    bool adapters = false;              ///< messages to and from them are staged here
    std::optional<StationSpec> peer;    ///< to each GPU from the others; none: they do not meet here, or in memory
    std::optional<StationSpec> memory;  ///< of each socket; none: nothing is staged
  };
  sc_core::sc_vector<WirePort> gpus;      ///< down the PCIe links, by index within the host
  sc_core::sc_vector<WirePort> adapters;  ///< of each GPU; none where they do without the host

  HostSiteModule(const sc_core::sc_module_name& instance, const Config& config, link::StationTable& table);
  /// A message for this host has arrived. One for another endpoint passes on where the configuration says so; else this
  /// throws std::logic_error.
  void extend(PathBuilder& path, std::int32_t destination) const override;
  /// From this host to one of its GPUs; any other destination throws std::logic_error.
  void trace(PathBuilder& path, std::int32_t destination) const;

 private:
  [[nodiscard]] bool holds(std::int32_t rank) const {
    return rank >= config_.first_gpu && rank < config_.first_gpu + config_.gpus;
  }
  [[nodiscard]] std::size_t local(std::int32_t rank) const {
    return static_cast<std::size_t>(rank - config_.first_gpu);
  }
  /// Of the socket to which this GPU is attached.
  [[nodiscard]] link::StationHandle memory_of(std::int32_t rank) const;

  Config config_;
  std::vector<link::StationHandle> peers_;   ///< by GPU
  std::vector<link::StationHandle> memory_;  ///< by socket
};

}  // namespace sealring::fabric
