#include "workloads/traces/trace_workload.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>

#include "workloads/traces/trace.hpp"
#include "workloads/traces/vocabulary.hpp"

namespace sealring::traces {
namespace {

/// Tells two traces apart (FNV-1a, 64 bits): two results are of the same trace when this is equal.
std::string digest(const std::string& text) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  }
  std::array<char, 17> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(hash));
  return digits.data();
}

class TraceWorkload final : public workloads::Workload {
 public:
  explicit TraceWorkload(host::Program program) : program_(std::move(program)), digest_(digest(text(program_))) {}

  [[nodiscard]] host::Program program(const workloads::Setting& setting) const override {
    const auto recorded = static_cast<int>(program_.ranks.size());
    if (setting.ranks != recorded) {
      throw config::BadInput("the trace has " + std::to_string(recorded) + " ranks, the scenario asks for " +
                             std::to_string(setting.ranks) + "; set ranks: " + std::to_string(recorded));
    }
    return program_;
  }

  [[nodiscard]] int own_ranks() const override { return static_cast<int>(program_.ranks.size()); }

  [[nodiscard]] std::optional<workloads::Misfit> misfit(const workloads::Setting& setting) const override {
    if (empty()) {
      return workloads::Misfit{"file", "it has marks only, and nothing that would take any time"};
    }
    const gpu::GpuSpec& gpu = setting.machine.gpu;
    for (const auto& ops : program_.ranks) {
      for (const host::Op& op : ops) {
        const bool computes = op.kind == host::OpKind::kKernel && op.work.flops > Flops();
        if (computes && !(gpu.achieved(op.work.precision, op.work.kind) > FlopRate())) {
          return workloads::Misfit{
              "file",
              "its kernels need " + word(precisions(), op.work.precision) + ", which a '" + gpu.name + "' lacks"};
        }
      }
    }
    return std::nullopt;
  }

  void describe(const workloads::Setting&, const host::Program&, stats::Result& into) const override {
    std::int64_t operations = 0;
    for (const auto& ops : program_.ranks) {
      operations += static_cast<std::int64_t>(ops.size());
    }
    into.set("ranks", static_cast<int>(program_.ranks.size()));
    into.set("operations", operations);
    into.set("collectives", static_cast<std::int64_t>(program_.collectives.size()));
    into.set("iterations", program_.iterations);
    into.set("trace", digest_);
  }

 private:
  [[nodiscard]] bool empty() const {
    const auto is_mark = [](const host::Op& op) { return op.kind == host::OpKind::kMark; };
    return std::all_of(program_.ranks.begin(), program_.ranks.end(), [&](const std::vector<host::Op>& ops) {
      return std::all_of(ops.begin(), ops.end(), is_mark);
    });
  }

  host::Program program_;
  std::string digest_;
};

}  // namespace

std::string find_trace(const std::string& scenario, const std::string& file) {
  const std::filesystem::path near = std::filesystem::path(scenario).parent_path() / file;
  return std::filesystem::exists(near) ? near.string() : file;
}

std::unique_ptr<workloads::Workload> read_trace_workload(config::Reader section,
                                                         const workloads::ReadContext& context) {
  std::string file;
  section.need("file", file);
  section.done();
  if (file.empty()) {
    if (section.has("file")) {
      section.problem("file",
                      "names no trace; record one with `sealring run SCENARIO --record FILE`, then give trace.file");
    }
    return nullptr;
  }
  std::optional<host::Program> program = read_file(find_trace(section.location().file, file), context.report);
  return program ? std::make_unique<TraceWorkload>(std::move(*program)) : nullptr;
}

}  // namespace sealring::traces
