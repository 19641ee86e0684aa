#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>

#include "sim/config/report.hpp"
#include "studies/nccl_tests/csv_file.hpp"

using namespace sealring;
using namespace sealring::studies;

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> carried() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(SEALRING_NCCL_DATA)) {
    if (entry.path().extension() == ".csv") {
      files.push_back(entry.path());
    }
  }
  return files;
}

void same(const std::optional<NcclTiming>& a, const std::optional<NcclTiming>& b, double tolerance) {
  REQUIRE(a.has_value() == b.has_value());
  if (a) {
    CHECK(a->time_us == Approx(b->time_us).epsilon(tolerance));
    CHECK(a->algbw == Approx(b->algbw).epsilon(tolerance).margin(100 * tolerance));
    CHECK(a->busbw == Approx(b->busbw).epsilon(tolerance).margin(100 * tolerance));
  }
}

void same(const NcclTable& a, const NcclTable& b, double tolerance) {
  CHECK(a.program == b.program);
  CHECK(a.ranks == b.ranks);
  CHECK(a.hosts == b.hosts);
  REQUIRE(a.rows.size() == b.rows.size());
  for (std::size_t i = 0; i < a.rows.size(); ++i) {
    INFO("size " << a.rows[i].size.count());
    CHECK(a.rows[i].size == b.rows[i].size);
    CHECK(a.rows[i].count == b.rows[i].count);
    CHECK(a.rows[i].type == b.rows[i].type);
    CHECK(a.rows[i].redop == b.rows[i].redop);
    CHECK(a.rows[i].root == b.rows[i].root);
    same(a.rows[i].out_of_place, b.rows[i].out_of_place, tolerance);
    same(a.rows[i].in_place, b.rows[i].in_place, tolerance);
  }
}

NcclTable through_text(const NcclTable& table, NcclDigits digits) {
  std::string text = nccl_heading(table, "node", "device");
  for (const NcclRow& row : table.rows) {
    text += nccl_row(row, digits);
  }
  const NcclOutput output = read_nccl_output(text + nccl_footer(table), "text");
  CHECK(output.skipped.empty());
  REQUIRE(output.tables.size() == 1);
  return output.tables[0];
}

std::string problem(const std::string& rows) {
  const fs::path file = fs::temp_directory_path() / ("nccl_csv_test_" + std::to_string(::getpid()) + ".csv");
  std::ofstream(file)
      << "# source: nowhere\nop,nranks,nnodes,size_bytes,dtype,time_oop_us,algbw_oop_GBps,busbw_oop_GBps,"
         "time_ip_us,algbw_ip_GBps,busbw_ip_GBps\n"
      << rows;
  std::string said;
  try {
    (void)read_published_sweep(file.string());
  } catch (const config::BadInput& bad) {
    said = bad.what();
    said.erase(0, said.find(".csv") + 4);
  }
  fs::remove(file);
  return said;
}

}  // namespace

TEST_CASE("every published sweep survives the way through the table of nccl-tests") {
  const std::vector<fs::path> files = carried();
  CHECK(files.size() == 47);
  for (const fs::path& file : files) {
    INFO(file.string());
    const PublishedSweep sweep = read_published_sweep(file.string());
    CHECK_FALSE(sweep.source.empty());
    same(through_text(sweep.table, NcclDigits::kExact), sweep.table, 0);
    // at least three digits stay of what a column shows
    same(through_text(sweep.table, NcclDigits::kOfNcclTests), sweep.table, 1e-3);
  }
}

TEST_CASE("a row of a published sweep that cannot be is told with its line") {
  CHECK(problem("").find(": no rows; the columns are op,") == 0);
  CHECK(problem("all_reduce,8,1,8,float,1,2\n").find(":3: 7 cells; the columns are ") == 0);
  CHECK(problem("all_reduce,8,1,8,float,fast,2,3,,,\n") == ":3: 'fast' is no number");
  CHECK(problem("all_reduce,8,1,8,float,,,,,,\n") == ":3: a row without a timing");
  CHECK(problem("all_reduce,8,1,8,quad,1,2,3,,,\n") == ":3: unknown type 'quad'");
  CHECK(problem("reduce,8,1,8,float,1,2,3,,,\n").find(":3: unknown op 'reduce'; known: all_reduce, ") == 0);
  CHECK(problem("all_reduce,1,1,8,float,1,2,3,,,\n") == ":3: a collective joins at least 2 ranks on at least 1 node");
  CHECK(problem("all_reduce,8,1,8,float,1,2,3,,,\nall_reduce,4,1,8,float,1,2,3,,,\n") ==
        ":4: another op, nranks or nnodes than in the rows above");
}
