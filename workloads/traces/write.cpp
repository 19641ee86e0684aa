#include <sstream>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "workloads/traces/trace.hpp"
#include "workloads/traces/vocabulary.hpp"

namespace sealring::traces {

using host::Op;
using host::OpKind;
using Json = nlohmann::ordered_json;

namespace {

/// How many ranks join each collective of a program.
std::vector<std::int64_t> members(const host::Program& program) {
  std::vector<std::int64_t> joined(program.collectives.size(), 0);
  for (const auto& ops : program.ranks) {
    for (const auto& op : ops) {
      if (op.kind != OpKind::kCollective) {
        continue;
      }
      if (op.collective < 0 || static_cast<std::size_t>(op.collective) >= joined.size()) {
        throw std::invalid_argument("an operation names collective " + std::to_string(op.collective) + " of " +
                                    std::to_string(joined.size()));
      }
      joined[static_cast<std::size_t>(op.collective)] += 1;
    }
  }
  return joined;
}

Json collective_json(const host::CollectiveSpec& spec) {
  Json json;
  json["kind"] = word(collective_kinds(), spec.kind);
  json["bytes"] = spec.bytes.count();
  json["algorithm"] = spec.algorithm;
  json["root"] = spec.root;
  json["protocol"] = spec.protocol;
  json["in_place"] = spec.in_place;
  return json;
}

Json header(const host::Program& program) {
  Json json;
  json["format"] = kFormat;
  json["version"] = kVersion;
  json["ranks"] = program.ranks.size();
  json["iterations"] = program.iterations;
  json["operations"] = Json::array();
  for (const auto& ops : program.ranks) {
    json["operations"].push_back(ops.size());
  }
  json["names"] = program.names;
  json["collectives"] = Json::array();
  for (const auto& collective : program.collectives) {
    json["collectives"].push_back(collective_json(collective));
  }
  return json;
}

Json work_json(const host::KernelWork& work) {
  Json json;
  json["flops"] = work.flops.count();
  json["memory_bytes"] = work.memory_traffic.count();
  json["precision"] = word(precisions(), work.precision);
  json["kind"] = word(compute_kinds(), work.kind);
  json["sm_share"] = work.sm_share;
  json["fixed_fs"] = work.fixed.count();
  return json;
}

Json joined_json(const host::CollectiveSpec& spec, std::int32_t id, std::int64_t ranks) {
  Json json;
  json["id"] = id;
  json.update(collective_json(spec));
  const SubSteps steps = sub_steps(spec, ranks);
  json["ranks"] = ranks;
  json["sub_steps"] = steps.count;
  json["bytes_per_sub_step"] = steps.each.count();
  return json;
}

Json op_json(const Op& op, std::size_t rank) {
  Json json;
  json["operation"] = word(operations(), op.kind);
  json["rank"] = rank;
  json["stream"] = op.stream;
  json["label"] = word(labels(), op.label);
  json["name"] = op.name;
  if (op.kind == OpKind::kKernel) {
    json["work"] = work_json(op.work);
    json["launches"] = op.launches;
    json["graph_nodes"] = op.graph_nodes;
  } else if (op.kind == OpKind::kCopy) {
    json["direction"] = word(directions(), op.direction);
    json["bytes"] = op.bytes.count();
    json["pinned"] = op.pinned;
    json["blocking"] = op.blocking;
  } else if (op.kind == OpKind::kHostWork) {
    json["host_time_fs"] = op.host_time.count();
  }
  return json;
}

}  // namespace

void write(const host::Program& program, std::ostream& out) {
  const auto joined = members(program);
  out << header(program).dump() << '\n';
  for (std::size_t rank = 0; rank < program.ranks.size(); ++rank) {
    for (const auto& op : program.ranks[rank]) {
      if (op.name < 0 || static_cast<std::size_t>(op.name) >= program.names.size()) {
        throw std::invalid_argument("an operation names name " + std::to_string(op.name) + " of " +
                                    std::to_string(program.names.size()));
      }
      Json json = op_json(op, rank);
      if (op.kind == OpKind::kCollective) {
        const auto id = static_cast<std::size_t>(op.collective);
        json["collective"] = joined_json(program.collectives[id], op.collective, joined[id]);
      }
      json["after"] = op.after;
      out << json.dump() << '\n';
    }
  }
}

std::string text(const host::Program& program) {
  std::ostringstream out;
  write(program, out);
  return out.str();
}

}  // namespace sealring::traces
