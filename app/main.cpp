// The command line: parses, calls a study, prints, and turns every way to end into its exit code.
#include <cstdlib>
#include <exception>
#include <string>

#include <fmt/core.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include "app/options.hpp"
#include "app/verbs.hpp"
#include "sim/config/report.hpp"
#include "sim/units/clock_range.hpp"
#include "studies/points/points.hpp"
#include "studies/process/result_store.hpp"

namespace {

constexpr int kUsage = 1;
constexpr int kBadInput = 2;
constexpr int kPointFailed = 3;
constexpr int kBug = 4;
constexpr int kInterrupted = 130;

// Results go to stdout; whatever is said beside them goes through the log to stderr, as it stands.
void log_to_stderr(bool quiet) {
  auto logger = spdlog::stderr_logger_st("sealring");
  logger->set_pattern("%v");
  logger->set_level(quiet ? spdlog::level::warn : spdlog::level::info);
  spdlog::set_default_logger(logger);
}

int end_with(int exit_code, std::string text) {
  while (!text.empty() && text.back() == '\n') {
    text.pop_back();
  }
  spdlog::error("{}", text);
  return exit_code;
}

int guarded(const sealring::app::Options& options) {
  try {
    return sealring::app::run_verb(options);
  } catch (const sealring::app::UsageError& error) {
    return end_with(kUsage, error.what());
  } catch (const sealring::config::BadInput& error) {
    return end_with(kBadInput, error.what());
  } catch (const sealring::ClockExceeded& error) {
    return end_with(kBadInput,
                    std::string(error.what()) + ": a slower machine, or a longer job, than can be simulated");
  } catch (const sealring::process::CannotWrite& error) {
    return end_with(kBadInput, error.what());
  } catch (const sealring::studies::PointFailed& error) {
    return end_with(kPointFailed, error.what());
  } catch (const sealring::studies::Interrupted& error) {
    return end_with(kInterrupted, error.what());
  } catch (const std::exception& error) {
    return end_with(kBug,
                    fmt::format("internal error: {}\nThis is a bug of sealring, not of your input; please report the "
                                "command.",
                                error.what()));
  }
}

}  // namespace

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  sealring::app::Options options;
  int exit_code = 0;
  if (!sealring::app::parse(argc, argv, options, exit_code)) {
    return exit_code;
  }
  log_to_stderr(options.quiet);
  return guarded(options);
}
