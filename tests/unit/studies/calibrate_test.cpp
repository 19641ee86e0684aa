#include "studies/calibrate/calibrate.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include <catch2/catch.hpp>

#include "studies/calibrate/fit_yaml.hpp"

namespace sealring::studies {
namespace {

// Copies of 1 KiB to 64 MiB that take exactly 22 us + bytes / 3 GB/s.
Calibration exact_copies() {
  Calibration calibration;
  calibration.parameters = {{"toll", 1, "us"}, {"rate", 100, "GB/s"}};
  calibration.residuals = [](const std::vector<double>& v) {
    std::vector<double> residuals;
    for (double bytes = 1024; bytes <= 64 * 1024 * 1024; bytes *= 4) {
      residuals.push_back(std::log((v[0] + bytes / (v[1] * 1e3)) / (22 + bytes / 3e3)));
    }
    return residuals;
  };
  return calibration;
}

// Only the product of the two is measured: 6.
Calibration product_only() {
  Calibration calibration;
  calibration.parameters = {{"lanes", 2, ""}, {"chain rate", 1, "GB/s"}};
  calibration.residuals = [](const std::vector<double>& v) {
    return std::vector<double>{std::log(v[0] * v[1] / 6), std::log(v[0] * v[1] / 6), std::log(v[0] * v[1] / 6)};
  };
  return calibration;
}

TEST_CASE("known parameters come back from exact data") {
  const Fit fit = calibrate(exact_copies());

  CHECK(fit.converged);
  CHECK(fit.parameters[0].value == Approx(22).epsilon(1e-6));
  CHECK(fit.parameters[1].value == Approx(3).epsilon(1e-6));
  CHECK(fit.rms < 1e-6);
}

TEST_CASE("data that determine everything report no singular direction") {
  const Fit fit = calibrate(exact_copies());

  CHECK(fit.undetermined.empty());
  CHECK(fit.parameters[0].determined);
  CHECK(fit.parameters[1].determined);
}

TEST_CASE("a start far away still ends at the same place") {
  Calibration calibration = exact_copies();
  calibration.parameters[0].start = 1e4;
  calibration.parameters[1].start = 1e-3;

  CHECK(calibrate(calibration).parameters[1].value == Approx(3).epsilon(1e-5));
}

TEST_CASE("a parameter that nothing depends on is reported as undetermined") {
  Calibration calibration = exact_copies();
  calibration.parameters.push_back({"spin", 5, "ns"});

  const Fit fit = calibrate(calibration);

  REQUIRE(fit.undetermined.size() == 1);
  CHECK(std::abs(fit.undetermined[0].weights[2]) == Approx(1));
  CHECK_FALSE(fit.parameters[2].determined);
  CHECK(fit.parameters[2].value == Approx(5));
  CHECK(fit.parameters[0].determined);
  CHECK(std::isinf(fit.condition));
}

TEST_CASE("two parameters of which only the product matters are both undetermined") {
  const Fit fit = calibrate(product_only());

  REQUIRE(fit.undetermined.size() == 1);
  // ln a + ln b is fixed, so (1, -1) / sqrt 2 is free.
  CHECK(std::abs(fit.undetermined[0].weights[0]) == Approx(std::sqrt(0.5)));
  CHECK(fit.undetermined[0].weights[0] == Approx(-fit.undetermined[0].weights[1]));
  CHECK_FALSE(fit.parameters[0].determined);
  CHECK_FALSE(fit.parameters[1].determined);
  CHECK(fit.parameters[0].value * fit.parameters[1].value == Approx(6));
}

TEST_CASE("fewer measurements than parameters leave a direction undetermined") {
  Calibration calibration = product_only();
  calibration.residuals = [](const std::vector<double>& v) { return std::vector<double>{std::log(v[0] * v[1] / 6)}; };

  const Fit fit = calibrate(calibration);

  CHECK(fit.undetermined.size() == 1);
  CHECK(fit.residuals.size() == 1);
}

TEST_CASE("the condition is the ratio of the singular values") {
  Calibration calibration;
  calibration.parameters = {{"a", 1, ""}, {"b", 1, ""}};
  // d residual / d ln parameter = diag(1, 0.01).
  calibration.residuals = [](const std::vector<double>& v) {
    return std::vector<double>{std::log(v[0] / 3), 0.01 * std::log(v[1] / 7)};
  };

  CHECK(calibrate(calibration).condition == Approx(100).epsilon(1e-6));
}

TEST_CASE("the scatter of the data becomes a relative error") {
  Calibration calibration;
  calibration.parameters = {{"a", 2, ""}};
  // Four measurements 10 % above and below: scatter 0.1 x sqrt(4/3), error of the mean 0.1 x sqrt(4/3) / sqrt(4) =
  // 0.0577.
  calibration.residuals = [](const std::vector<double>& v) {
    const double x = std::log(v[0]);
    return std::vector<double>{x + 0.1, x - 0.1, x + 0.1, x - 0.1};
  };

  CHECK(calibrate(calibration).parameters[0].relative_error == Approx(0.05774).epsilon(1e-3));
}

TEST_CASE("a parameter lost in the scatter counts as undetermined") {
  Calibration calibration;
  calibration.parameters = {{"a", 1, ""}, {"b", 1, ""}};
  // b moves the residuals by a hundredth of its logarithm, and they scatter by 0.1: uncertain by a factor far above e.
  calibration.residuals = [](const std::vector<double>& v) {
    const double a = std::log(v[0]);
    const double b = 0.01 * std::log(v[1]);
    return std::vector<double>{a + b + 0.1, a - b - 0.1, a + b - 0.1, a - b + 0.1};
  };

  const Fit fit = calibrate(calibration);

  CHECK(fit.parameters[0].determined);
  CHECK_FALSE(fit.parameters[1].determined);
}

TEST_CASE("one parameter can be fitted through an expensive black box with few calls") {
  int calls = 0;
  Calibration calibration;
  calibration.parameters = {{"chain rate", 0.2, "GB/s"}};
  calibration.step = 1e-3;
  calibration.residuals = [&calls](const std::vector<double>& v) {
    ++calls;
    return std::vector<double>{std::log((1 + 4 / v[0]) / 41.64)};  // a slowdown that falls with the rate
  };

  const Fit fit = calibrate(calibration);

  // 1 + 4 / rate = 41.64 at 4 / 40.64.
  CHECK(fit.parameters[0].value == Approx(4 / 40.64).epsilon(1e-4));
  CHECK(calls < 40);
  CHECK(calls == fit.evaluations);
}

TEST_CASE("a start that has no logarithm is refused") {
  Calibration calibration = exact_copies();
  calibration.parameters[0].start = 0;

  CHECK_THROWS_WITH(calibrate(calibration), "parameter toll needs a positive start: it is fitted in log space");
}

TEST_CASE("a model that fails is an error, not a fit") {
  Calibration calibration = exact_copies();
  calibration.residuals = [](const std::vector<double>&) {
    return std::vector<double>{std::numeric_limits<double>::quiet_NaN()};
  };

  CHECK_THROWS_AS(calibrate(calibration), std::runtime_error);
}

TEST_CASE("a fit is written with units, residuals and what is undetermined") {
  Fit fit;
  fit.parameters = {{"toll", "us", 22.5, 0.01, true}, {"spin", "", 5, 0, false}};
  fit.residuals = {0.0123, -0.5};
  fit.rms = 0.25;
  fit.condition = std::numeric_limits<double>::infinity();
  fit.undetermined = {{0, {0, 1}}};
  fit.converged = true;

  CHECK(to_yaml({{"copies", "copies.csv", "the maker's tables", fit, {"1 KiB"}}}) == R"(fits:
  - name: 'copies'
    data: 'copies.csv'
    source: 'the maker''s tables'
    converged: true
    rms_residual: 0.25
    condition: .inf
    parameters:
      - {name: 'toll', value: 22.5 us, relative_error: 0.01, determined: true}
      - {name: 'spin', value: 5, relative_error: 0, determined: false}
    undetermined:
      - {singular_value: 0, 'toll': 0, 'spin': 1}
    residuals:  # ln(modelled / measured)
      - {point: '1 KiB', residual: 0.0123}
      - {point: 'row 2', residual: -0.5000}
)");
}

TEST_CASE("an assessment leaves the start as it is and judges it") {
  Calibration calibration = product_only();
  calibration.differences = Differences::kForward;
  calibration.step = 0.03;

  const Fit fit = assess(calibration);

  CHECK(fit.parameters[0].value == Approx(2));
  CHECK(fit.residuals[0] == Approx(std::log(2.0 / 6)));
  CHECK(fit.undetermined.size() == 1);
}

TEST_CASE("a bound holds, and the other parameter makes up for it") {
  Calibration calibration = product_only();  // of which the product is 6
  calibration.parameters[0].at_most = 2.5;
  calibration.parameters[1].at_most = 2.5;
  calibration.parameters[0].at_least = 2.2;
  calibration.parameters[0].start = 2.3;

  const Fit fit = calibrate(calibration);

  CHECK(fit.parameters[0].value <= Approx(2.5));
  CHECK(fit.parameters[0].value >= Approx(2.2));
  CHECK(fit.parameters[1].value <= Approx(2.5));
  CHECK(fit.rms < 1e-6);
}

TEST_CASE("data beyond a bound end at the bound") {
  Calibration calibration;
  calibration.parameters = {{"share", 0.5, "", 0.1, 1}};
  calibration.residuals = [](const std::vector<double>& v) {
    CHECK(v[0] <= Approx(1));
    return std::vector<double>{std::log(v[0] / 3), std::log(v[0] / 3)};
  };

  CHECK(calibrate(calibration).parameters[0].value == Approx(1));
}

TEST_CASE("a start outside its bounds is refused") {
  Calibration calibration = product_only();
  calibration.parameters[1].at_least = 1.5;

  CHECK_THROWS_AS(calibrate(calibration), std::invalid_argument);
}

TEST_CASE("one-sided derivatives are announced with the values that they are taken between") {
  Calibration calibration = product_only();
  calibration.differences = Differences::kForward;
  calibration.step = std::log(2.0);
  calibration.parameters[1].at_most = 1;  // starts there, so its derivative looks down
  std::vector<std::vector<double>> told;
  calibration.announce = [&told](const std::vector<std::vector<double>>& asked) { told = asked; };

  (void)assess(calibration);

  REQUIRE(told.size() == 4);  // low and high of each
  CHECK((told[0][0] == Approx(2) && told[0][1] == Approx(1)));
  CHECK((told[1][0] == Approx(4) && told[1][1] == Approx(1)));
  CHECK((told[2][0] == Approx(2) && told[2][1] == Approx(0.5)));
  CHECK((told[3][0] == Approx(2) && told[3][1] == Approx(1)));
}

TEST_CASE("a soft fit follows the many and not the outlier") {
  Calibration calibration;
  calibration.parameters = {{"a", 2, ""}};
  // Five measurements of 1 and one of e: the mean of the logarithms is 1/6; a fit by sizes stays near 0.
  calibration.residuals = [](const std::vector<double>& v) {
    const double x = std::log(v[0]);
    return std::vector<double>{x, x, x, x, x, x - 1};
  };

  CHECK(std::log(calibrate(calibration).parameters[0].value) == Approx(1.0 / 6).epsilon(1e-4));
  calibration.soft_above = 0.03;
  // Derivatives balance at 5 x / sqrt(1 + (x/s)^2) = s, so x = s / sqrt(24) = 0.0061.
  CHECK(std::log(calibrate(calibration).parameters[0].value) == Approx(0.03 / std::sqrt(24)).epsilon(0.02));
}

}  // namespace
}  // namespace sealring::studies
