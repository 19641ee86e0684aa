#include "studies/run/run.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <exception>
#include <memory>

#include <systemc>

#include "models/host/roles.hpp"
#include "studies/process/result_store.hpp"
#include "studies/report/chrome_trace.hpp"
#include "studies/run/metrics.hpp"
#include "studies/run/simulation.hpp"
#include "studies/version.hpp"
#include "workloads/traces/trace.hpp"

namespace sealring::studies {
namespace {

using Clock = std::chrono::steady_clock;

/// What sc_main, which takes no arguments of ours, works on.
struct Job {
  const Scenario* scenario = nullptr;
  const RunRequest* request = nullptr;
  RunOutcome outcome;
  std::exception_ptr failure;
};
Job* current_job = nullptr;

stats::Result about(Clock::time_point start, const Simulation& simulation) {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  const double wall = std::chrono::duration<double>(Clock::now() - start).count();
  stats::Result result;
  result.set("version", version());
  result.set("compiler", compiler());
  result.set("host", std::string(host.data()));
  result.set("wall_seconds", wall, "s");
  result.set("peak_memory", static_cast<std::int64_t>(usage.ru_maxrss) * 1024, "B");
  result.set("events", static_cast<std::int64_t>(simulation.queue().events_run()));
  return result;
}

/// Rows are named by the scheme of models/host/roles.hpp: "rank3" and "stream1".
report::TraceNames trace_names(const stats::ActivityLog& log, const host::Program& program) {
  std::int32_t most = -1;
  for (std::size_t id = 0; id < log.size(); ++id) {
    most = std::max(most, log[static_cast<stats::ActivityId>(id)].track);
  }
  report::TraceNames names;
  names.activities = program.names;
  for (std::int32_t track = 0; track <= most; ++track) {
    const std::string name = host::track_name(track);
    const std::size_t dot = name.find('.');
    names.tracks.push_back({name.substr(0, dot), dot == std::string::npos ? "" : name.substr(dot + 1)});
  }
  return names;
}

void simulate(Job& job) {
  const Clock::time_point start = Clock::now();
  const Plan plan = make_plan(*job.scenario);
  if (!job.request->record_file.empty()) {
    process::write_atomically(job.request->record_file, traces::text(plan.program));
  }
  // Never taken apart: SystemC searches all modules for each one that goes, and the process ends with its run.
  static Simulation* kept = nullptr;
  kept = std::make_unique<Simulation>(*job.scenario, plan).release();
  Simulation& simulation = *kept;
  simulation.run();
  job.outcome.metrics = metrics_of(*job.scenario, plan, simulation);
  job.outcome.summary = summary_of(job.outcome.metrics);
  job.outcome.about = about(start, simulation);
  if (job.request->timeline) {
    job.outcome.timeline = report::to_chrome_trace(simulation.log(), trace_names(simulation.log(), plan.program));
  }
}

}  // namespace

RunOutcome run(const Scenario& scenario, const RunRequest& request) {
  Job job;
  job.scenario = &scenario;
  job.request = &request;
  current_job = &job;
  std::array<char, 9> program{"sealring"};
  std::array<char*, 2> arguments{program.data(), nullptr};
  sc_core::sc_elab_and_sim(1, arguments.data());
  current_job = nullptr;
  if (job.failure) {
    std::rethrow_exception(job.failure);
  }
  return std::move(job.outcome);
}

}  // namespace sealring::studies

extern "C" int sc_main(int, char**);
extern "C" int sc_main(int, char**) {
  sealring::studies::Job& job = *sealring::studies::current_job;
  try {
    sealring::studies::simulate(job);
  } catch (...) {
    job.failure = std::current_exception();
  }
  return 0;
}
