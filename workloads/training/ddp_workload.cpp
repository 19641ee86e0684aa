#include "workloads/training/ddp_workload.hpp"

#include <algorithm>

#include "models/gpu/memory_account.hpp"
#include "workloads/training/bucket.hpp"
#include "workloads/training/ddp_spec.hpp"
#include "workloads/training/ddp_step.hpp"
#include "workloads/training/shape.hpp"
#include "workloads/training/training_memory.hpp"

namespace sealring::training {
namespace {

using workloads::Setting;

MemoryBudget budget_of(const Setting& setting) {
  const gpu::MemoryAccount account = gpu::memory_account({setting.machine.gpu, setting.machine.host, setting.profile});
  MemoryBudget budget;
  budget.capacity = account.capacity();
  budget.context = account.part(gpu::kContextPart);
  budget.reserve = account.part(gpu::kReservePart);
  budget.staging = account.part(gpu::kStagingPart);
  return budget;
}

class DdpWorkload final : public workloads::Workload {
 public:
  DdpWorkload(DdpSpec spec, Model model) : spec_(std::move(spec)), model_(std::move(model)) {}

  [[nodiscard]] host::Program program(const Setting& setting) const override {
    return ddp_program(model_, for_setting(setting), batch(setting));
  }

  [[nodiscard]] std::optional<workloads::Misfit> misfit(const Setting& setting) const override {
    const gpu::GpuSpec& gpu = setting.machine.gpu;
    if (!(gpu.peak[static_cast<std::size_t>(spec_.precision)] > FlopRate())) {
      return workloads::Misfit{"precision", "a '" + gpu.name + "' has no rate for this precision"};
    }
    try {
      (void)batch(setting);
    } catch (const config::BadInput& refused) {
      return workloads::Misfit{spec_.batch > 0 ? "batch" : "model", refused.what()};
    }
    return std::nullopt;
  }

  [[nodiscard]] bool ranks_alike() const override { return true; }

  void describe(const Setting& setting, const host::Program& program, stats::Result& into) const override {
    const DdpSpec spec = for_setting(setting);
    const std::vector<Bucket> buckets =
        setting.ranks < 2 ? std::vector<Bucket>{} : make_buckets(model_.tensors, spec.bucket_cap, spec.gradient_bytes);
    const StepCounts counts = count_step(program);
    into.set("model", model_.name);
    into.set("ranks", setting.ranks);
    into.set("batch", batch(setting));
    into.set("buckets", static_cast<std::int64_t>(buckets.size()));
    into.set("largest_bucket", largest(buckets));
    into.set("gradient_bytes", counts.all_reduced);
    into.set("kernel_launches", counts.kernel_launches);
    into.set("all_reduces", counts.all_reduces);
    into.set("sub_steps", counts.sub_steps);
    into.set("overlap", spec.overlap);
    into.set("memory", total(training_memory(model_, spec, budget_of(setting), batch(setting))));
  }

 private:
  static Bytes largest(const std::vector<Bucket>& buckets) {
    Bytes most;
    for (const Bucket& bucket : buckets) {
      most = std::max(most, bucket.bytes);
    }
    return most;
  }

  [[nodiscard]] DdpSpec for_setting(const Setting& setting) const {
    DdpSpec spec = spec_;
    spec.ranks = setting.ranks;
    spec.iterations = setting.iterations;
    return spec;
  }

  [[nodiscard]] std::int64_t batch(const Setting& setting) const {
    return chosen_batch(model_, for_setting(setting), budget_of(setting));
  }

  DdpSpec spec_;
  Model model_;
};

}  // namespace

std::unique_ptr<workloads::Workload> read_ddp_workload(config::Reader section, const workloads::ReadContext& context) {
  const DdpSpec spec = read_ddp(section);
  const std::vector<std::string> known = zoo_names(context.zoo);
  if (std::find(known.begin(), known.end(), spec.model) == known.end()) {
    std::string list;
    for (const std::string& name : known) {
      list += (list.empty() ? "" : ", ") + name;
    }
    section.problem("model", "unknown model '" + spec.model + "'; known: " + list);
    return nullptr;
  }
  const std::size_t before = context.report.problems().size();
  const Shape shape = load_shape(context.zoo, spec.model, context.report);
  if (context.report.problems().size() > before) {
    return nullptr;
  }
  try {
    return std::make_unique<DdpWorkload>(spec, build_model(shape, spec.model_options()));
  } catch (const config::BadInput& refused) {
    section.problem(spec.sequence > 0 ? "sequence" : "model", refused.what());
    return nullptr;
  }
}

}  // namespace sealring::training
