// Collectives whose messages are sealed outside the link, on whole GPU units: nothing gets stuck, nothing is free.
#include <algorithm>
#include <memory>

#include <catch2/catch.hpp>

#include "models/host/roles.hpp"
#include "models/security/catalog.hpp"
#include "tests/unit/gpu/rig.hpp"
#include "workloads/collectives/executor.hpp"

using namespace sealring;
using namespace sealring::test;

namespace {

/// Every message takes 1 us, alone or not.
class FixedWire final : public fabric::Transport, public queue::Handler {
 public:
  explicit FixedWire(queue::EventQueue& queue) : queue::Handler(1), queue_(queue) {}
  void listen(fabric::DeliveryListener& listener) override { listener_ = &listener; }
  void send(const fabric::Transfer& t) override {
    queue_.post(queue_.now() + idle_time(0, 0, Bytes(0)), queue::Phase::kArrive, *this, 0, t.token);
  }
  Duration idle_time(std::int32_t, std::int32_t, Bytes) override { return microseconds(1); }
  void handle(std::uint32_t, std::uint64_t token) override { listener_->delivered(token); }

 private:
  queue::EventQueue& queue_;
  fabric::DeliveryListener* listener_ = nullptr;
};

struct Ring {
  int ranks = 4;
  int lanes = 1;
  int gpus_per_domain = 0;
};

/// One ring all-reduce of `bytes`.
class Bench {
 public:
  Bench(const gpu::UnitSpecs& specs, const Ring& ring, Bytes bytes) : wire_(queue_), done(queue_) {
    units_ = std::make_unique<gpu::UnitSet>(specs, gpu::Ground{queue_, log}, ring.ranks, 8);
    const security::ProtectionContext context{specs.gpu, specs.host.cpu, {}};
    scale_up_ = security::make_protection(specs.profile.scale_up, context);
    scale_out_ = security::make_protection(specs.profile.scale_out, context);
    collectives::Surroundings around;
    around.queue = &queue_;
    around.transport = &wire_;
    around.log = &log;
    around.scale_up = scale_up_.get();
    around.scale_out = scale_out_.get();
    around.gpus_per_domain = ring.gpus_per_domain;
    for (gpu::GpuUnit* unit : units_->units()) {
      around.packages.push_back(&unit->package());
    }
    collectives::Schedule schedule;
    schedule.channels = ring.lanes;
    host::CollectiveSpec spec;
    spec.bytes = bytes;
    executor = std::make_unique<collectives::Executor>(
        around,
        [schedule](const host::CollectiveSpec&) { return schedule; },
        std::vector<host::CollectiveSpec>{spec},
        ring.ranks);
    for (std::int32_t rank = 0; rank < ring.ranks; ++rank) {
      executor->join(rank, 0, stats::kNone, done, static_cast<std::uint64_t>(rank));
    }
    queue_.run_all();
  }
  [[nodiscard]] gpu::GpuUnit& unit(std::size_t rank) const { return *units_->units()[rank]; }

  [[nodiscard]] Duration time() const {
    Duration latest;
    for (const auto& [rank, end] : done.at) {
      latest = std::max(latest, end - Instant());
    }
    return latest;
  }
  /// Time of a label on one row of the timeline.
  [[nodiscard]] Duration on_track(Label label, std::int32_t track) const {
    Duration sum;
    for (std::size_t id = 0; id < log.size(); ++id) {
      const stats::Activity& activity = log[static_cast<stats::ActivityId>(id)];
      if (activity.label == static_cast<std::uint8_t>(label) && activity.track == track) {
        sum += activity.end - activity.start;
      }
    }
    return sum;
  }

 private:
  queue::EventQueue queue_;
  FixedWire wire_;
  std::unique_ptr<gpu::UnitSet> units_;
  std::unique_ptr<security::Protection> scale_up_;
  std::unique_ptr<security::Protection> scale_out_;

 public:
  stats::ActivityLog log;
  Recorder done;
  std::unique_ptr<collectives::Executor> executor;
};

gpu::UnitSpecs sealed_by_engines(int slots, Bytes slot) {
  gpu::UnitSpecs specs = round_specs();
  specs.gpu.memory_rate = gigabytes_per_second(1000);
  specs.profile.scale_up.kind = "copy_engine";
  specs.profile.scale_up.copy_engine = {microseconds(5), gigabytes_per_second(1)};
  specs.profile.staging_slots = slots;
  specs.profile.staging_slot = slot;
  return specs;
}

/// Copies of 3.04 GB/s and 20 us toll, four cores per rank; one adapter per GPU, so every domain border bounces.
gpu::UnitSpecs bouncing_between_domains() {
  gpu::UnitSpecs specs = round_specs();
  specs.gpu.memory_rate = gigabytes_per_second(1000);
  specs.host.cpu.cores = 32;
  specs.host.pinned_h2d = gigabytes_per_second(50);
  specs.host.pinned_d2h = gigabytes_per_second(50);
  specs.profile.scale_out.kind = "host_bounce";
  specs.profile.scale_out.host_bounce.toll_h2d = microseconds(20);
  specs.profile.scale_out.host_bounce.toll_d2h = microseconds(30);
  specs.profile.scale_out.host_bounce.crypto_rate = gigabytes_per_second(3.04);
  return specs;
}

}  // namespace

TEST_CASE("a sealed collective ends with one staging slot", "[gpu]") {
  const Bench bench(sealed_by_engines(1, mebibytes(1)), {}, kibibytes(256));
  CHECK(bench.done.order.size() == 4);
  CHECK(bench.executor->unfinished().empty());
}

TEST_CASE("a sealed collective ends with as many lanes as staging slots, and with more", "[gpu]") {
  for (const int lanes : {4, 8, 9}) {
    Ring ring;
    ring.lanes = lanes;
    const Bench bench(sealed_by_engines(4, mebibytes(1)), ring, mebibytes(1));
    CHECK(bench.done.order.size() == 4);
  }
}

TEST_CASE("a sealed collective ends with messages larger than both pools", "[gpu]") {
  Ring ring;
  ring.lanes = 3;
  const Bench bench(sealed_by_engines(2, kibibytes(1)), ring, mebibytes(1));
  CHECK(bench.done.order.size() == 4);
  CHECK(bench.unit(0).staging(gpu::StagingEnd::kSend).in_use() == 0);
  CHECK(bench.unit(0).staging(gpu::StagingEnd::kReceive).in_use() == 0);
}

TEST_CASE("small staging slots make a collective slower than large ones", "[gpu]") {
  // Two lanes, messages of 128 KiB: slots of 64 KiB hold one message in a pool of two, slots of 1 MiB hold both.
  Ring ring;
  ring.lanes = 2;
  const Bench small(sealed_by_engines(2, kibibytes(64)), ring, mebibytes(1));
  const Bench large(sealed_by_engines(2, mebibytes(1)), ring, mebibytes(1));
  CHECK(small.done.at.at(0) > large.done.at.at(0));
}

TEST_CASE("a rank at the border of two domains encrypts all it sends on one core", "[gpu]") {
  // 16 ranks in domains of 8, 64 MiB: rank 7 sends 30 messages of 4 MiB to rank 15. 30 x 4 MiB / 3.04 GB/s = 41.39 ms.
  const Bench bench(bouncing_between_domains(), {16, 1, 8}, mebibytes(64));
  CHECK(to_microseconds(bench.time()) >= 41'390);
  CHECK(to_microseconds(bench.on_track(Label::kHostCrypto, host::track_of(7, host::Role::kToHost))) ==
        Approx(41'391.2).epsilon(1e-4));
}

TEST_CASE("sender and receiver of a bounced message both pay, each its own direction", "[gpu]") {
  const Bench bench(bouncing_between_domains(), {16, 1, 8}, mebibytes(64));
  using host::Role;
  // 30 messages at 30 us to the host of rank 7 and at 20 us to rank 15; ranks within a domain pay nothing.
  CHECK(bench.on_track(Label::kLaunchToll, host::track_of(7, Role::kCommThread)) == microseconds(900));
  CHECK(bench.on_track(Label::kLaunchToll, host::track_of(15, Role::kCommThread)) == microseconds(600));
  CHECK(bench.on_track(Label::kLaunchToll, host::track_of(3, Role::kCommThread)) == Duration());
  CHECK(bench.on_track(Label::kHostCrypto, host::track_of(15, Role::kToDevice)) ==
        bench.on_track(Label::kHostCrypto, host::track_of(7, Role::kToHost)));
  // 30 x 4 MiB / 50 GB/s, and 1 us of start each.
  CHECK(to_microseconds(bench.on_track(Label::kHostCopy, host::track_of(15, Role::kToDevice))) ==
        Approx(2'546.6).epsilon(1e-4));
}

TEST_CASE("lanes do not multiply the cipher of a rank", "[gpu]") {
  // Two ranks, each a domain: either sends 64 MiB to the other, 64 MiB / 3.04 GB/s = 22.075 ms.
  const Bench bench(bouncing_between_domains(), {2, 8, 1}, mebibytes(64));
  CHECK(to_microseconds(bench.time()) >= 22'075);
}

TEST_CASE("what was sealed outside the link is added by a kernel", "[gpu]") {
  // Rank 15 receives 15 partial sums of 4 MiB through the host: 15 x 4 MiB at 1,000 x 0.9 / 3 = 300 GB/s.
  const Bench bench(bouncing_between_domains(), {16, 1, 8}, mebibytes(64));
  CHECK(to_microseconds(bench.on_track(Label::kReduce, host::track_of(15, host::Role::kProcessor))) ==
        Approx(209.7).epsilon(1e-3));
  CHECK(bench.on_track(Label::kReduce, host::track_of(3, host::Role::kProcessor)) == Duration());
}
