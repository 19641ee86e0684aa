// One collective through plan, executor, transport and SystemC's clock; prints what it cost as JSON.
#include <sys/resource.h>

#include <chrono>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

#include "models/fabric/fidelity.hpp"
#include "models/security/catalog.hpp"
#include "sim/kernel/kernel.hpp"
#include "sim/kernel/queue_driver_module.hpp"
#include "tests/bench/star_machine.hpp"
#include "workloads/collectives/executor.hpp"

namespace {

using namespace sealring;

const char* const kUsage =
    "bench_collective [--op ring|all_to_all] [--ranks 1024] [--lanes 1] [--mebibytes 1024] [--slice_kib 1024] "
    "[--slots 8] [--fidelity slice] [--plain] [--lockstep] [--kernels]";

struct Request {
  bench::StarShape star;
  std::string op = "ring";
  std::string fidelity = "slice";
  int lanes = 1;
  std::int64_t mebibytes = 1024;  ///< of the buffer of every rank
  bool kernels = false;           ///< steps take time and receivers bound the messages in flight
};

Request parse(int count, char** words) {
  Request r;
  const std::map<std::string, std::function<void()>> flags{
      {"--plain", [&r] { r.star.crypto = false; }},
      {"--lockstep", [&r] { r.star.jitter = false; }},
      {"--kernels", [&r] { r.kernels = true; }},
  };
  const std::map<std::string, std::function<void(const std::string&)>> options{
      {"--op", [&r](const std::string& word) { r.op = word; }},
      {"--fidelity", [&r](const std::string& word) { r.fidelity = word; }},
      {"--ranks", [&r](const std::string& word) { r.star.ranks = std::stoi(word); }},
      {"--lanes", [&r](const std::string& word) { r.lanes = std::stoi(word); }},
      {"--mebibytes", [&r](const std::string& word) { r.mebibytes = std::stol(word); }},
      {"--slice_kib", [&r](const std::string& word) { r.star.slice = kibibytes(std::stol(word)); }},
      {"--slots", [&r](const std::string& word) { r.star.slots = std::stoi(word); }},
  };
  for (int i = 1; i < count; ++i) {
    if (const auto flag = flags.find(words[i]); flag != flags.end()) {
      flag->second();
    } else if (const auto option = options.find(words[i]); option != options.end() && i + 1 < count) {
      option->second(words[++i]);
    } else {
      throw std::invalid_argument(kUsage);
    }
  }
  return r;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Processor time of this process: what wall time would be on a machine of its own.
double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

/// The streams of all ranks: they reach the collective at once, and note that it is over.
class Ranks final : public gpu::Completion, public queue::Handler {
 public:
  Ranks(int ranks, queue::EventQueue& queue) : queue::Handler(1), ranks_(ranks), left_(ranks) {
    queue.post(Instant(), queue::Phase::kStart, *this, 0, 0);
  }
  void use(collectives::Executor& executor) { executor_ = &executor; }
  void handle(std::uint32_t, std::uint64_t) override {
    for (std::int32_t rank = 0; rank < ranks_; ++rank) {
      executor_->join(rank, 0, stats::kNone, *this, static_cast<std::uint64_t>(rank));
    }
  }
  void completed(std::uint64_t, stats::ActivityId) override { --left_; }
  [[nodiscard]] bool finished() const { return left_ == 0; }

 private:
  int ranks_;
  int left_;
  collectives::Executor* executor_ = nullptr;
};

collectives::Schedule schedule_of(const Request& request) {
  collectives::Schedule schedule;
  schedule.algorithm = request.op == "all_to_all" ? "direct" : request.op;
  schedule.channels = request.lanes;
  schedule.lane_rate = Bandwidth(std::numeric_limits<double>::infinity());  // a step takes no time
  if (request.kernels) {
    schedule.window = 8;
    schedule.step = nanoseconds(1'900);
    schedule.lane_rate = gigabytes_per_second(400);
    schedule.hop = nanoseconds(700);
  }
  return schedule;
}

std::unique_ptr<security::Protection> protection_of(const Request& request) {
  security::PathProtectionSpec spec;
  spec.kind = request.star.crypto ? "inline_link" : "none";
  return security::make_protection(spec, {});
}

collectives::Executor make_executor(const Request& request, collectives::Surroundings around) {
  around.key_budget = gibibytes(362);
  host::CollectiveSpec spec;
  spec.kind = request.op == "all_to_all" ? host::CollectiveKind::kAllToAll : host::CollectiveKind::kAllReduce;
  spec.bytes = mebibytes(request.mebibytes);
  return {around,
          [schedule = schedule_of(request)](const host::CollectiveSpec&) { return schedule; },
          {spec},
          request.star.ranks};
}

nlohmann::ordered_json run(const Request& request) {
  const auto begun = std::chrono::steady_clock::now();
  kernel::use_femtosecond_ticks();
  queue::EventQueue queue;
  const bench::StarMachine machine(request.star);
  const auto engine = fabric::make_engine(request.fidelity, machine.network(), queue);
  const auto seal = protection_of(request);
  Ranks ranks(request.star.ranks, queue);
  collectives::Surroundings around;
  around.queue = &queue;
  around.transport = engine.get();
  around.scale_up = seal.get();
  collectives::Executor executor = make_executor(request, around);
  ranks.use(executor);
  kernel::QueueDriver module("queue_driver", queue);
  const double set_up = seconds_since(begun);

  const double cpu_before = cpu_seconds();
  const auto start = std::chrono::steady_clock::now();
  kernel::run_elaborated();
  const double wall = seconds_since(start);
  const double cpu = cpu_seconds() - cpu_before;

  engine->check_conservation();
  if (!ranks.finished()) {
    throw std::logic_error("the collective did not finish");
  }
  const fabric::Totals& totals = engine->totals();
  return {{"op", request.op},
          {"ranks", request.star.ranks},
          {"lanes", request.lanes},
          {"mebibytes", request.mebibytes},
          {"slice_kib", request.star.slice.count() / 1024},
          {"crypto", request.star.crypto},
          {"kernels", request.kernels},
          {"wall_s", wall},
          {"cpu_s", cpu},
          {"set_up_s", set_up},
          {"simulated_us", to_microseconds(queue.now().since_start())},
          {"messages", executor.counts().messages},
          {"slices", totals.slices},
          {"events", queue.events_run() - 1},  // the start is not the fabric's
          {"event_bound", totals.shared_visits + totals.delivered},
          {"peak_rss_mb", peak_megabytes()}};
}

}  // namespace

int main(int count, char** words) {
  try {
    std::cout << run(parse(count, words)).dump() << '\n';
    return 0;
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
