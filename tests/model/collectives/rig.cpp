#include "tests/model/collectives/rig.hpp"

#include <memory>
#include <sstream>
#include <stdexcept>

#include "models/fabric/fidelity.hpp"
#include "sim/queue/event_queue.hpp"
#include "tests/model/link/small_machine.hpp"

namespace sealring::test {
namespace {

/// Passes messages on, except one.
class Forgetful final : public fabric::Transport {
 public:
  Forgetful(fabric::Transport& inner, std::int64_t lost) : inner_(inner), left_(lost) {}
  void listen(fabric::DeliveryListener& listener) override { inner_.listen(listener); }
  void send(const fabric::Transfer& transfer) override {
    if (left_-- != 0) {
      inner_.send(transfer);
    }
  }
  Duration idle_time(std::int32_t source, std::int32_t destination, Bytes payload) override {
    return inner_.idle_time(source, destination, payload);
  }

 private:
  fabric::Transport& inner_;
  std::int64_t left_;
};

/// Tokens are numbers of collectives.
class Ends final : public gpu::Completion {
 public:
  Ends(const queue::EventQueue& events, std::size_t collectives) : events_(events), at(collectives) {}
  void completed(std::uint64_t token, stats::ActivityId) override { at[token] = events_.now(); }

 private:
  const queue::EventQueue& events_;

 public:
  std::vector<Instant> at;
};

}  // namespace

machine::MachineSpec plain_machine(int domains, int size) {
  machine::MachineSpec machine;
  machine.domains = domains;
  machine.gpus_per_domain = machine.gpus_per_host = size;
  machine.scale_up.link.rate_per_direction = gigabytes_per_second(100);
  machine.scale_up.link.latency = nanoseconds(50);
  machine.scale_up.link.flit = Bytes(0);
  machine.scale_up.link.both_ways_share = 1;
  machine.scale_up.chip.latency = nanoseconds(150);
  machine.scale_up.chip.multicast = true;
  machine.scale_up.chip.reduction_rate = gigabytes_per_second(100) * size;
  machine.scale_up.links_per_plane = {1, 1};
  machine.host.pcie.lane_rate = gigabytes_per_second(100);
  machine.host.pcie.lanes = 16;
  machine.host.pcie.link_layer_share = 1;
  machine.host.pcie.tlp_overhead = Bytes(0);
  machine.host.pcie.latency = nanoseconds(150);
  machine.scale_out.present = true;
  machine.scale_out.nic.rate_per_direction = gigabytes_per_second(200);
  machine.scale_out.nic.latency = nanoseconds(150);
  machine.scale_out.nic.header = Bytes(0);
  machine.scale_out.nic.message_header = Bytes(0);
  machine.scale_out.nic.message_rate = 0;
  machine.scale_out.nic.link_share = 1;
  machine.scale_out.chip.ports = 64;
  machine.scale_out.chip.latency = nanoseconds(250);
  return machine;
}

Outcome carry_out(machine::Fabric& fabric, const Trial& trial, std::int64_t lost) {
  const machine::WirePlan& plan = fabric.plan();
  const int ranks = trial.ranks > 0 ? trial.ranks : plan.gpus;
  queue::EventQueue events;
  const auto engine = fabric::make_engine(trial.fidelity, fabric.network(), events);
  Forgetful transport(*engine, lost);
  collectives::Surroundings around;
  around.queue = &events;
  around.transport = &transport;
  around.gpus_per_domain = plan.gpus_per_domain;
  for (int domain = 0; domain < plan.domains && fabric.switch_endpoint(domain) >= 0; ++domain) {
    around.switches.push_back(fabric.switch_endpoint(domain));
  }
  collectives::Executor executor(around, trial.scheduler, trial.together, ranks);
  Ends ends(events, trial.together.size());
  for (std::size_t i = 0; i < trial.together.size(); ++i) {
    for (int rank = 0; rank < ranks; ++rank) {
      executor.join(rank, static_cast<std::int32_t>(i), stats::kNone, ends, i);
    }
  }
  events.run_all();
  if (lost < 0) {
    engine->check_conservation();
  }
  return {ends.at, executor.unfinished(), executor.counts().payload};
}

std::vector<double> seconds_of(const Trial& trial) {
  const std::string text = elaborated(trial.machine, {}, {}, [&](machine::Fabric& fabric) {
    const Outcome outcome = carry_out(fabric, trial);
    if (!outcome.unfinished.empty()) {
      throw std::runtime_error(outcome.unfinished.front());
    }
    std::string all;
    for (const Instant end : outcome.ends) {
      all += std::to_string(end.since_start().count()) + " ";
    }
    return all;
  });
  std::istringstream numbers(text);
  std::vector<double> seconds;
  for (std::int64_t fs = 0; numbers >> fs;) {
    seconds.push_back(static_cast<double>(fs) * 1e-15);
  }
  return seconds;
}

collectives::Schedule free_steps(const std::string& algorithm, int channels) {
  collectives::Schedule schedule;
  schedule.algorithm = algorithm;
  schedule.channels = channels;
  return schedule;
}

collectives::Scheduler always(const collectives::Schedule& schedule) {
  return [schedule](const host::CollectiveSpec&) { return schedule; };
}

host::CollectiveSpec collective(host::CollectiveKind kind, Bytes bytes) {
  host::CollectiveSpec spec;
  spec.kind = kind;
  spec.bytes = bytes;
  return spec;
}

}  // namespace sealring::test
