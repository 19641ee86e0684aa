#include "sim/stats/scalar.hpp"

#include <limits>

#include <catch2/catch.hpp>

using namespace sealring::stats;

TEST_CASE("an exact double is the shortest text that reads back") {
  CHECK(exact_text(0.1) == "0.1");
  CHECK(exact_text(1.0 / 3.0) == "0.3333333333333333");
  CHECK(exact_text(5e-324) == "5e-324");
}

TEST_CASE("a whole double stays recognisable as a real number") {
  CHECK(exact_text(41.0) == "41.0");
  CHECK(exact_text(1e22) == "1e+22");
  CHECK(exact_text(-0.0) == "-0.0");
}

TEST_CASE("data text of a number that is not finite is empty") {
  CHECK(data_text(Scalar(std::numeric_limits<double>::quiet_NaN())).empty());
  CHECK(data_text(Scalar(std::numeric_limits<double>::infinity())).empty());
}

TEST_CASE("data text of flags, integers and text is plain") {
  CHECK(data_text(Scalar(true)) == "true");
  CHECK(data_text(Scalar(std::int64_t{-7})) == "-7");
  CHECK(data_text(Scalar(std::string("ring"))) == "ring");
}

TEST_CASE("human text keeps four digits and never says nan") {
  CHECK(human_text(41.6444) == "41.64");
  CHECK(human_text(12345.6) == "12346");
  CHECK(human_text(0.00001) == "1.000e-05");
  CHECK(human_text(-std::numeric_limits<double>::infinity()) == "-");
  CHECK(human_text(std::numeric_limits<double>::quiet_NaN()) == "-");
}

TEST_CASE("a value that is not finite keeps its unit and loses only its number") {
  CHECK(human_text(Scalar(std::numeric_limits<double>::quiet_NaN()), "GB/s") == "- GB/s");
}

TEST_CASE("a count with a foreign unit is printed whole") {
  CHECK(human_text(Scalar(std::int64_t{123456}), "slices") == "123456 slices");
}
