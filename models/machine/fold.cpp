#include "models/machine/fold.hpp"

#include <algorithm>

namespace sealring::machine {
namespace {

/// Calls `use` with the leaves above a GPU and above the one that it sends to, for every GPU.
template <class Use>
void for_each_edge(const NetworkPlan& network, int domains, int gpus_per_domain, const Use& use) {
  for (int domain = 0; domain < domains; ++domain) {
    for (int place = 0; place < gpus_per_domain; ++place) {
      const int next = (domain + 1) % domains;
      use(place,
          network.leaf_of(domain * gpus_per_domain + place),
          network.leaf_of(next * gpus_per_domain + place));
    }
  }
}

}  // namespace

Fold fold_domains(const NetworkPlan& network, int domains, int gpus_per_domain) {
  Fold fold;
  fold.domains = domains;
  fold.over_spines.assign(static_cast<std::size_t>(gpus_per_domain), 0);
  for_each_edge(network, domains, gpus_per_domain, [&](int place, int from, int to) {
    fold.over_spines[static_cast<std::size_t>(place)] += from != to ? 1 : 0;
  });
  return fold;
}

std::string collisions(const NetworkPlan& network, int domains, int gpus_per_domain) {
  std::vector<int> up(static_cast<std::size_t>(network.leaves()));
  std::vector<int> down(up.size());
  for_each_edge(network, domains, gpus_per_domain, [&](int, int from, int to) {
    up[static_cast<std::size_t>(from)] += from != to ? 1 : 0;
    down[static_cast<std::size_t>(to)] += from != to ? 1 : 0;
  });
  const int most = std::max(*std::max_element(up.begin(), up.end()), *std::max_element(down.begin(), down.end()));
  if (most > 0 && !network.spread()) {
    return "flows that leave their leaf may meet on an uplink: routing is " + name(network.routing);
  }
  return most <= network.uplinks ? std::string()
                                 : std::to_string(most) + " GPUs under a leaf send to or receive from other leaves over " +
                                       std::to_string(network.uplinks) + " uplinks";
}

}  // namespace sealring::machine
