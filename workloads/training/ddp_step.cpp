#include "workloads/training/ddp_step.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "workloads/training/optimizer.hpp"

namespace sealring::training {

using host::CollectiveKind;
using host::ComputeKind;
using host::Op;
using host::OpIndex;
using host::OpKind;

namespace {

/// Writes the operations of one rank; all ranks do the same.
class StepBuilder {
 public:
  StepBuilder(const Model& model, const DdpSpec& spec, std::int64_t batch);
  void iteration();
  host::Program finish();

 private:
  void copy_input();
  void broadcast_buffers();
  void forward();
  void backward();
  void issue_complete_buckets();
  void prepare_bucket(std::size_t bucket);
  void all_reduce(std::size_t bucket, OpIndex after);
  void take_back_buckets();
  void optimize();
  void end_iteration();

  OpIndex kernel(const std::string& name, Label label, const host::KernelWork& work, int launches);
  OpIndex streaming(const std::string& name, Label label, Bytes traffic, int launches);
  OpIndex layer(const Layer& layer, const LayerWork& work, Label label);
  OpIndex collective(const std::string& name, CollectiveKind kind, Bytes bytes, OpIndex after);
  std::int32_t name(const std::string& text);
  void wait_next(OpIndex op) { pending_.push_back(op); }
  OpIndex push(Op op);

  const Model& model_;
  const DdpSpec& spec_;
  std::int64_t batch_;
  std::vector<Bucket> buckets_;
  std::vector<int> bucket_of_;     ///< by tensor
  std::vector<int> missing_;       ///< gradients that a bucket still waits for, this iteration
  std::vector<OpIndex> prepared_;  ///< op after which a bucket may be reduced
  std::vector<OpIndex> reduced_;   ///< all-reduce of each bucket
  std::vector<OpIndex> pending_;   ///< what the next op of the compute stream waits for
  std::unordered_map<std::string, std::int32_t> names_;
  host::Program program_;
  std::vector<Op> ops_;
};

StepBuilder::StepBuilder(const Model& model, const DdpSpec& spec, std::int64_t batch)
    : model_(model), spec_(spec), batch_(batch), bucket_of_(model.tensors.size(), 0) {
  program_.iterations = spec.iterations;
  names_[""] = 0;
  if (spec.ranks < 2) {
    return;
  }
  buckets_ = make_buckets(model.tensors, spec.bucket_cap, spec.gradient_bytes);
  for (std::size_t b = 0; b < buckets_.size(); ++b) {
    for (int t = 0; t < buckets_[b].count; ++t) {
      bucket_of_[static_cast<std::size_t>(buckets_[b].first + t)] = static_cast<int>(b);
    }
  }
}

std::int32_t StepBuilder::name(const std::string& text) {
  const auto [at, fresh] = names_.emplace(text, static_cast<std::int32_t>(program_.names.size()));
  if (fresh) {
    program_.names.push_back(text);
  }
  return at->second;
}

OpIndex StepBuilder::push(Op op) {
  if (op.stream == kComputeStream && op.kind != OpKind::kHostWork) {
    op.after.insert(op.after.end(), pending_.begin(), pending_.end());
    pending_.clear();
  }
  ops_.push_back(std::move(op));
  return static_cast<OpIndex>(ops_.size() - 1);
}

OpIndex StepBuilder::kernel(const std::string& text, Label label, const host::KernelWork& work, int launches) {
  Op op;
  op.kind = OpKind::kKernel;
  op.label = label;
  op.name = name(text);
  op.stream = kComputeStream;
  op.work = work;
  op.launches = launches;
  return push(std::move(op));
}

OpIndex StepBuilder::streaming(const std::string& text, Label label, Bytes traffic, int launches) {
  host::KernelWork work;
  work.memory_traffic = traffic;
  return kernel(text, label, work, launches);
}

OpIndex StepBuilder::layer(const Layer& described, const LayerWork& done, Label label) {
  host::KernelWork work;
  work.flops = done.flops_per_sample * static_cast<double>(batch_);
  work.memory_traffic = done.traffic_fixed + batch_ * done.traffic_per_sample;
  work.kind = described.kind;
  work.precision = described.kind == ComputeKind::kElementwise ? host::Precision::kFp32 : spec_.precision;
  return kernel(described.name, label, work, done.launches);
}

OpIndex StepBuilder::collective(const std::string& text, CollectiveKind kind, Bytes bytes, OpIndex after) {
  Op op;
  op.kind = OpKind::kCollective;
  op.label = Label::kCollective;
  op.name = name(text);
  op.stream = kCommunicationStream;
  op.collective = static_cast<std::int32_t>(program_.collectives.size());
  op.after = {after};
  program_.collectives.push_back({kind, bytes, kind == CollectiveKind::kAllReduce ? spec_.algorithm : "auto"});
  return push(std::move(op));
}

void StepBuilder::iteration() {
  missing_.clear();
  for (const auto& bucket : buckets_) {
    missing_.push_back(bucket.count);
  }
  prepared_.clear();
  reduced_.clear();
  copy_input();
  broadcast_buffers();
  forward();
  backward();
  take_back_buckets();
  optimize();
  end_iteration();
}

void StepBuilder::copy_input() {
  Op op;
  op.kind = OpKind::kCopy;
  op.label = Label::kHostCopy;
  op.name = name("input");
  op.stream = kComputeStream;
  op.bytes = batch_ * model_.input_per_sample;
  push(std::move(op));
}

// The buffers are flattened by type, broadcast, and copied back one by one.
void StepBuilder::broadcast_buffers() {
  const BufferSet& buffers = model_.buffers;
  if (!spec_.broadcast_buffers || spec_.ranks < 2 || buffers.count == 0) {
    return;
  }
  const Bytes both = buffers.reals + buffers.integers;
  const OpIndex flat = streaming("flatten buffers", Label::kCompute, 2 * both, 2);
  wait_next(collective("broadcast buffers", CollectiveKind::kBroadcast, buffers.reals, flat));
  wait_next(collective("broadcast counters", CollectiveKind::kBroadcast, buffers.integers, flat));
  streaming("unflatten buffers", Label::kCompute, 2 * both, buffers.count);
}

void StepBuilder::forward() {
  for (const auto& each : model_.layers) {
    layer(each, each.forward, Label::kForward);
  }
}

void StepBuilder::backward() {
  OpIndex last = 0;
  for (auto each = model_.layers.rbegin(); each != model_.layers.rend(); ++each) {
    last = layer(*each, each->backward, Label::kBackward);
    if (buckets_.empty()) {
      continue;
    }
    for (const int tensor : each->tensors) {
      missing_[static_cast<std::size_t>(bucket_of_[static_cast<std::size_t>(tensor)])] -= 1;
    }
    issue_complete_buckets();
  }
  if (!spec_.overlap && !prepared_.empty()) {
    last = std::max(last, prepared_.back());
    for (std::size_t b = 0; b < buckets_.size(); ++b) {
      all_reduce(b, last);
    }
  }
}

// A bucket that is complete still waits for the ones before it.
void StepBuilder::issue_complete_buckets() {
  while (prepared_.size() < buckets_.size() && missing_[prepared_.size()] == 0) {
    const std::size_t bucket = prepared_.size();
    prepare_bucket(bucket);
    if (spec_.overlap) {
      all_reduce(bucket, prepared_.back());
    }
  }
}

// One kernel per tensor divides by the number of ranks: into the bucket, or in place when gradients live there. Both
// read and write the bucket once. A framework launches each as its gradient appears; here they stand together at the
// close.
void StepBuilder::prepare_bucket(std::size_t bucket) {
  prepared_.push_back(streaming(spec_.gradient_as_bucket_view ? "scale bucket" : "copy into bucket",
                                Label::kCompute,
                                2 * buckets_[bucket].bytes,
                                buckets_[bucket].count));
}

void StepBuilder::all_reduce(std::size_t bucket, OpIndex after) {
  reduced_.push_back(
      collective("bucket " + std::to_string(bucket), CollectiveKind::kAllReduce, buckets_[bucket].bytes, after));
}

// The end of backward waits for the buckets in order and copies each back to its gradients, one kernel per tensor.
void StepBuilder::take_back_buckets() {
  for (std::size_t b = 0; b < reduced_.size(); ++b) {
    wait_next(reduced_[b]);
    if (!spec_.gradient_as_bucket_view) {
      streaming("copy from bucket", Label::kCompute, 2 * buckets_[b].bytes, buckets_[b].count);
    }
  }
}

void StepBuilder::optimize() {
  const OptimizerWork work = optimizer_work(spec_.optimizer_for(model_), model_.tensors, spec_.parameter_bytes);
  streaming("optimizer", Label::kOptimizer, work.traffic, work.launches);
}

void StepBuilder::end_iteration() {
  Op mark;
  mark.kind = OpKind::kMark;
  mark.name = name("iteration");
  mark.stream = kComputeStream;
  push(mark);
  if (spec_.synchronize) {
    Op wait;
    wait.kind = OpKind::kSynchronize;
    wait.label = Label::kSynchronize;
    wait.name = name("synchronize");
    wait.stream = -1;
    push(std::move(wait));
  }
  if (spec_.host_time > Duration(0)) {
    Op work;
    work.kind = OpKind::kHostWork;
    work.label = Label::kHostWork;
    work.name = name("host");
    work.host_time = spec_.host_time;
    push(std::move(work));
  }
}

host::Program StepBuilder::finish() {
  program_.ranks.assign(static_cast<std::size_t>(spec_.ranks), ops_);
  return std::move(program_);
}

}  // namespace

host::Program ddp_program(const Model& model, const DdpSpec& spec, std::int64_t batch) {
  StepBuilder builder(model, spec, batch);
  for (int i = 0; i < spec.iterations; ++i) {
    builder.iteration();
  }
  return builder.finish();
}

StepCounts count_step(const host::Program& program) {
  StepCounts counts;
  if (program.ranks.empty()) {
    return counts;
  }
  const auto ranks = static_cast<int>(program.ranks.size());
  for (const auto& op : program.ranks.front()) {
    if (op.kind == OpKind::kKernel) {
      counts.kernel_launches += op.graph_nodes > 0 ? 1 : op.launches;
    } else if (op.kind == OpKind::kCollective) {
      const auto& spec = program.collectives[static_cast<std::size_t>(op.collective)];
      const bool reduces = spec.kind == CollectiveKind::kAllReduce;
      counts.all_reduces += reduces ? 1 : 0;
      counts.broadcasts += spec.kind == CollectiveKind::kBroadcast ? 1 : 0;
      counts.sub_steps += reduces ? ring_sub_steps(ranks) : 0;
      counts.all_reduced += reduces ? spec.bytes : Bytes(0);
    }
  }
  const std::int64_t iterations = program.iterations;
  counts.kernel_launches /= iterations;
  counts.all_reduces /= iterations;
  counts.broadcasts /= iterations;
  counts.sub_steps /= iterations;
  counts.all_reduced = counts.all_reduced / iterations;
  return counts;
}

}  // namespace sealring::training
