#include "workloads/collectives/protocol.hpp"

namespace sealring::collectives {

const std::vector<ProtocolRow>& protocols() {
  static const std::vector<ProtocolRow> rows{
      {Protocol::kSimple,
       "simple",
       "data in large slices, flags after each: full bandwidth, slow steps",
       1.0,
       kibibytes(512),
       4,
       2,
       kibibytes(32),
       512,
       kibibytes(8),
       64},
      {Protocol::kLl,
       "ll",
       "a flag with every 4 bytes: fast steps, half of the bandwidth",
       2.0,
       kibibytes(32),
       1,
       1,
       kibibytes(32),
       512,
       kibibytes(4),
       8},
      {Protocol::kLl128,
       "ll128",
       "a flag with every 120 bytes: steps in between, 15/16 of the bandwidth",
       128.0 / 120.0,
       Bytes(576000),
       1,
       1,
       Bytes(576000),
       640,
       Bytes(9600),
       8},
  };
  return rows;
}

const ProtocolRow& row_of(Protocol protocol) { return protocols()[static_cast<std::size_t>(protocol)]; }

std::vector<std::string> protocol_names() {
  std::vector<std::string> names;
  for (const ProtocolRow& row : protocols()) {
    names.push_back(row.name);
  }
  return names;
}

}  // namespace sealring::collectives
