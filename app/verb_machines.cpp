// describe and nccl-tests.
#include <fmt/core.h>

#include "app/verbs.hpp"
#include "models/machine/find_machine.hpp"
#include "models/machine/read_machine.hpp"
#include "sim/config/report.hpp"
#include "studies/describe.hpp"
#include "studies/nccl_tests/nccl_tests.hpp"
#include "studies/scenario/data_folder.hpp"
#include "workloads/collectives/catalog.hpp"

namespace sealring::app {

namespace {

void check_op(const std::string& op) {
  std::string known;
  for (const std::string& name : collectives::collective_names()) {
    if (name == op) {
      return;
    }
    known += (known.empty() ? "" : ", ") + name;
  }
  throw config::BadInput("unknown --op '" + op + "'; known: " + known);
}

}  // namespace

int verb_describe(const Options& options) {
  config::Report report;
  const std::string file = machine::find_machine(options.file, {studies::data_folder("configs")});
  const machine::LoadedMachine loaded = machine::load_machine(file, options.overrides, report);
  report.stop_if_any();
  if (options.json) {
    print(options, studies::describe_facts(loaded.spec));
    return 0;
  }
  fmt::print("{}", options.dot ? studies::describe_dot(loaded.spec) : studies::describe_text(loaded.spec));
  return 0;
}

int verb_nccl_tests(const Options& options) {
  if (options.machines.size() != 1 || options.profiles.size() > 1) {
    throw UsageError("nccl-tests needs one --machine and at most one --profile");
  }
  studies::NcclTestsRequest request;
  request.base = {"collective",
                  options.machines.front(),
                  options.profiles.empty() ? "" : options.profiles.front(),
                  options.overrides};
  if (!options.fidelity.empty()) {
    request.base = request.base.with("fidelity", options.fidelity);
  }
  check_op(options.op);
  request.op = options.op;
  request.ranks = options.ranks;
  request.begin = studies::parse_nccl_size(options.begin);
  request.end = studies::parse_nccl_size(options.end);
  request.factor = options.factor;
  if (request.begin > request.end) {
    throw config::BadInput("-b " + options.begin + " is larger than -e " + options.end);
  }
  studies::PointRunner runner(study_options(options));
  const stats::Result result = studies::nccl_tests(request, runner);
  write_result(options, result);
  if (options.json) {
    print(options, result);
  } else {
    fmt::print("{}", studies::nccl_tests_text(request, result));
  }
  return 0;
}

}  // namespace sealring::app
