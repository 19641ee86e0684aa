// The scale-up switches of one domain, all planes together: an output bundle per GPU, where contention happens.
#pragma once

#include <vector>

#include <systemc>

#include "models/fabric/wire_module.hpp"

namespace sealring::fabric {

class NvSwitchModule final : public sc_core::sc_module, public Wire {
 public:
  /// GPUs of the domain: endpoints first_gpu .. first_gpu + gpus - 1.
  struct Members {
    std::int32_t first_gpu = 0;
    int gpus = 0;
  };
  sc_core::sc_vector<WirePort> out;  ///< by local index

  NvSwitchModule(const sc_core::sc_module_name& instance,
                 Members members,
                 const StationSpec& output,
                 link::StationTable& table);
  /// A destination outside the domain throws std::logic_error.
  void extend(PathBuilder& path, std::int32_t destination) const override;

 private:
  Members members_;
  std::vector<link::StationHandle> outputs_;
};

}  // namespace sealring::fabric
