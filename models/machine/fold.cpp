#include "models/machine/fold.hpp"

#include <algorithm>

namespace sealring::machine {
namespace {

/// Calls `use` with the leaves above a GPU and above the one that it sends to, for every GPU.
template <class Use>
void for_each_edge(const NetworkPlan& network, int domains, int gpus_per_domain, const Use& use) {
  for (int place = 0; place < gpus_per_domain; ++place) {
    for (int domain = 0; domain < domains; ++domain) {
      const int next = (domain + 1) % domains;
      use(place, network.leaf_of(domain * gpus_per_domain + place), network.leaf_of(next * gpus_per_domain + place));
    }
  }
}

/// The largest share of ways over spines among those that a chunk takes which leaves out two wires in succession.
double largest_share(const std::vector<bool>& spine) {
  const std::size_t domains = spine.size();
  const auto all = static_cast<double>(std::count(spine.begin(), spine.end(), true));
  double least_left_out = 2;
  for (std::size_t i = 0; i < domains; ++i) {
    least_left_out = std::min(least_left_out, (spine[i] ? 1.0 : 0.0) + (spine[(i + 1) % domains] ? 1.0 : 0.0));
  }
  return (2 * all - least_left_out) / (2 * static_cast<double>(domains) - 2);
}

}  // namespace

Fold fold_domains(const NetworkPlan& network, int domains, int kept, int gpus_per_domain) {
  Fold fold;
  fold.domains = domains;
  fold.kept = kept;
  std::vector<bool> spine;  // of one place, by domain
  for_each_edge(network, domains, gpus_per_domain, [&](int, int from, int to) {
    spine.push_back(from != to);
    if (spine.size() == static_cast<std::size_t>(domains)) {
      fold.over_spines.push_back(static_cast<int>(std::count(spine.begin(), spine.end(), true)));
      fold.spine_share = std::max(fold.spine_share, largest_share(spine));
      spine.clear();
    }
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
  return most <= network.uplinks
             ? std::string()
             : std::to_string(most) + " GPUs under a leaf send to or receive from other leaves over " +
                   std::to_string(network.uplinks) + " uplinks";
}

}  // namespace sealring::machine
