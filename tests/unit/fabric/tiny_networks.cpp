#include "tests/unit/fabric/tiny_networks.hpp"

#include <algorithm>
#include <stdexcept>

namespace sealring::fabric::test {

void ListedRouter::add(std::int32_t source, std::int32_t destination, const std::vector<StationId>& stations) {
  Path path;
  for (const StationId s : stations) {
    path.stations[static_cast<std::size_t>(path.length++)] = s;
  }
  paths_[{source, destination}] = path;
}

Path ListedRouter::path(std::int32_t source, std::int32_t destination) const {
  return paths_.at({source, destination});
}

StationSpec station(std::string name, double bytes_per_fs, std::int64_t latency_fs) {
  StationSpec spec;
  spec.name = std::move(name);
  spec.rate = Bandwidth(bytes_per_fs * 1e15);
  spec.latency = femtoseconds(latency_fs);
  return spec;
}

namespace {

StationId add(Machine& machine, StationSpec spec, const std::string& name) {
  spec.name = name;
  machine.network.stations.push_back(std::move(spec));
  return static_cast<StationId>(machine.network.stations.size()) - 1;
}

}  // namespace

StarShape wires(int endpoints) {
  StationSpec wire;
  wire.rate = gigabytes_per_second(400);
  wire.latency = nanoseconds(250);
  wire.framing = {Bytes(256), Bytes(16)};
  wire.far_slots = 8;
  wire.credit_latency = nanoseconds(250);
  wire.cut_through = true;
  StarShape shape;
  shape.endpoints = endpoints;
  shape.slice = 64 << 10;
  shape.up = shape.port = wire;
  return shape;
}

void make_star(const StarShape& shape, Machine& machine) {
  const int n = shape.endpoints;
  std::vector<StationId> up, port, down;
  for (int i = 0; i < n; ++i) {
    const std::string id = std::to_string(i);
    up.push_back(add(machine, shape.up, "up" + id));
    port.push_back(add(machine, shape.port, "port" + id));
    machine.network.stations.back().shared = true;
    if (shape.with_down) {
      down.push_back(add(machine, shape.down, "down" + id));
    }
  }
  for (int s = 0; s < n; ++s) {
    for (int d = 0; d < n; ++d) {
      const auto a = static_cast<std::size_t>(s);
      const auto b = static_cast<std::size_t>(d);
      machine.router.add(
          s,
          d,
          shape.with_down ? std::vector<StationId>{up[a], port[b], down[b]} : std::vector<StationId>{up[a], port[b]});
    }
  }
  machine.network.endpoints = n;
  machine.network.slice = Bytes(shape.slice);
  machine.network.router = &machine.router;
}

namespace {

/// Rates that divide slices badly, latencies from nothing to many slices, few slots.
StationSpec random_station(Dice& dice) {
  static const double rates[] = {1, 1, 0.5, 2, 0.37, 3.1, 0.9};
  StationSpec spec;
  spec.rate = Bandwidth(rates[dice.below(7)] * 1e15);
  spec.latency = femtoseconds(dice.chance(30) ? dice.between(1, 3) : dice.between(1, 60));
  spec.per_slice = femtoseconds(dice.chance(40) ? dice.between(0, 5) : 0);
  spec.far_slots = static_cast<int>(dice.chance(80) ? dice.between(1, 4) : 0);
  spec.credit_latency = femtoseconds(dice.chance(50) ? 0 : dice.between(0, 40));
  spec.cut_through = dice.chance(60);
  if (dice.chance(40)) {
    spec.framing = {Bytes(dice.between(3, 16)), Bytes(dice.between(0, 4))};
  }
  if (dice.chance(30)) {
    spec.pace = {0.01 * static_cast<double>(dice.between(1, 90)),
                 femtoseconds(dice.between(1, 100)),
                 static_cast<std::uint64_t>(dice.below(1000))};
  }
  return spec;
}

/// Builds the stages one after the other; `ends[s][d]` is the path so far.
struct Builder {
  Dice& dice;
  Machine& machine;
  int n;
  std::vector<std::vector<std::vector<StationId>>> ends;

  StationId make(const std::string& name, bool shared) {
    StationSpec spec = random_station(dice);
    spec.shared = shared;
    if (!shared && dice.chance(20)) {
      spec.latency = Duration();  // allowed where no shared cut-through station follows; see make_random
    }
    return add(machine, spec, name);
  }
  void per_source(const std::string& name, int sharing) {
    std::vector<StationId> ids;
    for (int s = 0; s < n; s += sharing) {
      ids.push_back(make(name + std::to_string(s), sharing > 1));
    }
    for (int s = 0; s < n; ++s) {
      for (auto& path : ends[static_cast<std::size_t>(s)]) {
        path.push_back(ids[static_cast<std::size_t>(s / sharing)]);
      }
    }
  }
  void private_stage(const std::string& name) {
    std::map<std::pair<StationId, std::int64_t>, StationId> ids;  // a fork: one station per upstream and branch
    const std::int64_t branches = dice.between(1, 3);
    for (auto& row : ends) {
      for (std::size_t d = 0; d < row.size(); ++d) {
        const auto key = std::pair(row[d].back(), static_cast<std::int64_t>(d) % branches);
        if (ids.count(key) == 0) {
          ids[key] = make(name + std::to_string(ids.size()), false);
        }
        row[d].push_back(ids[key]);
      }
    }
  }
  void shared_stage(const std::string& name, bool last) {
    const std::int64_t ports = last ? n : dice.between(1, n);
    std::vector<StationId> ids;
    for (std::int64_t p = 0; p < ports; ++p) {
      ids.push_back(make(name + std::to_string(p), true));
    }
    for (std::size_t s = 0; s < ends.size(); ++s) {
      for (std::size_t d = 0; d < ends.size(); ++d) {
        const std::size_t port = last ? d : (s * 7 + d * 3) % ids.size();
        ends[s][d].push_back(ids[port]);
      }
    }
  }
};

/// One more endpoint between the stages, as the group unit of a switch is: every source reaches it where the last
/// shared stage begins, and it sends into that stage.
void add_group_unit(Builder& build) {
  const auto n = static_cast<std::size_t>(build.n);
  const auto& stations = build.machine.network.stations;
  const auto is_shared = [&](StationId id) { return stations[static_cast<std::size_t>(id)].shared; };
  const auto& any = build.ends[0][0];
  const auto last = static_cast<std::ptrdiff_t>(any.rend() - std::find_if(any.rbegin(), any.rend(), is_shared)) - 1;
  const bool one_input = build.dice.chance(50);
  std::map<StationId, StationId> inputs;
  for (std::size_t s = 0; s < n; ++s) {
    const auto& row = build.ends[s][static_cast<std::size_t>(build.dice.below(build.n))];
    std::vector<StationId> path(row.begin(), row.begin() + last);
    const StationId key = one_input ? 0 : path.back();
    if (inputs.count(key) == 0) {
      inputs[key] = build.make("unit" + std::to_string(inputs.size()), one_input);
    }
    path.push_back(inputs[key]);
    build.ends[s].push_back(path);
  }
  std::vector<std::vector<StationId>> out;
  for (std::size_t d = 0; d < n; ++d) {
    const auto& row = build.ends[static_cast<std::size_t>(build.dice.below(build.n))][d];
    out.emplace_back(row.begin() + last, row.end());
  }
  out.push_back({build.make("turn", false)});
  build.ends.push_back(out);
  ++build.n;
}

}  // namespace

void make_random(Dice& dice, Machine& machine) {
  const auto n = static_cast<int>(dice.between(2, 7));
  Builder build{dice, machine, n, {}};
  build.ends.assign(static_cast<std::size_t>(n), std::vector<std::vector<StationId>>(static_cast<std::size_t>(n)));
  build.per_source("first", dice.chance(20) ? 2 : 1);
  const std::int64_t stages = dice.between(1, 3);
  for (std::int64_t stage = 0; stage < stages; ++stage) {
    for (std::int64_t i = dice.between(0, 2); i > 0; --i) {
      build.private_stage("private" + std::to_string(stage) + std::to_string(i) + "_");
    }
    build.shared_stage("shared" + std::to_string(stage) + "_", stage + 1 == stages);
  }
  if (dice.chance(60)) {
    build.private_stage("end");
  }
  if (dice.chance(50)) {
    add_group_unit(build);
  }
  machine.network.endpoints = build.n;
  machine.network.slice = Bytes(dice.between(1, 24));
  machine.network.router = &machine.router;
  for (int s = 0; s < build.n; ++s) {
    for (int d = 0; d < build.n; ++d) {
      const auto& path = build.ends[static_cast<std::size_t>(s)][static_cast<std::size_t>(d)];
      for (std::size_t i = 0; i + 1 < path.size(); ++i) {
        auto& stations = machine.network.stations;
        if (stations[static_cast<std::size_t>(path[i + 1])].shared &&
            stations[static_cast<std::size_t>(path[i])].latency == Duration()) {
          stations[static_cast<std::size_t>(path[i])].latency = femtoseconds(1);
        }
      }
      machine.router.add(s, d, path);
    }
  }
}

void Traffic::plan(const std::vector<Send>& sends) {
  for (const Send& send : sends) {
    sends_.push_back(send);
    queue_.post(Instant(femtoseconds(send.at)), queue::Phase::kStart, *this, 0, sends_.size() - 1);
  }
}

void Traffic::handle(std::uint32_t, std::uint64_t detail) { transport_.send(sends_[detail].transfer); }

void Traffic::delivered(std::uint64_t token) {
  deliveries.push_back({token, queue_.now().count()});
  if (on_delivery) {
    on_delivery(token);
  }
}

std::int64_t Traffic::at(std::uint64_t token) const {
  for (const Delivery& d : deliveries) {
    if (d.token == token) {
      return d.at;
    }
  }
  throw std::out_of_range("message " + std::to_string(token) + " was not delivered");
}

}  // namespace sealring::fabric::test
