#include "sim/topology/catalog.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/topology/shapes.hpp"

namespace sealring::topology {

const std::vector<ShapeRow>& shapes() {
  static const std::vector<ShapeRow> rows = {
      {"switched_planes",
       "one switch per plane; every member has links to every plane",
       Reach::kScaleUp,
       build_switched_planes},
      {"mesh", "direct links between every two members", Reach::kScaleUp, build_mesh},
      {"none", "no links; members meet over their hosts", Reach::kScaleUp, build_none},
      {"rails", "one leaf switch per rail (more when ports run out), spines above", Reach::kScaleOut, build_rails},
      {"fat_tree", "all adapters of a host on one leaf switch, spines above", Reach::kScaleOut, build_fat_tree},
  };
  return rows;
}

std::vector<std::string> shape_names(Reach reach) {
  std::vector<std::string> names;
  for (const ShapeRow& row : shapes()) {
    if (row.reach == reach) {
      names.emplace_back(row.name);
    }
  }
  return names;
}

const ShapeRow& shape(const std::string& name) {
  std::vector<std::string> known;
  for (const ShapeRow& row : shapes()) {
    if (name == row.name) {
      return row;
    }
    known.emplace_back(row.name);
  }
  throw TopologyError(fmt::format("unknown topology '{}'; known: {}", name, fmt::join(known, ", ")));
}

}  // namespace sealring::topology
