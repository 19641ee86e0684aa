#include "workloads/collectives/catalog.hpp"

#include "sim/config/report.hpp"
#include "workloads/collectives/direct.hpp"
#include "workloads/collectives/hierarchical.hpp"
#include "workloads/collectives/nvls.hpp"
#include "workloads/collectives/nvls_tree.hpp"
#include "workloads/collectives/ring.hpp"
#include "workloads/collectives/send_recv.hpp"
#include "workloads/collectives/tree.hpp"

namespace sealring::collectives {
namespace {

template <class Row>
std::unique_ptr<Algorithm> make() {
  return std::make_unique<Row>();
}

}  // namespace

const std::vector<AlgorithmRow>& algorithms() {
  static const std::vector<AlgorithmRow> rows{
      {"ring", "every rank sends to the next: 2(n-1) sub-steps for an all-reduce", make<Ring>},
      {"tree", "all-reduce up and down two complementary trees of domains, chains inside them", make<Tree>},
      {"nvls", "the scale-up switch reduces and multicasts, inside one domain", make<Nvls>},
      {"nvls_tree", "all-reduce: switches inside the domains, trees between them", make<NvlsTree>},
      {"direct", "every rank sends to every other: all-to-all, all-gather, reduce-scatter", make<Direct>},
      {"send_recv", "every rank sends its buffer to the next one", make<SendRecv>},
      {"hierarchical", "rings inside the domains and rings between them along the rails", make<Hierarchical>},
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
