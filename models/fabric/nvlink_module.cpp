#include "models/fabric/nvlink_module.hpp"

#include "models/link/striping.hpp"

namespace sealring::fabric {

NvlinkBundleModule::NvlinkBundleModule(const sc_core::sc_module_name& instance,
                                       const StationSpec& station,
                                       link::StationTable& table)
    : sc_module(instance), far_end("far_end"), station_(table.add(placed(*this, "", Zone::kScaleUp, station))) {}

void NvlinkBundleModule::extend(PathBuilder& path, std::int32_t destination) const {
  path.add(station_);
  far_end->extend(path, destination);
}

void NvlinkBundleModule::account(WireBytes bytes) {
  const int links = static_cast<int>(links_.size());
  for (int i = 0; i < links; ++i) {
    links_[static_cast<std::size_t>(i)]->carried(link::link_share(bytes, links, i));
  }
  unnamed_ = links == 0 ? bytes : WireBytes();
}

WireBytes NvlinkBundleModule::booked() const {
  WireBytes sum = unnamed_;
  for (const NvlinkModule* link : links_) {
    sum += link->bytes();
  }
  return sum;
}

}  // namespace sealring::fabric
