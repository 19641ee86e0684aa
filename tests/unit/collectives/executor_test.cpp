#include "workloads/collectives/executor.hpp"

#include <algorithm>
#include <map>

#include <catch2/catch.hpp>

#include "sim/queue/event_queue.hpp"

using namespace sealring;
using namespace sealring::collectives;

namespace {

constexpr std::uint32_t kWireInstance = 1;

/// Every message takes its bytes in nanoseconds plus 10 ns, alone or not.
class FixedWire final : public fabric::Transport, public queue::Handler {
 public:
  explicit FixedWire(queue::EventQueue& queue) : queue::Handler(kWireInstance), queue_(queue) {}
  void listen(fabric::DeliveryListener& listener) override { listener_ = &listener; }
  void send(const fabric::Transfer& t) override {
    sent.push_back(t);
    queue_.post(queue_.now() + idle_time(t.source, t.destination, t.payload), queue::Phase::kArrive, *this, 0, t.token);
  }
  Duration idle_time(std::int32_t, std::int32_t, Bytes payload) override { return nanoseconds(10 + payload.count()); }
  void handle(std::uint32_t, std::uint64_t token) override { listener_->delivered(token); }
  std::vector<fabric::Transfer> sent;

 private:
  queue::EventQueue& queue_;
  fabric::DeliveryListener* listener_ = nullptr;
};

/// Stages take what they say, one after the other; staging slots are counted and never short.
class CountingPackage final : public gpu::Package, public queue::Handler {
 public:
  CountingPackage(queue::EventQueue& queue, stats::ActivityLog& log, std::uint32_t instance)
      : queue::Handler(instance), queue_(queue), log_(log) {}
  void run_stage(const security::Stage& stage,
                 stats::ActivityId cause,
                 gpu::Completion& who,
                 std::uint64_t token) override {
    const Instant now = queue_.now();
    stats::Activity a;
    a.start = now;
    a.end = now + stage.alone;
    a.cause = cause;
    a.label = static_cast<std::uint8_t>(stage.label);
    pending_[next_] = {log_.record(a), &who, token};
    queue_.post(a.end, queue::Phase::kRelease, *this, 0, next_++);
    ++stages[stage.label];
  }
  void handle(std::uint32_t, std::uint64_t id) override {
    const Pending p = pending_.at(id);
    pending_.erase(id);
    p.who->completed(p.token, p.activity);
  }
  void hold_sms(double sms) override { held += sms; }
  void release_sms(double sms) override { held -= sms; }
  void acquire_staging(gpu::StagingEnd, Bytes, const gpu::StagingClaim& claim) override {
    most_slots = std::max(most_slots, ++slots);
    claim.who->completed(claim.token, claim.cause);
  }
  void release_staging(gpu::StagingEnd, Bytes) override { --slots; }

  std::map<Label, int> stages;
  double held = 0;
  int slots = 0;
  int most_slots = 0;

 private:
  struct Pending {
    stats::ActivityId activity;
    gpu::Completion* who;
    std::uint64_t token;
  };
  queue::EventQueue& queue_;
  stats::ActivityLog& log_;
  std::map<std::uint64_t, Pending> pending_;
  std::uint64_t next_ = 0;
};

/// Seals in 5 ns + 7 ns, opens in 7 ns + 5 ns, reduces in 3 ns.
class NanosecondSeal final : public security::Protection {
 public:
  security::Stages at_sender(Bytes) const override { return two(Label::kSeal, 5, Label::kMac, 7); }
  security::Stages at_receiver(Bytes) const override { return two(Label::kVerify, 7, Label::kOpen, 5); }
  security::LinkOverhead on_link() const override { return {}; }
  std::optional<security::Stage> reduction(Bytes) const override { return stage(Label::kReduce, 3); }
  bool staged() const override { return true; }
  bool sealed() const override { return true; }

 private:
  static security::Stage stage(Label label, int ns) {
    security::Stage s;
    s.label = label;
    s.alone = nanoseconds(ns);
    return s;
  }
  static security::Stages two(Label first, int a, Label second, int b) {
    security::Stages stages;
    stages.add(stage(first, a));
    stages.add(stage(second, b));
    return stages;
  }
};

class Ends final : public gpu::Completion {
 public:
  explicit Ends(queue::EventQueue& queue) : queue_(queue) {}
  void completed(std::uint64_t token, stats::ActivityId activity) override {
    at[token] = queue_.now();
    last[token] = activity;
  }
  std::map<std::uint64_t, Instant> at;
  std::map<std::uint64_t, stats::ActivityId> last;

 private:
  queue::EventQueue& queue_;
};

struct Bench {
  explicit Bench(int ranks) : count(ranks) {
    around.queue = &queue;
    around.transport = &wire;
    around.log = &log;
    for (int r = 0; r < ranks; ++r) {
      packages.push_back(std::make_unique<CountingPackage>(queue, log, static_cast<std::uint32_t>(100 + r)));
      around.packages.push_back(packages.back().get());
    }
  }
  void run_all_reduce(std::int64_t bytes) { run(CollectiveKind::kAllReduce, bytes); }
  void run(CollectiveKind kind, std::int64_t bytes) {
    host::CollectiveSpec collective = spec(bytes);
    collective.kind = kind;
    executor = std::make_unique<Executor>(around, scheduler(), std::vector<host::CollectiveSpec>{collective}, count);
    for (int r = 0; r < count; ++r) {
      executor->join(r, 0, stats::kNone, ends, static_cast<std::uint64_t>(r));
    }
    queue.run_all();
  }
  [[nodiscard]] Scheduler scheduler() const {
    return [schedule = schedule](const host::CollectiveSpec&) { return schedule; };
  }
  static host::CollectiveSpec spec(std::int64_t bytes) {
    host::CollectiveSpec s;
    s.bytes = Bytes(bytes);
    return s;
  }
  int count;
  queue::EventQueue queue;
  stats::ActivityLog log;
  FixedWire wire{queue};
  std::vector<std::unique_ptr<CountingPackage>> packages;
  Surroundings around;
  Schedule schedule;
  Ends ends{queue};
  std::unique_ptr<Executor> executor;
};

Instant at_ns(int ns) { return Instant(nanoseconds(ns)); }

}  // namespace

TEST_CASE("a plain ring takes its sub-steps one after the other") {
  Bench bench(4);

  bench.run_all_reduce(400);

  // 2(n-1) = 6 sub-steps of 100 bytes: 6 x (10 + 100) ns.
  CHECK(bench.ends.at[0] == at_ns(660));
  CHECK(bench.wire.sent.size() == 24);
}

TEST_CASE("a message goes out while its step lasts, so the slower of the two counts") {
  const auto end = [](double lane_rate) {
    Bench bench(3);
    bench.schedule.step = nanoseconds(4);
    bench.schedule.lane_rate = Bandwidth(lane_rate);
    bench.run_all_reduce(300);
    return bench.ends.at[2];
  };

  // Five steps of 100 bytes, the first of which only sends and the last only receives. At 4 + 2 ns a step is over
  // before its message has left: four messages of 10 + 100 ns, and the last step.
  CHECK(end(50e9) == at_ns(4 * (10 + 100) + 6));
  // At 4 + 200 ns the last byte leaves at the end of the step and takes 10 ns.
  CHECK(end(0.5e9) == at_ns(5 * 204 + 4 * 10));
}

TEST_CASE("out of place the first step of a gather or scatter takes longer") {
  const auto end = [](const std::string& algorithm, CollectiveKind kind) {
    Bench bench(3);
    bench.schedule.algorithm = algorithm;
    bench.schedule.step = nanoseconds(200);
    bench.schedule.first_copy = 0.5;
    bench.run(kind, 300);
    return bench.ends.at[2];
  };

  // Three steps of 200 ns with two last bytes of 10 ns between them; the first is 100 ns longer.
  CHECK(end("ring", CollectiveKind::kAllGather) == at_ns(3 * 200 + 2 * 10 + 100));
  CHECK(end("ring", CollectiveKind::kReduceScatter) == at_ns(3 * 200 + 2 * 10 + 100));
  CHECK(end("hierarchical", CollectiveKind::kAllGather) == at_ns(3 * 200 + 2 * 10 + 100));
  CHECK(end("ring", CollectiveKind::kAllReduce) == at_ns(5 * 200 + 4 * 10));
  // One send to each other rank, all at once, of which one copies.
  CHECK(end("direct", CollectiveKind::kAllGather) == at_ns(2 * 200 + 10 + 100));
}

TEST_CASE("the kernel starts some time after a rank joined, and nobody sends to it before") {
  Bench bench(2);
  bench.schedule.start = nanoseconds(50);

  bench.run_all_reduce(20);

  CHECK(bench.ends.at[0] == at_ns(50 + 2 * 20));
}

TEST_CASE("a sender is never further ahead of its receiver than the window") {
  Bench bench(2);
  bench.schedule.algorithm = "send_recv";
  bench.schedule.pieces = 4;
  bench.schedule.step = nanoseconds(100);
  bench.schedule.window = 1;

  bench.run(CollectiveKind::kSendRecv, 40);

  // Each message: 100 ns to send, 10 ns for its last byte, 100 ns to receive, and only then may the next one begin.
  // Unlimited, the sends would follow each other every 100 ns: 510 ns.
  CHECK(bench.ends.at[0] == at_ns(4 * 210));
}

TEST_CASE("what crosses the network takes longer and flags travel with the data") {
  Bench bench(4);
  bench.around.gpus_per_domain = 2;
  bench.schedule.network_hop = nanoseconds(7);
  bench.schedule.wire_per_payload = 2;

  bench.run_all_reduce(400);

  // 6 sub-steps of 200 bytes on the wire. A chunk crosses a border every second hop, so three times in six.
  CHECK(bench.ends.at[0] == at_ns(6 * 210 + 3 * 7));
}

TEST_CASE("a lane that hands a message to the network goes on only after a while") {
  const auto end = [](int gpus_per_domain) {
    Bench bench(2);
    bench.around.gpus_per_domain = gpus_per_domain;
    bench.schedule.network_step = nanoseconds(500);
    bench.run_all_reduce(200);
    return bench.ends.at[0];
  };

  // Two messages of 10 + 100 ns, one after the other, within a domain.
  CHECK(end(2) == at_ns(220));
  // Between domains the steps that send begin at 0 and 500 ns; the last one only receives, at 1,000, what came at 610.
  CHECK(end(1) == at_ns(1000));
}

TEST_CASE("switches add up what a domain sends and copy the sum to all of it") {
  Bench bench(4);
  bench.around.gpus_per_domain = 4;
  bench.around.switches = {9};
  bench.schedule.algorithm = "nvls";

  bench.run_all_reduce(400);

  // Per head: four parts of 100 bytes to the switch, the sum to the head, back to the switch, and four copies.
  CHECK(bench.wire.sent.size() == 40);
  CHECK(bench.ends.at[0] == at_ns(4 * 110));
}

TEST_CASE("a sealed ring pays sealing, opening and reduction in every sub-step") {
  Bench bench(4);
  const NanosecondSeal seal;
  bench.around.scale_up = &seal;

  bench.run_all_reduce(400);

  // Each of 6 sub-steps: 12 ns sealing + 110 ns wire + 12 ns opening; the first 3 also reduce for 3 ns.
  CHECK(bench.ends.at[1] == at_ns(6 * 134 + 3 * 3));
  CHECK(bench.packages[0]->stages[Label::kMac] == 6);
  CHECK(bench.packages[0]->stages[Label::kVerify] == 6);
  CHECK(bench.packages[0]->stages[Label::kReduce] == 3);
  CHECK(bench.packages[0]->slots == 0);
  CHECK(bench.executor->counts().sealed_payload == Bytes(2400));
}

TEST_CASE("the parts of a sealed collective add up to its time") {
  Bench bench(4);
  const NanosecondSeal seal;
  bench.around.scale_up = &seal;

  bench.run_all_reduce(400);

  Duration sum;
  for (const stats::Part& part : bench.log.critical_path(bench.ends.last[3], Instant())) {
    sum += part.time;
  }
  CHECK(sum == bench.ends.at[3].since_start());
}

TEST_CASE("nobody sends to a rank that has not joined") {
  Bench bench(2);
  bench.executor = std::make_unique<Executor>(
      bench.around, bench.scheduler(), std::vector<host::CollectiveSpec>{Bench::spec(20)}, 2);
  bench.executor->join(0, 0, stats::kNone, bench.ends, 0);
  bench.queue.run_all();
  CHECK(bench.wire.sent.empty());
  CHECK(bench.executor->unfinished() ==
        std::vector<std::string>{"collective 0, rank 0, step 1: waits for chunk 1 from rank 1",
                                 "collective 0, rank 1, step 0: waits for its own rank to join"});

  bench.executor->join(1, 0, stats::kNone, bench.ends, 1);
  bench.queue.run_all();

  CHECK(bench.ends.at.size() == 2);
  CHECK(bench.executor->unfinished().empty());
}

TEST_CASE("the communication kernel holds its SMs exactly while the rank takes part") {
  Bench bench(3);
  bench.schedule.sms = 24;
  bench.executor = std::make_unique<Executor>(
      bench.around, bench.scheduler(), std::vector<host::CollectiveSpec>{Bench::spec(300)}, 3);
  bench.executor->join(0, 0, stats::kNone, bench.ends, 0);
  CHECK(bench.packages[0]->held == 24);
  bench.executor->join(1, 0, stats::kNone, bench.ends, 1);
  bench.executor->join(2, 0, stats::kNone, bench.ends, 2);

  bench.queue.run_all();

  CHECK(bench.packages[0]->held == 0);
}

TEST_CASE("a key that reached its budget is changed before the next message") {
  Bench bench(2);
  const NanosecondSeal seal;
  bench.around.scale_up = &seal;
  bench.around.key_budget = Bytes(100);
  bench.around.rotation_stall = nanoseconds(1000);

  bench.run_all_reduce(200);

  // Two messages of 100 bytes per direction: the second one finds the budget used up. 2 x (12 + 110 + 12) + 3 + 1000.
  CHECK(bench.executor->counts().key_rotations == 2);
  CHECK(bench.ends.at[0] == at_ns(2 * 134 + 3 + 1000));
}

TEST_CASE("a message that bounces through the host takes no staging slot of the GPU") {
  class Bounced final : public security::Protection {
   public:
    security::Stages at_sender(Bytes m) const override { return NanosecondSeal().at_sender(m); }
    security::Stages at_receiver(Bytes m) const override { return NanosecondSeal().at_receiver(m); }
    security::LinkOverhead on_link() const override { return {}; }
    bool staged() const override { return true; }
    bool waits_in_gpu_memory() const override { return false; }
    bool sealed() const override { return true; }
  };
  Bench bench(2);
  const Bounced bounced;
  bench.around.scale_up = &bounced;

  bench.run_all_reduce(200);

  CHECK(bench.packages[0]->most_slots == 0);
  CHECK(bench.ends.at[0] == at_ns(2 * 134));
}

TEST_CASE("while a key is changed its pair sends nothing") {
  Bench bench(2);
  const NanosecondSeal seal;
  bench.around.scale_up = &seal;
  bench.around.key_budget = Bytes(100);
  bench.around.rotation_stall = nanoseconds(1000);
  bench.schedule.channels = 2;

  bench.run_all_reduce(400);

  // Per direction four messages of 100 bytes. Lane 0 sends at 12 ns; lane 1 finds the budget used up: 1,012. Lane 0 is
  // ready again at 12 + 110 + 12 + 3 + 12 = 149 ns, but the key of lane 1 is used up as well: 2,012. Lane 1 at 1,149:
  // 3,012.
  CHECK(bench.executor->counts().key_rotations == 6);
  CHECK(bench.ends.at[0] == at_ns(3012 + 110 + 12));
}

TEST_CASE("one collective may run again in the next iteration") {
  Bench bench(2);
  bench.run_all_reduce(20);
  for (std::int32_t r = 0; r < 2; ++r) {
    const auto token = static_cast<std::uint64_t>(r);
    bench.executor->join(r, 0, bench.ends.last[token], bench.ends, 10 + token);
  }

  bench.queue.run_all();

  CHECK(bench.executor->counts().collectives == 2);
  CHECK(bench.ends.at[10] == at_ns(2 * 2 * 20));
}
