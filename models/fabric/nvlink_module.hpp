// A bundle of parallel scale-up links, and one link of it.
#pragma once

#include <vector>

#include <systemc>

#include "models/fabric/wire_module.hpp"
#include "sim/stats/group.hpp"

namespace sealring::fabric {

/// One link: it has a name and counts its share of the bundle's bytes.
class NvlinkModule final : public sc_core::sc_module {
 public:
  explicit NvlinkModule(const sc_core::sc_module_name& instance) : sc_module(instance), stats_(name()) {}
  void carried(WireBytes bytes) { stats_.bytes += bytes; }
  [[nodiscard]] WireBytes bytes() const { return stats_.bytes.value(); }
  [[nodiscard]] const stats::Group& stats() const { return stats_; }

 private:
  struct Stats : stats::Group {
    using Group::Group;
    stats::Counter<WireBytes>& bytes = add<WireBytes>("wire_bytes", "bytes sent, framing included");
  } stats_;
};

/// The sending end of parallel links to one neighbour: one station, because every slice is spread evenly over the
/// links.
class NvlinkBundleModule final : public sc_core::sc_module, public Wire {
 public:
  WirePort far_end;

  NvlinkBundleModule(const sc_core::sc_module_name& instance, const StationSpec& station, link::StationTable& table);
  void extend(PathBuilder& path, std::int32_t destination) const override;

  /// The links of the bundle, built by whoever names them; in a large machine nobody does, and the bundle counts.
  void consists_of(std::vector<NvlinkModule*> links) { links_ = std::move(links); }
  /// Books what the bundle's station carried on its links.
  void account(WireBytes bytes);
  [[nodiscard]] link::StationHandle station() const { return station_; }
  /// What the counters of its links add up to, or its own where they have no names.
  [[nodiscard]] WireBytes booked() const;

 private:
  link::StationHandle station_;
  std::vector<NvlinkModule*> links_;
  WireBytes unnamed_;
};

}  // namespace sealring::fabric
