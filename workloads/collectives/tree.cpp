#include "workloads/collectives/tree.hpp"

#include "workloads/collectives/binary_tree.hpp"
#include "workloads/collectives/domains.hpp"

namespace sealring::collectives {
namespace {

// Slots of the way up: the next rank of the chain, then the children in the tree.
enum Slot : std::uint8_t { kChain, kFirstChild };
enum Way { kUp, kDown, kWays };

/// A rank's neighbours on one channel.
struct Place {
  int parent = -1;
  std::uint8_t slot_at_parent = kChain;
  std::uint8_t children = 0;
  std::array<std::int32_t, kMostPeers> child{};
  std::array<std::uint8_t, kMostPeers> slot{};

  void add(int rank, int at) {
    child[children] = rank;
    slot[children++] = static_cast<std::uint8_t>(at);
  }
};

class TreePlan final : public Plan {
 public:
  explicit TreePlan(const Request& request) : Plan(request), domains_(request) {}

  [[nodiscard]] int lanes() const override { return kWays * request().lanes; }
  [[nodiscard]] int primitives(int rank, int lane) const override {
    return lane % kWays == kDown && rank == root(lane / kWays) ? 0 : request().pieces;
  }
  [[nodiscard]] int chunks() const override { return request().lanes * request().pieces; }
  [[nodiscard]] int substeps() const override {
    return 2 * (domains_.size() - 1 + double_tree_depth(domains_.count())) * request().pieces;
  }

  [[nodiscard]] Primitive at(int rank, int lane, int index) const override {
    const int channel = lane / kWays;
    const Place place = place_of(rank, channel);
    Primitive p = lane % kWays == kUp ? up(place, lane) : down(place, channel, lane);
    p.chunk = part(channel, index);
    p.bytes = part_bytes(channel, index);
    return p;
  }

 private:
  // Channels that share a top rank take turns between the trees, so that both load the rail of that rank.
  [[nodiscard]] int tree_of(int channel) const {
    const int round = domains_.size() % 2 == 0 ? channel / domains_.size() : 0;
    return (channel + round) % 2;
  }
  [[nodiscard]] int top(int domain, int channel) const {
    return domains_.rank(domain, channel % domains_.size_of(domain));
  }
  [[nodiscard]] int root(int channel) const {
    return top(double_tree_root(tree_of(channel), domains_.count()), channel);
  }

  [[nodiscard]] Place place_of(int rank, int channel) const {
    const int domain = domains_.of(rank);
    const int size = domains_.size_of(domain);
    const int index = domains_.index(rank);
    const int down = domains_.rank(domain, (index + 1) % size);
    Place place;
    if (down != top(domain, channel)) {
      place.add(down, kChain);
    }
    if (rank != top(domain, channel)) {
      place.parent = domains_.rank(domain, (index + size - 1) % size);
      return place;
    }
    const TreeNode node = double_tree(tree_of(channel), domains_.count(), domain);
    if (node.parent >= 0) {
      place.parent = top(node.parent, channel);
      place.slot_at_parent = static_cast<std::uint8_t>(kFirstChild + node.as_child);
    }
    for (int i = 0; i < 2; ++i) {
      const int child = node.children[static_cast<std::size_t>(i)];
      if (child >= 0) {
        place.add(top(child, channel), kFirstChild + i);
      }
    }
    return place;
  }

  // The root turns round: what it has reduced goes to its children's way down.
  [[nodiscard]] static Primitive up(const Place& place, int lane) {
    Primitive p;
    p.receives = place.children;
    p.from = place.child;
    p.from_slot = place.slot;
    p.reduces = place.children > 0;
    if (place.parent < 0) {
      p.sends = place.children;
      p.to = place.child;
      p.to_lane = lane + kDown - kUp;
      return p;
    }
    p.sends = 1;
    p.to[0] = place.parent;
    p.to_slot[0] = place.slot_at_parent;
    p.sends_partial = true;
    return p;
  }

  [[nodiscard]] Primitive down(const Place& place, int channel, int lane) const {
    Primitive p;
    p.receives = 1;
    p.from[0] = place.parent;
    p.from_lane = place.parent == root(channel) ? lane + kUp - kDown : -1;
    p.sends = place.children;
    p.to = place.child;
    return p;
  }

  Domains domains_;
};

}  // namespace

std::unique_ptr<Plan> Tree::unsliced(const Request& request) const { return std::make_unique<TreePlan>(request); }

}  // namespace sealring::collectives
