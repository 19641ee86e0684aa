#include "tests/model/link/small_machine.hpp"

#include <sstream>

#include "models/fabric/fidelity.hpp"
#include "sim/queue/event_queue.hpp"
#include "tests/support/isolated.hpp"

namespace sealring::test {

machine::MachineSpec three_gpus() {
  machine::MachineSpec machine;
  machine.gpus_per_domain = 3;
  machine.gpus_per_host = 3;
  machine.gpu.sms = 8;
  machine.gpu.memory_rate = gigabytes_per_second(1000);
  machine.communication.reduce_sms = 2;
  machine.host.pcie.lane_rate = gigabytes_per_second(4);
  machine.host.pcie.link_layer_share = 1.0;
  machine.host.pcie.latency = nanoseconds(400);
  machine.scale_up.link.rate_per_direction = gigabytes_per_second(100);
  machine.scale_up.link.latency = nanoseconds(50);
  machine.scale_up.link.both_ways_share = 0.9;
  machine.scale_up.chip.latency = nanoseconds(150);
  machine.scale_up.links_per_plane = {2, 1};
  return machine;
}

machine::MachineSpec two_nodes() {
  machine::MachineSpec machine = three_gpus();
  machine.domains = 2;
  machine.gpus_per_domain = 2;
  machine.gpus_per_host = 2;
  machine.scale_out.present = true;
  machine.scale_out.cross_rail = machine::CrossRail::kSpine;
  machine.scale_out.nic.rate_per_direction = gigabytes_per_second(50);
  machine.scale_out.nic.latency = nanoseconds(450);
  machine.scale_out.chip.ports = 4;
  machine.scale_out.chip.latency = nanoseconds(250);
  return machine;
}

machine::MachineSpec triangle() {
  machine::MachineSpec machine = three_gpus();
  machine.scale_up.kind = "mesh";
  machine.scale_up.links_per_plane.clear();
  machine.scale_up.links_per_pair = 2;
  return machine;
}

security::ProfileSpec inline_cipher() {
  security::ProfileSpec profile;
  profile.scale_up.kind = "inline_link";
  profile.scale_up.inline_link = {nanoseconds(80), 0.9, Bytes(16)};
  return profile;
}

std::string elaborated(const machine::MachineSpec& machine,
                       const security::ProfileSpec& profile,
                       const machine::FabricOptions& options,
                       const std::function<std::string(machine::Fabric&)>& ask) {
  return isolated([&] {
    const auto fabric = machine::build_fabric(machine, profile, options);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);  // resolves the ports; an unbound one is an error here
    return ask(*fabric);
  });
}

std::string route(const machine::Fabric& fabric, std::int32_t source, std::int32_t destination) {
  const fabric::Path path = fabric.path(source, destination);
  std::string text;
  for (int i = 0; i < path.length; ++i) {
    const auto station = static_cast<std::size_t>(path.stations[static_cast<std::size_t>(i)]);
    text += (i == 0 ? "" : " > ") + fabric.network().stations[station].name;
  }
  return text;
}

std::string listing(const fabric::Network& network) {
  std::ostringstream text;
  for (const fabric::StationSpec& s : network.stations) {
    text << s.name << ' ' << s.rate.count() << ' ' << s.per_slice.count() << ' ' << s.latency.count() << ' '
         << s.framing.packet_payload.count() << '+' << s.framing.packet_overhead.count() << ' ' << s.far_slots << ' '
         << s.credit_latency.count() << ' ' << s.cut_through << s.shared << ' ' << s.pace.spread << ' '
         << s.pace.period.count() << ' ' << s.pace.seed << '\n';
  }
  return text.str();
}

std::vector<Duration> delivery_times(const machine::Fabric& fabric, const std::vector<fabric::Transfer>& transfers) {
  struct Listener : fabric::DeliveryListener {
    Listener(queue::EventQueue& q, std::size_t count) : events(q), at(count) {}
    void delivered(std::uint64_t token) override { at[token] = events.now().since_start(); }
    queue::EventQueue& events;
    std::vector<Duration> at;
  };
  queue::EventQueue events;
  const auto engine = fabric::make_engine("slice", fabric.network(), events);
  Listener listener(events, transfers.size());
  engine->listen(listener);
  for (std::size_t i = 0; i < transfers.size(); ++i) {
    fabric::Transfer transfer = transfers[i];
    transfer.token = i;
    engine->send(transfer);
  }
  events.run_all();
  engine->check_conservation();
  return listener.at;
}

Duration delivery_time(const machine::Fabric& fabric, const fabric::Transfer& transfer) {
  return delivery_times(fabric, {transfer}).front();
}

}  // namespace sealring::test
