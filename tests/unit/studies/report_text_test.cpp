#include <catch2/catch.hpp>

#include "studies/report/text.hpp"

using namespace sealring::report;

TEST_CASE("a ratio has two decimals and an x") { CHECK(times_text(41.644) == "41.64x"); }

TEST_CASE("a fraction is shown in percent with one decimal") {
  CHECK(percent_text(0.0316) == "3.2 %");
  CHECK(change_text(0.0316) == "+3.2 %");
  CHECK(change_text(-0.5) == "-50.0 %");
}

TEST_CASE("what rounds to zero has no minus sign") { CHECK(percent_text(-0.0001) == "0.0 %"); }

TEST_CASE("a ratio to nothing is a dash and never nan") { CHECK(times_text(ratio(1, 0)) == "-"); }
