// A scenario file: what happens, on which machine, under which profile. Pure; knows no SystemC.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "models/machine/machine_spec.hpp"
#include "sim/config/reader.hpp"
#include "workloads/workload.hpp"

namespace sealring::studies {

/// What is made free to find a ceiling.
struct Ideal {
  bool crypto_free = false;      ///< sealing and opening take no time and no bytes; submission tolls stay
  bool launches_free = false;    ///< submissions cost nothing, toll or not
  bool perfect_overlap = false;  ///< no all-reduce waits for its gradients
};

struct Scenario {
  std::string kind;  ///< row of the workload catalogue
  std::string title;
  std::string profile = "off";
  std::string fidelity = "slice";
  int ranks = 0;           ///< 0: every GPU of the machine that may take part
  int gpus_per_node = 0;   ///< GPUs of every scale-up domain that may take part; 0: all of them
  int warm_up = 1;         ///< iterations before the measured ones
  int iterations = 1;      ///< measured; their mean is the iteration time
  bool every_step = true;  ///< steps of collectives appear in breakdown and timeline; costs memory in large runs
  int fold = 4;            ///< fidelity analytic: so many scale-up domains stand for all where they do the same; 0: all
  int seed = 1;
  Duration latency_jitter;  ///< each link's latency gets a seeded extra of up to this much
  Bytes slice;              ///< of the transport; 0: the largest message, 1 MiB at most
  int lanes = 0;            ///< channels of every collective; 0: as the communication library chooses
  int pieces = 0;           ///< consecutive parts per channel; 0: as the communication library chooses
  Ideal ideal;
  machine::MachineSpec machine;
  std::unique_ptr<workloads::Workload> workload;
  std::string resolved;  ///< the file that reproduces the run, all defaults written out

  [[nodiscard]] const security::ProfileSpec& security() const { return machine.profiles.at(profile); }
  [[nodiscard]] workloads::Setting setting() const;
};

/// Where machines are looked up by name, in order.
struct ScenarioSource {
  std::string file;
  std::vector<config::Override> overrides;
  std::vector<std::string> config_roots;
  std::string zoo;
};

/// Throws config::BadInput with every problem of every file.
Scenario load_scenario(const ScenarioSource& source);

}  // namespace sealring::studies
