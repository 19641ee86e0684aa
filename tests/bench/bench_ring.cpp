// One ring all-reduce through the slice transport and SystemC's clock; prints what it cost as JSON.
//   bench_ring --ranks 1024 [--chunks 4] [--plain] [--lockstep] [--fidelity slice] [--megabytes 1024]
#include <sys/resource.h>

#include <chrono>
#include <cstring>
#include <iostream>
#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

#include "models/fabric/fidelity.hpp"
#include "sim/kernel/kernel.hpp"
#include "sim/kernel/queue_driver_module.hpp"
#include "tests/bench/ring_driver.hpp"
#include "tests/bench/ring_machine.hpp"

namespace {

using namespace sealring;

struct Request {
  bench::RingShape shape;
  std::string fidelity = "slice";
};

Request parse(int count, char** words) {
  Request request;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--plain") {
      request.shape.crypto = false;
    } else if (word == "--lockstep") {
      request.shape.jitter = false;
    } else if (i + 1 == count) {
      throw std::invalid_argument("unknown or unfinished option " + word);
    } else if (word == "--ranks") {
      request.shape.ranks = std::stoi(words[++i]);
    } else if (word == "--chunks") {
      request.shape.chunks = std::stoi(words[++i]);
    } else if (word == "--megabytes") {
      request.shape.bytes = mebibytes(std::stol(words[++i]));
    } else if (word == "--fidelity") {
      request.fidelity = words[++i];
    } else {
      throw std::invalid_argument("unknown option " + word);
    }
  }
  return request;
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

nlohmann::ordered_json run(const Request& request) {
  const auto begun = std::chrono::steady_clock::now();
  kernel::use_femtosecond_ticks();
  queue::EventQueue queue;
  const bench::RingMachine machine(request.shape);
  const auto engine = fabric::make_engine(request.fidelity, machine.network(), queue);
  bench::RingDriver driver(request.shape, *engine, queue);
  kernel::QueueDriver module("queue_driver", queue);
  const double set_up = seconds_since(begun);

  const double cpu_before = cpu_seconds();
  const auto start = std::chrono::steady_clock::now();
  kernel::run_elaborated();
  const double wall = seconds_since(start);
  const double cpu = cpu_seconds() - cpu_before;

  engine->check_conservation();
  if (!driver.finished()) {
    throw std::logic_error("the ring did not finish");
  }
  const auto events = static_cast<double>(queue.events_run()) - 1;  // the start is not the fabric's
  const auto messages = static_cast<double>(driver.messages());
  return {{"ranks", request.shape.ranks},
          {"chunks", request.shape.chunks},
          {"crypto", request.shape.crypto},
          {"wall_s", wall},
          {"cpu_s", cpu},
          {"set_up_s", set_up},
          {"simulated_us", to_microseconds(queue.now().since_start())},
          {"messages", messages},
          {"events", events},
          {"event_bound", engine->totals().shared_visits + driver.messages()},
          {"events_per_message", events / messages},
          {"events_per_s", events / wall},
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
