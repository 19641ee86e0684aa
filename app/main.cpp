// The command line: parses, calls a study, prints, and turns every way to end into its exit code.
#include <cstdlib>
#include <exception>
#include <string>

#include <fmt/core.h>

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

int end_with(int exit_code, const std::string& text) {
  fmt::print(stderr, "{}{}", text, !text.empty() && text.back() == '\n' ? "" : "\n");
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
    fmt::print(stderr,
               "internal error: {}\nThis is a bug of sealring, not of your input; please report the command.\n",
               error.what());
    return kBug;
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
  return guarded(options);
}
