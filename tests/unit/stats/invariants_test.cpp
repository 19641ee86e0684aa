#include "sim/stats/invariants.hpp"

#include <catch2/catch.hpp>

using namespace sealring::stats;

TEST_CASE("rules that hold say nothing") {
  Invariants rules;
  rules.add("link", [] { return std::string(); });

  CHECK_NOTHROW(rules.require());
}

TEST_CASE("every broken rule is listed and not only the first") {
  Invariants rules;
  rules.add("link0: bytes in = bytes out", [] { return std::string("700 B in, 672 B out"); });
  rules.add("link1: bytes in = bytes out", [] { return std::string(); });
  rules.add("link2: busy at most elapsed", [] { return std::string("3 ns busy, 2 ns elapsed"); });

  CHECK(rules.violations() == std::vector<std::string>{"link0: bytes in = bytes out: 700 B in, 672 B out",
                                                       "link2: busy at most elapsed: 3 ns busy, 2 ns elapsed"});
  CHECK_THROWS_AS(rules.require(), InvariantViolated);
}
