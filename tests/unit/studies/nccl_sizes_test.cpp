#include <catch2/catch.hpp>

#include "sim/config/report.hpp"
#include "studies/nccl_tests/sizes.hpp"

using namespace sealring;
using namespace sealring::studies;

namespace {

std::vector<std::int64_t> sizes(const char* op, int ranks, const SizeRange& range) {
  std::vector<std::int64_t> counts;
  for (const Bytes size : nccl_sizes(*find_nccl_op(op), ranks, range)) {
    counts.push_back(size.count());
  }
  return counts;
}

using Counts = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("a size is bytes with an optional power of 1024") {
  CHECK(parse_nccl_size("0") == Bytes(0));
  CHECK(parse_nccl_size("8") == Bytes(8));
  CHECK(parse_nccl_size("32K") == kibibytes(32));
  CHECK(parse_nccl_size("3m") == mebibytes(3));
  CHECK(parse_nccl_size("8G") == Bytes(std::int64_t{8} << 30));
  CHECK(parse_nccl_size("1T") == Bytes(std::int64_t{1} << 40));
}

TEST_CASE("what is no size is refused with an example") {
  for (const char* text : {"", "K", "-1", "1.5M", "3X", "1MB", "1 M", "8 ", "1234567890123456"}) {
    CHECK_THROWS_AS(parse_nccl_size(text), config::BadInput);
  }
  CHECK_THROWS_WITH(
      parse_nccl_size("3X"),
      "'3X' is no size; write bytes with an optional K, M, G or T (powers of 1024), for instance 8 or 1G");
}

TEST_CASE("a size beyond 64 bits is refused instead of wrapped") {
  CHECK(parse_nccl_size("1024T") == Bytes(std::int64_t{1} << 50));
  CHECK_THROWS_WITH(parse_nccl_size("1025T"), "'1025T' is too large; sizes end at 1024T");
  CHECK_THROWS_AS(parse_nccl_size("999999999999999T"), config::BadInput);
}

TEST_CASE("an all-reduce is measured at whole elements") {
  CHECK(sizes("all_reduce", 8, {Bytes(0), Bytes(16)}) == Counts{0, 4, 8, 16});
  CHECK(sizes("all_reduce", 8, {Bytes(1), Bytes(8)}) == Counts{0, 4, 8});
}

TEST_CASE("where every rank holds a part the parts are of whole 16 bytes") {
  // published sweeps of 20, 40 and 80 ranks asked for 32 MiB have these sizes
  CHECK(measured_size(*find_nccl_op("all_gather"), 20, mebibytes(32)) == Bytes(33'554'240));
  CHECK(measured_size(*find_nccl_op("reduce_scatter"), 40, mebibytes(32)) == Bytes(33'553'920));
  CHECK(measured_size(*find_nccl_op("alltoall"), 80, mebibytes(32)) == Bytes(33'553'920));
  CHECK(sizes("all_gather", 8, {Bytes(8), Bytes(512)}) == Counts{0, 128, 256, 512});
}

TEST_CASE("a step is added where there is one") {
  CHECK(sizes("sendrecv", 2, {Bytes(8), Bytes(40), 2, Bytes(16)}) == Counts{8, 24, 40});
}

TEST_CASE("a sweep without an end in sight is refused") {
  CHECK_THROWS_WITH(sizes("all_reduce", 8, {Bytes(0), mebibytes(1), 2, Bytes(4)}),
                    "a sweep of more than 10000 sizes; take a larger step");
}

TEST_CASE("a collective is found by either spelling") {
  for (const char* name : {"alltoall", "all_to_all", "AllToAll", "alltoall_perf", "alltoall_perf_mpi", "ALL-TO-ALL"}) {
    REQUIRE(find_nccl_op(name) != nullptr);
    CHECK(find_nccl_op(name)->name == "alltoall");
    CHECK(find_nccl_op(name)->scenario_name() == "all_to_all");
  }
  CHECK(find_nccl_op("sendrecv_perf")->scenario_name() == "send_recv");
  CHECK(find_nccl_op("_perf") == nullptr);
  CHECK(find_nccl_op("alltoallv") == nullptr);
  CHECK_THROWS_WITH(
      need_nccl_op("unknown --op", "gather"),
      "unknown --op 'gather'; known: all_reduce, reduce_scatter, all_gather, broadcast, alltoall, sendrecv");
}
