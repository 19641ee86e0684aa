#include <catch2/catch.hpp>

#include "tests/unit/traces/programs.hpp"
#include "workloads/traces/trace.hpp"

using namespace sealring;
using namespace sealring::test;

using Problems = std::vector<std::string>;

// Lines of every_kind(): 1 header, 2 copy, 3 kernel, 4 collective, 5 synchronize, 6 host work, 7 mark, 8.. rank 1.

TEST_CASE("a last line that is cut off is named") {
  auto text = joined(every_kind_lines());
  const auto lines = every_kind_lines();
  text.resize(text.size() - 10);  // the newline and nine characters of the last line

  CHECK(problems_of(text) ==
        Problems{"13:" + std::to_string(lines.back().size() - 8) + " the file is cut off in the middle of this line"});
}

TEST_CASE("a file that ends between two lines is named") {
  auto lines = every_kind_lines();
  lines.resize(11);  // without the last two operations of rank 1

  CHECK(problems_of(joined(lines)) == Problems{"11:1 the file ends early: rank 1 has 4 of 6 operations"});
}

TEST_CASE("an unknown operation lists the known ones") {
  CHECK(
      problems_of(edited(3, "\"kernel\"", "\"kernle\"")) ==
      Problems{"3:1 operation: unknown operation \"kernle\"; known: kernel, collective, copy, synchronize, host_work, "
               "mark"});
}

TEST_CASE("a missing field is named with its path") {
  CHECK(problems_of(edited(3, "\"memory_bytes\":123,", "")) == Problems{"3:1 work.memory_bytes: missing field"});
}

TEST_CASE("a dependency that points forward is refused") {
  CHECK(problems_of(edited(4, "\"after\":[0,1]", "\"after\":[0,2]")) ==
        Problems{"4:1 after: operation 2 does not come before this one, which is number 2 of its rank"});
}

TEST_CASE("a collective that the header lacks is refused") {
  CHECK(problems_of(edited(4, "\"id\":0", "\"id\":5")) ==
        Problems{"4:1 collective.id: unknown collective 5; the header lists 1"});
}

TEST_CASE("an unknown kind of collective is refused") {
  CHECK(problems_of(edited(4, "all_reduce", "all_gossip")) ==
        Problems{"4:1 collective.kind: unknown collective \"all_gossip\"; known: all_reduce, reduce_scatter, "
                 "all_gather, broadcast, all_to_all, send_recv"});
}

TEST_CASE("another version is refused and nothing else is said about the header") {
  CHECK(problems_of(edited(1, "\"version\":1", "\"version\":2")) ==
        Problems{"1:1 version: 2 cannot be read; this program reads version 1"});
}

TEST_CASE("another format is refused") {
  CHECK(problems_of(edited(1, "sealring-trace", "chakra")) ==
        Problems{"1:1 format: \"chakra\" is not \"sealring-trace\""});
}

TEST_CASE("negative bytes are refused") {
  CHECK(problems_of(edited(2, "\"bytes\":4096", "\"bytes\":-4096")) ==
        Problems{"2:1 bytes: -4096 is not an integer of at least 0"});
}

TEST_CASE("bytes with a fraction are refused") {
  CHECK(problems_of(edited(2, "\"bytes\":4096", "\"bytes\":4096.5")) ==
        Problems{"2:1 bytes: 4096.5 is not an integer of at least 0"});
}

TEST_CASE("a missing header is named and the lines are still read") {
  auto lines = every_kind_lines();
  lines.erase(lines.begin());
  lines[0].replace(lines[0].find("4096"), 4, "-1");

  CHECK(problems_of(joined(lines)) ==
        Problems{"1:1 the header is missing: the first line must name format, version, ranks and the rest",
                 "1:1 bytes: -1 is not an integer of at least 0"});
}

TEST_CASE("an empty trace is named") { CHECK(problems_of("") == Problems{"0:0 the trace is empty"}); }

TEST_CASE("a file that does not exist is named") {
  config::Report report;

  CHECK_FALSE(traces::read_file("/nowhere/t.jsonl", report).has_value());
  CHECK(report.text() == "/nowhere/t.jsonl: cannot be opened\n");
}

TEST_CASE("problems of several lines come together") {
  auto lines = every_kind_lines();
  lines[1].replace(lines[1].find("4096"), 4, "-1");
  lines[2].replace(lines[2].find("bf16"), 4, "bf17");
  lines[4] = "{oops";

  CHECK(problems_of(joined(lines)) == Problems{"2:1 bytes: -1 is not an integer of at least 0",
                                               "3:1 work.precision: unknown precision \"bf17\"; known: fp32, tf32, "
                                               "bf16, fp16, fp8, fp4",
                                               "5:2 not valid JSON at this column"});
}

TEST_CASE("a field nobody knows is refused") {
  CHECK(problems_of(edited(7, "\"after\"", "\"gap_fs\":12,\"after\"")) == Problems{"7:1 gap_fs: unknown field"});
}

TEST_CASE("a rank that the header lacks is refused") {
  CHECK(problems_of(edited(2, "\"rank\":0", "\"rank\":2")).front() == "2:1 rank: 2 is not an integer from 0 to 1");
}

TEST_CASE("a collective that differs from the header is refused") {
  CHECK(problems_of(edited(4, "\"bytes\":1001", "\"bytes\":1002")) ==
        Problems{"4:1 collective.id: collective 0 differs from the header's"});
}

TEST_CASE("sub-steps that do not make the collective are refused") {
  CHECK(problems_of(edited(4, "\"sub_steps\":2", "\"sub_steps\":4")) ==
        Problems{"4:1 collective.sub_steps: 4 of 501 B do not make this all_reduce; it has 2 of 501 B"});
}

TEST_CASE("a collective that a rank never joins is refused") {
  auto program = every_kind();
  program.ranks[1].erase(program.ranks[1].begin() + 2);
  program.ranks[1].back().after = {1};
  auto text = traces::text(program);
  const std::string from = "\"ranks\":1,\"sub_steps\":0,\"bytes_per_sub_step\":1001";
  text.replace(text.find(from), from.size(), "\"ranks\":2,\"sub_steps\":2,\"bytes_per_sub_step\":501");

  CHECK(problems_of(text) == Problems{"4:1 collective.ranks: collective 0 is joined by 1 ranks of 2"});
}

TEST_CASE("a rank that joins a collective twice is refused") {
  auto lines = every_kind_lines();
  lines[4] = lines[3];

  CHECK(problems_of(joined(lines)) == Problems{"5:1 collective.id: rank 0 joins collective 0 twice"});
}

TEST_CASE("marks count the iterations") {
  CHECK(problems_of(edited(1, "\"iterations\":1", "\"iterations\":2")) ==
        Problems{"13:1 rank 0 has 1 marks; the header says 2 iterations",
                 "13:1 rank 1 has 1 marks; the header says 2 iterations"});
}

TEST_CASE("a share of the SMs above one is refused") {
  CHECK(problems_of(edited(3, "0.3333333333333333", "1.5")) ==
        Problems{"3:1 work.sm_share: 1.5 is not a finite number from 0 to 1.0"});
}

TEST_CASE("a number too large for a double is refused") {
  CHECK(problems_of(edited(3, "\"flops\":0.1", "\"flops\":1e999")) ==
        Problems{"3:1 not valid JSON: a number is out of range"});
}

TEST_CASE("a trace full of problems stops at a hundred") {
  auto lines = every_kind_lines();
  lines.resize(1);
  lines.insert(lines.end(), 500, "7");
  const auto problems = problems_of(joined(lines));

  CHECK(problems.size() == 101);
  CHECK(problems.back() == "101:1 stopped after 100 problems");
}
