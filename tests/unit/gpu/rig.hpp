// A small machine with round numbers, a program, and collectives that take a fixed time once every rank has joined.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "models/gpu/execution.hpp"

namespace sealring::test {

inline Instant at_us(std::int64_t us) { return Instant(microseconds(us)); }

/// Launch 4 us + 1 us latency, synchronise 3 us, copy 1 us + 1 us + 1 B/ns; no overheads, no tolls. 100 SMs.
inline gpu::UnitSpecs round_specs() {
  gpu::UnitSpecs specs;
  specs.gpu.name = "round";
  specs.gpu.sms = 100;
  specs.gpu.memory = Bytes(1'000'000'000);
  specs.host.cpu.cores = 4;
  specs.host.driver.launch_api = microseconds(4);
  specs.host.driver.launch_latency = microseconds(1);
  specs.host.driver.graph_launch_api = microseconds(20);
  specs.host.driver.synchronize_api = microseconds(3);
  specs.host.driver.copy_api = microseconds(1);
  specs.host.driver.copy_latency = microseconds(1);
  specs.host.pinned_h2d = gigabytes_per_second(1);
  specs.host.pinned_d2h = gigabytes_per_second(1);
  return specs;
}

/// Launch +6 us and +2 us latency, synchronise +5 us; copies block, bounce with 10 us toll and a cipher of 0.5 B/ns.
inline void add_tolls(gpu::UnitSpecs& specs) {
  specs.profile.toll.launch = microseconds(6);
  specs.profile.toll.launch_latency = microseconds(2);
  specs.profile.toll.graph_launch = microseconds(7);
  specs.profile.toll.synchronize = microseconds(5);
  specs.profile.toll.copies_block = true;
  specs.profile.host_copy.kind = "host_bounce";
  specs.profile.host_copy.host_bounce.toll_h2d = microseconds(10);
  specs.profile.host_copy.host_bounce.toll_d2h = microseconds(10);
  specs.profile.host_copy.host_bounce.crypto_rate = gigabytes_per_second(0.5);
  specs.profile.host_copy.host_bounce.pool_slot = Bytes(10'000);
}

/// Remembers completions in the order they came.
class Recorder final : public gpu::Completion {
 public:
  explicit Recorder(const queue::EventQueue& queue) : queue_(queue) {}
  void completed(std::uint64_t token, stats::ActivityId activity) override {
    order.push_back(token);
    at[token] = queue_.now();
    activities[token] = activity;
  }
  std::vector<std::uint64_t> order;
  std::map<std::uint64_t, Instant> at;
  std::map<std::uint64_t, stats::ActivityId> activities;

 private:
  const queue::EventQueue& queue_;
};

/// Every collective takes `time` from the last join on, labelled kLink, and holds `sms` of each GPU from its own join
/// on.
class FixedCollectives final : public gpu::CollectiveService, public queue::Handler {
 public:
  FixedCollectives(queue::EventQueue& queue, stats::ActivityLog& log, std::vector<gpu::Package*> packages)
      : Handler(7), queue_(queue), log_(log), packages_(std::move(packages)) {}

  void join(std::int32_t rank,
            std::int32_t collective,
            stats::ActivityId cause,
            gpu::Completion& who,
            std::uint64_t token) override {
    packages_[static_cast<std::size_t>(rank)]->hold_sms(sms);
    std::vector<Joined>& members = joined_[collective];
    members.push_back({rank, cause, &who, token});
    if (members.size() == packages_.size()) {
      queue_.post(queue_.now() + time, queue::Phase::kRelease, *this, 0, static_cast<std::uint64_t>(collective));
    }
  }

  void handle(std::uint32_t, std::uint64_t detail) override {
    const std::vector<Joined> members = std::exchange(joined_[static_cast<std::int32_t>(detail)], {});
    stats::ActivityId last = stats::kNone;
    for (const Joined& member : members) {
      last = log_.later(last, member.cause);
    }
    for (const Joined& member : members) {
      stats::Activity activity;
      activity.start = log_.end_of(last);
      activity.end = queue_.now();
      activity.cause = last;
      activity.label = static_cast<std::uint8_t>(Label::kLink);
      packages_[static_cast<std::size_t>(member.rank)]->release_sms(sms);
      member.who->completed(member.token, log_.record(activity));
    }
  }

  Duration time;
  double sms = 0;

 private:
  struct Joined {
    std::int32_t rank = 0;
    stats::ActivityId cause = stats::kNone;
    gpu::Completion* who = nullptr;
    std::uint64_t token = 0;
  };
  queue::EventQueue& queue_;
  stats::ActivityLog& log_;
  std::vector<gpu::Package*> packages_;
  std::map<std::int32_t, std::vector<Joined>> joined_;
};

inline host::Op kernel(Duration fixed,
                       int launches = 1,
                       std::int32_t stream = 0,
                       std::vector<host::OpIndex> after = {}) {
  host::Op op;
  op.work.fixed = fixed;
  op.launches = launches;
  op.stream = stream;
  op.after = std::move(after);
  return op;
}

inline host::Op graph(Duration fixed, int nodes) {
  host::Op op = kernel(fixed);
  op.graph_nodes = nodes;
  return op;
}

inline host::Op collective(std::int32_t index, std::int32_t stream, std::vector<host::OpIndex> after = {}) {
  host::Op op;
  op.kind = host::OpKind::kCollective;
  op.collective = index;
  op.stream = stream;
  op.after = std::move(after);
  return op;
}

inline host::Op copy(host::CopyDirection direction, Bytes bytes, bool blocking = false) {
  host::Op op;
  op.kind = host::OpKind::kCopy;
  op.direction = direction;
  op.bytes = bytes;
  op.blocking = blocking;
  return op;
}

inline host::Op synchronize(std::int32_t stream = -1) {
  host::Op op;
  op.kind = host::OpKind::kSynchronize;
  op.stream = stream;
  return op;
}

inline host::Op host_work(Duration time) {
  host::Op op;
  op.kind = host::OpKind::kHostWork;
  op.host_time = time;
  return op;
}

inline host::Op mark() {
  host::Op op;
  op.kind = host::OpKind::kMark;
  return op;
}

/// Runs one program on that machine. A mark is added at the end of every rank.
class Rig {
 public:
  Rig(const gpu::UnitSpecs& specs, std::vector<std::vector<host::Op>> ranks, int collectives = 1) {
    program.ranks = std::move(ranks);
    for (auto& ops : program.ranks) {
      ops.push_back(mark());
    }
    program.collectives.resize(static_cast<std::size_t>(collectives));
    const gpu::Ground ground{queue, log};
    units = std::make_unique<gpu::UnitSet>(specs, ground, static_cast<int>(program.ranks.size()), 8);
    execution = std::make_unique<gpu::Execution>(specs, ground, program, units->units());
    service = std::make_unique<FixedCollectives>(queue, log, execution->packages());
    execution->connect(*service);
  }
  Rig(const gpu::UnitSpecs& specs, std::vector<host::Op> ops)
      : Rig(specs, std::vector<std::vector<host::Op>>{std::move(ops)}) {}

  /// The end of the iteration.
  Instant run() {
    execution->start();
    queue.run_all();
    return execution->iteration_end(0).at;
  }

  /// Time of a label on the critical path of the whole run; zero when absent.
  [[nodiscard]] Duration part(Label label) const {
    for (const stats::Part& part : log.critical_path(execution->iteration_end(0).last, Instant())) {
      if (part.label == static_cast<std::uint8_t>(label)) {
        return part.time;
      }
    }
    return Duration();
  }

  /// Activities with that label, in order of recording.
  [[nodiscard]] std::vector<stats::Activity> labelled(Label label) const {
    std::vector<stats::Activity> found;
    for (std::size_t id = 0; id < log.size(); ++id) {
      if (log[static_cast<stats::ActivityId>(id)].label == static_cast<std::uint8_t>(label)) {
        found.push_back(log[static_cast<stats::ActivityId>(id)]);
      }
    }
    return found;
  }

  host::Program program;
  queue::EventQueue queue;
  stats::ActivityLog log;
  std::unique_ptr<gpu::UnitSet> units;
  std::unique_ptr<gpu::Execution> execution;
  std::unique_ptr<FixedCollectives> service;
};

}  // namespace sealring::test
