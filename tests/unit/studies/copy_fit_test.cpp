#include "studies/calibrate/copy_fit.hpp"

#include <cstdio>
#include <fstream>

#include <catch2/catch.hpp>

#include "sim/config/report.hpp"

namespace sealring::studies {
namespace {

CopyTable measured() { return read_copy_table(SEALRING_FIT_DATA "/host_copies.csv"); }

const FitReport& named(const std::vector<FitReport>& reports, const std::string& name) {
  for (const FitReport& report : reports) {
    if (report.name == name) {
      return report;
    }
  }
  throw std::runtime_error("no fit called " + name);
}

std::string error_of(const std::string& text) {
  const std::string file = "copy_fit_test.csv";
  std::ofstream(file) << text;
  std::string message;
  try {
    read_copy_table(file);
  } catch (const config::BadInput& error) {
    message = error.what();
  }
  std::remove(file.c_str());
  return message;
}

TEST_CASE("the table of host copies keeps its source and not its folder") {
  CHECK(measured().source == "artifact of Yang, Sonji, Jog, ISPASS 2025 (raw CSV of figure 4)");
  CHECK(measured().file == "host_copies.csv");
}

TEST_CASE("the fit uses only rows up to the limit") {
  // 64 B to 64 MiB in powers of two: 2^6 .. 2^26.
  CHECK(copy_calibration(measured(), {"pinned_h2d", true, mebibytes(64)}).points.size() == 21);
}

TEST_CASE("a protected pinned write costs a toll near 22 us and runs near the rate of one core") {
  const std::vector<FitReport> reports = fit_host_copies(measured(), mebibytes(64));

  const Fit& fit = named(reports, "pinned_h2d, confidential computing on").fit;

  CHECK(fit.converged);
  CHECK(fit.parameters[0].value == Approx(22.5).margin(1.5));
  // One core does 3.36 GB/s of AES-GCM; the table's own large rows give 3.0.
  CHECK(fit.parameters[1].value == Approx(2.9).margin(0.2));
  CHECK(fit.undetermined.empty());
}

TEST_CASE("an unprotected pinned write costs about 2 us and runs near 43 GB per second") {
  const Fit fit = calibrate(copy_calibration(measured(), {"pinned_h2d", false, mebibytes(64)}));

  CHECK(fit.parameters[0].value == Approx(2.0).margin(0.2));
  CHECK(fit.parameters[1].value == Approx(43).margin(3));
}

TEST_CASE("every series of the table is fitted once") {
  const std::vector<FitReport> reports = fit_host_copies(measured(), mebibytes(64));

  CHECK(reports.size() == 8);
  for (const FitReport& report : reports) {
    INFO(report.name);
    CHECK(report.fit.converged);
    CHECK(report.fit.rms < 0.25);
  }
}

TEST_CASE("tiny copies alone do not determine the rate") {
  // Up to 1 KiB the bytes take 0.3 us of 22, less than the rows scatter.
  const Fit fit = calibrate(copy_calibration(measured(), {"pinned_d2h", false, Bytes(256)}));

  CHECK(fit.parameters[0].determined);
  CHECK_FALSE(fit.parameters[1].determined);
}

TEST_CASE("a broken row is named by file and line") {
  CHECK(
      error_of("# source: x\npath,bytes,off_us,on_us\npinned_h2d,64,fast,3\n") ==
      "copy_fit_test.csv:3: 'pinned_h2d,64,fast,3' is not a path and three positive numbers (path,bytes,off_us,on_us)");
}

TEST_CASE("a missing table is named") {
  CHECK_THROWS_WITH(read_copy_table("nowhere.csv"), "nowhere.csv: no such file, or not readable");
}

}  // namespace
}  // namespace sealring::studies
