#include "workloads/collectives/nvls_tree.hpp"

#include <algorithm>

#include "workloads/collectives/binary_tree.hpp"
#include "workloads/collectives/domains.hpp"
#include "workloads/collectives/switch_steps.hpp"

namespace sealring::collectives {
namespace {

enum Stage { kScatter, kUp, kDown, kGather, kStages };
// Slots of the way up: the switch, then the children in the tree.
enum Slot : std::uint8_t { kSwitch, kFirstChild };

bool leaf(const TreeNode& node) { return node.children[0] < 0 && node.children[1] < 0; }

class NvlsTreePlan final : public Plan {
 public:
  explicit NvlsTreePlan(const Request& request) : Plan(request), domains_(request) {}

  [[nodiscard]] int lanes() const override { return kStages * request().lanes * domains_.size(); }
  [[nodiscard]] int primitives(int rank, int lane) const override {
    return steps(stage(lane), rank, lane) * request().pieces;
  }
  [[nodiscard]] int chunks() const override { return domains_.size() * request().lanes * request().pieces; }
  [[nodiscard]] int substeps() const override {
    return (2 + 2 * double_tree_depth(domains_.count())) * request().pieces;
  }

  [[nodiscard]] Primitive at(int rank, int lane, int index) const override {
    const int per_piece = std::max(1, steps(stage(lane), rank, lane));
    const int piece = index / per_piece;
    const int heads = domains_.size();
    const int place = place_of_head(lane);
    Primitive p = step(rank, lane, index - piece * per_piece);
    // Assumed, as the sweep of eight nodes suggests: with two children on the network, the few warps of the tree are
    // as slow as those that serve all heads.
    p.of_head = (stage(lane) == kUp || stage(lane) == kDown) && p.receives < 2 && p.sends < 2;
    p.chunk = part(channel(lane), piece) * heads + place;
    p.bytes = even_share(part_bytes(channel(lane), piece), place, heads);
    return p;
  }

 private:
  [[nodiscard]] static Stage stage(int lane) { return static_cast<Stage>(lane % kStages); }
  [[nodiscard]] static int lane_of(Stage stage, int lane) { return lane - lane % kStages + stage; }
  [[nodiscard]] int place_of_head(int lane) const { return lane / kStages % domains_.size(); }
  [[nodiscard]] int channel(int lane) const { return lane / kStages / domains_.size(); }
  [[nodiscard]] TreeNode node(int rank, int lane) const {
    return double_tree(channel(lane) % 2, domains_.count(), domains_.of(rank));
  }
  [[nodiscard]] bool root(int domain, int lane) const {
    return domain == double_tree_root(channel(lane) % 2, domains_.count());
  }

  /// Primitives per piece.
  [[nodiscard]] int steps(Stage stage, int rank, int lane) const {
    if (stage == kScatter || stage == kGather) {
      return 1;
    }
    if (domains_.index(rank) != place_of_head(lane)) {
      return 0;
    }
    const TreeNode at = node(rank, lane);
    const bool is_root = at.parent < 0;
    if (stage == kUp) {
      return leaf(at) ? 1 : (is_root ? 3 : 2);
    }
    return is_root ? 0 : (leaf(at) ? 1 : 2);
  }

  [[nodiscard]] Primitive step(int rank, int lane, int step) const {
    const int domain = domains_.of(rank);
    const int head = domains_.rank(domain, place_of_head(lane));
    switch (stage(lane)) {
      case kScatter: return to_switch(head, lane_of(kUp, lane));
      case kGather: return from_switch(head, lane_of(root(domain, lane) ? kUp : kDown, lane));
      case kUp: return up(node(rank, lane), rank, lane, step);
      default: return down(node(rank, lane), rank, lane, step);
    }
  }

  // An inner node first keeps its domain's sum, then adds those of its children; the root also has the total multicast.
  [[nodiscard]] Primitive up(const TreeNode& at, int rank, int lane, int step) const {
    Primitive p;
    if (step == 0) {
      p = from_switch(rank, lane_of(kScatter, lane));
      p.free = !leaf(at);
    } else if (step == 1) {
      p.receives = list_children(at, lane, p.from, p.from_slot);
      p.reduces = true;
    } else {
      p.free = true;
      multicast(p, rank, lane_of(kGather, lane));
    }
    if (step == (leaf(at) ? 0 : 1)) {
      at.parent < 0 ? send_back(p, at, lane) : send_up(p, at, lane);
    }
    return p;
  }

  void send_up(Primitive& p, const TreeNode& at, int lane) const {
    p.sends = 1;
    p.to[0] = domains_.rank(at.parent, place_of_head(lane));
    p.to_slot[0] = static_cast<std::uint8_t>(kFirstChild + at.as_child);
    p.sends_partial = true;
  }

  void send_back(Primitive& p, const TreeNode& at, int lane) const {
    std::array<std::uint8_t, kMostPeers> slots_up{};  // a way down has one slot only
    p.sends = list_children(at, lane, p.to, slots_up);
    p.to_lane = lane_of(kDown, lane);
  }

  // An inner node first passes the total on, then has it multicast.
  [[nodiscard]] Primitive down(const TreeNode& at, int rank, int lane, int step) const {
    Primitive p;
    if (step == 0) {
      p.receives = 1;
      p.from[0] = domains_.rank(at.parent, place_of_head(lane));
      p.from_lane = root(at.parent, lane) ? lane_of(kUp, lane) : -1;
      send_back(p, at, lane);
    }
    p.free = step == 1;
    if (step == 1 || leaf(at)) {
      multicast(p, rank, lane_of(kGather, lane));
    }
    return p;
  }

  std::uint8_t list_children(const TreeNode& at,
                             int lane,
                             std::array<std::int32_t, kMostPeers>& ranks,
                             std::array<std::uint8_t, kMostPeers>& slots) const {
    std::uint8_t count = 0;
    for (std::size_t i = 0; i < at.children.size(); ++i) {
      if (at.children[i] >= 0) {
        ranks[count] = domains_.rank(at.children[i], place_of_head(lane));
        slots[count++] = static_cast<std::uint8_t>(kFirstChild + i);
      }
    }
    return count;
  }

  Domains domains_;
};

}  // namespace

std::string NvlsTree::misfit(const Request& request) const {
  const Domains domains(request);
  if (domains.count() == 1) {
    return "needs several scale-up domains, not 1";
  }
  if (domains.size() == 1) {
    return "needs at least 2 ranks in each scale-up domain";
  }
  return unequal_domains(request);
}

std::unique_ptr<Plan> NvlsTree::unsliced(const Request& request) const {
  return std::make_unique<NvlsTreePlan>(request);
}

}  // namespace sealring::collectives
