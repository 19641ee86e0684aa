#include "workloads/collectives/channels.hpp"

#include <catch2/catch.hpp>

using namespace sealring;
using namespace sealring::collectives;

namespace {

gpu::CommunicationSpec library() {
  gpu::CommunicationSpec spec;
  spec.channels = 24;
  spec.tuning.bus = gigabytes_per_second(360);
  spec.tuning.doubled_rings = 4;
  return spec;
}

JobShape nodes(int count, int gpus, double adapter) {
  JobShape shape;
  shape.ranks = count * gpus;
  shape.domain = gpus;
  shape.adapters = gpus;
  shape.adapter_rate = gigabytes_per_second(adapter);
  return shape;
}

}  // namespace

TEST_CASE("inside a node each ring that was found has two channels") {
  const Channels channels = channels_of(library(), nodes(1, 8, 50));
  CHECK(channels.open == 24);
  CHECK(channels.searched == 12);
  CHECK(channels.bus == gigabytes_per_second(360));
}

TEST_CASE("a full node has two channels for each adapter, one with few adapters four") {
  const auto open = [](int gpus) { return channels_of(library(), nodes(2, gpus, 50)).open; };
  CHECK(open(8) == 16);
  CHECK(open(6) == 24);  // 12, doubled because there are fewer than 16
  CHECK(open(4) == 16);
  CHECK(open(2) == 8);
  CHECK(open(1) == 4);
}

TEST_CASE("few rings are found twice, and carry the same together") {
  CHECK(channels_of(library(), nodes(2, 8, 50)).searched == 8);
  CHECK(channels_of(library(), nodes(2, 4, 50)).searched == 8);
  CHECK(channels_of(library(), nodes(2, 8, 50)).bus == gigabytes_per_second(8 * 48));
  CHECK(channels_of(library(), nodes(2, 4, 50)).bus == gigabytes_per_second(4 * 48));
}

TEST_CASE("rings of slow adapters are not doubled, those of fast ones always") {
  CHECK(channels_of(library(), nodes(2, 4, 25)).open == 8);
  CHECK(channels_of(library(), nodes(2, 6, 100)).searched == 12);
}
