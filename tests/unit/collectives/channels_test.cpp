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

TEST_CASE("a rack with more adapters than rings is bounded by its rings and by its links") {
  gpu::CommunicationSpec rack = library();
  rack.channels = 32;  // at most 16 rings of two
  rack.tuning.bus = gigabytes_per_second(720);
  CHECK(channels_of(rack, nodes(2, 72, 50)).open == 32);
  CHECK(channels_of(rack, nodes(2, 72, 50)).searched == 16);
  CHECK(channels_of(rack, nodes(2, 72, 50)).bus == gigabytes_per_second(720));  // 16 x 48 is more
  CHECK(channels_of(rack, nodes(2, 72, 25)).bus == gigabytes_per_second(16 * 24));
}

TEST_CASE("some generations double fast rings however many they are") {
  gpu::CommunicationSpec spec = library();
  CHECK(channels_of(spec, nodes(2, 8, 30)).searched == 8);
  spec.tuning.doubled_rings = 32;
  CHECK(channels_of(spec, nodes(2, 8, 30)).searched == 12);  // 16, but for the thread blocks
  CHECK(channels_of(spec, nodes(2, 8, 25)).searched == 8);   // 24 GB/s are not fast
}
