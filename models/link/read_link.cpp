#include "models/link/read_link.hpp"

namespace sealring::link {
namespace {

/// Below, one message would pass more changes than anybody waits for.
constexpr Duration kShortestPace = nanoseconds(1);

}  // namespace

LinkSpec read_link(config::Reader in) {
  LinkSpec spec;
  if (!in.exists()) {
    return spec;
  }
  in.need("name", spec.name)
      .need("rate_per_direction", spec.rate_per_direction)
      .need("latency", spec.latency)
      .get("flit", spec.flit)
      .get("payload_store", spec.payload_store)
      .get("payload_copy_engine", spec.payload_copy_engine)
      .get("both_ways_share", spec.both_ways_share)
      .get("pace_spread", spec.pace_spread)
      .get("pace_period", spec.pace_period)
      .need("buffer", spec.buffer)
      .done();
  in.positive("rate_per_direction", spec.rate_per_direction)
      .positive("latency", spec.latency)
      .positive("buffer", spec.buffer);
  if (spec.both_ways_share > 1 || spec.both_ways_share <= 0) {
    in.problem("both_ways_share", "a share of the link lies above 0 and is at most 1");
  }
  if (spec.pace_spread >= 1) {
    in.problem("pace_spread", "a speed that fluctuates by its own size would stop; the spread is below 1");
  }
  if (spec.pace_spread > 0 && spec.pace_period < kShortestPace) {
    in.problem("pace_period", "a speed that fluctuates keeps each value for at least 1 ns of work");
  }
  if (spec.flit <= Bytes(0) || spec.payload_store < spec.flit || spec.payload_copy_engine < spec.flit) {
    in.problem("flit", "a packet carries at least one flit");
  }
  return spec;
}

}  // namespace sealring::link
