#include <catch2/catch.hpp>

#include "sim/config/report.hpp"
#include "studies/nccl_tests/nccl_tests.hpp"

using namespace sealring;
using studies::parse_nccl_size;

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
