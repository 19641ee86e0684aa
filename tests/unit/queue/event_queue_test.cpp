#include "sim/queue/event_queue.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace sealring::queue {
namespace {

class Recorder : public Handler {
 public:
  Recorder(std::uint32_t instance, std::vector<std::uint64_t>& log) : Handler(instance), log_(log) {}
  void handle(std::uint32_t what, std::uint64_t detail) override {
    log_.push_back(detail);
    if (then) {
      then(what);
    }
  }
  std::function<void(std::uint32_t)> then;

 private:
  std::vector<std::uint64_t>& log_;
};

Instant at(std::int64_t fs) { return Instant(femtoseconds(fs)); }

/// A small generator of our own: the same numbers on every machine.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::uint64_t below(std::uint64_t n) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return (state_ >> 33U) % n;
  }

 private:
  std::uint64_t state_;
};

TEST_CASE("events run in the order of their instants") {
  EventQueue queue;
  std::vector<std::uint64_t> log;
  Recorder recorder(1, log);

  queue.post(at(30), Phase::kArrive, recorder, 0, 3);
  queue.post(at(10), Phase::kArrive, recorder, 0, 1);
  queue.post(at(20), Phase::kArrive, recorder, 0, 2);
  queue.run_all();

  CHECK(log == std::vector<std::uint64_t>{1, 2, 3});
  CHECK(queue.now() == at(30));
}

TEST_CASE("at one instant phase comes before instance and instance before sequence") {
  EventQueue queue;
  std::vector<std::uint64_t> log;
  Recorder low(1, log);
  Recorder high(4'000'000'000U, log);

  queue.post(at(5), Phase::kObserve, low, 0, 5);
  queue.post(at(5), Phase::kArrive, high, 0, 3);
  queue.post(at(5), Phase::kArrive, high, 0, 4);
  queue.post(at(5), Phase::kArrive, low, 0, 2);
  queue.post(at(5), Phase::kRelease, high, 0, 1);
  queue.run_all();

  CHECK(log == std::vector<std::uint64_t>{1, 2, 3, 4, 5});
}

TEST_CASE("an instance given at posting replaces the handler's own") {
  EventQueue queue;
  std::vector<std::uint64_t> log;
  Recorder recorder(7, log);

  queue.post(at(5), Phase::kArrive, recorder, 0, 2);
  queue.post_as(3, at(5), Phase::kArrive, recorder, 0, 1);
  queue.run_all();

  CHECK(log == std::vector<std::uint64_t>{1, 2});
}

TEST_CASE("an event may post at its own instant and runs before later ones") {
  EventQueue queue;
  std::vector<std::uint64_t> log;
  Recorder recorder(1, log);
  recorder.then = [&](std::uint32_t what) {
    if (what == 1) {
      queue.post(queue.now(), Phase::kRelease, recorder, 0, 2);
    }
  };

  queue.post(at(5), Phase::kArrive, recorder, 1, 1);
  queue.post(at(6), Phase::kArrive, recorder, 0, 3);
  queue.run_all();

  CHECK(log == std::vector<std::uint64_t>{1, 2, 3});
}

TEST_CASE("posting into the past is refused") {
  EventQueue queue;
  std::vector<std::uint64_t> log;
  Recorder recorder(1, log);
  queue.post(at(10), Phase::kArrive, recorder, 0, 1);
  queue.run_all();

  CHECK_THROWS_AS(queue.post(at(9), Phase::kArrive, recorder, 0, 2), std::logic_error);
}

TEST_CASE("a cancelled event never runs") {
  EventQueue queue;
  std::vector<std::uint64_t> log;
  Recorder recorder(1, log);
  const Ticket ticket = queue.post_cancellable(at(10), Phase::kArrive, recorder, 0, 1);
  queue.post(at(20), Phase::kArrive, recorder, 0, 2);

  CHECK(queue.cancel(ticket));
  CHECK(queue.next() == at(20));
  queue.run_all();

  CHECK(log == std::vector<std::uint64_t>{2});
  CHECK(queue.events_run() == 1);
}

TEST_CASE("cancelling twice or after the event ran is answered with false") {
  EventQueue queue;
  std::vector<std::uint64_t> log;
  Recorder recorder(1, log);
  const Ticket first = queue.post_cancellable(at(10), Phase::kArrive, recorder, 0, 1);
  const Ticket second = queue.post_cancellable(at(10), Phase::kArrive, recorder, 0, 2);

  CHECK(queue.cancel(first));
  CHECK_FALSE(queue.cancel(first));
  queue.run_all();
  CHECK_FALSE(queue.cancel(second));
  CHECK_FALSE(queue.cancel(Ticket{}));
}

TEST_CASE("a ticket does not reach the event that took its place") {
  EventQueue queue;
  std::vector<std::uint64_t> log;
  Recorder recorder(1, log);
  const Ticket old = queue.post_cancellable(at(1), Phase::kArrive, recorder, 0, 1);
  queue.run_all();
  queue.post(at(2), Phase::kArrive, recorder, 0, 2);

  CHECK_FALSE(queue.cancel(old));
  queue.run_all();
  CHECK(log == std::vector<std::uint64_t>{1, 2});
}

TEST_CASE("run until includes its limit and leaves the rest") {
  EventQueue queue;
  std::vector<std::uint64_t> log;
  Recorder recorder(1, log);
  for (std::uint64_t i = 1; i <= 4; ++i) {
    queue.post(at(static_cast<std::int64_t>(10 * i)), Phase::kArrive, recorder, 0, i);
  }

  CHECK(queue.run_until(at(20)) == 2);
  CHECK(queue.next() == at(30));
  CHECK(queue.pending() == 2);
}

TEST_CASE("run before excludes its limit and heeds a handler that lowers it") {
  EventQueue queue;
  std::vector<std::uint64_t> log;
  Recorder recorder(1, log);
  Instant limit = at(40);
  recorder.then = [&limit](std::uint32_t what) { limit = what == 2 ? at(30) : limit; };
  for (std::uint32_t i = 1; i <= 4; ++i) {
    queue.post(at(10 * i), Phase::kArrive, recorder, i, i);
  }

  queue.run_before(limit);

  CHECK(log == std::vector<std::uint64_t>{1, 2});
}

TEST_CASE("an empty queue has no next event and nothing to run") {
  EventQueue queue;

  CHECK(queue.empty());
  CHECK(queue.next() == Instant::max());
  CHECK(queue.run_all() == 0);
  CHECK_THROWS_AS(queue.run_one(), std::logic_error);
}

TEST_CASE("ten thousand random events with cancellations run as a stable sort orders them") {
  EventQueue queue;
  std::vector<std::uint64_t> log;
  std::vector<Recorder> recorders;
  for (std::uint32_t instance = 0; instance < 5; ++instance) {
    recorders.emplace_back(instance, log);
  }
  Dice dice(7);
  std::vector<std::tuple<std::int64_t, int, std::uint32_t, std::uint64_t>> expected;
  std::vector<Ticket> tickets;
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    const auto instant = static_cast<std::int64_t>(dice.below(500));
    const auto phase = static_cast<int>(dice.below(4));
    const auto instance = static_cast<std::uint32_t>(dice.below(5));
    expected.emplace_back(instant, phase, instance, i);
    tickets.push_back(queue.post_cancellable(at(instant), static_cast<Phase>(phase), recorders[instance], 0, i));
  }
  std::vector<bool> gone(10'000);
  for (int i = 0; i < 7'000; ++i) {
    const std::uint64_t victim = dice.below(10'000);
    CHECK(queue.cancel(tickets[victim]) == !gone[victim]);
    gone[victim] = true;
  }
  std::sort(expected.begin(), expected.end());
  std::vector<std::uint64_t> order;
  for (const auto& event : expected) {
    if (!gone[std::get<3>(event)]) {
      order.push_back(std::get<3>(event));
    }
  }

  queue.run_all();

  CHECK(log == order);
}

/// Posts successors as it is told, and keeps what it was promised in an ordered set to compare with.
class Model final : public Handler {
 public:
  using Promise = std::tuple<std::int64_t, int, std::uint32_t, std::uint64_t>;  // the order, then the sequence

  Model(EventQueue& queue, Dice& dice) : Handler(0), queue_(queue), dice_(dice) {}
  std::function<std::int64_t()> distance;
  int posts_left = 0;
  std::vector<std::pair<Ticket, Promise>> tickets;

  void post() {
    const std::int64_t instant = queue_.now().since_start().count() + distance();
    const auto phase = static_cast<int>(dice_.below(4));
    const auto instance = static_cast<std::uint32_t>(dice_.below(3));
    const Promise promise{instant, phase, instance, sequence_};
    promises_.insert(promise);
    tickets.emplace_back(
        queue_.post_cancellable_as(instance, at(instant), static_cast<Phase>(phase), *this, 0, sequence_++), promise);
  }
  void cancel_one() {
    const auto& [ticket, promise] = tickets[dice_.below(tickets.size())];
    CHECK(queue_.cancel(ticket) == (promises_.erase(promise) == 1));
  }
  void handle(std::uint32_t, std::uint64_t detail) override {
    in_order = in_order && !promises_.empty() && std::get<3>(*promises_.begin()) == detail &&
               queue_.now() == at(std::get<0>(*promises_.begin()));
    promises_.erase(promises_.begin());
    for (int successors = static_cast<int>(dice_.below(3)); successors > 0 && posts_left > 0; --successors) {
      --posts_left;
      post();
    }
    if (dice_.below(10) == 0) {
      cancel_one();
    }
  }
  [[nodiscard]] std::size_t promised() const { return promises_.size(); }
  bool in_order = true;

 private:
  EventQueue& queue_;
  Dice& dice_;
  std::set<Promise> promises_;
  std::uint64_t sequence_ = 0;
};

void runs_in_order(EventQueue& queue, const Model& model) {
  queue.run_all();

  CHECK(model.in_order);
  CHECK(model.promised() == 0);
}

// Few and many pending; distances of one day, of many, of years, and none at all, so that every way of filing is taken.
TEST_CASE("thousands of pending events run in order whatever their distances") {
  const auto spread =
      GENERATE(std::uint64_t{1}, std::uint64_t{1'000}, std::uint64_t{1} << 33U, std::uint64_t{1} << 50U);
  const int pending = GENERATE(10, 5'000);
  EventQueue queue;
  Dice dice(spread + static_cast<std::uint64_t>(pending));
  Model model(queue, dice);
  model.posts_left = 60'000;
  model.distance = [&] {
    switch (dice.below(4)) {
      case 0: return std::int64_t{0};
      case 1: return static_cast<std::int64_t>(spread);  // many at one instant
      default: return static_cast<std::int64_t>(dice.below(65'536) * spread / 65'536);
    }
  };
  for (int i = 0; i < pending; ++i) {
    model.post();
  }

  while (!queue.empty()) {
    REQUIRE(queue.pending() == model.promised());
    queue.run_one();
    while (queue.empty() && model.posts_left > 0) {  // the few died out
      --model.posts_left;
      model.post();
    }
  }

  CHECK(model.in_order);
  CHECK(model.posts_left == 0);
}

TEST_CASE("bunches with long pauses between run in order") {
  EventQueue queue;
  Dice dice(3);
  Model model(queue, dice);
  model.posts_left = 40'000;
  model.distance = [&] { return std::int64_t{2'600'000'000} + static_cast<std::int64_t>(dice.below(1'000'000)); };
  for (int i = 0; i < 2'000; ++i) {
    model.post();
  }

  runs_in_order(queue, model);
}

// Two crowds, one of them just too far ahead for the calendar: short days leave it out, long ones do not part the
// other.
TEST_CASE("crowds that want days of different length hold nobody up") {
  EventQueue queue;
  Dice dice(5);
  Model model(queue, dice);
  for (int i = 0; i < 80'000; ++i) {
    model.distance = [&] { return i % 4 > 0 ? std::int64_t{3} << 33U : std::int64_t{1'000'000'000}; };
    model.post();
  }

  runs_in_order(queue, model);
}

TEST_CASE("many cancelled events leave the others in order") {
  EventQueue queue;
  Dice dice(11);
  Model model(queue, dice);
  model.distance = [&] { return static_cast<std::int64_t>(dice.below(1'000'000'000)); };
  for (int i = 0; i < 20'000; ++i) {
    model.post();
  }
  for (int i = 0; i < 60'000; ++i) {
    model.cancel_one();
  }
  REQUIRE(model.promised() < 1'500);  // of 20,000, e^-3 are never hit

  CHECK(queue.pending() == model.promised());
  runs_in_order(queue, model);
}

}  // namespace
}  // namespace sealring::queue
