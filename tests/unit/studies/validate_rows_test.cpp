#include <cmath>

#include <catch2/catch.hpp>

#include "sim/config/report.hpp"
#include "studies/validate/validate.hpp"
#include "tests/unit/studies/rows_folder.hpp"

using namespace sealring;
using namespace sealring::studies;

namespace {

ValidationRow row(std::optional<double> band, std::optional<KnownGap> gap = std::nullopt) {
  ValidationRow made;
  made.published = 50;
  made.band_pct = band;
  made.gap = gap;
  return made;
}

struct Folder : test::RowsFolder {
  Folder() : RowsFolder("validation_rows_test") {}
};

std::string rows_text(const std::string& id,
                      const std::string& kind,
                      const std::string& more,
                      const std::string& measure) {
  return "source: somewhere\nconfidence: published\nrows:\n  - id: " + id +
         "\n    what: a number\n    unit: ratio\n    published: 2\n    kind: " + kind + "\n" + more +
         "    measure: " + measure + "\n";
}

constexpr const char* kNumber = "{kind: number, scenario: ddp, path: iteration_time}";

}  // namespace

TEST_CASE("an error is relative in percent, in percentage points a difference") {
  ValidationRow r = row(1.0);
  CHECK(error_of(r, 51) == Approx(2.0));
  CHECK(error_of(r, 49) == Approx(-2.0));
  r.unit = "pp";
  CHECK(error_of(r, 51) == Approx(1.0));
}

TEST_CASE("without a band nothing is judged") {
  CHECK(status_of(row(std::nullopt), 1000, true) == "no_band");
  CHECK(status_of(row(std::nullopt), 0, false) == "no_band");
}

TEST_CASE("a band includes its ends on both sides") {
  CHECK(status_of(row(2.0), 2.0, true) == "ok");
  CHECK(status_of(row(2.0), -2.0, true) == "ok");
  CHECK(status_of(row(2.0), 2.001, true) == "out_of_band");
  CHECK(status_of(row(2.0), -2.001, true) == "out_of_band");
}

TEST_CASE("a number whose condition fails is out of its band however close") {
  CHECK(status_of(row(2.0), 0, false) == "out_of_band");
}

TEST_CASE("a number that is none is out of its band") {
  CHECK(status_of(row(2.0), std::nan(""), true) == "out_of_band");
  CHECK(status_of(row(2.0, KnownGap{1, 10}), std::nan(""), true) == "out_of_band");
}

TEST_CASE("a known gap may be there and neither grow nor close") {
  const ValidationRow r = row(2.0, KnownGap{1, 10});
  CHECK(status_of(r, 5, true) == "known_gap");
  CHECK(status_of(r, -10, true) == "known_gap");
  CHECK(status_of(r, 10.1, true) == "out_of_band");
  CHECK(status_of(r, 1.9, true) == "out_of_band");
}

TEST_CASE("rows come file by file in the order of names and take the source of their file") {
  const Folder folder;
  folder.write("b.yaml", rows_text("B", "predicted", "", kNumber));
  folder.write("a.yaml", rows_text("A", "fitted", "    band_pct: 2\n    choices: [x]\n", kNumber));
  folder.write("notes.txt", "not: [rows");
  const std::vector<ValidationRow> rows = folder.rows();
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].id == "A");
  CHECK(rows[0].kind == RowKind::kFitted);
  CHECK(rows[0].band_pct == 2.0);
  CHECK(rows[1].id == "B");
  CHECK_FALSE(rows[1].band_pct);
  CHECK(rows[1].source == "somewhere");
}

TEST_CASE("the mistakes of all files of rows are told at once") {
  const Folder folder;
  folder.write("a.yaml", rows_text("A", "reconstructed", "", kNumber));
  folder.write("b.yaml", rows_text("B", "predicted", "    known_gap: {number: 1, bound_pct: 9}\n", kNumber));
  folder.write("c.yaml", rows_text("C", "guessed", "", "{kind: number, scenario: ddp, path: x, set: [ranks]}"));
  CHECK(folder.problems() ==
        "a.yaml:4:5: rows.0.choices: a fitted or reconstructed row says what was fitted or chosen\n"
        "b.yaml:9:16: rows.0.known_gap: only a row with a band can miss it\n"
        "c.yaml:8:11: rows.0.kind: 'guessed' is not one of: fitted, reconstructed, predicted\n"
        "c.yaml:9:58: rows.0.measure.set: 'ranks' is not path=value\n");
}

TEST_CASE("a row says what kind it is") {
  const Folder folder;
  std::string text = rows_text("A", "predicted", "", kNumber);
  text.erase(text.find("    kind: predicted\n"), std::string("    kind: predicted\n").size());
  folder.write("a.yaml", text);
  CHECK(folder.problems() == "a.yaml:4:5: rows.0.kind: missing key\n");
}

TEST_CASE("an unknown measure lists the known ones") {
  const Folder folder;
  folder.write("a.yaml", rows_text("A", "predicted", "", "{kind: guess, scenario: ddp}"));
  CHECK_THAT(folder.problems(),
             Catch::Contains("rows.0.measure.kind: 'guess' is not one of: slowdown, mean_slowdown, "));
}
