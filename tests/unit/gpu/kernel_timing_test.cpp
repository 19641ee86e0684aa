#include "models/gpu/kernel_timing.hpp"

#include <catch2/catch.hpp>

using namespace sealring;
using host::ComputeKind;
using host::Precision;

namespace {

// 100 TFLOP/s bf16 at 50 % for matmul; 1 TB/s at 80 %.
gpu::KernelTiming timing() {
  gpu::GpuSpec spec;
  spec.name = "plain";
  spec.sms = 40;
  spec.memory_rate = gigabytes_per_second(1000);
  spec.memory_efficiency = 0.8;
  spec.peak[static_cast<std::size_t>(Precision::kBf16)] = FlopRate(100e12);
  spec.efficiency[static_cast<std::size_t>(ComputeKind::kMatmul)] = 0.5;
  return gpu::KernelTiming(spec);
}

host::KernelWork work(double flops, std::int64_t bytes, ComputeKind kind = ComputeKind::kMatmul) {
  host::KernelWork work;
  work.flops = Flops(flops);
  work.memory_traffic = Bytes(bytes);
  work.precision = Precision::kBf16;
  work.kind = kind;
  return work;
}

}  // namespace

TEST_CASE("a kernel with much arithmetic takes flops over the achieved rate", "[gpu]") {
  // 5e9 / (100e12 x 0.5) = 100 us, rounded up; the traffic alone: 8e6 / 0.8e12 = 10 us
  CHECK(timing().alone(work(5e9, 8'000'000)) - microseconds(100) <= femtoseconds(1));
  CHECK(timing().alone(work(5e9, 8'000'000)) >= microseconds(100));
}

TEST_CASE("a kernel with much traffic takes bytes over the achieved memory rate", "[gpu]") {
  CHECK(timing().alone(work(5e6, 8'000'000)) == microseconds(10));
}

TEST_CASE("an element-wise kernel is bound by memory whatever its flops", "[gpu]") {
  CHECK(timing().alone(work(5e9, 8'000'000, ComputeKind::kElementwise)) == microseconds(10));
}

TEST_CASE("a fixed time wins over the work", "[gpu]") {
  host::KernelWork given = work(5e9, 8'000'000);
  given.fixed = microseconds(3);
  CHECK(timing().alone(given) == microseconds(3));
}

TEST_CASE("a precision that the GPU lacks is refused by name", "[gpu]") {
  host::KernelWork odd = work(5e9, 0);
  odd.precision = Precision::kFp4;
  CHECK_THROWS_WITH(timing().alone(odd), "GPU 'plain' has no fp4 rate");
}

TEST_CASE("the SM demand is the share of the GPU", "[gpu]") {
  host::KernelWork half = work(1, 1);
  half.sm_share = 0.25;
  CHECK(timing().sms(half) == 10.0);
}
