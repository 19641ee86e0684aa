// Which domains of a machine can stand for all, as the leaves of its network have it.
#include "models/machine/fold.hpp"

#include <catch2/catch.hpp>

using namespace sealring::machine;

namespace {

/// Hosts of one GPU on one rail.
NetworkPlan rail(int hosts, int hosts_per_leaf, int uplinks) {
  NetworkPlan network;
  network.hosts = hosts;
  network.gpus_per_host = 1;
  network.groups = 1;
  network.hosts_per_leaf = hosts_per_leaf;
  network.leaves_per_group = (hosts + hosts_per_leaf - 1) / hosts_per_leaf;
  network.uplinks = uplinks;
  return network;
}

}  // namespace

// Leaves of 2: 0 and 1 meet under the first, 2 is alone. 0 to 1 stays there, 1 to 2 and 2 to 0 do not.
TEST_CASE("messages of a place cross the spine from some of the domains") {
  const Fold fold = fold_domains(rail(3, 2, 2), 3, 2, 1);
  CHECK(fold.folded());
  CHECK(fold.over_spines == std::vector<int>{2});
  // A chunk takes 4 of the 6 wires of two rounds. Those left out follow each other, so one of them crosses.
  CHECK(fold.spine_share == Approx(3.0 / 4));
}

TEST_CASE("under one leaf nothing crosses, between leaves of one host everything does") {
  CHECK(fold_domains(rail(4, 4, 4), 4, 2, 1).over_spines == std::vector<int>{0});
  CHECK(fold_domains(rail(4, 4, 4), 4, 2, 1).spine_share == 0);
  CHECK(fold_domains(rail(4, 1, 4), 4, 2, 1).over_spines == std::vector<int>{4});
  CHECK(fold_domains(rail(4, 1, 4), 4, 2, 1).spine_share == 1);
}

TEST_CASE("as many domains as there are fold nothing") { CHECK_FALSE(fold_domains(rail(3, 2, 2), 3, 3, 1).folded()); }

// Domains of 2 hosts under leaves of 3: 1, 2 send up from the first leaf, 4 and 5 from the second.
TEST_CASE("more flows that leave a leaf than it has uplinks collide") {
  CHECK(collisions(rail(6, 3, 2), 3, 2).empty());
  CHECK(collisions(rail(6, 3, 1), 3, 2) == "2 GPUs under a leaf send to or receive from other leaves over 1 uplinks");
}

TEST_CASE("a hash may send two flows up one link, but not under one leaf") {
  NetworkPlan network = rail(6, 3, 3);
  network.routing = Routing::kEcmp;
  CHECK(collisions(network, 3, 2) == "flows that leave their leaf may meet on an uplink: routing is ecmp");
  NetworkPlan one_leaf = rail(6, 6, 6);
  one_leaf.routing = Routing::kEcmp;
  CHECK(collisions(one_leaf, 3, 2).empty());
}
