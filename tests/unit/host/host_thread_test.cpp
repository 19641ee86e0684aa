#include "models/host/host_thread.hpp"

#include <catch2/catch.hpp>

#include "tests/unit/gpu/rig.hpp"

using namespace sealring;
using namespace sealring::test;
using host::CopyDirection;

TEST_CASE("a synchronise returns after the GPU, its own cost and its toll", "[host]") {
  gpu::UnitSpecs specs = round_specs();
  specs.profile.toll.synchronize = microseconds(5);
  Rig rig(specs, {kernel(microseconds(10)), synchronize()});
  CHECK(rig.run() == at_us(15 + 3 + 5));
  CHECK(rig.part(Label::kSynchronize) == microseconds(3));
  CHECK(rig.part(Label::kLaunchToll) == microseconds(5));
}

TEST_CASE("a synchronise waits for its own stream only", "[host]") {
  // Stream 0 until 5 + 100; stream 1 from 9 to 19 on the other half of the GPU, so the host goes on at 22 and works
  // until 52.
  std::vector<host::Op> ops{
      kernel(microseconds(100)), kernel(microseconds(10), 1, 1), synchronize(1), host_work(microseconds(30))};
  ops[0].work.sm_share = ops[1].work.sm_share = 0.5;
  Rig rig(round_specs(), ops);
  CHECK(rig.run() == at_us(105));
  CHECK(rig.labelled(Label::kHostWork)[0].end == at_us(52));
}

TEST_CASE("a synchronise of an idle GPU costs only its call", "[host]") {
  Rig rig(round_specs(), {synchronize(), synchronize(0)});
  CHECK(rig.run() == at_us(6));
}

TEST_CASE("a copy that does not block lets the host run ahead", "[host]") {
  // Copy: API 0-1, 1 us + 50 us on the engine until 52. The kernel on stream 1 launches at 1-5 and runs 6-16.
  Rig rig(round_specs(), {copy(CopyDirection::kHostToDevice, Bytes(50'000)), kernel(microseconds(10), 1, 1)});
  CHECK(rig.run() == at_us(52));
  CHECK(rig.labelled(Label::kCompute)[0].end == at_us(16));
}

TEST_CASE("a blocking copy stops the host until it is done", "[host]") {
  Rig rig(round_specs(), {copy(CopyDirection::kHostToDevice, Bytes(50'000), true), kernel(microseconds(10), 1, 1)});
  CHECK(rig.run() == at_us(52 + 4 + 1 + 10));
}

TEST_CASE("a copy that blocks under protection drains its stream first", "[host]") {
  // Kernel: launch 0-10, latency 3, runs 13-113. Copy of one slot: API 1 and toll 10 until 21, waits for the kernel;
  // engine 113 + 1 + 10, cipher 20 until 144. Only then the second launch: 10 + 3, and the kernel until 257.
  gpu::UnitSpecs specs = round_specs();
  add_tolls(specs);
  Rig rig(specs,
          {kernel(microseconds(100)), copy(CopyDirection::kDeviceToHost, Bytes(10'000)), kernel(microseconds(100))});
  CHECK(rig.run() == at_us(257));
  CHECK(rig.part(Label::kHostCrypto) == microseconds(20));
  CHECK(rig.part(Label::kHostCopy) == microseconds(11));
}

TEST_CASE("the same program without protection hides the copy behind nothing but itself", "[host]") {
  // Launch 4 + 1, kernel until 105, copy 11 until 116, kernel until 216: the second launch was hidden.
  Rig rig(round_specs(),
          {kernel(microseconds(100)), copy(CopyDirection::kDeviceToHost, Bytes(10'000)), kernel(microseconds(100))});
  CHECK(rig.run() == at_us(216));
}

TEST_CASE("an op of more launches than the queue holds is issued in blocks", "[host]") {
  // 100 kernels of 10 us through 16 entries: GPU-bound all the same, 4 + 1 + 1000.
  gpu::UnitSpecs specs = round_specs();
  specs.host.driver.launch_queue = 16;
  Rig rig(specs, {kernel(milliseconds(1), 100)});
  CHECK(rig.run() == at_us(1005));
}

TEST_CASE("a launch queue without entries is refused", "[host]") {
  gpu::UnitSpecs specs = round_specs();
  specs.host.driver.launch_queue = 0;
  CHECK_THROWS_AS(Rig(specs, {kernel(microseconds(1))}), std::invalid_argument);
}
