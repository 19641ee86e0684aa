// The builders behind the rows of the catalogue; use topology::shape(name).build instead.
#pragma once

#include "sim/topology/catalog.hpp"

namespace sealring::topology {

void build_switched_planes(Graph& graph, const Shape& shape);
void build_mesh(Graph& graph, const Shape& shape);
void build_none(Graph& graph, const Shape& shape);
/// A leaf gives half of its ports to members and half to spines, so the tree does not block unless it is
/// oversubscribed. A rail whose members need more than half a leaf gets further leaves. One leaf in all needs no spine.
/// Members that belong together (the adapters of a GPU) share a leaf. Switches without a number of ports have as many
/// as it takes.
void build_rails(Graph& graph, const Shape& shape);
/// The same switches without rails: members fill leaves in order, so a host's adapters share one.
void build_fat_tree(Graph& graph, const Shape& shape);

}  // namespace sealring::topology
