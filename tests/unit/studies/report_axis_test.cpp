#include <limits>
#include <string>

#include <catch2/catch.hpp>

#include "studies/report/axis.hpp"

using sealring::report::Axis;
using sealring::report::Scale;

namespace {

std::string ticks(const Axis& axis) {
  std::string text;
  for (const auto& tick : axis.ticks()) {
    text += (text.empty() ? "" : " ") + tick.text;
  }
  return text;
}

}  // namespace

TEST_CASE("a linear axis starts at zero and steps by one two or five") {
  // 41.64 / 6 = 6.94, so the step is 10
  CHECK(ticks(Axis(Scale::kLinear, {8.68, 41.64})) == "0 10 20 30 40 50");
}

TEST_CASE("a linear axis of small numbers keeps its ticks apart") {
  // 0.3 / 6 = 0.05
  CHECK(ticks(Axis(Scale::kLinear, {0.3})) == "0 0.05 0.1 0.15 0.2 0.25 0.3");
}

TEST_CASE("a linear axis reaches below zero where values do") {
  CHECK(ticks(Axis(Scale::kLinear, {-4, 4})) == "-4 -2 0 2 4");
}

TEST_CASE("a log axis over few decades has ticks at one two and five") {
  CHECK(ticks(Axis(Scale::kLog, {25, 4096})) == "20 50 100 200 500 1000 2000 5000");
}

TEST_CASE("a log axis over many decades has ticks at powers of ten") {
  CHECK(ticks(Axis(Scale::kLog, {1, 1e6})) == "1 10 100 1000 10000 100000 1e+06");
}

TEST_CASE("values on a tick do not widen a log axis") {
  CHECK(ticks(Axis(Scale::kLog, {10, 1000})) == "10 20 50 100 200 500 1000");
}

TEST_CASE("positions run from zero to one and decades are equally wide") {
  const Axis axis(Scale::kLog, {1, 10000});

  CHECK(axis.position(1) == 0);
  CHECK(axis.position(100) == Approx(0.5));
  CHECK(axis.position(10000) == 1);
}

TEST_CASE("a log axis cannot draw zero and no axis draws nan") {
  CHECK_FALSE(Axis(Scale::kLog, {1.0}).can_draw(0));
  CHECK_FALSE(Axis(Scale::kLinear, {1.0}).can_draw(std::numeric_limits<double>::quiet_NaN()));
}

TEST_CASE("an axis without values or with a single one still has a range") {
  CHECK(Axis(Scale::kLinear, {}).ticks().size() >= 2);
  CHECK(Axis(Scale::kLinear, {0}).ticks().size() >= 2);
  CHECK(Axis(Scale::kLog, {}).ticks().size() >= 2);
  CHECK(Axis(Scale::kLog, {100}).ticks().size() >= 2);
}

TEST_CASE("an axis of bytes has powers of two at equal distances") {
  // 8 B to 16 GiB are 2^3 to 2^34: every fifth power from the one below to the one above
  CHECK(ticks(Axis(Scale::kBytes, {8, 17'179'869'184.0})) == "1 B 32 B 1 KiB 32 KiB 1 MiB 32 MiB 1 GiB 32 GiB");
  CHECK(ticks(Axis(Scale::kBytes, {1'048'576, 8'388'608})) == "1 MiB 2 MiB 4 MiB 8 MiB");
  CHECK(ticks(Axis(Scale::kBytes, {8'388'608})) == "8 MiB 16 MiB");
  CHECK(Axis(Scale::kBytes, {1, 1024}).position(32) == Approx(0.5));
  CHECK(Axis(Scale::kBytes, {}).ticks().size() >= 2);
  CHECK_FALSE(Axis(Scale::kBytes, {1}).can_draw(0));
  CHECK(Axis(Scale::kBytes, {1, 1e30}).ticks().size() >= 2);
}
