#include <set>

#include <catch2/catch.hpp>

#include "models/link/link_timing.hpp"
#include "models/security/catalog.hpp"
#include "sim/config/report.hpp"

namespace sealring::security {
namespace {

// Numbers that every row can work with.
PathProtectionSpec usable(const std::string& kind) {
  PathProtectionSpec path;
  path.kind = kind;
  path.software_aead.cipher_rate = gigabytes_per_second(400);
  path.software_aead.mac_chain_rate = gigabytes_per_second(0.1);
  path.software_aead.reduce_rate = gigabytes_per_second(900);
  path.host_bounce.toll_h2d = microseconds(20);
  path.host_bounce.toll_d2h = microseconds(20);
  path.copy_engine = {microseconds(5), gigabytes_per_second(100)};
  path.inline_link = {nanoseconds(100), 0.95, Bytes(16)};
  return path;
}

ProtectionContext context() {
  ProtectionContext context;
  context.gpu.sms = 100;
  context.gpu.memory_rate = gigabytes_per_second(3000);
  context.cpu.aes_gcm_per_core = gigabytes_per_second(4);
  return context;
}

link::LinkTiming wire(const LinkOverhead& overhead) {
  link::LinkSpec spec;
  spec.rate_per_direction = gigabytes_per_second(25);
  spec.latency = nanoseconds(50);
  return link::LinkTiming(spec, overhead);
}

Duration sum(const Stages& stages) {
  Duration total;
  for (int i = 0; i < stages.count; ++i) {
    total += stages.stage[static_cast<std::size_t>(i)].alone;
  }
  return total;
}

// One message, alone: stages at both ends around one link.
Duration end_to_end(const Protection& protection, Bytes message) {
  const link::LinkTiming timing = wire(protection.on_link());
  const Duration latency = timing.latency() + timing.seal_latency() + timing.open_latency();
  return sum(protection.at_sender(message)) + timing.occupancy(message, {}) + latency +
         sum(protection.at_receiver(message));
}

const std::vector<Bytes>& payloads() {
  static const std::vector<Bytes> kPayloads{
      Bytes(1), Bytes(129), kibibytes(64), kibibytes(513), mebibytes(10), mebibytes(265), gibibytes(1)};
  return kPayloads;
}

void check_stage(const Stage& stage) {
  CHECK(stage.alone >= Duration());
  CHECK(stage.sms >= 0);
  CHECK(stage.launches >= 0);
  CHECK((stage.where == Where::kGpuKernel) == (stage.launches > 0));
}

TEST_CASE("all six kinds of protection are listed once") {
  std::set<std::string> names;
  for (const ProtectionRow& row : protections()) {
    names.insert(row.name);
  }

  CHECK(protections().size() == 6);
  CHECK(names == std::set<std::string>{"none", "software_aead", "host_bounce", "copy_engine", "inline_link", "ide"});
}

TEST_CASE("every protection says in one line what it is") {
  for (const ProtectionRow& row : protections()) {
    INFO(row.name);
    CHECK_FALSE(row.summary.empty());
    CHECK(row.summary.find('\n') == std::string::npos);
  }
}

TEST_CASE("no protection has a negative cost, and kernels are what is launched") {
  for (const ProtectionRow& row : protections()) {
    INFO(row.name);
    const auto protection = make_protection(usable(row.name), context());
    for (const Bytes payload : payloads()) {
      for (const Stages& stages : {protection->at_sender(payload), protection->at_receiver(payload)}) {
        for (int i = 0; i < stages.count; ++i) {
          check_stage(stages.stage[static_cast<std::size_t>(i)]);
        }
      }
    }
    CHECK(protection->on_link().per_packet >= Bytes(0));
    CHECK(protection->on_link().latency >= Duration());
    CHECK(protection->on_link().rate_factor > 0);
    CHECK(protection->on_link().rate_factor <= 1);
  }
}

TEST_CASE("the cost of every protection grows with the payload") {
  for (const ProtectionRow& row : protections()) {
    INFO(row.name);
    const auto protection = make_protection(usable(row.name), context());
    for (std::size_t i = 1; i < payloads().size(); ++i) {
      CHECK(sum(protection->at_sender(payloads()[i - 1])) <= sum(protection->at_sender(payloads()[i])));
      CHECK(sum(protection->at_receiver(payloads()[i - 1])) <= sum(protection->at_receiver(payloads()[i])));
      CHECK(end_to_end(*protection, payloads()[i - 1]) < end_to_end(*protection, payloads()[i]));
    }
  }
}

TEST_CASE("a sealed path is slower than a plain one") {
  const auto plain = make_protection(usable("none"), context());
  for (const ProtectionRow& row : protections()) {
    INFO(row.name);
    const auto protection = make_protection(usable(row.name), context());
    for (const Bytes payload : payloads()) {
      if (protection->sealed()) {
        CHECK(end_to_end(*protection, payload) > end_to_end(*plain, payload));
      } else {
        CHECK(end_to_end(*protection, payload) == end_to_end(*plain, payload));
      }
    }
  }
}

TEST_CASE("a message is staged exactly where something other than the link seals it") {
  for (const ProtectionRow& row : protections()) {
    INFO(row.name);
    const auto protection = make_protection(usable(row.name), context());

    CHECK(protection->staged() == (protection->at_sender(mebibytes(1)).count > 0));
    CHECK(row.staged() == protection->staged());
  }
}

TEST_CASE("what is staged is reduced by a kernel that costs time, what is not by the one that receives") {
  for (const ProtectionRow& row : protections()) {
    INFO(row.name);
    const auto reduction = make_protection(usable(row.name), context())->reduction(mebibytes(1));

    REQUIRE(reduction.has_value() == row.staged());
    if (reduction) {
      CHECK(reduction->alone > Duration());
      CHECK(reduction->sms == context().communication.reduce_sms);
    }
  }
}

TEST_CASE("a row says what its protection says about the wire") {
  for (const ProtectionRow& row : protections()) {
    INFO(row.name);
    CHECK(row.sealed == make_protection(usable(row.name), context())->sealed());
  }
}

TEST_CASE("every path can stay plain and can be sealed") {
  for (const PathKind path : {PathKind::kHostCopy, PathKind::kCommand, PathKind::kScaleUp, PathKind::kScaleOut}) {
    const std::vector<std::string> names = protections_of(path);
    CHECK(names.size() > 1);
    CHECK(names.front() == "none");
  }
}

TEST_CASE("no protection works on the host of a path between GPUs of one domain") {
  for (const std::string& name : protections_of(PathKind::kScaleUp)) {
    CHECK(protection_row(name).staging != Staging::kHostMemory);
  }
}

TEST_CASE("only none leaves plaintext on the wire") {
  for (const ProtectionRow& row : protections()) {
    INFO(row.name);
    CHECK(make_protection(usable(row.name), context())->sealed() == (row.name != "none"));
  }
}

TEST_CASE("an unknown protection is answered with the known ones") {
  CHECK_THROWS_WITH(
      make_protection(usable("rot13"), context()),
      "unknown protection 'rot13'; known: none, inline_link, ide, software_aead, host_bounce, copy_engine");
}

TEST_CASE("a protection without its numbers is refused instead of being free") {
  for (const std::string kind : {"software_aead", "host_bounce", "copy_engine"}) {
    INFO(kind);
    PathProtectionSpec bare;
    bare.kind = kind;

    CHECK_THROWS_AS(make_protection(bare, {}), config::BadInput);
  }
}

}  // namespace
}  // namespace sealring::security
