// How the tuner cuts a collective, and what it expects of an algorithm over several nodes.
#include <catch2/catch.hpp>

#include "workloads/collectives/prediction.hpp"
#include "workloads/collectives/tuner.hpp"

using namespace sealring;
using namespace sealring::collectives;

namespace {

constexpr int kGpus = 8;
constexpr int kChannels = 16;

host::CollectiveSpec all_reduce(Bytes bytes, const std::string& algorithm, const std::string& protocol = "simple") {
  host::CollectiveSpec collective;
  collective.kind = host::CollectiveKind::kAllReduce;
  collective.bytes = bytes;
  collective.algorithm = algorithm;
  collective.protocol = protocol;
  return collective;
}

JobShape nodes(int count) {
  JobShape shape;
  shape.ranks = count * kGpus;
  shape.domain = kGpus;
  shape.adapters = kGpus;
  shape.adapter_rate = gigabytes_per_second(50);  // eight rings of 48 GB/s
  shape.switches_lack.clear();
  return shape;
}

gpu::CommunicationSpec library() {
  gpu::CommunicationSpec spec;
  spec.nvls.channels = kChannels;
  gpu::TuningSpec& t = spec.tuning;
  t.bus = t.nvls_bus = gigabytes_per_second(400);
  t.tree_channel = {t.bus, t.bus, t.bus};
  t.ll_most = t.ll128_tree_channel = {t.bus, t.bus, t.bus};
  t.nvls_tree_bus = {gigabytes_per_second(1000), gigabytes_per_second(1000), gigabytes_per_second(320)};
  return spec;
}

/// KiB of each chunk, of all-reduce of so many chunks of 64 KiB for every channel and head.
int chunk_kib(int nodes_of_job, int chunks_of_64, Bytes tree_chunk = Bytes(0)) {
  gpu::CommunicationSpec spec = library();
  spec.nvls.tree_chunk = tree_chunk;
  const Bytes bytes = kibibytes(64) * (static_cast<std::int64_t>(chunks_of_64) * kChannels * kGpus);
  const std::string algorithm = nodes_of_job == 1 ? "nvls" : "nvls_tree";
  const Schedule schedule = Tuner(spec, nodes(nodes_of_job)).schedule(all_reduce(bytes, algorithm));
  return 64 * chunks_of_64 / schedule.pieces;
}

/// What the library expects of 1 TiB, as bytes per second; latencies do not count then.
double expected_rate(const gpu::CommunicationSpec& spec, int nodes_of_job, const std::string& algorithm) {
  const Bytes bytes = gibibytes(1024);
  const auto time =
      Prediction(spec, nodes(nodes_of_job)).time(all_reduce(bytes, algorithm), algorithm, Protocol::kSimple);
  return static_cast<double>(bytes.count()) / (static_cast<double>(time->count()) * 1e-15);
}

}  // namespace

TEST_CASE("chunks of NVLS are 128 KiB from 64 of them per channel and head on, and shrink below") {
  CHECK(chunk_kib(1, 128) == 128);
  CHECK(chunk_kib(1, 127) == 64);
  CHECK(chunk_kib(1, 8) == 64);
  CHECK(chunk_kib(1, 7) == 32);
  CHECK(chunk_kib(1, 1) == 32);  // two of 32 KiB
}

TEST_CASE("chunks of NVLSTree are at most 128 KiB, from four nodes on 64") {
  CHECK(chunk_kib(2, 8) == 128);  // four of 128 KiB
  CHECK(chunk_kib(2, 7) == 64);
  CHECK(chunk_kib(3, 64) == 128);
  CHECK(chunk_kib(4, 64) == 64);
  CHECK(chunk_kib(4, 1) == 64);
}

TEST_CASE("chunks of NVLSTree as old versions cut them follow the size alone") {
  const Bytes old = kibibytes(512);
  for (const int count : {2, 4, 10}) {
    CHECK(chunk_kib(count, 256, old) == 512);  // 32 of them
    CHECK(chunk_kib(count, 248, old) == 256);
    CHECK(chunk_kib(count, 64, old) == 256);  // 16
    CHECK(chunk_kib(count, 62, old) == 128);
    CHECK(chunk_kib(count, 8, old) == 128);  // 4
    CHECK(chunk_kib(count, 6, old) == 64);
  }
}

TEST_CASE("chunks of NVLSTree are 32 KiB where a channel and head has not 64") {
  const Bytes bytes = kibibytes(48) * (kChannels * kGpus);
  CHECK(Tuner(library(), nodes(2)).schedule(all_reduce(bytes, "nvls_tree")).pieces == 2);
  CHECK(Tuner(library(), nodes(4)).schedule(all_reduce(bytes, "nvls_tree")).pieces == 2);
}

TEST_CASE("a thread block of NVLS takes longer with every head") {
  gpu::CommunicationSpec spec = library();
  spec.nvls.step = microseconds(4);
  spec.nvls.per_head = nanoseconds(500);
  const Schedule schedule = Tuner(spec, nodes(1)).schedule(all_reduce(mebibytes(64), "nvls"));
  CHECK(schedule.step == microseconds(8));  // eight heads
  CHECK(schedule.head_step == microseconds(4));
}

TEST_CASE("a Simple tree passes on whole steps of 512 KiB") {
  const auto pieces = [](std::int64_t mib_per_channel) {
    const Bytes bytes = mebibytes(mib_per_channel * kChannels);  // two channels for each of eight adapters
    return Tuner(library(), nodes(4)).schedule(all_reduce(bytes, "tree")).pieces;
  };
  CHECK(pieces(1) == 2);
  CHECK(pieces(16) == 32);
}

TEST_CASE("chunks between two ranks are 512 KiB on links, and 128 where a path is PCIe or the network") {
  host::CollectiveSpec exchange = all_reduce(mebibytes(4), "auto");
  exchange.kind = host::CollectiveKind::kSendRecv;
  const auto chunk = [&](const JobShape& job) {
    const Schedule schedule = Tuner(library(), job).schedule(exchange);
    return exchange.bytes.count() / (schedule.channels * schedule.pieces);
  };
  JobShape without_links = nodes(1);
  without_links.linked = false;
  CHECK(chunk(nodes(1)) == kibibytes(512).count());
  CHECK(chunk(without_links) == kibibytes(128).count());
  CHECK(chunk(nodes(2)) == kibibytes(128).count());
}

TEST_CASE("between two nodes adapters count twice for NVLSTree, and not among more") {
  // Of 384 GB/s through the adapters: 768 of it, x 16 / (2 x 15); then min(384, 320) x 32 / (2 x 31).
  CHECK(expected_rate(library(), 2, "nvls_tree") == Approx(768e9 * 16 / 30).epsilon(1e-3));
  CHECK(expected_rate(library(), 4, "nvls_tree") == Approx(320e9 * 32 / 62).epsilon(1e-3));
}

TEST_CASE("a tree over several nodes counts for the share of its bandwidth that its search finds") {
  gpu::CommunicationSpec spec = library();
  const double whole = expected_rate(spec, 2, "tree");
  const double inside = expected_rate(spec, 1, "tree");
  CHECK(whole == Approx(0.92 * 384e9 / 2).epsilon(1e-3));
  spec.tuning.tree_share = 0.5;
  CHECK(expected_rate(spec, 2, "tree") == Approx(whole / 2).epsilon(1e-3));
  CHECK(expected_rate(spec, 1, "tree") == Approx(inside));
}
