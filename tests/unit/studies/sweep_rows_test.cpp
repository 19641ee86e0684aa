#include <algorithm>

#include <catch2/catch.hpp>

#include "sim/config/report.hpp"
#include "studies/validate/sweep.hpp"
#include "studies/validate/sweep_measure.hpp"
#include "studies/validate/validate.hpp"
#include "tests/unit/studies/rows_folder.hpp"

using namespace sealring;
using namespace sealring::studies;

namespace {

/// A folder with one sweep, s.csv: 8 B, 512 KiB, 1 MiB (in place only) and 2 MiB on 2 nodes of 4 GPUs.
class Folder {
 public:
  Folder() {
    files_.write("s.csv",
                 "# source: somewhere\n"
                 "op,nranks,nnodes,size_bytes,dtype,time_oop_us,algbw_oop_GBps,busbw_oop_GBps,"
                 "time_ip_us,algbw_ip_GBps,busbw_ip_GBps\n"
                 "alltoall,8,2,8,float,10,0,0,11,0,0\n"
                 "alltoall,8,2,524288,float,50,10,9,51,10,9\n"
                 "alltoall,8,2,1048576,float,,,,80,13,11\n"
                 "alltoall,8,2,2097152,float,100,21,18,101,21,18\n");
  }

  [[nodiscard]] std::vector<ValidationRow> rows(const std::string& more, const std::string& head = kChoices) const {
    write(more, head);
    return files_.rows();
  }
  [[nodiscard]] std::string problems(const std::string& more, const std::string& head = kChoices) const {
    write(more, head);
    return files_.problems();
  }

  static constexpr const char* kChoices = "choices: [rates]\n";

 private:
  void write(const std::string& more, const std::string& head) const {
    files_.write("rows.yaml",
                 "source: s\nconfidence: measured\n" + head +
                     "classes:\n  - {name: near, p90: {band_pct: 10}}\n  - {name: far, signed: "
                     "{band_pct: 5}, median: {}}\nsweeps:\n" +
                     more);
  }

  test::RowsFolder files_{"sweep_rows_test"};
};

std::string sweep(const std::string& more, const std::string& kind = "predicted", const std::string& nodes = "2") {
  return "  - {file: s.csv, machine: m, op: all_to_all, nodes: " + nodes +
         ", gpus_per_node: 4, class: far, kind: " + kind + more + "}\n";
}

std::vector<std::string> ids(const std::vector<ValidationRow>& rows) {
  std::vector<std::string> found;
  std::transform(rows.begin(), rows.end(), std::back_inserter(found), [](const ValidationRow& r) { return r.id; });
  return found;
}

std::vector<std::int64_t> counted(const Sweep& sweep, SweepPart part) {
  std::vector<std::int64_t> sizes;
  for (const MeasuredSize& s : sizes_of(sweep, part)) {
    sizes.push_back(s.size.count());
  }
  return sizes;
}

using Ids = std::vector<std::string>;
using Sizes = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("a sweep is a row for its large sizes and one for its small ones") {
  const Folder folder;
  const std::vector<ValidationRow> rows = folder.rows(sweep(", large: {band_pct: 4}, small: {band_pct: 15}"));
  CHECK(ids(rows) == Ids{"nccl:s:large", "nccl:s:small", "nccl:far:median", "nccl:far:signed"});
  CHECK(rows[0].band_pct == 4.0);
  CHECK(rows[1].band_pct == 15.0);
  CHECK(rows[0].kind == RowKind::kPredicted);
  CHECK(rows[0].source == "somewhere");
  // 2 MiB in 100 us over 8 ranks: 20.97 GB/s * 7/8
  CHECK(rows[0].published == Approx(20.97152 * 7 / 8));
  // 512 KiB in 50 us
  CHECK(rows[1].published == Approx(10.48576 * 7 / 8));
  CHECK_FALSE(rows[2].band_pct);
  CHECK(rows[3].band_pct == 5.0);
  CHECK(sweeps_of(rows).size() == 1);
}

TEST_CASE("the runs of a sweep are those of its job") {
  const Folder folder;
  const std::vector<ValidationRow> rows = folder.rows(sweep(", set: [warm_up=1]"));
  const std::vector<Point> points = rows[0].measure->points();
  REQUIRE(points.size() == 4);
  std::vector<std::string> settings;
  for (const config::Override& o : points[3].overrides) {
    settings.push_back(o.path + "=" + o.value);
  }
  CHECK(points[3].machine == "m");
  CHECK(settings == Ids{"machine.nodes=2",
                        "gpus_per_node=4",
                        "warm_up=1",
                        "collective.op=all_to_all",
                        "collective.bytes=2 MiB",
                        "iterations=8",
                        "every_step=false"});
}

TEST_CASE("the floor comes from the smallest size, which no part counts") {
  const Folder folder;
  const auto sweeps = sweeps_of(folder.rows(sweep(", floor: auto")));
  CHECK(sweeps[0]->measured.floor_us == 10.0);
  CHECK(counted(*sweeps[0], SweepPart::kSmall) == Sizes{524288});
  CHECK(counted(*sweeps[0], SweepPart::kLarge) == Sizes{1048576, 2097152});
}

TEST_CASE("where large begins may be said") {
  const Folder folder;
  const auto sweeps = sweeps_of(folder.rows(sweep(", large_from: 2 MiB")));
  CHECK(counted(*sweeps[0], SweepPart::kSmall) == Sizes{8, 524288, 1048576});
}

TEST_CASE("excluded sizes are not run, or compared in place") {
  const Folder folder;
  const std::string exclude =
      ", exclude: [{below: 16 B, why: x}, {sizes: [512 KiB], column: out_of_place, why: y}, {above: 1 MiB, why: z}]";
  const auto sweeps = sweeps_of(folder.rows(sweep(exclude)));
  const std::vector<MeasuredSize>& sizes = sweeps[0]->measured.sizes;
  REQUIRE(sizes.size() == 2);
  CHECK(sizes[0].time_us == 51);
  CHECK(sizes[0].place == Place::kInPlace);
  CHECK(sizes[1].time_us == 80);
}

TEST_CASE("a column may be chosen, and a part without sizes is no row") {
  const Folder folder;
  const std::vector<ValidationRow> rows = folder.rows(sweep(", column: in_place, exclude: [{below: 1 MiB, why: x}]"));
  CHECK(ids(rows) == Ids{"nccl:s:large"});
  CHECK(rows[0].sweep->measured.sizes.at(1).time_us == 101);
}

TEST_CASE("only held-out sweeps with a band count in their class") {
  const Folder folder;
  CHECK(ids(folder.rows(sweep(""))) == Ids{"nccl:s:large", "nccl:s:small"});
  const std::vector<ValidationRow> fitted = folder.rows(sweep(", large: {band_pct: 3}", "fitted"));
  CHECK(ids(fitted) == Ids{"nccl:s:large", "nccl:s:small"});
  CHECK(fitted[0].choices == Ids{"rates"});
}

TEST_CASE("what was chosen with a held-out sweep in view makes it and its class reconstructed") {
  const Folder folder;
  const std::vector<ValidationRow> rows =
      folder.rows(sweep(", large: {band_pct: 3}, choices: [a buffer]", "reconstructed"));
  const auto of_class =
      std::find_if(rows.begin(), rows.end(), [](const auto& row) { return row.id == "nccl:far:signed"; });
  REQUIRE(of_class != rows.end());
  CHECK(rows[0].kind == RowKind::kReconstructed);
  CHECK(rows[0].choices == Ids{"a buffer"});
  CHECK(of_class->kind == RowKind::kReconstructed);
  CHECK(of_class->choices == Ids{"a buffer"});
  CHECK_THAT(folder.problems(sweep("", "reconstructed")),
             Catch::Contains("sweeps.0.choices: a reconstructed sweep says what was chosen"));
  CHECK_THAT(folder.problems(sweep(", choices: [a buffer]")),
             Catch::Contains("sweeps.0.choices: nothing was chosen for a prediction"));
}

TEST_CASE("a row of sweeps that does not fit its file is told") {
  const Folder folder;
  CHECK(folder.problems(sweep("", "predicted", "1")) ==
        "rows.yaml:8:54: sweeps.0.nodes: the file is of 8 ranks on 2 nodes\n");
  CHECK_THAT(folder.problems(sweep(", exclude: [{sizes: [3 B], why: x}, {why: x}, {below: 16 B}]")),
             Catch::Contains("sweeps.0.exclude.0.sizes: the file has no row of 3 B\n") &&
                 Catch::Contains("sweeps.0.exclude.1.why: no row is left out: give sizes, below or above\n") &&
                 Catch::Contains("sweeps.0.exclude.2.why: missing key\n"));
  CHECK_THAT(folder.problems(sweep(", floor: 12")),
             Catch::Contains("sweeps.0.floor: a launch floor is auto, none or a time"));
  CHECK_THAT(folder.problems(sweep("", "fitted"), ""),
             Catch::Contains("choices: a file with fitted sweeps says here what was fitted"));
  CHECK_THAT(folder.problems(sweep(", large: {known_gap: {number: 1, bound_pct: 9}}")),
             Catch::Contains("sweeps.0.large.known_gap: only a row with a band can miss it"));
  std::string text = sweep("");
  text.replace(text.find("all_to_all"), 10, "broadcast");
  text.replace(text.find("far"), 3, "off");
  CHECK_THAT(folder.problems(text),
             Catch::Contains("sweeps.0.op: the file is of alltoall") &&
                 Catch::Contains("sweeps.0.class: 'off' is not one of: near, far"));
  text.replace(text.find("s.csv"), 5, "t.csv");
  CHECK_THAT(folder.problems(text), Catch::Contains("sweeps.0.file: t.csv: no such file, or not readable"));
}

TEST_CASE("the shipped sweeps are rows of both kinds and bounds of three classes") {
  const std::vector<ValidationRow> rows = read_validation_rows(SEALRING_VALIDATION);
  const auto sweeps = sweeps_of(rows);
  CHECK(sweeps.size() == 25);
  const auto fitted =
      std::count_if(sweeps.begin(), sweeps.end(), [](const auto& s) { return s->kind == RowKind::kFitted; });
  CHECK(fitted == 14);
  for (const char* id : {"nccl:one_node:p90",
                         "nccl:one_node:signed",
                         "nccl:ib_2_nodes:p90",
                         "nccl:ib_4_nodes:p90",
                         "nccl:ib_4_nodes:signed",
                         "nccl:h100_azure_1n8g_allreduce_busbw:small"}) {
    const Ids all = ids(rows);
    CHECK(std::count(all.begin(), all.end(), id) == 1);
  }
  for (const ValidationRow& row : rows) {
    // a sweep that is only reported has no band; every other one has
    if (row.sweep && row.sweep->name != "b200_2n16g_allgather") {
      INFO(row.id);
      CHECK(row.band_pct.has_value());
    }
  }
}
