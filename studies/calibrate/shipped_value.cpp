#include "studies/calibrate/shipped_value.hpp"

#include <optional>

#include <fmt/format.h>

#include "sim/units/text.hpp"
#include "studies/scenario/data_folder.hpp"
#include "studies/scenario/scenario.hpp"

namespace sealring::studies {
namespace {

/// In seconds, bytes per second or as it stands; nothing where the text is not of that kind.
std::optional<double> as_duration(const std::string& text) {
  const Parsed<Duration> time = parse_duration(text);
  return time.value ? std::optional<double>(to_seconds(*time.value)) : std::nullopt;
}

std::optional<double> as_bandwidth(const std::string& text) {
  const Parsed<Bandwidth> rate = parse_bandwidth(text);
  return rate.value ? std::optional<double>(rate.value->count()) : std::nullopt;
}

std::optional<double> as_number(const std::string& text) {
  try {
    std::size_t used = 0;
    const double value = std::stod(text, &used);
    return used == text.size() ? std::optional<double>(value) : std::nullopt;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

double in_unit(const std::string& text, const std::string& path, const std::string& unit) {
  const std::string one = unit.empty() ? "1" : "1 " + unit;
  for (auto* const read : {as_duration, as_bandwidth, as_number}) {
    if (const std::optional<double> size = read(one)) {
      if (const std::optional<double> value = read(text)) {
        return *value / *size;
      }
    }
  }
  throw config::BadInput(fmt::format("{} is {}, which '{}' is no unit of", path, text, unit));
}

/// The text at a dotted path of a resolved scenario; "" when there is none.
std::string text_at(const std::string& resolved, const std::string& path) {
  config::Report unused;
  config::Document document = config::Document::from_text(resolved, "resolved.yaml", {}, unused);
  config::Reader at = document.root();
  std::size_t begin = 0;
  for (std::size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', begin)) {
    at = at.section(path.substr(begin, dot - begin));
    begin = dot + 1;
  }
  std::string text;
  at.get(path.substr(begin), text);
  return text;
}

}  // namespace

double shipped_value(const Point& point, const std::string& path, const std::string& unit) {
  const Scenario scenario = load_scenario(scenario_source(point.scenario, point.all_overrides()));
  const std::string text = text_at(scenario.resolved, path);
  if (text.empty()) {
    // The loader knows what is like it.
    const Point asked = point.with(path, unit.empty() ? "1" : "1 " + unit);
    (void)load_scenario(scenario_source(asked.scenario, asked.all_overrides()));
    throw config::BadInput(path + " is no value of the machine");
  }
  return in_unit(text, path, unit);
}

}  // namespace sealring::studies
