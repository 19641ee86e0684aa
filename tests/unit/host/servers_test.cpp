#include "models/host/servers.hpp"

#include <catch2/catch.hpp>

#include "models/host/roles.hpp"
#include "tests/unit/gpu/rig.hpp"

using namespace sealring;
using namespace sealring::test;

namespace {

host::Job job(std::int64_t us) {
  host::Job job;
  job.add(Label::kHostWork, microseconds(us));
  job.held = 1;
  return job;
}

struct Bench {
  explicit Bench(int units) : servers(1, units, queue, log) {}
  queue::EventQueue queue;
  stats::ActivityLog log;
  host::Servers servers;
  Recorder done{queue};
};

}  // namespace

TEST_CASE("a job that waited is caused by the job that held its server", "[host]") {
  Bench bench(1);
  bench.servers.run(job(10), stats::kNone, bench.done, 1);
  bench.servers.run(job(5), stats::kNone, bench.done, 2);
  bench.queue.run_all();
  CHECK(bench.done.at[2] == at_us(15));
  CHECK(bench.log[bench.done.activities[2]].cause == bench.done.activities[1]);
}

TEST_CASE("the server that is free first takes the next job", "[host]") {
  Bench bench(2);
  bench.servers.run(job(10), stats::kNone, bench.done, 1);
  bench.servers.run(job(4), stats::kNone, bench.done, 2);
  bench.servers.run(job(1), stats::kNone, bench.done, 3);
  bench.queue.run_all();
  CHECK(bench.done.at[3] == at_us(5));
  CHECK(bench.servers.busy() == microseconds(15));
}

TEST_CASE("segments that are not held delay the completion but free the server", "[host]") {
  Bench bench(1);
  host::Job latent = job(10);
  latent.add(Label::kLaunch, microseconds(7));
  bench.servers.run(latent, stats::kNone, bench.done, 1);
  bench.servers.run(job(1), stats::kNone, bench.done, 2);
  bench.queue.run_all();
  CHECK(bench.done.at[1] == at_us(17));
  CHECK(bench.done.at[2] == at_us(11));
}

TEST_CASE("work for a part with no servers is a bug with a name", "[host]") {
  Bench bench(0);
  CHECK_THROWS_AS(bench.servers.run(job(1), stats::kNone, bench.done, 1), std::logic_error);
}

TEST_CASE("a timeline row names rank and part", "[host]") {
  CHECK(host::track_name(host::track_of(3, host::Role::kCommThread)) == "rank3.comm_thread");
  CHECK(host::track_name(host::track_of(3, host::Role::kReceiveStaging)) == "rank3.receive_staging");
  CHECK(host::track_name(host::track_of(3, host::Role::kHostCores)) == "rank3.host_cores");
  CHECK(host::track_name(host::stream_track(2, 1)) == "rank2.stream1");
}

TEST_CASE("the wire has the last row of a rank, which no stream shares", "[host]") {
  CHECK(host::track_of(1, host::Role::kWire) == 31);
  CHECK(host::track_name(31) == "rank1.wire");
  CHECK(host::stream_track(1, 1000) == 30);
}

TEST_CASE("parts of different ranks never share an instance", "[host]") {
  CHECK(host::instance_of(0, host::Role::kFirstStream) < host::instance_of(1, host::Role::kThread));
  CHECK(host::instance_of(0, host::Role::kThread) == 1u << 24);
}
