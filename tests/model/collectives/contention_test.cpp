// Messages that meet on a wire share it, whichever collective, channel or source they belong to.
#include <algorithm>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/model/collectives/rig.hpp"
#include "tests/model/link/small_machine.hpp"

using namespace sealring;
using namespace sealring::test;
using host::CollectiveKind;

namespace {

constexpr Bytes kBuffer = mebibytes(64);

double seconds(Bytes bytes, double rate) { return static_cast<double>(bytes.count()) / rate; }

double last(const std::vector<double>& times) { return *std::max_element(times.begin(), times.end()); }

Trial ring(int channels, std::size_t together) {
  Trial trial;
  trial.machine = plain_machine(1, 8);
  trial.scheduler = always(free_steps("ring", channels));
  trial.together.assign(together, collective(CollectiveKind::kAllReduce, kBuffer));
  return trial;
}

TEST_CASE("two rings at once take twice the link time of one") {
  // A ring sends 2 x 7/8 of the buffer through every link; 14 sub-steps cost 250 ns each besides.
  const double links = 14 * seconds(kBuffer, 8 * kPlainRate);
  const double latency = 14 * 250e-9;
  CHECK(last(seconds_of(ring(1, 1))) == Approx(links + latency).epsilon(1e-6));

  const std::vector<double> pair = seconds_of(ring(1, 2));
  CHECK(last(pair) > 2 * links);
  CHECK(last(pair) < 2 * links + 3 * latency);
  // Neither goes first: they end within a sub-step of each other.
  CHECK(std::abs(pair[0] - pair[1]) < 2 * links / 14);
}

TEST_CASE("two channels over the same ports share them, and gain nothing but the latency that one leaves idle") {
  const double links = 14 * seconds(kBuffer, 8 * kPlainRate);
  const double time = last(seconds_of(ring(2, 1)));
  CHECK(time > links);
  CHECK(time < links + 14 * 250e-9);
}

TEST_CASE("an incast takes as long as the port of its destination, and its senders end within a round of slices") {
  constexpr int kSenders = 7;
  std::vector<double> ends;
  const std::string text = elaborated(plain_machine(1, 8), {}, {}, [](machine::Fabric& fabric) {
    std::vector<fabric::Transfer> transfers;
    for (std::int32_t from = 1; from <= kSenders; ++from) {
      transfers.push_back({from, 0, kBuffer, 0});
    }
    std::string all;
    for (const Duration time : delivery_times(fabric, transfers)) {
      all += std::to_string(time.count()) + " ";
    }
    return all;
  });
  for (std::size_t at = 0; at + 1 < text.size(); at = text.find(' ', at) + 1) {
    ends.push_back(static_cast<double>(std::stoll(text.substr(at))) * 1e-15);
  }
  REQUIRE(ends.size() == kSenders);

  // 50 ns to the switch, 150 + 50 ns from there. The port works from the first byte on; slices are 1 MiB, and what the
  // last round of them takes lies between the first sender and the last.
  CHECK(last(ends) == Approx(kSenders * seconds(kBuffer, kPlainRate) + 250e-9).epsilon(1e-6));
  const double first = *std::min_element(ends.begin(), ends.end());
  CHECK(last(ends) - first == Approx((kSenders - 1) * seconds(mebibytes(1), kPlainRate)).epsilon(1e-6));
}

/// Four hosts of two GPUs with switches of eight ports: a rail has one leaf, of four adapters; in a fat tree two hosts
/// share a leaf of as many. Every GPU sends to all others in turn, a 64th of a message at a time: adapters work in
/// order, and whole messages would leave the spine idle while all of them have one for their own leaf.
Trial all_to_all(const std::string& topology, double oversubscription) {
  Trial trial;
  trial.machine = plain_machine(4, 2);
  trial.machine.scale_out.topology = topology;
  trial.machine.scale_out.cross_rail = machine::CrossRail::kSpine;
  trial.machine.scale_out.chip.ports = 8;
  trial.machine.scale_out.oversubscription = oversubscription;
  collectives::Schedule schedule = free_steps("direct");
  schedule.pieces = 64;
  schedule.window = 1;
  trial.scheduler = always(schedule);
  trial.together = {collective(CollectiveKind::kAllToAll, kBuffer)};
  return trial;
}

TEST_CASE("an all-to-all over an oversubscribed spine takes what crosses it") {
  // Each GPU sends 1/8 of the buffer to each other. From a rail leave 4 x 3 messages: each GPU's to the other rail, but
  // not to its neighbour in the host. From a leaf of the tree 4 x 4. An adapter sends 6.
  const double message = seconds(kBuffer, 8 * kPlainRate);
  for (const auto& [topology, crossing] : {std::pair{"rails", 12}, {"fat_tree", 16}}) {
    INFO(topology);
    const double quarter = last(seconds_of(all_to_all(topology, 4)));  // one uplink
    CHECK(quarter > crossing * message);
    CHECK(quarter < crossing * message * 1.03);
    const double half = last(seconds_of(all_to_all(topology, 2)));  // two
    const double bound = std::max(crossing / 2, 6) * message;
    CHECK(half > bound);
    CHECK(half < bound * 1.25);
  }
}

}  // namespace
