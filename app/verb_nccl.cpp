// nccl-tests and compare-nccl.
#include <fmt/core.h>
#include <spdlog/spdlog.h>

#include "app/verbs.hpp"
#include "sim/config/report.hpp"
#include "studies/compare_nccl/compare_nccl.hpp"
#include "studies/nccl_tests/job_layout.hpp"
#include "studies/nccl_tests/nccl_tests.hpp"
#include "workloads/collectives/catalog.hpp"

namespace sealring::app {
namespace {

studies::Point base_of(const Options& options) {
  if (options.machines.size() != 1 || options.profiles.size() > 1) {
    throw UsageError(options.verb + " needs one --machine and at most one --profile");
  }
  studies::Point base{"collective",
                      options.machines.front(),
                      options.profiles.empty() ? "" : options.profiles.front(),
                      options.overrides};
  return options.fidelity.empty() ? base : base.with("fidelity", options.fidelity);
}

/// NCCL's spelling of an algorithm as the catalogue has it; a name that is unknown to it stays, to be refused with the
/// names that are.
std::string algorithm_name(const std::string& text) {
  for (const std::string& name : collectives::algorithm_names()) {
    if (studies::plain_name(name) == studies::plain_name(text)) {
      return name;
    }
  }
  return text;
}

studies::Point with_choice(studies::Point base, const Options& options) {
  if (!options.algorithm.empty()) {
    base = base.with("collective.algorithm", algorithm_name(options.algorithm));
  }
  return options.protocol.empty() ? base : base.with("collective.protocol", studies::plain_name(options.protocol));
}

studies::Point laid_out(const studies::Point& base, const Options& options) {
  studies::Point point = base;
  if (options.nodes > 0 || options.gpus_per_node > 0) {
    const studies::JobLayout layout{options.nodes, options.gpus_per_node};
    point = with_layout(base, layout, studies::machine_of(base).domains_word());
  }
  return options.ranks > 0 ? point.with("ranks", std::to_string(options.ranks)) : point;
}

studies::SizeRange range_of(const Options& options) {
  studies::SizeRange range;
  range.begin = studies::parse_nccl_size(options.begin);
  range.end = studies::parse_nccl_size(options.end);
  range.factor = options.factor;
  if (range.begin > range.end) {
    throw config::BadInput("-b " + options.begin + " is larger than -e " + options.end);
  }
  if (!options.step.empty()) {
    range.step = studies::parse_nccl_size(options.step);
    if (range.step == Bytes(0)) {
      throw config::BadInput("-i 0 leads to no next size");
    }
  }
  return range;
}

}  // namespace

int verb_nccl_tests(const Options& options) {
  studies::NcclTestsRequest request;
  request.base = base_of(options);
  request.op = studies::need_nccl_op("unknown --op", options.op.empty() ? "all_reduce" : options.op);
  request.range = range_of(options);
  request.base = with_choice(laid_out(request.base, options), options);
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

int verb_compare_nccl(const Options& options) {
  studies::CompareNcclRequest request;
  request.file = options.file;
  request.base = with_choice(base_of(options), options);
  request.op = options.op;
  request.ranks = options.ranks;
  request.nodes = options.nodes;
  request.gpus_per_node = options.gpus_per_node;
  request.floor = studies::parse_floor(options.floor);
  const studies::ReadSweep read = studies::read_measured_sweep(request);
  for (const std::string& line : read.remarks) {
    spdlog::warn("{}", line);
  }
  studies::PointRunner runner(study_options(options));
  const stats::Result result = studies::compare_nccl(read, runner);
  write_result(options, result);
  print(options, result);
  return 0;
}

}  // namespace sealring::app
