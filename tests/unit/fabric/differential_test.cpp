// The booked engine against the event-per-station oracle, on random networks and traffic: every delivery, to the
// femtosecond.
#include <algorithm>
#include <vector>

#include <catch2/catch.hpp>

#include "models/fabric/booked_engine.hpp"
#include "models/fabric/station_engine.hpp"
#include "tests/unit/fabric/tiny_networks.hpp"

namespace sealring::fabric::test {
namespace {

enum class Pattern { kAllToAll, kIncast, kRandom, kChains };

std::vector<Traffic::Send> random_traffic(Dice& dice, const Network& network, Pattern pattern) {
  std::vector<Traffic::Send> sends;
  const std::int64_t n = network.endpoints;
  const std::int64_t span = dice.chance(30) ? 0 : dice.between(1, 300);
  const std::int64_t repeats = dice.between(1, 4);
  for (std::int64_t i = 0; i < repeats * n * n; ++i) {
    std::int64_t source = i % n;
    std::int64_t destination = (i / n) % n;
    if (pattern == Pattern::kIncast) {
      destination = i % 3 == 0 ? destination : 0;
    } else if (pattern != Pattern::kAllToAll) {
      source = dice.below(n);
      destination = dice.below(n);
    }
    const Bytes payload(dice.chance(10) ? 0 : dice.between(1, 6 * network.slice.count()));
    sends.push_back({span == 0 ? 0 : dice.below(span),
                     Transfer{static_cast<std::int32_t>(source),
                              static_cast<std::int32_t>(destination),
                              payload,
                              static_cast<std::uint64_t>(i)}});
  }
  std::stable_sort(sends.begin(), sends.end(), [](const auto& a, const auto& b) { return a.at < b.at; });
  return sends;
}

struct Outcome {
  std::vector<Delivery> deliveries;
  std::vector<std::int64_t> counts;
  std::uint64_t events = 0;
  std::int64_t shared_visits = 0;
  std::int64_t timers = 0;
  std::size_t unfinished = 0;
};

void collect(const Engine& engine, const Traffic& traffic, Outcome& outcome) {
  outcome.deliveries = traffic.deliveries;
  outcome.unfinished = engine.unfinished().size();
  outcome.shared_visits = engine.totals().shared_visits;
  for (std::size_t s = 0; s < engine.network().stations.size(); ++s) {
    const StationCount c = engine.count(static_cast<StationId>(s));
    for (const std::int64_t value : {c.received.count(),
                                     c.sent.count(),
                                     c.wire.count(),
                                     c.slices,
                                     c.busy.count(),
                                     c.longest_wait.count(),
                                     c.longest_queue}) {
      outcome.counts.push_back(value);
    }
  }
  engine.check_conservation();
}

template <class E>
Outcome play(const Network& network, const std::vector<Traffic::Send>& sends, bool chains) {
  queue::EventQueue queue;
  E engine(network, queue);
  Traffic traffic(queue, engine);
  traffic.plan(sends);
  if (chains) {  // a delivery makes its destination send on, three times
    traffic.on_delivery = [&](std::uint64_t token) {
      const std::uint64_t generation = token / 1'000'000;
      if (generation < 3) {
        const auto n = static_cast<std::uint64_t>(network.endpoints);
        const auto pick = (token * 7 + generation * 5);
        engine.send({static_cast<std::int32_t>(pick % n),
                     static_cast<std::int32_t>((pick / n + token) % n),
                     Bytes(static_cast<std::int64_t>(1 + token % 40)),
                     token + 1'000'000});
      }
    };
  }
  queue.run_all();
  Outcome outcome;
  outcome.events = queue.events_run() - sends.size();
  if constexpr (std::is_same_v<E, BookedEngine>) {
    outcome.timers = engine.timers_run();
  }
  collect(engine, traffic, outcome);
  return outcome;
}

/// Another order of calls that keeps each source's own order.
std::vector<Traffic::Send> other_call_order(std::vector<Traffic::Send> sends) {
  std::stable_sort(sends.begin(), sends.end(), [](const auto& a, const auto& b) {
    return a.at != b.at ? a.at < b.at : a.transfer.source > b.transfer.source;
  });
  return sends;
}

/// Over many networks: events beyond one per slice and shared station and one per message, and those.
struct Share {
  std::int64_t timers = 0;
  std::int64_t due = 0;
};

void compare(std::uint64_t seed, Pattern pattern, Share& share) {
  Dice dice(seed);
  Machine machine;
  make_random(dice, machine);
  const std::vector<Traffic::Send> sends = random_traffic(dice, machine.network, pattern);
  const bool chains = pattern == Pattern::kChains;

  const Outcome oracle = play<StationEngine>(machine.network, sends, chains);
  const Outcome booked = play<BookedEngine>(machine.network, sends, chains);
  const Outcome reordered = play<BookedEngine>(machine.network, other_call_order(sends), chains);

  INFO("seed " << seed);
  REQUIRE(oracle.unfinished == 0);
  REQUIRE(booked.deliveries == oracle.deliveries);
  REQUIRE(booked.counts == oracle.counts);
  REQUIRE(booked.shared_visits == oracle.shared_visits);
  REQUIRE(reordered.deliveries == oracle.deliveries);
  const auto messages = static_cast<std::int64_t>(oracle.deliveries.size());
  REQUIRE(static_cast<std::int64_t>(booked.events) <= booked.shared_visits + messages + booked.timers);
  share.timers += booked.timers;
  share.due += booked.shared_visits + messages;
}

void compare_hundred(std::uint64_t first, Pattern pattern) {
  Share share;
  for (std::uint64_t seed = first; seed < first + 100; ++seed) {
    compare(seed, pattern, share);
  }
  CHECK(50 * share.timers <= share.due);  // two percent
}

TEST_CASE("booked equals the oracle on 100 random networks with all-to-all traffic") {
  compare_hundred(1, Pattern::kAllToAll);
}

TEST_CASE("booked equals the oracle on 100 random networks with incast") { compare_hundred(1001, Pattern::kIncast); }

TEST_CASE("booked equals the oracle on 100 random networks with random pairs") {
  compare_hundred(2001, Pattern::kRandom);
}

TEST_CASE("booked equals the oracle on 100 random networks where deliveries cause sends") {
  compare_hundred(3001, Pattern::kChains);
}

}  // namespace
}  // namespace sealring::fabric::test
