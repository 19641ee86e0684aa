#include "workloads/traces/trace_workload.hpp"

#include <filesystem>

#include "workloads/traces/trace.hpp"

namespace sealring::traces {
namespace {

class TraceWorkload final : public workloads::Workload {
 public:
  explicit TraceWorkload(host::Program program) : program_(std::move(program)) {}

  [[nodiscard]] host::Program program(const workloads::Setting& setting) const override {
    const auto recorded = static_cast<int>(program_.ranks.size());
    if (setting.ranks != recorded) {
      throw config::BadInput("the trace has " + std::to_string(recorded) + " ranks, the scenario asks for " +
                             std::to_string(setting.ranks) + "; set ranks: " + std::to_string(recorded));
    }
    return program_;
  }

  void describe(const workloads::Setting&, stats::Result& into) const override {
    std::int64_t operations = 0;
    for (const auto& ops : program_.ranks) {
      operations += static_cast<std::int64_t>(ops.size());
    }
    into.set("ranks", static_cast<int>(program_.ranks.size()));
    into.set("operations", operations);
    into.set("collectives", static_cast<std::int64_t>(program_.collectives.size()));
    into.set("iterations", program_.iterations);
  }

 private:
  host::Program program_;
};

/// A path is relative to the scenario that names it, else to the current folder.
std::string beside(const std::string& scenario, const std::string& file) {
  const std::filesystem::path near = std::filesystem::path(scenario).parent_path() / file;
  return std::filesystem::exists(near) ? near.string() : file;
}

}  // namespace

std::unique_ptr<workloads::Workload> read_trace_workload(config::Reader section,
                                                         const workloads::ReadContext& context) {
  std::string file;
  section.need("file", file);
  section.done();
  if (file.empty()) {
    return nullptr;
  }
  std::optional<host::Program> program = read_file(beside(section.location().file, file), context.report);
  return program ? std::make_unique<TraceWorkload>(std::move(*program)) : nullptr;
}

}  // namespace sealring::traces
