#include "workloads/collectives/collective_workload.hpp"

#include "sim/units/text.hpp"
#include "workloads/collectives/catalog.hpp"
#include "workloads/collectives/tuner.hpp"

namespace sealring::collectives {
namespace {

class CollectiveWorkload final : public workloads::Workload {
 public:
  explicit CollectiveWorkload(host::CollectiveSpec collective) : collective_(std::move(collective)) {}

  [[nodiscard]] host::Program program(const workloads::Setting& setting) const override {
    host::Program program;
    program.collectives.assign(static_cast<std::size_t>(setting.iterations), collective_);
    program.names.push_back(collective_names()[static_cast<std::size_t>(collective_.kind)]);
    program.iterations = setting.iterations;
    std::vector<host::Op> ops;
    for (int i = 0; i < setting.iterations; ++i) {
      host::Op op;
      op.kind = host::OpKind::kCollective;
      op.label = Label::kCollective;
      op.collective = i;
      op.name = 1;
      ops.push_back(op);
      host::Op mark;
      mark.kind = host::OpKind::kMark;
      ops.push_back(mark);
    }
    program.ranks.assign(static_cast<std::size_t>(setting.ranks), ops);
    return program;
  }

  [[nodiscard]] std::optional<workloads::Misfit> misfit(const workloads::Setting& setting) const override {
    const Bytes memory = setting.machine.gpu.memory;
    if (collective_.bytes <= memory) {
      return std::nullopt;
    }
    return workloads::Misfit{
        "bytes",
        "a buffer of " + human_text(collective_.bytes) + " does not fit into the " + human_text(memory) + " of a GPU"};
  }

  [[nodiscard]] bool ranks_alike() const override { return true; }

  void describe(const workloads::Setting& setting, const host::Program&, stats::Result& into) const override {
    into.set("op", collective_names()[static_cast<std::size_t>(collective_.kind)]);
    into.set("bytes", collective_.bytes);
    into.set("algorithm", collective_.algorithm);
    into.set("ranks", setting.ranks);
    into.set("busbw_factor", busbw_factor(collective_.kind, setting.ranks));
  }

 private:
  host::CollectiveSpec collective_;
};

void choose(config::Reader& section, const std::string& key, const std::vector<std::string>& names, std::string& into) {
  int index = 0;
  section.choose(key, index, names);
  into = names[static_cast<std::size_t>(index)];
}

}  // namespace

std::unique_ptr<workloads::Workload> read_collective_workload(config::Reader section, const workloads::ReadContext&) {
  host::CollectiveSpec collective;
  section.choose("op", collective.kind, collective_names());
  section.need("bytes", collective.bytes);
  choose(section, "algorithm", algorithm_choices(), collective.algorithm);
  choose(section, "protocol", protocol_choices(), collective.protocol);
  section.get("root", collective.root).get("in_place", collective.in_place);
  section.done();
  return std::make_unique<CollectiveWorkload>(collective);
}

}  // namespace sealring::collectives
