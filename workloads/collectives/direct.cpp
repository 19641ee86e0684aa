#include "workloads/collectives/direct.hpp"

#include "workloads/collectives/rotation.hpp"
#include "workloads/collectives/sides.hpp"

namespace sealring::collectives {
namespace {

class DirectPlan final : public Plan {
 public:
  explicit DirectPlan(const Request& request) : Plan(request) {}

  [[nodiscard]] int lanes() const override { return kSides * request().lanes * (request().ranks - 1); }
  [[nodiscard]] int primitives(int, int) const override { return request().pieces; }
  [[nodiscard]] int chunks() const override { return per_part() * request().lanes * request().pieces; }
  [[nodiscard]] int substeps() const override { return request().pieces; }

  [[nodiscard]] Primitive at(int rank, int lane, int index) const override {
    const int n = request().ranks;
    const int channel = lane / kSides % request().lanes;
    const int distance = lane / kSides / request().lanes + 1;
    const bool sends = lane % kSides == kSend;
    const int source = sends ? rank : wrap(rank - distance, n);
    const int destination = sends ? wrap(rank + distance, n) : rank;
    Primitive p = side_of_message(lane, source, destination);
    p.sends_partial = sends && request().kind == CollectiveKind::kReduceScatter;
    p.reduces = !sends && request().kind == CollectiveKind::kReduceScatter;
    p.copies_own = sends && distance == 1;  // once, whatever the number of peers
    p.chunk = part(channel, index) * per_part() + chunk(source, destination);
    const int share = request().kind == CollectiveKind::kAllGather ? source : destination;
    p.bytes = even_share(part_bytes(channel, index), share, n);
    return p;
  }

 private:
  [[nodiscard]] int per_part() const {
    return request().kind == CollectiveKind::kAllToAll ? request().ranks * request().ranks : request().ranks;
  }
  [[nodiscard]] int chunk(int source, int destination) const {
    switch (request().kind) {
      case CollectiveKind::kAllGather: return source;
      case CollectiveKind::kReduceScatter: return destination;
      default: return source * request().ranks + destination;
    }
  }
};

}  // namespace

bool Direct::carries_out(CollectiveKind kind) const {
  return kind == CollectiveKind::kAllToAll || kind == CollectiveKind::kAllGather ||
         kind == CollectiveKind::kReduceScatter;
}

std::unique_ptr<Plan> Direct::unsliced(const Request& request) const { return std::make_unique<DirectPlan>(request); }

}  // namespace sealring::collectives
