#include <catch2/catch.hpp>

#include "workloads/collectives/tuner.hpp"

using namespace sealring;
using namespace sealring::collectives;

namespace {

using host::CollectiveKind;

host::CollectiveSpec asked(CollectiveKind kind, const std::string& algorithm, const std::string& protocol = "auto") {
  host::CollectiveSpec collective;
  collective.kind = kind;
  collective.bytes = mebibytes(1);
  collective.algorithm = algorithm;
  collective.protocol = protocol;
  return collective;
}

/// A domain of 8 whose switches reduce.
JobShape one_domain() {
  JobShape shape;
  shape.ranks = 8;
  shape.domain = 8;
  shape.switches_lack.clear();
  return shape;
}

gpu::CommunicationSpec library() {
  gpu::CommunicationSpec spec;
  spec.nvls.channels = 16;
  gpu::TuningSpec& t = spec.tuning;
  t.bus = t.nvls_bus = gigabytes_per_second(400);
  t.ll_most = t.tree_channel = t.ll128_tree_channel = t.nvls_tree_bus = {t.bus, t.bus, t.bus};
  return spec;
}

std::vector<std::string> refused(const host::CollectiveSpec& collective,
                                 const JobShape& shape = one_domain(),
                                 bool staged = false) {
  Prescribed prescribed;
  prescribed.staged = staged;
  std::vector<std::string> texts;
  for (const Refusal& refusal : Tuner(library(), shape, prescribed).refusals(collective)) {
    texts.push_back(refusal.key + ": " + refusal.what);
  }
  return texts;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("what the library chooses is never refused") {
  for (const CollectiveKind kind : {CollectiveKind::kAllReduce,
                                    CollectiveKind::kReduceScatter,
                                    CollectiveKind::kAllGather,
                                    CollectiveKind::kBroadcast,
                                    CollectiveKind::kAllToAll,
                                    CollectiveKind::kSendRecv}) {
    CHECK(refused(asked(kind, "auto")).empty());
    CHECK(refused(asked(kind, "auto", "ll")).empty());
    CHECK(refused(asked(kind, "auto"), one_domain(), true).empty());
  }
}

TEST_CASE("an algorithm that does not carry out the collective is refused with its own words") {
  CHECK(refused(asked(CollectiveKind::kAllGather, "tree")) == Texts{"algorithm: tree: does not carry out all_gather"});
  CHECK(refused(asked(CollectiveKind::kAllToAll, "ring")) == Texts{"algorithm: ring: does not carry out all_to_all"});
  CHECK(refused(asked(CollectiveKind::kAllReduce, "nvls_tree")) ==
        Texts{"algorithm: nvls_tree: needs several scale-up domains, not 1"});
}

TEST_CASE("switches that do not reduce refuse the algorithms that need them") {
  JobShape shape = one_domain();
  shape.switches_lack = "they only forward";

  CHECK(refused(asked(CollectiveKind::kAllReduce, "nvls"), shape) == Texts{"algorithm: nvls: they only forward"});
  CHECK(refused(asked(CollectiveKind::kAllReduce, "tree"), shape).empty());
  CHECK(refused(asked(CollectiveKind::kAllReduce, "nvls")).empty());
}

TEST_CASE("switches cannot add up what is sealed before it reaches them") {
  CHECK(refused(asked(CollectiveKind::kAllReduce, "nvls"), one_domain(), true) ==
        Texts{"algorithm: nvls: switches add up plaintext, and messages here are sealed before they get there"});
}

TEST_CASE("a protocol that does not go with the algorithm, the path or the collective is refused") {
  CHECK(refused(asked(CollectiveKind::kAllReduce, "nvls", "ll128")) ==
        Texts{"protocol: ll128: nvls has protocol simple only"});
  CHECK(refused(asked(CollectiveKind::kAllReduce, "nvls", "simple")).empty());
  CHECK(refused(asked(CollectiveKind::kSendRecv, "auto", "ll128")) ==
        Texts{"protocol: ll128: sends and receives have protocols simple and ll only"});
  CHECK(refused(asked(CollectiveKind::kAllReduce, "ring", "ll"), one_domain(), true) ==
        Texts{"protocol: ll: messages that are sealed at the ends of a path travel whole, under protocol simple"});
}

TEST_CASE("algorithm and protocol are refused at once") {
  CHECK(refused(asked(CollectiveKind::kAllToAll, "ring", "ll128")).size() == 2);
}

TEST_CASE("more parts than can be numbered are refused whoever chose the algorithm") {
  Prescribed prescribed;
  prescribed.lanes = 1 << 20;
  prescribed.pieces = 1 << 20;
  const Tuner tuner(library(), one_domain(), prescribed);

  CHECK(tuner.refusals(asked(CollectiveKind::kAllReduce, "auto")).size() == 1);
}

TEST_CASE("sends and receives run under the protocol that is asked for") {
  const Tuner tuner(library(), one_domain());
  // 1 MiB is more than the library would send under ll.
  CHECK(tuner.schedule(asked(CollectiveKind::kSendRecv, "auto")).protocol == "simple");
  CHECK(tuner.schedule(asked(CollectiveKind::kSendRecv, "auto", "ll")).protocol == "ll");
}

TEST_CASE("only out of place the own chunk is copied") {
  gpu::CommunicationSpec spec = library();
  spec.first_copy = 0.25;
  host::CollectiveSpec collective = asked(CollectiveKind::kAllGather, "ring");
  CHECK(Tuner(spec, one_domain()).schedule(collective).first_copy == 0);

  collective.in_place = false;

  CHECK(Tuner(spec, one_domain()).schedule(collective).first_copy == 0.25);
}
