// The command line: parses, calls a study, prints, and turns every way to end into its exit code.
#include <fmt/core.h>

#include <cstdlib>
#include <exception>

#include "app/options.hpp"
#include "app/verbs.hpp"
#include "sim/config/report.hpp"
#include "studies/points/points.hpp"

namespace {

constexpr int kBadInput = 2;
constexpr int kPointFailed = 3;
constexpr int kBug = 4;
constexpr int kInterrupted = 130;

int guarded(const sealring::app::Options& options) {
  try {
    return sealring::app::run_verb(options);
  } catch (const sealring::config::BadInput& error) {
    fmt::print(stderr, "{}\n", error.what());
    return kBadInput;
  } catch (const sealring::studies::PointFailed& error) {
    fmt::print(stderr, "{}\n", error.what());
    return kPointFailed;
  } catch (const sealring::studies::Interrupted& error) {
    fmt::print(stderr, "{}\n", error.what());
    return kInterrupted;
  } catch (const std::exception& error) {
    fmt::print(stderr, "internal error: {}\nThis is a bug of sealring, not of your input; please report the command.\n", error.what());
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
