// What the communication library makes of a collective.
#include "workloads/collectives/tuner.hpp"

#include <catch2/catch.hpp>

using namespace sealring;
using namespace sealring::collectives;
using host::CollectiveSpec;

namespace {

gpu::CommunicationSpec library() {
  gpu::CommunicationSpec spec;
  spec.nvls.channels = 8;
  const Bandwidth tuned = gigabytes_per_second(100);
  spec.tuning.bus = spec.tuning.nvls_bus = tuned;
  spec.tuning.ll_most = spec.tuning.ll128_tree_channel = spec.tuning.tree_channel =
      spec.tuning.nvls_tree_bus = {tuned, tuned, tuned};
  return spec;
}

JobShape shape(int ranks, int domain, bool reduces_in_switch) {
  JobShape job;
  job.ranks = ranks;
  job.domain = domain;
  job.adapters = gigabytes_per_second(400);
  job.reduces_in_switch = reduces_in_switch;
  return job;
}

CollectiveSpec named(const std::string& algorithm, const std::string& protocol = "auto") {
  CollectiveSpec spec;
  spec.bytes = mebibytes(64);
  spec.algorithm = algorithm;
  spec.protocol = protocol;
  return spec;
}

constexpr const char* kNoSwitch =
    "nvls: nothing adds up and copies inside a scale-up domain: the switches cannot, the profile forbids it, or the "
    "library does not use them";

}  // namespace

TEST_CASE("what the library chooses itself can always be carried out") {
  for (const JobShape& job : {shape(8, 8, true), shape(8, 8, false), shape(16, 8, true), shape(3, 1, false)}) {
    for (const CollectiveKind kind :
         {CollectiveKind::kAllReduce, CollectiveKind::kBroadcast, CollectiveKind::kAllToAll}) {
      CollectiveSpec spec = named("auto");
      spec.kind = kind;
      CHECK(Tuner(library(), job).why_not(spec).empty());
    }
  }
}

TEST_CASE("an algorithm that was named must fit the collective") {
  CollectiveSpec spec = named("tree");
  spec.kind = CollectiveKind::kBroadcast;
  CHECK(Tuner(library(), shape(8, 8, true)).why_not(spec) == "tree: does not carry out broadcast");
  spec = named("ring");
  spec.kind = CollectiveKind::kAllToAll;
  CHECK(Tuner(library(), shape(8, 8, true)).why_not(spec) == "ring: does not carry out all_to_all");
}

TEST_CASE("switches take part only where they can, in the clear and under the simple protocol") {
  CHECK(Tuner(library(), shape(8, 8, true)).why_not(named("nvls")).empty());
  CHECK(Tuner(library(), shape(8, 8, true)).why_not(named("nvls", "simple")).empty());
  CHECK(Tuner(library(), shape(8, 8, false)).why_not(named("nvls")) == kNoSwitch);
  CHECK(Tuner(library(), shape(8, 8, true)).why_not(named("nvls", "ll")) == "nvls: has protocol simple only, not ll");
  CHECK(Tuner(library(), shape(8, 8, true), {0, 0, true}).why_not(named("nvls")) ==
        "nvls: no switch can add up what kernels or engines of the GPUs have sealed");
}

TEST_CASE("the protocol of an all-to-all is the one that was named") {
  CollectiveSpec spec = named("auto", "ll");
  spec.kind = CollectiveKind::kAllToAll;
  CHECK(Tuner(library(), shape(8, 8, true)).schedule(spec).protocol == "ll");
  spec.protocol = "auto";
  CHECK(Tuner(library(), shape(8, 8, true)).schedule(spec).protocol == "simple");
}
