// The event queue alone: 2,000 pending events, each posts its successor at a random distance.
#include <chrono>
#include <iostream>

#include <nlohmann/json.hpp>

#include "sim/queue/event_queue.hpp"

namespace {

using namespace sealring;

class Hopper : public queue::Handler {
 public:
  Hopper(queue::EventQueue& queue, std::uint64_t count) : Handler(0), queue_(queue), left_(count) {}
  void handle(std::uint32_t what, std::uint64_t detail) override {
    if (left_-- > 0) {
      state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
      const auto distance = static_cast<std::int64_t>(state_ >> 44U) + 1;
      queue_.post_as(what, queue_.now() + femtoseconds(distance), queue::Phase::kArrive, *this, what, detail);
    } else {
      left_ = 0;
    }
  }

 private:
  queue::EventQueue& queue_;
  std::uint64_t left_;
  std::uint64_t state_ = 1;
};

}  // namespace

int main() {
  constexpr std::uint64_t kEvents = 20'000'000;
  constexpr std::uint32_t kPending = 2'000;
  queue::EventQueue queue;
  Hopper hopper(queue, kEvents);
  for (std::uint32_t i = 0; i < kPending; ++i) {
    queue.post_as(i, Instant(femtoseconds(i)), queue::Phase::kArrive, hopper, i, 0);
  }
  const auto start = std::chrono::steady_clock::now();
  queue.run_all();
  const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const nlohmann::ordered_json result{{"events", queue.events_run()},
                                      {"wall_s", wall},
                                      {"events_per_s", static_cast<double>(queue.events_run()) / wall}};
  std::cout << result.dump() << '\n';
}
