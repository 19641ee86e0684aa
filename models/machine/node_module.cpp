#include "models/machine/node_module.hpp"

namespace sealring::machine {

void in_order(int count, bool reversed, const std::function<void(int)>& build) {
  for (int i = 0; i < count; ++i) {
    build(reversed ? count - 1 - i : i);
  }
}

NodeModule::NodeModule(const sc_core::sc_module_name& instance,
                       int domain,
                       const WirePlan& plan,
                       const BuildOrder& order,
                       link::StationTable& table)
    : sc_module(instance), plan_(plan), first_gpu_(domain * plan.gpus_per_domain) {
  const int host_count = plan.gpus_per_domain / plan.gpus_per_host;
  gpus.resize(static_cast<std::size_t>(plan.gpus_per_domain));
  hosts.resize(static_cast<std::size_t>(host_count));
  adapters.resize(plan.scales_out ? gpus.size() : 0);
  if (!order.reversed) {
    build_switch(table);
  }
  in_order(plan.gpus_per_domain, order.reversed, [&](int i) { build_gpu(i, order, table); });
  in_order(host_count, order.reversed, [&](int i) { build_host(i, table); });
  in_order(static_cast<int>(adapters.size()), order.reversed, [&](int i) { build_adapter(i, table); });
  if (order.reversed) {
    build_switch(table);
  }
  bind_scale_up();
  bind_hosts();
  bind_adapters();
}

void NodeModule::build_switch(link::StationTable& table) {
  if (!plan_.mesh && plan_.linked) {
    fabric::NvSwitchModule::Config config;
    config.first_gpu = first_gpu_;
    config.gpus = plan_.gpus_per_domain;
    config.group_endpoint = plan_.switch_endpoint(domain());
    config.output = plan_.stations.switch_output;
    config.group_input = plan_.stations.switch_group;
    nvswitch = std::make_unique<fabric::NvSwitchModule>("nvswitch", config, table);
  }
}

void NodeModule::build_gpu(int local, const BuildOrder& order, link::StationTable& table) {
  fabric::GpuSiteModule::Config config;
  config.rank = first_gpu_ + local;
  config.first_gpu = first_gpu_;
  config.domain_gpus = plan_.gpus_per_domain;
  config.group_endpoint = plan_.switch_endpoint(domain());
  config.mesh = plan_.mesh;
  config.linked = plan_.linked;
  config.links_per_bundle = plan_.names_links ? plan_.links_per_bundle : 0;
  config.egress = plan_.stations.egress;
  config.ingress = plan_.stations.ingress;
  config.pcie = {plan_.stations.pcie_up, plan_.stations.pcie_down, plan_.gpus, plan_.scales_out && !plan_.staging};
  config.pcie.staged = plan_.staging;
  config.pcie.first_peer = first_gpu_;
  config.pcie.peers = plan_.linked ? 0 : plan_.gpus_per_domain;
  config.inside = order.inside_gpu;
  if (plan_.relays) {
    config.leaves_by = [this, rank = config.rank](std::int32_t destination) {
      return destination < plan_.gpus ? plan_.leaves_by(rank, destination) : rank;
    };
  }
  const std::string instance = "gpu" + std::to_string(local);
  gpus[static_cast<std::size_t>(local)] = std::make_unique<fabric::GpuSiteModule>(instance.c_str(), config, table);
}

void NodeModule::build_host(int local, link::StationTable& table) {
  const std::string instance = "host" + std::to_string(local);
  fabric::HostSiteModule::Config config;
  config.first_gpu = first_gpu_ + local * plan_.gpus_per_host;
  config.endpoint = plan_.gpus + config.first_gpu / plan_.gpus_per_host;
  config.gpus = plan_.gpus_per_host;
  config.sockets = plan_.sockets;
  config.adapters = plan_.staging;
  if (!plan_.linked && plan_.peers) {
    config.peer = plan_.stations.peer;
  }
  if (plan_.stages()) {
    config.memory = plan_.stations.host_memory;
  }
  hosts[static_cast<std::size_t>(local)] = std::make_unique<fabric::HostSiteModule>(instance.c_str(), config, table);
}

void NodeModule::build_adapter(int local, link::StationTable& table) {
  const std::string instance = "nic" + std::to_string(local);
  adapters[static_cast<std::size_t>(local)] =
      std::make_unique<fabric::HcaModule>(instance.c_str(), plan_.stations.adapter, table);
}

void NodeModule::bind_scale_up() {
  for (std::size_t i = 0; i < gpus.size() && plan_.linked; ++i) {
    if (nvswitch) {
      gpus[i]->bundle(0).far_end.bind(nvswitch->in[i]);
      nvswitch->out[i].bind(gpus[i]->arrivals);
      continue;
    }
    for (std::size_t peer = 0; peer < gpus.size(); ++peer) {
      if (peer != i) {
        gpus[i]->bundle(static_cast<int>(peer)).far_end.bind(gpus[peer]->arrivals);
      }
    }
  }
}

void NodeModule::bind_hosts() {
  const auto per_host = static_cast<std::size_t>(plan_.gpus_per_host);
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    gpus[i]->pcie().host.bind(*hosts[i / per_host]);
    hosts[i / per_host]->gpus[i % per_host].bind(gpus[i]->pcie().down);
  }
}

void NodeModule::bind_adapters() {
  const auto per_host = static_cast<std::size_t>(plan_.gpus_per_host);
  for (std::size_t i = 0; i < adapters.size(); ++i) {
    if (plan_.staging) {
      hosts[i / per_host]->adapters[i % per_host].bind(*adapters[i]);
      adapters[i]->gpu.bind(*hosts[i / per_host]);
      continue;
    }
    gpus[i]->pcie().adapters[0].bind(*adapters[i]);
    adapters[i]->gpu.bind(gpus[i]->pcie().down);
  }
}

}  // namespace sealring::machine
