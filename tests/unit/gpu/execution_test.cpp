#include "models/gpu/execution.hpp"

#include <random>

#include <catch2/catch.hpp>

#include "tests/unit/gpu/rig.hpp"

using namespace sealring;
using namespace sealring::test;
using Catch::Matchers::Contains;

TEST_CASE("one kernel costs its launch, its latency and itself", "[execution]") {
  Rig rig(round_specs(), {kernel(microseconds(10))});
  CHECK(rig.run() == at_us(4 + 1 + 10));
  CHECK(rig.part(Label::kLaunch) == microseconds(5));
  CHECK(rig.part(Label::kCompute) == microseconds(10));
}

TEST_CASE("a host-bound stream runs at the pace of its submissions", "[execution]") {
  // Five kernels of 2 us, one submission every 4 us: the fifth arrives at 5 x 4 + 1 and ends 2 us later.
  Rig rig(round_specs(), {kernel(microseconds(10), 5)});
  CHECK(rig.run() == at_us(5 * 4 + 1 + 2));
}

TEST_CASE("a GPU-bound stream hides every submission but the first", "[execution]") {
  Rig rig(round_specs(), {kernel(microseconds(100), 5)});
  CHECK(rig.run() == at_us(4 + 1 + 100));
}

TEST_CASE("launch tolls are hidden when the GPU is behind", "[execution]") {
  // Only the first submission's toll shows: 4 + 6 + 1 + 2 + 100.
  gpu::UnitSpecs specs = round_specs();
  add_tolls(specs);
  Rig rig(specs, {kernel(microseconds(100), 5)});
  CHECK(rig.run() == at_us(113));
  CHECK(rig.part(Label::kLaunchToll) == microseconds(8));
}

TEST_CASE("launch tolls are exposed in full when the host is behind", "[execution]") {
  // 5 x (4 + 6) + 1 + 2 + 2
  gpu::UnitSpecs specs = round_specs();
  add_tolls(specs);
  Rig rig(specs, {kernel(microseconds(10), 5)});
  CHECK(rig.run() == at_us(55));
  CHECK(rig.part(Label::kLaunchToll) == microseconds(5 * 6 + 2));
  CHECK(rig.part(Label::kCompute) == microseconds(2));
}

TEST_CASE("each kernel pays its overhead on the device", "[execution]") {
  gpu::UnitSpecs specs = round_specs();
  specs.gpu.kernel_overhead = microseconds(1);
  Rig rig(specs, {kernel(microseconds(100), 5)});
  CHECK(rig.run() == at_us(5 + 5 + 100));
  CHECK(rig.part(Label::kLaunch) == microseconds(10));
}

TEST_CASE("an op of n launches equals n ops of one launch", "[execution]") {
  // The expanded form has an event per kernel; both must end at the same femtosecond, host-bound, GPU-bound or mixed.
  std::mt19937 dice(31);
  for (int round = 0; round < 300; ++round) {
    std::vector<host::Op> folded;
    std::vector<host::Op> expanded;
    for (int i = 0; i < 8; ++i) {
      const int launches = 1 + static_cast<int>(dice() % 40);
      const Duration each = nanoseconds(static_cast<std::int64_t>(dice() % 9'000));
      folded.push_back(kernel(each * launches + femtoseconds(1) * launches, launches));
      expanded.insert(expanded.end(), static_cast<std::size_t>(launches), kernel(each + femtoseconds(1)));
    }
    gpu::UnitSpecs specs = round_specs();
    specs.gpu.kernel_overhead = nanoseconds(700);
    REQUIRE(Rig(specs, folded).run() == Rig(specs, expanded).run());
  }
}

TEST_CASE("a full launch queue blocks the host until a kernel has finished", "[execution]") {
  // Two entries. Kernels run at 5-15, 15-25, 25-35, 35-45; submissions at 0-4, 4-8, 15-19, 25-29.
  gpu::UnitSpecs specs = round_specs();
  specs.host.driver.launch_queue = 2;
  Rig rig(specs,
          {kernel(microseconds(10)), kernel(microseconds(10)), kernel(microseconds(10)), kernel(microseconds(10))});
  CHECK(rig.run() == at_us(45));
  const auto blocked = rig.labelled(Label::kQueueFull);
  REQUIRE(blocked.size() == 2);
  CHECK(blocked[0].start == at_us(8));
  CHECK(blocked[0].end == at_us(15));
  CHECK(blocked[1].start == at_us(19));
  CHECK(blocked[1].end == at_us(25));
}

TEST_CASE("a graph of many kernels is one submission", "[execution]") {
  // 20 us for the graph, 1 us latency, 10 x 0.5 us between its kernels, 10 us of work; one by one: 10 x 4 + 1 + 1.
  gpu::UnitSpecs specs = round_specs();
  specs.host.driver.graph_node_overhead = nanoseconds(500);
  Rig graphed(specs, {graph(microseconds(10), 10)});
  Rig eager(specs, {kernel(microseconds(10), 10)});
  CHECK(graphed.run() == at_us(36));
  CHECK(eager.run() == at_us(42));
}

TEST_CASE("a graph pays one toll however many kernels it holds", "[execution]") {
  gpu::UnitSpecs specs = round_specs();
  add_tolls(specs);
  Rig rig(specs, {graph(microseconds(10), 10)});
  CHECK(rig.run() == at_us(20 + 7 + 1 + 2 + 10));
}

TEST_CASE("communication and compute on two streams overlap", "[execution]") {
  // Kernel 0 at 5-105; the collective 105-155 beside kernel 2 at 105-205.
  Rig rig(round_specs(), {kernel(microseconds(100)), collective(0, 1, {0}), kernel(microseconds(100))});
  rig.service->time = microseconds(50);
  CHECK(rig.run() == at_us(205));
}

TEST_CASE("the SMs that a collective holds slow the kernel beside it", "[execution]") {
  // 25 of 100 SMs for 50 us take 12.5 us of work from kernel 2.
  Rig rig(round_specs(), {kernel(microseconds(100)), collective(0, 1, {0}), kernel(microseconds(100))});
  rig.service->time = microseconds(50);
  rig.service->sms = 25;
  CHECK(rig.run() == Instant(nanoseconds(217'500)));
  CHECK(rig.part(Label::kSmContention) == nanoseconds(12'500));
}

TEST_CASE("kernels on one stream never overlap", "[execution]") {
  Rig rig(round_specs(), {kernel(microseconds(30)), kernel(microseconds(30))});
  rig.run();
  const auto kernels = rig.labelled(Label::kCompute);
  REQUIRE(kernels.size() == 2);
  CHECK(kernels[1].start == kernels[0].end);
}

TEST_CASE("an event wait holds a stream back until the other has finished", "[execution]") {
  Rig rig(round_specs(), {kernel(microseconds(30), 1, 0), kernel(microseconds(10), 1, 1, {0})});
  CHECK(rig.run() == at_us(5 + 30 + 10));
}

TEST_CASE("every rank waits in a collective for the one that comes last", "[execution]") {
  // Rank 1 works 200 us first; the collective starts at 4 + 1 + 200 and takes 50.
  Rig rig(round_specs(), {{collective(0, 0)}, {kernel(microseconds(200)), collective(0, 0)}}, 1);
  rig.service->time = microseconds(50);
  CHECK(rig.run() == at_us(255));
  CHECK(rig.execution->iteration_end(0, 0).at == at_us(255));
}

TEST_CASE("a mark ends when the GPU is done and does not stop the host", "[execution]") {
  Rig rig(round_specs(), std::vector<host::Op>{});
  rig.program.ranks[0] = {kernel(microseconds(100)), mark(), kernel(microseconds(100)), mark()};
  rig.program.iterations = 2;
  rig.execution->start();
  rig.queue.run_all();
  CHECK(rig.execution->iteration_end(0).at == at_us(105));
  CHECK(rig.execution->iteration_end(1).at == at_us(205));  // its launch was hidden behind the first
}

TEST_CASE("host work that nothing hides is part of the iteration", "[execution]") {
  Rig rig(round_specs(), {kernel(microseconds(10)), synchronize(), host_work(microseconds(40))});
  CHECK(rig.run() == at_us(15 + 3 + 40));
  CHECK(rig.part(Label::kHostWork) == microseconds(40));
}

TEST_CASE("the critical path of a two-stream program is the list derived by hand", "[execution]") {
  // Host: launches at 0-4 (A on stream 0), 4-8 (C on stream 1), 8-12 (B on stream 0, after C).
  // A 5-25, C (collective, 50 us) 9-59, B waits for C: 59-69. Synchronise returns at 72.
  Rig rig(round_specs(),
          {kernel(microseconds(20)), collective(0, 1), kernel(microseconds(10), 1, 0, {1}), synchronize()});
  rig.service->time = microseconds(50);
  CHECK(rig.run() == at_us(72));
  struct Step {
    Label label;
    std::int64_t start, end;
  };
  const std::vector<Step> expected{{Label::kSynchronize, 69, 72},
                                   {Label::kCompute, 59, 69},
                                   {Label::kLink, 9, 59},
                                   {Label::kLaunch, 8, 9},
                                   {Label::kLaunch, 4, 8},
                                   {Label::kLaunch, 0, 4}};
  const auto path = rig.log.path(rig.execution->iteration_end(0).last, Instant());
  REQUIRE(path.size() == expected.size());
  for (std::size_t i = 0; i < path.size(); ++i) {
    CHECK(rig.log[path[i]].label == static_cast<std::uint8_t>(expected[i].label));
    CHECK(rig.log[path[i]].start == at_us(expected[i].start));
    CHECK(rig.log[path[i]].end == at_us(expected[i].end));
  }
}

TEST_CASE("an unfinished run names what each stream waits for", "[execution]") {
  Rig rig(round_specs(), {{collective(0, 1), kernel(microseconds(1), 1, 0, {0}), synchronize()}, {}}, 1);
  rig.execution->start();
  rig.queue.run_all();
  CHECK_FALSE(rig.execution->finished());
  const auto lines = rig.execution->unfinished();
  REQUIRE(lines.size() == 3);
  CHECK_THAT(lines[0], Contains("rank0.thread at op 3") && Contains("synchronise"));
  CHECK_THAT(lines[1], Contains("rank0.stream0: op 1") && Contains("waits for op 0"));
  CHECK_THAT(lines[2], Contains("rank0.stream1: op 0") && Contains("is in collective 0"));
  CHECK_THROWS_AS(rig.execution->iteration_end(0), std::logic_error);
}

TEST_CASE("a finished run has nothing left to name", "[execution]") {
  Rig rig(round_specs(), {kernel(microseconds(10)), synchronize()});
  rig.run();
  CHECK(rig.execution->finished());
  CHECK(rig.execution->unfinished().empty());
}

TEST_CASE("the order in which the GPUs are built changes nothing", "[execution]") {
  const auto log_of = [](bool reversed) {
    queue::EventQueue queue;
    stats::ActivityLog log;
    const gpu::UnitSpecs specs = round_specs();
    const gpu::Ground ground{queue, log};
    host::Program program;
    program.ranks.assign(4, {kernel(microseconds(9), 3), collective(0, 1, {0}), kernel(microseconds(50), 2), mark()});
    program.collectives.resize(1);
    const auto cores = gpu::host_cores(specs.host.cpu, 0, ground);
    std::vector<std::unique_ptr<gpu::GpuUnit>> made(4);
    for (std::int32_t i = 0; i < 4; ++i) {
      const std::int32_t rank = reversed ? 3 - i : i;
      made[static_cast<std::size_t>(rank)] = std::make_unique<gpu::GpuUnit>(rank, specs, ground, *cores);
    }
    gpu::Execution execution(specs, ground, program, {made[0].get(), made[1].get(), made[2].get(), made[3].get()});
    FixedCollectives service(queue, log, execution.packages());
    service.time = microseconds(20);
    service.sms = 30;
    execution.connect(service);
    execution.start();
    queue.run_all();
    std::vector<std::int64_t> text;
    for (std::size_t i = 0; i < log.size(); ++i) {
      const stats::Activity& a = log[static_cast<stats::ActivityId>(i)];
      text.insert(text.end(), {a.start.count(), a.end.count(), a.cause, a.label, a.track});
    }
    return text;
  };
  CHECK(log_of(false) == log_of(true));
}

TEST_CASE("a program that cannot be issued is refused with rank and op", "[execution]") {
  host::Program program;
  program.ranks = {{kernel(microseconds(1)), mark()}};
  CHECK_NOTHROW(gpu::check_program(program));
  program.ranks[0][0].after = {0};
  CHECK_THROWS_WITH(gpu::check_program(program), "rank 0, op 0: waits for op 0, which is not issued before it");
  program.ranks = {{mark(), kernel(microseconds(1), 1, 0, {0})}};
  CHECK_THROWS_WITH(gpu::check_program(program), "rank 0, op 1: waits for op 0, which does not run on the GPU");
  program.ranks = {{collective(3, 0), mark()}};
  CHECK_THROWS_WITH(gpu::check_program(program), "rank 0, op 0: there is no collective 3");
  program.ranks = {{kernel(microseconds(1), 0), mark()}};
  CHECK_THROWS_WITH(gpu::check_program(program), "rank 0, op 0: an op stands for at least one launch");
  program.ranks = {{kernel(microseconds(1))}};
  CHECK_THROWS_WITH(gpu::check_program(program), "rank 0 has 0 marks for 1 iterations");
}

TEST_CASE("a plain copy of protected memory is refused in both directions", "[execution]") {
  // A contradictory profile, as no file can hold one.
  gpu::UnitSpecs specs = round_specs();
  specs.profile.protected_memory = true;
  for (const auto direction : {host::CopyDirection::kDeviceToHost, host::CopyDirection::kHostToDevice}) {
    Rig rig(specs, {copy(direction, Bytes(100))});
    CHECK_THROWS_WITH(rig.run(), Contains("the host of rank 0") && Contains("gpu0"));
  }
}

TEST_CASE("a reserve protects nothing by itself", "[execution]") {
  gpu::UnitSpecs specs = round_specs();
  specs.profile.cpr_reserve = Bytes(1);
  Rig rig(specs, {copy(host::CopyDirection::kDeviceToHost, Bytes(100))});
  CHECK_NOTHROW(rig.run());
}

TEST_CASE("an encrypted link and a bounce are sealed exits of protected memory", "[execution]") {
  for (const std::string kind : {"ide", "host_bounce"}) {
    gpu::UnitSpecs specs = round_specs();
    add_tolls(specs);
    specs.profile.protected_memory = true;
    specs.profile.host_copy.kind = kind;
    Rig rig(specs, {copy(host::CopyDirection::kDeviceToHost, Bytes(100))});
    CHECK_NOTHROW(rig.run());
  }
}
