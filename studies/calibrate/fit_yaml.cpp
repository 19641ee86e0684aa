#include "studies/calibrate/fit_yaml.hpp"

#include <cmath>

#include <fmt/format.h>

namespace sealring::studies {
namespace {

std::string number(double value) { return std::isfinite(value) ? fmt::format("{:.6g}", value) : ".inf"; }

/// Single-quoted YAML; a quote doubles.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    out += c == '\'' ? std::string("''") : std::string(1, c);
  }
  return out + "'";
}

std::string parameter_lines(const Fit& fit) {
  std::string text = "    parameters:\n";
  for (const FittedParameter& p : fit.parameters) {
    const std::string value = p.unit.empty() ? number(p.value) : number(p.value) + " " + p.unit;
    text += fmt::format("      - {{name: {}, value: {}, relative_error: {}, determined: {}}}\n",
                        quoted(p.name),
                        value,
                        number(p.relative_error),
                        p.determined);
  }
  return text;
}

std::string direction_lines(const Fit& fit) {
  if (fit.undetermined.empty()) {
    return "    undetermined: []\n";
  }
  std::string text = "    undetermined:\n";
  for (const SingularDirection& direction : fit.undetermined) {
    text += fmt::format("      - {{singular_value: {}", number(direction.singular_value));
    for (std::size_t i = 0; i < direction.weights.size(); ++i) {
      text += fmt::format(", {}: {}", quoted(fit.parameters[i].name), number(direction.weights[i]));
    }
    text += "}\n";
  }
  return text;
}

std::string residual_lines(const FitReport& report) {
  std::string text = "    residuals:  # ln(modelled / measured)\n";
  for (std::size_t i = 0; i < report.fit.residuals.size(); ++i) {
    const std::string point = i < report.points.size() ? report.points[i] : fmt::format("row {}", i + 1);
    text += fmt::format("      - {{point: {}, residual: {:.4f}}}\n", quoted(point), report.fit.residuals[i]);
  }
  return text;
}

}  // namespace

std::string to_yaml(const std::vector<FitReport>& reports) {
  std::string text = "fits:\n";
  for (const FitReport& report : reports) {
    text += fmt::format("  - name: {}\n    data: {}\n    source: {}\n",
                        quoted(report.name),
                        quoted(report.data),
                        quoted(report.source));
    text += fmt::format("    converged: {}\n    rms_residual: {}\n    condition: {}\n",
                        report.fit.converged,
                        number(report.fit.rms),
                        number(report.fit.condition));
    text += parameter_lines(report.fit) + direction_lines(report.fit) + residual_lines(report);
  }
  return text;
}

}  // namespace sealring::studies
