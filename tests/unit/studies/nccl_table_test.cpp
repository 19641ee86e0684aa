#include <sstream>

#include <catch2/catch.hpp>

#include "sim/config/report.hpp"
#include "studies/nccl_tests/table_file.hpp"

using namespace sealring;
using namespace sealring::studies;

namespace {

NcclOutput read(const std::string& text) { return read_nccl_output(text, "out.txt"); }

/// The only row of the only table.
NcclRow row(const std::string& text) {
  const NcclOutput output = read(text);
  INFO(text);
  for (const SkippedLines& s : output.skipped) {
    UNSCOPED_INFO(s.first << ": " << s.why);
  }
  REQUIRE(output.tables.size() == 1);
  REQUIRE(output.tables[0].rows.size() == 1);
  return output.tables[0].rows[0];
}

std::string why(const std::string& line) {
  const NcclOutput output = read(line);
  CHECK(output.tables.empty());
  return output.skipped.empty() ? "" : output.skipped[0].why;
}

constexpr const char* kRow = " 1048576  262144  float  sum  -1  33.10  31.68  55.44  0  32.90  31.87  55.78  N/A";

constexpr const char* kHead =
    "# Collective test starting: all_reduce_perf\n"
    "# nThread 1 nGpus 1 minBytes 8 maxBytes 8 step: 2(factor) warmup iters: 1\n"
    "# Using devices\n"
    "#  Rank  0 Group  0 Pid  11 on   a device  0 [0000:18:00] SYNTHETIC\n"
    "#  Rank  1 Group  0 Pid  12 on   b device  0 [0000:18:00] SYNTHETIC\n";

}  // namespace

TEST_CASE("a row of the current version has both timings") {
  const NcclRow r = row(kRow);
  CHECK(r.size == mebibytes(1));
  CHECK(r.count == 262144);
  CHECK(r.type == "float");
  CHECK(r.redop == "sum");
  CHECK(r.root == -1);
  REQUIRE(r.out_of_place);
  CHECK(r.out_of_place->time_us == 33.10);
  CHECK(r.out_of_place->busbw == 55.44);
  REQUIRE(r.in_place);
  CHECK(r.in_place->time_us == 32.90);
  CHECK(r.in_place->algbw == 31.87);
}

TEST_CASE("rows of older versions lack columns") {
  for (const char* line : {"1048576 262144 float sum 33.10 31.68 55.44 0e+00 32.90 31.87 55.78 0e+00",  // no root
                           "1048576 262144 float 33.10 31.68 55.44 0e+00 32.90 31.87 55.78 0e+00",  // no redop either
                           "1048576 262144 float sum -1 33.10 31.68 55.44 32.90 31.87 55.78",       // no #wrong
                           "1048576 262144 float -1 33.10 31.68 55.44 0 32.90 31.87 55.78 0",       // redop is empty
                           "1048576 262144 float none 0 33.10 31.68 55.44 0 32.90 31.87 55.78 N/A",
                           "1048576 262144 float none 3 33.10 31.68 55.44 0 32.90 31.87 55.78 N/A"}) {
    const NcclRow r = row(line);
    CHECK(r.out_of_place->time_us == 33.10);
    REQUIRE(r.in_place);
    CHECK(r.in_place->busbw == 55.78);
  }
  CHECK(row("1048576 262144 float none 3 33.10 31.68 55.44 0").root == 3);
}

TEST_CASE("a whole number of microseconds is a time and no root") {
  const NcclRow r = row("1048576 262144 float sum 33 31.78 55.61 0");
  CHECK(r.out_of_place->time_us == 33);
  CHECK_FALSE(r.in_place);
}

TEST_CASE("columns that a version adds are passed over") {
  CHECK(row("1048576 262144 float sum -1 33.10 31.68 55.44 0 1 2 3 4 32.90 31.87 55.78 0 1 2 3 4").in_place->time_us ==
        32.90);
  CHECK(row(std::string(kRow) + "  2026-03-01 10:00:02").in_place->time_us == 32.90);
  CHECK(row(std::string(kRow) + "  # ring, 16 channels").in_place->time_us == 32.90);
}

TEST_CASE("the heading of the columns decides where the line alone does not") {
  const std::string head =
      "#  size  count  type  redop  root  time  algbw  busbw  #wrong  #bitdiff  time  algbw  busbw\n";
  const NcclRow r = row(head + "16 4 float sum 7 13.00 0.00 0.00 0 0 14.00 0.00 0.00 0 0");
  CHECK(r.root == 7);
  CHECK(r.out_of_place->time_us == 13);
  CHECK(r.in_place->time_us == 14);
}

TEST_CASE("blanks in place of the first timing mean that only the second was taken") {
  const NcclRow r = row("     1048576        262144     float     sum      -1" + std::string(33, ' ') +
                        "    32.90   31.87   55.78     N/A");
  CHECK_FALSE(r.out_of_place);
  CHECK(r.in_place->time_us == 32.90);
}

TEST_CASE("what launchers put before a line does not matter") {
  for (const char* mark : {"[1,0]<stdout>:", "[1,mpirank:0,algo-1]<stdout>:", "node-x: ", "0: ", "  3: node-x: "}) {
    const std::string m(mark);
    std::string text;
    std::istringstream lines(std::string(kHead) + kRow + "\n");
    for (std::string line; std::getline(lines, line);) {
      text.append(m).append(line).append("\r\n");
    }
    const NcclOutput output = read(text);
    REQUIRE(output.tables.size() == 1);
    CHECK(output.tables[0].program == "all_reduce_perf");
    CHECK(output.tables[0].ranks == 2);
    CHECK(output.tables[0].hosts == 2);
    CHECK(output.tables[0].rows.size() == 1);
    CHECK(output.skipped.empty());
  }
}

TEST_CASE("ranks of a list that somebody shortened are those of the process") {
  const NcclOutput output =
      read("# nThread 2 nGpus 4 minBytes 8\n# Rank 0 Pid 1 on a device 0 [0x07] SYNTHETIC\n" + std::string(kRow));
  CHECK(output.tables.at(0).ranks == 8);
  CHECK(output.tables.at(0).hosts == 1);
}

TEST_CASE("a command line names the collective") {
  const NcclOutput output = read("+ mpirun -np 8 ./build/reduce_scatter_perf -b 8 -e 1G\n" + std::string(kRow));
  CHECK(output.tables.at(0).program == "reduce_scatter_perf");
}

TEST_CASE("an old table whose lines another rank interrupts") {
  const NcclOutput output = read(
      "[1,0]<stdout>:#       size         count    type   redop     time   algbw   busbw  error     time   algbw   "
      "busbw  error\n"
      "[1,0]<stdout>:#        (B)    (elements)                     (us)  (GB/s)  (GB/s)            (us)  (GB/s)  "
      "(GB/s)       \n"
      "[1,1]<stdout>:worker-0:27:72 [1] NCCL INFO comm 0x7f rank 1 nranks 16 - Init COMPLETE\n"
      "[1,0]<stdout>:           0             0   float     sum     0.13    0.00    0.00  0e+00     0.12    0.00    "
      "0.00  0e+00\n"
      "[1,0]<stdout>:     1048576        262144   float     sum    167.5    6.26   11.74  2e-07    167.1    6.28   "
      "11.77  1e-07\n");
  REQUIRE(output.tables.size() == 1);
  REQUIRE(output.tables[0].rows.size() == 2);
  CHECK(output.tables[0].rows[1].in_place->time_us == 167.1);
  REQUIRE(output.skipped.size() == 1);
  CHECK(output.skipped[0].first == 3);
}

TEST_CASE("a file may hold several tables") {
  const std::string one = std::string(kHead) + kRow + "\n";
  std::string other = one;
  other.replace(other.find("all_reduce_perf"), 15, "broadcast_perf");
  const NcclOutput output = read(one + other + "# Collective test starting: all_gather_perf\n# no rows\n");
  REQUIRE(output.tables.size() == 2);
  CHECK(output.tables[0].program == "all_reduce_perf");
  CHECK(output.tables[1].program == "broadcast_perf");
  CHECK(output.tables[1].ranks == 2);
}

TEST_CASE("lines that are left out are listed with their numbers and reasons") {
  const std::string text =
      "warning: something\nnode NCCL INFO\n\n" + std::string(kRow) + "\n 2097152 524288 float sum -1 nan 1 1 0\nmore\n";
  const NcclOutput output = read(text);
  CHECK(output.tables.at(0).rows.size() == 1);
  REQUIRE(output.skipped.size() == 3);
  CHECK(output.skipped[0].first == 1);
  CHECK(output.skipped[0].last == 2);
  CHECK(output.skipped[0].why == "no row of the table");
  CHECK(output.skipped[1].first == 5);
  CHECK(output.skipped[1].why == "time 'nan' is no number");
  CHECK(output.skipped[2].first == 6);
}

TEST_CASE("a row that cannot be is not taken") {
  CHECK(why("1048576 262144 float") == "3 columns; a row has a size, a count, a type and at least one timing");
  CHECK(why("1048576 262144 7 sum -1 33.10 31.68 55.44") == "does not begin with a size, a count and a type");
  CHECK(why("1048576 262144 float sum -1 0.00 31.68 55.44 0") == "a time of zero");
  CHECK(why("1048576 262144 float sum -1 33.10 31.68 -5 0") == "busbw '-5' is no number");
  CHECK(why("1048576 262144 float sum -1 33.10 31.68 55.44 0 32.90") ==
        "5 columns after the first 5; that is neither one timing nor two");
  // two lines that ran into each other: 33.10 us would be 31.68 GB/s
  CHECK(why("1048576 262144 float sum -1 33.10 131.68 55.44 0") ==
        "algbw 131.68 GB/s is not 1048576 bytes over 33.1 us");
}

TEST_CASE("the JSON of nccl-tests gives the same rows") {
  const NcclOutput output = read_nccl_output(R"({"version": 3, "args": ["/opt/build/all_gather_perf", "-b", "1M"],
    "env": ["TOKEN=secret"], "config": {"nthreads": 1, "ngpus": 4,
      "devices": [{"rank": 0, "hostname": "a"}, {"rank": 4, "hostname": "b"}]},
    "results": [
      {"size": 1048576, "count": 32768, "type": "float", "redop": "none", "root": "    -1",
       "out_of_place": {"time": 33.1, "alg_bw": 31.68, "bus_bw": 27.72, "nwrong": 0.0},
       "in_place": {"cpu_time": 32.9, "alg_bw": 31.87, "bus_bw": 27.89, "nwrong": null}},
      {"size": 2097152, "count": 65536, "type": "float", "redop": "none", "root": "-1", "out_of_place": null,
       "in_place": {"time": "nan", "alg_bw": 31.87, "bus_bw": 27.89}},
      {"size": 4194304, "out_of_place": null}]})",
                                             "out.json");
  REQUIRE(output.tables.size() == 1);
  const NcclTable& table = output.tables[0];
  CHECK(table.program == "all_gather_perf");
  CHECK(table.ranks == 8);
  CHECK(table.hosts == 2);
  REQUIRE(table.rows.size() == 1);
  CHECK(table.rows[0].out_of_place->time_us == 33.1);
  CHECK(table.rows[0].in_place->time_us == 32.9);
  CHECK(table.rows[0].root == -1);
  REQUIRE(output.skipped.size() == 2);
  CHECK(output.skipped[0].first == 2);
  CHECK(output.skipped[0].why == "in_place without a positive time, alg_bw and bus_bw");
  CHECK(output.skipped[1].why == "without a timing");
}

TEST_CASE("JSON that was cut off says where") {
  CHECK_THROWS_WITH(read_nccl_output("{\"results\": [", "cut.json"),
                    "cut.json: begins like JSON and is none at byte 14");
}

TEST_CASE("numbers fill their columns as nccl-tests fills them") {
  NcclRow r;
  r.size = mebibytes(1);
  r.count = 262144;
  r.type = "float";
  r.redop = "sum";
  r.out_of_place = NcclTiming{33.1, 31.678, 55.44};
  r.in_place = NcclTiming{123456.7, 1234.56, 99999999};
  CHECK(
      nccl_row(r, NcclDigits::kOfNcclTests) ==
      "     1048576        262144     float     sum      -1    33.10   31.68   55.44     N/A   123457  1234.6   1e+08 "
      "    N/A\n");
  CHECK(nccl_row(r, NcclDigits::kExact) ==
        "     1048576        262144     float     sum      -1     33.1  31.678   55.44     N/A  123456.7  1234.56  "
        "99999999.0     N/A\n");
}
