#include "sim/stats/group.hpp"

#include <catch2/catch.hpp>

#include "sim/stats/writers.hpp"

using namespace sealring;

namespace {

struct LinkStats : stats::Group {
  using Group::Group;
  stats::Counter<Bytes>& delivered = add<Bytes>("bytes_delivered", "payload handed to the receiver");
  stats::Peak<std::int64_t>& depth = add_peak<std::int64_t>("depth", "most messages waiting at once");
  stats::Spread<Duration>& wait = add_spread<Duration>("queue_wait", "from offered to first byte on the wire");
};

}  // namespace

TEST_CASE("a counter adds up and its type gives the unit") {
  LinkStats link("node0.gpu0.link0");
  link.delivered += Bytes(3);
  link.delivered += Bytes(4);

  CHECK(link.delivered.value() == Bytes(7));
  CHECK(link.snapshot().find("bytes_delivered")->unit() == "B");
}

TEST_CASE("a peak keeps the largest") {
  LinkStats link("l");
  link.depth.see(5);
  link.depth.see(2);

  CHECK(link.depth.value() == 5);
}

TEST_CASE("a spread knows count total smallest and largest") {
  LinkStats link("l");
  for (const std::int64_t ns : {30, 10, 20}) {
    link.wait.see(nanoseconds(ns));
  }

  CHECK(link.wait.count() == 3);
  CHECK(link.wait.total() == nanoseconds(60));
  CHECK(link.wait.smallest() == nanoseconds(10));
  CHECK(link.wait.largest() == nanoseconds(30));
}

TEST_CASE("a statistic tells its meaning") {
  const LinkStats link("l");

  CHECK(link.statistics().front()->description() == "payload handed to the receiver");
}

TEST_CASE("numbers inside names order as numbers") {
  CHECK(stats::natural_less("gpu2.link1", "gpu10.link0"));
  CHECK_FALSE(stats::natural_less("gpu10", "gpu2"));
  CHECK(stats::natural_less("gpu", "gpu0"));
  CHECK_FALSE(stats::natural_less("gpu1", "gpu1"));
  CHECK(stats::natural_less("gpu01", "gpu1"));  // equal numbers, so the text decides
}

TEST_CASE("the order in which modules were built does not show in a snapshot") {
  const LinkStats second("node0.gpu2");
  const LinkStats tenth("node0.gpu10");

  CHECK(to_json(stats::snapshot({&second, &tenth})) == to_json(stats::snapshot({&tenth, &second})));
}

TEST_CASE("a snapshot nests groups along their names") {
  const LinkStats link("node0.gpu2");
  const stats::Result tree = stats::snapshot({&link});

  CHECK(tree.find("node0")->find("gpu2")->find("depth") != nullptr);
}
