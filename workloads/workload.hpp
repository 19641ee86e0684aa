// What the GPUs are asked to do: the one interface between studies and workloads.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/host/program.hpp"
#include "models/machine/machine_spec.hpp"
#include "models/security/profile_spec.hpp"
#include "sim/config/reader.hpp"
#include "sim/stats/result.hpp"

namespace sealring::workloads {

/// Where a workload is to run. It may look up capacities here (a natural batch needs the memory), never times or tolls.
struct Setting {
  machine::MachineSpec machine;
  security::ProfileSpec profile;
  int ranks = 0;
  int iterations = 1;  ///< the measured one and those before it
};

/// Why a machine cannot do a job: the key of the workload's section that is to blame, and a sentence.
struct Misfit {
  std::string key;
  std::string what;
};

class Workload {
 public:
  virtual ~Workload() = default;
  /// The operations of every rank. Throws config::BadInput when the machine cannot hold the job.
  [[nodiscard]] virtual host::Program program(const Setting& setting) const = 0;
  /// Nothing when the machine can do the job: capacities, and rates that are not zero.
  [[nodiscard]] virtual std::optional<Misfit> misfit(const Setting&) const { return std::nullopt; }
  /// How many ranks it is for; 0: as many as the scenario says.
  [[nodiscard]] virtual int own_ranks() const { return 0; }
  /// Whether every rank gets the same operations.
  [[nodiscard]] virtual bool ranks_alike() const { return false; }
  /// Facts for the result tree: batch, buckets, sizes. `program` is what program(setting) gave.
  virtual void describe(const Setting& setting, const host::Program& program, stats::Result& into) const = 0;
};

/// What reading a workload may look up besides its section.
struct ReadContext {
  std::string zoo;  ///< folder of model shapes
  config::Report& report;
};

/// A kind of scenario. `read` takes the scenario's section of the same name.
struct WorkloadRow {
  std::string name;
  std::string summary;
  std::unique_ptr<Workload> (*read)(config::Reader section, const ReadContext& context);
};

const std::vector<WorkloadRow>& workload_catalog();

/// Every all-reduce may start with its iteration: no gradient is waited for. The ceiling "perfect overlap".
host::Program with_perfect_overlap(const host::Program& program);

}  // namespace sealring::workloads
