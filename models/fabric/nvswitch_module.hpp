// The scale-up switches of one domain, all planes together: an output bundle per GPU, where contention happens, and the
// unit that adds up or copies what a group of GPUs sends.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <systemc>

#include "models/fabric/wire_module.hpp"

namespace sealring::fabric {

class NvSwitchModule final : public sc_core::sc_module {
 public:
  struct Config {
    std::int32_t first_gpu = 0;  ///< GPUs of the domain: endpoints first_gpu .. first_gpu + gpus - 1
    int gpus = 0;
    std::int32_t group_endpoint = -1;  ///< of the group unit
    StationSpec output;
    std::optional<StationSpec> group_input;  ///< per GPU; none: there is no group unit
  };
  sc_core::sc_vector<sc_core::sc_export<Wire>> in;  ///< by local index: from that GPU
  sc_core::sc_vector<WirePort> out;                 ///< by local index

  NvSwitchModule(const sc_core::sc_module_name& instance, const Config& config, link::StationTable& table);
  /// From the switches to a GPU of the domain; any other destination throws std::logic_error.
  void trace(PathBuilder& path, std::int32_t destination) const;

 private:
  void take(PathBuilder& path, int from, std::int32_t destination) const;

  std::int32_t first_gpu_;
  std::int32_t group_endpoint_;
  std::vector<link::StationHandle> outputs_;
  std::vector<link::StationHandle> group_inputs_;
  std::vector<std::unique_ptr<Entry>> entries_;
};

}  // namespace sealring::fabric
