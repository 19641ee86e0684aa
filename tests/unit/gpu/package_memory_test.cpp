#include "models/gpu/package_memory.hpp"

#include <catch2/catch.hpp>

using namespace sealring;
using Catch::Matchers::Contains;

TEST_CASE("nothing outside the package reaches a protected region", "[gpu]") {
  gpu::PackageMemory memory("gpu3");
  memory.add("memory", gpu::Access::kProtected);
  memory.add("staging", gpu::Access::kShared);
  CHECK_THROWS_WITH(memory.reach_from_outside("the NIC of node 1", "memory"),
                    Contains("the NIC of node 1") && Contains("gpu3"));
  CHECK_NOTHROW(memory.reach_from_outside("the NIC of node 1", "staging"));
}

TEST_CASE("an unknown region is an error of its own", "[gpu]") {
  const gpu::PackageMemory memory("gpu3");
  CHECK_THROWS_WITH(memory.access("cache"), "gpu3 has no memory region 'cache'");
}
