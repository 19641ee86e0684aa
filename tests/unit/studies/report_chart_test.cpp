#include <limits>

#include <catch2/catch.hpp>

#include "studies/report/svg_chart.hpp"

using namespace sealring::report;

namespace {

Chart sample() {
  return {"Slowdown & cap",
          {"bucket cap", "MiB", Scale::kLog},
          {"slowdown", "x", Scale::kLinear},
          {{"<sealed>", {{10, 40}, {100, 10}, {1000, 5}}}},
          {}};
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

}  // namespace

TEST_CASE("the same chart gives the same bytes") { CHECK(to_svg(sample()) == to_svg(sample())); }

TEST_CASE("a chart names its axes with units and its series") {
  const std::string svg = to_svg(sample());

  CHECK(svg.find(">bucket cap (MiB)</text>") != std::string::npos);
  CHECK(svg.find(">slowdown (x)</text>") != std::string::npos);
  CHECK(svg.find(">&lt;sealed&gt;</text>") != std::string::npos);
  CHECK(svg.find(">Slowdown &amp; cap</text>") != std::string::npos);
}

TEST_CASE("points lie where the axes say") {
  // x: decades 10 to 1000 over 560 px from 76, so 100 is in the middle: 356. y: 0 to 40 over 320 px from 48 to 368:
  // 40 at 48, 10 at 368 - 80 = 288, 5 at 368 - 40 = 328
  CHECK(to_svg(sample()).find("d=\"M76.00 48.00 L356.00 288.00 L636.00 328.00\"") != std::string::npos);
}

TEST_CASE("a point that cannot be drawn leaves a gap") {
  Chart chart = sample();
  chart.series[0].points[1].y = std::numeric_limits<double>::quiet_NaN();
  const std::string svg = to_svg(chart);

  CHECK(svg.find("d=\"M76.00 48.00 M636.00") != std::string::npos);
  CHECK(svg.find("nan") == std::string::npos);
}

TEST_CASE("an empty series keeps its legend and draws no path") {
  Chart chart = sample();
  chart.series.push_back({"empty", {}});
  const std::string svg = to_svg(chart);

  CHECK(count(svg, "<path") == 1);
  CHECK(svg.find(">empty</text>") != std::string::npos);
}

TEST_CASE("the eighth series is told apart by its dashes") {
  Chart chart = sample();
  chart.series.assign(8, chart.series.front());

  CHECK(count(to_svg(chart), "stroke-dasharray") == 2);  // its curve and its legend
}

TEST_CASE("a level is a dashed line with its name") {
  Chart chart = sample();
  chart.levels.push_back({"published", 20});

  CHECK(to_svg(chart).find(">published</text>") != std::string::npos);
}
