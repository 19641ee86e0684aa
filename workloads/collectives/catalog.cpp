#include "workloads/collectives/catalog.hpp"

#include "sim/config/report.hpp"
#include "workloads/collectives/ring.hpp"

namespace sealring::collectives {

const std::vector<AlgorithmRow>& algorithms() {
  static const std::vector<AlgorithmRow> rows{
      {"ring",
       "every rank sends to the next: 2(n-1) sub-steps for an all-reduce",
       [] { return std::unique_ptr<Algorithm>(new Ring); }},
  };
  return rows;
}

std::vector<std::string> algorithm_names() {
  std::vector<std::string> names;
  for (const AlgorithmRow& row : algorithms()) {
    names.push_back(row.name);
  }
  return names;
}

std::unique_ptr<Algorithm> make_algorithm(const std::string& name) {
  std::string known;
  for (const AlgorithmRow& row : algorithms()) {
    if (row.name == name) {
      return row.make();
    }
    known += (known.empty() ? "" : ", ") + row.name;
  }
  throw config::BadInput("unknown collective algorithm '" + name + "'; known: " + known);
}

const std::vector<std::string>& collective_names() {
  static const std::vector<std::string> names{
      "all_reduce", "reduce_scatter", "all_gather", "broadcast", "all_to_all", "send_recv"};
  return names;
}

double busbw_factor(CollectiveKind kind, int ranks) {
  const double n = ranks;
  switch (kind) {
    case CollectiveKind::kAllReduce: return 2.0 * (n - 1) / n;
    case CollectiveKind::kReduceScatter:
    case CollectiveKind::kAllGather:
    case CollectiveKind::kAllToAll: return (n - 1) / n;
    case CollectiveKind::kBroadcast:
    case CollectiveKind::kSendRecv: return 1.0;
  }
  return 1.0;
}

}  // namespace sealring::collectives
