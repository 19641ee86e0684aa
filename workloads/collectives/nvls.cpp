#include "workloads/collectives/nvls.hpp"

#include "workloads/collectives/domains.hpp"
#include "workloads/collectives/switch_steps.hpp"

namespace sealring::collectives {
namespace {

enum class Stage { kScatter, kHead, kGather };

class NvlsPlan final : public Plan {
 public:
  explicit NvlsPlan(const Request& request)
      : Plan(request),
        reduces_(request.kind != CollectiveKind::kAllGather),
        multicasts_(request.kind != CollectiveKind::kReduceScatter) {}

  [[nodiscard]] int lanes() const override { return stages() * request().lanes * request().ranks; }
  [[nodiscard]] int primitives(int rank, int lane) const override {
    return stage(lane) == Stage::kHead && rank != head(lane) ? 0 : request().pieces;
  }
  [[nodiscard]] int chunks() const override { return request().ranks * request().lanes * request().pieces; }
  [[nodiscard]] int substeps() const override { return (stages() - 1) * request().pieces; }

  [[nodiscard]] Primitive at(int, int lane, int index) const override {
    const int n = request().ranks;
    const int channel = lane / stages() / n;
    Primitive p = step(head(lane), lane);
    p.chunk = part(channel, index) * n + head(lane);
    p.bytes = even_share(part_bytes(channel, index), head(lane), n);
    return p;
  }

 private:
  [[nodiscard]] int stages() const { return 1 + (reduces_ ? 1 : 0) + (multicasts_ ? 1 : 0); }
  [[nodiscard]] int head(int lane) const { return lane / stages() % request().ranks; }
  [[nodiscard]] Stage stage(int lane) const {
    return static_cast<Stage>(lane % stages() + static_cast<int>(reduces_ ? Stage::kScatter : Stage::kHead));
  }

  [[nodiscard]] Primitive step(int head, int lane) const {
    switch (stage(lane)) {
      case Stage::kScatter: return to_switch(head, lane + 1);
      case Stage::kGather: return from_switch(head, lane - 1);
      case Stage::kHead: break;
    }
    Primitive p = reduces_ ? from_switch(head, lane - 1) : Primitive{};
    if (multicasts_) {
      multicast(p, head, lane + 1);
    }
    p.of_head = true;
    return p;
  }

  bool reduces_;
  bool multicasts_;
};

}  // namespace

bool Nvls::carries_out(CollectiveKind kind) const {
  return kind == CollectiveKind::kAllReduce || kind == CollectiveKind::kReduceScatter ||
         kind == CollectiveKind::kAllGather;
}

std::string Nvls::misfit(const Request& request) const {
  const Domains domains(request);
  return domains.count() == 1 ? ""
                              : "needs all " + std::to_string(request.ranks) +
                                    " ranks in one scale-up domain, not in " + std::to_string(domains.count());
}

std::unique_ptr<Plan> Nvls::unsliced(const Request& request) const { return std::make_unique<NvlsPlan>(request); }

}  // namespace sealring::collectives
