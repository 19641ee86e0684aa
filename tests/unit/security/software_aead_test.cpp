#include <catch2/catch.hpp>

#include "models/security/catalog.hpp"
#include "models/security/software_aead_timing.hpp"
#include "sim/config/report.hpp"

namespace sealring::security {
namespace {

// Small round numbers: a chain does 1 byte per nanosecond, four chains of 1,024 bytes at once, the cipher 4 bytes per
// nanosecond.
SoftwareAeadSpec small_spec() {
  SoftwareAeadSpec spec;
  spec.cipher_rate = gigabytes_per_second(4);
  spec.mac_chain_rate = gigabytes_per_second(1);
  spec.mac_chunk = Bytes(1024);
  spec.mac_lanes = 4;
  spec.reduce_rate = gigabytes_per_second(2);
  spec.slice = Bytes(2048);
  spec.slice_channels = 2;
  return spec;
}

gpu::GpuSpec small_gpu() {
  gpu::GpuSpec gpu;
  gpu.sms = 10;
  gpu.sub_partitions_per_sm = 4;
  gpu.memory_rate = gigabytes_per_second(3000);
  gpu.memory_efficiency = 0.9;
  return gpu;
}

SoftwareAeadTiming with_spread(const std::string& spread) {
  SoftwareAeadSpec spec = small_spec();
  spec.mac_spread = spread;
  return {spec, small_gpu(), 3};
}

SoftwareAeadTiming realistic(const std::string& spread) {
  SoftwareAeadSpec spec;  // 512 KiB chunks, 528 lanes, 1 MiB slices on 24 channels
  spec.cipher_rate = gigabytes_per_second(500);
  spec.mac_chain_rate = gigabytes_per_second(0.05);
  spec.mac_spread = spread;
  return {spec, small_gpu(), 3};
}

// 145 messages of 10 MiB against one message of the same bytes: what a larger bucket saves.
double fall(const SoftwareAeadTiming& timing) {
  const auto many = static_cast<double>(timing.mac(mebibytes(10)).count()) * 145;
  return many / static_cast<double>(timing.mac(mebibytes(1450)).count());
}

TEST_CASE("a message below one chunk takes one chain of its own length") {
  // min(chunk, m) = 1,000 bytes at 1 byte per nanosecond.
  CHECK(with_spread("fixed_chunk").mac(Bytes(1000)) == nanoseconds(1000));
}

TEST_CASE("a message of exactly chunk times lanes takes one wave of chains") {
  // ceil(4,096 / (1,024 x 4)) = 1 wave of 1,024 ns.
  CHECK(with_spread("fixed_chunk").mac(Bytes(4096)) == nanoseconds(1024));
}

TEST_CASE("one byte more than chunk times lanes costs a second wave") {
  // ceil(4,097 / 4,096) = 2 waves of 1,024 ns: the stair.
  CHECK(with_spread("fixed_chunk").mac(Bytes(4097)) == nanoseconds(2048));
}

TEST_CASE("between two chunks and a full wave the tag time does not move") {
  const SoftwareAeadTiming timing = with_spread("fixed_chunk");

  CHECK(timing.mac(Bytes(1024)) == timing.mac(Bytes(4000)));
}

TEST_CASE("an empty message needs no tag time") { CHECK(with_spread("fixed_chunk").mac(Bytes(0)) == Duration()); }

TEST_CASE("the cipher streams bytes at its rate") {
  // 4,097 bytes / 4 bytes per ns = 1,024.25 ns = 1,024,250,000 fs.
  CHECK(with_spread("fixed_chunk").cipher(Bytes(4097)) == femtoseconds(1'024'250'000));
}

TEST_CASE("bytes spread evenly over lanes cost in proportion") {
  // 4,097 bytes / (4 lanes x 1 byte per ns) = 1,024.25 ns: no stair.
  CHECK(with_spread("even").mac(Bytes(4097)) == femtoseconds(1'024'250'000));
}

TEST_CASE("slices of one channel are sealed one after the other") {
  // 8,192 bytes on 2 channels: 4,096 each, so 2 slices of 2,048. A slice is 2 chains of 1,024 on the channel's 4 / 2
  // lanes: 1,024 ns. Two slices: 2,048 ns.
  CHECK(with_spread("slice").mac(Bytes(8192)) == nanoseconds(2048));
}

TEST_CASE("the last short slice costs what it holds") {
  // 4,296 bytes on 2 channels: 2,148 each = one slice (1,024 ns) + 100 bytes (100 ns).
  CHECK(with_spread("slice").mac(Bytes(4296)) == nanoseconds(1124));
}

TEST_CASE("larger messages fill idle chains and save time only with a fixed chunk") {
  // 145 x ceil(10 MiB / 264 MiB) = 145 waves against ceil(1,450 MiB / 264 MiB) = 6: a fall of 145 / 6 = 24.17.
  CHECK(fall(realistic("fixed_chunk")) == Approx(145.0 / 6.0));
}

TEST_CASE("an even spread cannot react to the message size") {
  CHECK(fall(realistic("even")) == Approx(1.0).margin(1e-9));
}

TEST_CASE("sealing per slice hardly reacts to the message size") {
  // A channel's share is 10 MiB / 24 = 436,907 bytes, less than a chunk, so 145 x 436,907 bytes in chains; of 1,450 MiB
  // it is 60 slices of 1 MiB (one wave of 524,288 bytes each) and a rest of 436,907 bytes: 145 x 436,907 / (60 x
  // 524,288 + 436,907) = 1.99.
  CHECK(fall(realistic("slice")) == Approx(1.986).margin(0.002));
}

TEST_CASE("few chains occupy few SMs") {
  // 1,025 bytes are two chains; four fit on an SM.
  CHECK(with_spread("fixed_chunk").mac_sms(Bytes(1025)) == 0.5);
}

TEST_CASE("chains beyond the lanes wait and occupy nothing") {
  // 100 chains, 4 at once, 4 per SM.
  CHECK(with_spread("fixed_chunk").mac_sms(Bytes(102'400)) == 1.0);
}

TEST_CASE("more lanes than sub-partitions occupy the whole GPU and no more") {
  SoftwareAeadSpec spec = small_spec();
  spec.mac_lanes = 160;  // four warps on each of 40 sub-partitions

  CHECK(SoftwareAeadTiming(spec, small_gpu(), 3).mac_sms(Bytes(1'024'000)) == 10.0);
}

TEST_CASE("the reduction runs at its rate") {
  // 4,000 bytes / 2 bytes per ns.
  CHECK(with_spread("fixed_chunk").reduce(Bytes(4000)) == nanoseconds(2000));
}

TEST_CASE("a reduction without a rate streams three memory accesses per byte") {
  SoftwareAeadSpec spec = small_spec();
  spec.reduce_rate = Bandwidth(0);

  // 3,000 GB/s x 0.9 / 3 = 900 GB/s; 9,000 bytes take 10 ns.
  CHECK(SoftwareAeadTiming(spec, small_gpu(), 3).reduce(Bytes(9000)) == nanoseconds(10));
}

TEST_CASE("the sender encrypts on the whole GPU and then makes the tag") {
  PathProtectionSpec path;
  path.kind = "software_aead";
  path.software_aead = small_spec();
  ProtectionContext context;
  context.gpu = small_gpu();

  const Stages stages = make_protection(path, context)->at_sender(Bytes(4097));

  REQUIRE(stages.count == 2);
  CHECK(stages.stage[0].label == Label::kSeal);
  CHECK(stages.stage[0].alone == femtoseconds(1'024'250'000));
  CHECK(stages.stage[0].sms == 10.0);
  CHECK(stages.stage[0].launches == 1);
  CHECK(stages.stage[1].label == Label::kMac);
  CHECK(stages.stage[1].alone == nanoseconds(2048));
  CHECK(stages.stage[1].sms == 1.0);
  CHECK(stages.stage[1].launches == 1);
}

TEST_CASE("the receiver checks the tag before it decrypts") {
  PathProtectionSpec path;
  path.kind = "software_aead";
  path.software_aead = small_spec();
  ProtectionContext context;
  context.gpu = small_gpu();

  const Stages stages = make_protection(path, context)->at_receiver(Bytes(4096));

  REQUIRE(stages.count == 2);
  CHECK(stages.stage[0].label == Label::kVerify);
  CHECK(stages.stage[0].alone == nanoseconds(1024));
  CHECK(stages.stage[1].label == Label::kOpen);
  CHECK(stages.stage[1].alone == nanoseconds(1024));
}

TEST_CASE("a plain path needs no reduction kernel of its own, a path opened by kernels does") {
  PathProtectionSpec path;
  path.software_aead = small_spec();
  ProtectionContext context;
  context.gpu = small_gpu();
  context.communication.reduce_sms = 3;

  CHECK_FALSE(make_protection(path, context)->reduction(Bytes(4000)).has_value());
  path.kind = "software_aead";
  const auto reduction = make_protection(path, context)->reduction(Bytes(4000));
  REQUIRE(reduction.has_value());
  CHECK(reduction->alone == nanoseconds(2000));
  CHECK(reduction->label == Label::kReduce);
  CHECK(reduction->sms == 3);
}

TEST_CASE("a missing chain rate is refused instead of being free") {
  SoftwareAeadSpec spec = small_spec();
  spec.mac_chain_rate = Bandwidth(0);

  CHECK_THROWS_AS(SoftwareAeadTiming(spec, small_gpu(), 3), config::BadInput);
}

TEST_CASE("an unknown spread names the known ones") {
  SoftwareAeadSpec spec = small_spec();
  spec.mac_spread = "diagonal";

  CHECK_THROWS_WITH(SoftwareAeadTiming(spec, small_gpu(), 3),
                    "unknown mac_spread 'diagonal'; known: fixed_chunk, even, slice");
}

}  // namespace
}  // namespace sealring::security
