// The group unit of the scale-up switches as an endpoint: its routes, and an all-reduce through it driven by hand.
#include <memory>
#include <vector>

#include <catch2/catch.hpp>

#include "models/fabric/fidelity.hpp"
#include "sim/queue/event_queue.hpp"
#include "tests/model/link/small_machine.hpp"

namespace sealring::test {
namespace {

using machine::Fabric;

const security::ProfileSpec kOff;

/// Eight GPUs over two planes of one link each, whose group unit takes every port at line rate.
machine::MachineSpec eight_gpus() {
  machine::MachineSpec machine = three_gpus();
  machine.gpus_per_domain = machine.gpus_per_host = 8;
  machine.scale_up.links_per_plane = {1, 1};
  machine.scale_up.chip.multicast = true;
  machine.scale_up.chip.reduction_rate = gigabytes_per_second(800);
  return machine;
}

machine::MachineSpec two_groups() {
  machine::MachineSpec machine = two_nodes();
  machine.scale_up.chip.multicast = true;
  machine.scale_up.chip.reduction_rate = gigabytes_per_second(200);
  return machine;
}

std::string route_of(const machine::MachineSpec& machine,
                     const security::ProfileSpec& profile,
                     std::int32_t source,
                     std::int32_t destination) {
  return elaborated(machine, profile, {}, [=](Fabric& fabric) { return route(fabric, source, destination); });
}

/// An all-reduce as the group unit does it: every rank sends every shard to the switches, which send the sum to the
/// shard's rank; that one sends the result to the switches, which send it to every rank.
class GroupAllReduce final : public fabric::DeliveryListener {
 public:
  GroupAllReduce(const Fabric& fabric, fabric::Engine& engine, Bytes shard)
      : engine_(engine),
        ranks_(fabric.plan().gpus),
        unit_(fabric.switch_endpoint(0)),
        shard_(shard),
        parts_(static_cast<std::size_t>(ranks_)) {
    engine.listen(*this);
    for (std::int32_t owner = 0; owner < ranks_; ++owner) {
      for (std::int32_t rank = 0; rank < ranks_; ++rank) {
        send(rank, unit_, kPart, owner);
      }
    }
  }
  void delivered(std::uint64_t token) override {
    const auto owner = static_cast<std::int32_t>(token / kSteps);
    switch (token % kSteps) {
      case kPart:
        if (++parts_[static_cast<std::size_t>(owner)] == ranks_) {
          send(unit_, owner, kSum, owner);
        }
        break;
      case kSum: send(owner, unit_, kResult, owner); break;
      case kResult:
        for (std::int32_t rank = 0; rank < ranks_; ++rank) {
          send(unit_, rank, kCopy, owner);
        }
        break;
      default: ++copies;
    }
  }
  int copies = 0;

 private:
  enum Step : std::uint64_t { kPart, kSum, kResult, kCopy, kSteps };
  void send(std::int32_t from, std::int32_t to, Step step, std::int32_t owner) {
    engine_.send({from, to, shard_, static_cast<std::uint64_t>(owner) * kSteps + step});
  }
  fabric::Engine& engine_;
  std::int32_t ranks_;
  std::int32_t unit_;
  Bytes shard_;
  std::vector<int> parts_;
};

std::string all_reduce(Fabric& fabric, const std::string& fidelity, Bytes shard, bool list) {
  queue::EventQueue events;
  const auto engine = fabric::make_engine(fidelity, fabric.network(), events);
  GroupAllReduce driver(fabric, *engine, shard);
  events.run_all();
  engine->check_conservation();
  if (!list) {
    return driver.copies == 64 ? std::to_string(events.now().count()) : "unfinished";
  }
  std::string text;
  for (std::size_t id = 0; id < fabric.network().stations.size(); ++id) {
    const fabric::StationCount count = engine->count(static_cast<fabric::StationId>(id));
    if (count.slices > 0 && fabric.network().stations[id].name.find('7') != std::string::npos) {
      text += fabric.network().stations[id].name + " " + std::to_string(count.sent.count()) + " " +
              std::to_string(count.wire.count()) + "\n";
    }
  }
  return text;
}

double all_reduce_seconds(const std::string& fidelity) {
  machine::FabricOptions options;
  options.wires.slice = kibibytes(16);
  return 1e-15 * std::stod(elaborated(eight_gpus(), kOff, options, [=](Fabric& fabric) {
           return all_reduce(fabric, fidelity, mebibytes(1), false);
         }));
}

/// Delivery through both transports, and the idle time, of one message each way.
std::string idle_times(Fabric& fabric) {
  std::string text;
  const std::int32_t unit = fabric.switch_endpoint(0);
  for (const auto& [source, destination] : {std::pair(3, unit), std::pair(unit, 5)}) {
    for (const Bytes payload : {Bytes(0), Bytes(1), mebibytes(1), Bytes(7'654'321)}) {
      std::vector<std::int64_t> times;
      for (const char* fidelity : {"slice", "analytic"}) {
        queue::EventQueue events;
        const auto engine = fabric::make_engine(fidelity, fabric.network(), events);
        times.push_back(engine->idle_time(source, destination, payload).count());
        engine->send({source, destination, payload, 0});
        events.run_all();
        times.push_back(events.now().count());
      }
      const bool equal = times[0] == times[1] && times[0] == times[2] && times[0] == times[3];
      text += equal ? "" : std::to_string(source) + " to " + std::to_string(destination) + " differs\n";
    }
  }
  return text;
}

TEST_CASE("the group units are endpoints behind the hosts") {
  const std::string numbers = elaborated(two_groups(), kOff, {}, [](Fabric& fabric) {
    return std::to_string(fabric.switch_endpoint(0)) + " " + std::to_string(fabric.switch_endpoint(1)) + " " +
           std::to_string(fabric.network().endpoints);
  });

  // Four GPUs, two hosts, two domains.
  CHECK(numbers == "6 7 8");
}

TEST_CASE("every endpoint has its domain") {
  const machine::WirePlan plan = machine::plan_wires(two_groups(), kOff, {});
  std::string domains;
  for (std::int32_t endpoint = 0; endpoint < plan.endpoints(); ++endpoint) {
    domains += std::to_string(plan.domain_of(endpoint));
  }

  CHECK(domains == "00110101");
}

TEST_CASE("there is no group unit in a mesh, in switches without one, and where the profile leaves it off") {
  security::ProfileSpec without;
  without.multicast = false;

  CHECK(machine::plan_wires(triangle(), kOff, {}).switch_endpoint(0) == -1);
  CHECK(machine::plan_wires(three_gpus(), kOff, {}).switch_endpoint(0) == -1);
  CHECK(machine::plan_wires(eight_gpus(), without, {}).switch_endpoint(0) == -1);
  CHECK(machine::plan_wires(eight_gpus(), without, {}).endpoints() == 9);
}

TEST_CASE("a message to the group unit leaves its GPU as any other and ends inside the switches") {
  CHECK(route_of(eight_gpus(), kOff, 3, 9) == "node0.gpu3.nvlink > node0.nvswitch.group3");
  CHECK(route_of(two_groups(), kOff, 3, 7) == "node1.gpu1.nvlink > node1.nvswitch.group1");
}

TEST_CASE("the group unit sends through the ordinary output of the receiver") {
  CHECK(route_of(eight_gpus(), kOff, 9, 5) == "node0.nvswitch.out5");
  CHECK(route_of(eight_gpus(), inline_cipher(), 9, 5) == "node0.nvswitch.out5 > node0.gpu5.open");
}

TEST_CASE("a group unit serves the GPUs of its own domain only") {
  CHECK_THROWS_WITH(route_of(two_groups(), kOff, 6, 2), "node0.nvswitch has no port to endpoint 2");
  CHECK_THROWS_WITH(route_of(two_groups(), kOff, 6, 7), "node0.nvswitch has no port to endpoint 7");
  CHECK_THROWS_WITH(route_of(two_groups(), kOff, 0, 7), "node0.host0 is not endpoint 7, and hosts do not forward");
}

TEST_CASE("each member has its share of the unit of all planes, and ciphers end and begin in it") {
  const auto plain = machine::plan_wires(eight_gpus(), kOff, {}).stations.switch_group.value();
  const auto sealed = machine::plan_wires(eight_gpus(), inline_cipher(), {}).stations.switch_group.value();

  // Two chips of 800 GB/s over eight GPUs: the line rate of two links.
  CHECK(plain.rate == gigabytes_per_second(200));
  CHECK(plain.latency == Duration());
  CHECK(sealed.latency == nanoseconds(80));
  CHECK(sealed.framing.packet_overhead == Bytes(32));
}

TEST_CASE("an all-reduce through the group unit takes S + S/N out of every GPU and as much in") {
  const std::string counts = elaborated(eight_gpus(), inline_cipher(), {}, [](Fabric& fabric) {
    return all_reduce(fabric, "slice", mebibytes(1), true);
  });

  // S = 8 MiB over eight ranks: 9 MiB of payload on every wire; packets of 128 carry 16 + 16 more: x 160 / 128.
  CHECK(counts ==
        "node0.gpu7.nvlink 9437184 11796480\nnode0.gpu7.open 9437184 11796480\n"
        "node0.nvswitch.group7 9437184 11796480\nnode0.nvswitch.out7 9437184 11796480\n");
}

TEST_CASE("the group unit at line rate caps nothing") {
  // A shard of 1 MiB x 9/8 takes one port of 2 x 100 x 0.9 GB/s the time T. Every egress sends its eight parts and then
  // its result, until 9 T; all results arrive together, and every output sends eight copies. 50 and 200 ns of latency.
  const double shard = 9.0 / 8.0 * (1 << 20) / 180e9;

  CHECK(all_reduce_seconds("slice") == Approx(17 * shard + 250e-9).epsilon(1e-6));
}

TEST_CASE("slice and packet agree within 2 percent on an all-reduce through the group unit") {
  CHECK(all_reduce_seconds("packet") == Approx(all_reduce_seconds("slice")).epsilon(0.02));
}

TEST_CASE("to and from an idle group unit all fidelities agree to the femtosecond") {
  CHECK(elaborated(eight_gpus(), kOff, {}, idle_times).empty());
  CHECK(elaborated(eight_gpus(), inline_cipher(), {}, idle_times).empty());
}

}  // namespace
}  // namespace sealring::test
