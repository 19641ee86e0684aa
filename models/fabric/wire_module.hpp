// The interface that the wires of a machine offer each other. Tracing a route is walking bound ports.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

#include <systemc>

#include "models/fabric/network.hpp"
#include "models/link/station_table.hpp"

namespace sealring::fabric {

/// Endpoints between which a route is traced.
struct Ends {
  std::int32_t source = -1;
  std::int32_t destination = -1;
};

/// The stations of one route, in order of passage.
class PathBuilder {
 public:
  explicit PathBuilder(const link::StationTable& table, Ends ends = {}) : table_(table), ends_(ends) {}
  [[nodiscard]] Ends ends() const { return ends_; }
  /// Throws std::logic_error beyond kLongestPath.
  void add(link::StationHandle station);
  [[nodiscard]] const Path& path() const { return path_; }

 private:
  const link::StationTable& table_;
  Ends ends_;
  Path path_;
};

class Wire : public virtual sc_core::sc_interface {
 public:
  /// Appends the stations that a message to endpoint `destination` passes from here on, then asks the next wire.
  virtual void extend(PathBuilder& path, std::int32_t destination) const = 0;
};

using WirePort = sc_core::sc_port<Wire>;

/// A second way into a module that wires enter from two directions.
class Entry final : public Wire {
 public:
  using Step = std::function<void(PathBuilder&, std::int32_t)>;
  explicit Entry(Step step) : step_(std::move(step)) {}
  void extend(PathBuilder& path, std::int32_t destination) const override { step_(path, destination); }

 private:
  Step step_;
};

/// The station of a module or of one of its ports: named after the module, "node0.gpu3.pcie" + ".up", in its trust
/// zone.
StationSpec placed(const sc_core::sc_module& module, const std::string& suffix, Zone zone, StationSpec station);

}  // namespace sealring::fabric
