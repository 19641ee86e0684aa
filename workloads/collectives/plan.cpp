#include "workloads/collectives/plan.hpp"

namespace sealring::collectives {

Bytes even_share(Bytes bytes, int index, int count) {
  const std::int64_t base = bytes.count() / count;
  const std::int64_t larger = bytes.count() % count;  // the first chunks carry the remainder
  return Bytes(base + (index < larger ? 1 : 0));
}

}  // namespace sealring::collectives
