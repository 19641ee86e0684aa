#include <cmath>

#include <catch2/catch.hpp>

#include "sim/config/report.hpp"
#include "studies/compare_nccl/measured_sweep.hpp"

using namespace sealring;
using namespace sealring::studies;

namespace {

ComparedSize compared(Bytes size, double simulated, bool counted = true) {
  return {size, 100, simulated, false, counted};
}

MeasuredSweep measured(const std::vector<std::pair<Bytes, double>>& sizes) {
  MeasuredSweep sweep;
  sweep.op = *find_nccl_op("all_reduce");
  sweep.ranks = 8;
  for (const auto& [size, time] : sizes) {
    sweep.sizes.push_back({size, time, Place::kOutOfPlace});
  }
  return sweep;
}

}  // namespace

TEST_CASE("a quantile lies between its two neighbours in proportion") {
  CHECK(quantile({4, 1, 3, 2}, 0.5) == Approx(2.5));
  CHECK(quantile({10, 20}, 0.9) == Approx(19));
  CHECK(quantile({7}, 0.9) == 7);
  CHECK(std::isnan(quantile({}, 0.5)));
}

TEST_CASE("errors count by their size, and with their sign from 2 to 128 MiB") {
  // +10, -20, +40 % and one that does not count; the signed mean is of the first two
  const ErrorSummary s = summarize({compared(mebibytes(2), 110),
                                    compared(mebibytes(128), 80),
                                    compared(mebibytes(256), 140),
                                    compared(mebibytes(4), 900, false)});
  CHECK(s.sizes == 3);
  CHECK(s.median_pct == Approx(20));
  CHECK(s.p90_pct == Approx(36));  // 20 + 0.8 * (40 - 20)
  CHECK(s.worst_pct == Approx(40));
  CHECK(s.signed_pct == Approx(-5));
  CHECK(std::isnan(summarize({}).median_pct));
  CHECK(std::isnan(summarize({compared(mebibytes(1), 110)}).signed_pct));
}

TEST_CASE("a part has its lower end and not its upper") {
  const std::vector<ComparedSize> all{
      compared(kibibytes(512), 1), compared(mebibytes(1), 1), compared(mebibytes(2), 1)};
  CHECK(between(all, Bytes(0), mebibytes(1)).size() == 1);
  CHECK(between(all, mebibytes(1), mebibytes(2)).size() == 1);
}

TEST_CASE("the floor is the time of the smallest size, which is then not counted") {
  MeasuredSweep sweep = measured({{mebibytes(2), 50}, {Bytes(8), 13}, {mebibytes(1), 30}});
  set_floor(sweep, {LaunchFloor::Kind::kAuto, 0});
  CHECK(sweep.floor_us == 13.0);
  CHECK(sweep.floor_size == Bytes(8));
}

TEST_CASE("a floor may be given, or left away") {
  MeasuredSweep sweep = measured({{mebibytes(2), 50}});
  set_floor(sweep, parse_floor("25 us"));
  CHECK(*sweep.floor_us == Approx(25));
  CHECK_FALSE(sweep.floor_size);
  MeasuredSweep none = measured({{mebibytes(2), 50}});
  set_floor(none, parse_floor("none"));
  CHECK_FALSE(none.floor_us);
  CHECK_THROWS_WITH(parse_floor("25"), Catch::Contains("a launch floor is auto, none or a time: '25' has no unit"));
}

TEST_CASE("sizes are compared out of place where that was timed, and never at zero bytes") {
  NcclRow both;
  both.size = Bytes(8);
  both.out_of_place = NcclTiming{1, 0, 0};
  both.in_place = NcclTiming{2, 0, 0};
  NcclRow in = both;
  in.out_of_place.reset();
  NcclRow empty = both;
  empty.size = Bytes(0);
  const std::vector<MeasuredSize> sizes = measured_sizes({both, in, empty});
  REQUIRE(sizes.size() == 2);
  CHECK(sizes[0].time_us == 1);
  CHECK(sizes[0].place == Place::kOutOfPlace);
  CHECK(sizes[1].time_us == 2);
  CHECK(sizes[1].place == Place::kInPlace);
}

TEST_CASE("bus bandwidth is that of nccl-tests") {
  // 1 GiB in 4000 us is 268.4 GB/s; an all-reduce of 8 ranks moves 1.75 of it
  CHECK(busbw_of(measured({}), mebibytes(1024), 4000) == Approx(1.75 * 268.435456));
}
