#include "studies/calibrate/nccl_report.hpp"

#include <cmath>

#include <fmt/format.h>

#include "sim/units/text.hpp"
#include "studies/compare_nccl/error_summary.hpp"

namespace sealring::studies {
namespace {

constexpr double kWorthNaming = 0.1;  // share of a direction that a constant takes

double percent(double residual) { return 100 * (std::exp(residual) - 1); }

stats::Table constants_table(const GroupFit& fit) {
  stats::Table table(
      {{"constant", ""}, {"scope", ""}, {"shipped", ""}, {"value", ""}, {"relative error", "%"}, {"determined", ""}});
  for (std::size_t i = 0; i < fit.group.constants.size(); ++i) {
    const FreeConstant& c = fit.group.constants[i];
    const FittedParameter& p = fit.report.fit.parameters[i];
    table.add({c.path,
               kScopes[static_cast<std::size_t>(c.scope)],
               text_of(c, c.shipped),
               text_of(c, p.value),
               100 * p.relative_error,
               std::string(p.determined ? "yes" : "no")});
  }
  return table;
}

std::string direction_text(const Fit& fit, const SingularDirection& direction) {
  std::string text;
  for (std::size_t i = 0; i < direction.weights.size(); ++i) {
    if (std::abs(direction.weights[i]) >= kWorthNaming) {
      text += fmt::format("{}{:+.2f} {}", text.empty() ? "" : ", ", direction.weights[i], fit.parameters[i].name);
    }
  }
  return text;
}

stats::Table directions_table(const Fit& fit) {
  stats::Table table({{"singular value", ""}, {"changes no time", ""}});
  for (const SingularDirection& direction : fit.undetermined) {
    table.add({direction.singular_value, direction_text(fit, direction)});
  }
  return table;
}

stats::Table files_table(const GroupFit& fit) {
  stats::Table table({{"file", ""}, {"sizes", ""}, {"median", "%"}, {"rms", "%"}, {"worst", "%"}});
  for (const auto& sweep : fit.group.sweeps) {
    std::vector<double> errors;
    double squares = 0;
    for (const FittedSize& size : fit.sizes) {
      if (size.file == sweep->name) {
        errors.push_back(std::abs(percent(size.residual)));
        squares += size.residual * size.residual;
      }
    }
    if (!errors.empty()) {
      table.add({sweep->name,
                 static_cast<std::int64_t>(errors.size()),
                 quantile(errors, 0.5),
                 100 * std::sqrt(squares / static_cast<double>(errors.size())),
                 quantile(errors, 1)});
    }
  }
  return table;
}

stats::Result group_result(const GroupFit& fit) {
  stats::Result result;
  result.set("what", fit.group.what);
  result.set("sizes", static_cast<int>(fit.sizes.size()));
  result.set("rms", 100 * fit.report.fit.rms, "%");
  result.set("condition", fit.report.fit.condition);
  for (const std::string& path : fit.unused) {
    result.array("shipped as 0 and left out").append(stats::Result(stats::Scalar(path)));
  }
  result.set("constants", constants_table(fit));
  if (!fit.report.fit.undetermined.empty()) {
    result.set("undetermined", directions_table(fit.report.fit));
  }
  result.set("files", files_table(fit));
  return result;
}

}  // namespace

stats::Result nccl_report(const std::vector<GroupFit>& fits, const ScopeCount& count) {
  stats::Result result;
  stats::Result& constants = result.group("free constants");
  for (std::size_t i = 0; i < kScopes.size(); ++i) {
    constants.set(kScopes[i], count.of_scope[i]);
  }
  constants.set("of them launch floors", count.launch_floors);
  for (const GroupFit& fit : fits) {
    result.set(fit.group.name, group_result(fit));
  }
  return result;
}

std::string lines_to_paste(const GroupFit& fit) {
  std::string text;
  std::vector<std::string> open;
  for (std::size_t i = 0; i < fit.group.constants.size(); ++i) {
    const FreeConstant& c = fit.group.constants[i];
    if (c.scope == Scope::kSite) {
      continue;
    }
    std::vector<std::string> words = split(c.path, '.');
    const std::string key = words.back();
    words.pop_back();
    std::size_t same = 0;
    while (same < words.size() && same < open.size() && words[same] == open[same]) {
      ++same;
    }
    for (std::size_t level = same; level < words.size(); ++level) {
      text += std::string(2 * level, ' ') + words[level] + ":\n";
    }
    text += std::string(2 * words.size(), ' ') + key + ": " + text_of(c, fit.report.fit.parameters[i].value) + "\n";
    open = words;
  }
  return text;
}

stats::Table nccl_residuals(const std::vector<GroupFit>& fits) {
  stats::Table table({{"group", ""},
                      {"file", ""},
                      {"size", "B"},
                      {"how", ""},
                      {"measured", "us"},
                      {"simulated", "us"},
                      {"residual", ""}});
  for (const GroupFit& fit : fits) {
    for (const FittedSize& s : fit.sizes) {
      table.add({fit.group.name,
                 s.file,
                 s.size.count(),
                 s.how,
                 s.measured_us,
                 s.measured_us * std::exp(s.residual),
                 s.residual});
    }
  }
  return table;
}

}  // namespace sealring::studies
