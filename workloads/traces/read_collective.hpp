// A collective as a trace describes it.
#pragma once

#include "models/host/program.hpp"
#include "workloads/traces/fields.hpp"

namespace sealring::traces {

host::CollectiveSpec read_collective(Fields& in);

bool equal(const host::CollectiveSpec& a, const host::CollectiveSpec& b);

}  // namespace sealring::traces
