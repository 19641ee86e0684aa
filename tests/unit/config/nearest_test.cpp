#include "sim/config/nearest.hpp"

#include <catch2/catch.hpp>

using namespace sealring::config;

TEST_CASE("the edit distance counts insertions, deletions and replacements", "[config]") {
  CHECK(edit_distance("kitten", "sitting") == 3);  // k/s, e/i, +g
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("abc", "") == 3);
  CHECK(edit_distance("latncy", "latency") == 1);
}

TEST_CASE("case and dashes do not count", "[config]") { CHECK(edit_distance("Gamma-Rate", "gamma_rate") == 0); }

TEST_CASE("the nearest candidate wins and the first of equals", "[config]") {
  CHECK(nearest("rat", {"rot", "rate", "rats"}) == "rot");
  CHECK(nearest("latncy", {"latch", "latency"}) == "latency");
}

TEST_CASE("nothing is near when a third of the word differs", "[config]") {
  CHECK(nearest("colour", {"rate", "latency"}) == "");
  CHECK(nearest("x", {}) == "");
  CHECK(did_you_mean("colour", {"rate"}) == "");
  CHECK(did_you_mean("rats", {"rate"}) == "; did you mean 'rate'?");
}
