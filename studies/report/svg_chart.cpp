#include "studies/report/svg_chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace sealring::report {
namespace {

constexpr double kPlotWidth = 560;
constexpr double kPlotHeight = 320;
constexpr double kLeft = 76;
constexpr double kTop = 48;
constexpr double kBottom = 60;
constexpr double kCharacter = 7;  // width of a character of the 12 px text, on average
constexpr double kLegendLine = 20;
constexpr double kLegendGap = 18;
constexpr double kLegendSample = 20;
constexpr double kLegendSpace = 6;
// Okabe and Ito's colours, which colour-blind people can tell apart; without the yellow that vanishes on white
constexpr std::array<const char*, 7> kColours{
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000"};
constexpr const char* kLevelStyle = "stroke=\"#777777\" stroke-dasharray=\"4 4\"";
constexpr std::array<const char*, 3> kDashes{"", "6 3", "2 3"};

std::string number(double value) {
  std::array<char, 64> buffer{};
  const double rounded = std::round(value * 100) / 100;
  std::snprintf(buffer.data(), buffer.size(), "%.2f", rounded == 0 ? 0 : rounded);
  return buffer.data();
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string line(Point from, Point to, const std::string& style) {
  return "<line x1=\"" + number(from.x) + "\" y1=\"" + number(from.y) + "\" x2=\"" + number(to.x) + "\" y2=\"" +
         number(to.y) + "\" " + style + "/>\n";
}

std::string label(Point at, const std::string& text, const std::string& attributes) {
  return "<text x=\"" + number(at.x) + "\" y=\"" + number(at.y) + "\" " + attributes + ">" + escaped(text) +
         "</text>\n";
}

std::string axis_title(const AxisLabel& axis) {
  return axis.unit.empty() ? axis.text : axis.text + " (" + axis.unit + ")";
}

class Drawing {
 public:
  explicit Drawing(const Chart& chart) : chart_(chart), x_(chart.x.scale, xs(chart)), y_(chart.y.scale, ys(chart)) {}

  [[nodiscard]] std::string text() const {
    std::string svg = opening() + grid() + titles();
    for (const Level& level : chart_.levels) {
      svg += level_line(level);
    }
    for (std::size_t i = 0; i < chart_.series.size(); ++i) {
      svg += curve(i);
    }
    return svg + legend() + "</svg>\n";
  }

 private:
  static std::vector<double> xs(const Chart& chart) {
    std::vector<double> values;
    for (const Series& series : chart.series) {
      for (const Point& point : series.points) {
        values.push_back(point.x);
      }
    }
    return values;
  }

  static std::vector<double> ys(const Chart& chart) {
    std::vector<double> values;
    for (const Series& series : chart.series) {
      for (const Point& point : series.points) {
        values.push_back(point.y);
      }
    }
    for (const Level& level : chart.levels) {
      values.push_back(level.y);
    }
    return values;
  }

  [[nodiscard]] Point place(Point value) const {
    return {kLeft + kPlotWidth * x_.position(value.x), kTop + kPlotHeight * (1 - y_.position(value.y))};
  }

  [[nodiscard]] std::string opening() const {
    std::size_t longest = 0;
    for (const Series& series : chart_.series) {
      longest = std::max(longest, series.name.size());
    }
    for (const Level& level : chart_.levels) {
      longest = std::max(longest, level.name.size());
    }
    const double names = kCharacter * static_cast<double>(longest);
    const double legend = kLegendGap + kLegendSample + kLegendSpace + names + kLegendGap;
    const std::string width = number(kLeft + kPlotWidth + legend);
    const std::string height = number(kTop + kPlotHeight + kBottom);
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width + "\" height=\"" + height +
           "\" viewBox=\"0 0 " + width + " " + height + "\" font-family=\"sans-serif\" font-size=\"12\">\n" +
           "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
  }

  [[nodiscard]] std::string grid() const {
    const std::string faint = "stroke=\"#dddddd\"";
    const double bottom = kTop + kPlotHeight;
    std::string svg;
    for (const Tick& tick : x_.ticks()) {
      const double x = kLeft + kPlotWidth * x_.position(tick.value);
      svg += line({x, kTop}, {x, bottom}, faint) + label({x, bottom + 18}, tick.text, "text-anchor=\"middle\"");
    }
    for (const Tick& tick : y_.ticks()) {
      const double y = kTop + kPlotHeight * (1 - y_.position(tick.value));
      svg += line({kLeft, y}, {kLeft + kPlotWidth, y}, faint) +
             label({kLeft - 8, y + 4}, tick.text, "text-anchor=\"end\"");
    }
    const std::string solid = "stroke=\"#333333\"";
    return svg + line({kLeft, bottom}, {kLeft + kPlotWidth, bottom}, solid) +
           line({kLeft, kTop}, {kLeft, bottom}, solid);
  }

  [[nodiscard]] std::string titles() const {
    const double middle = kTop + kPlotHeight / 2;
    return label({kLeft + kPlotWidth / 2, 26}, chart_.title, "text-anchor=\"middle\" font-size=\"16\"") +
           label({kLeft + kPlotWidth / 2, kTop + kPlotHeight + 44}, axis_title(chart_.x), "text-anchor=\"middle\"") +
           label({18, middle},
                 axis_title(chart_.y),
                 "text-anchor=\"middle\" transform=\"rotate(-90 18.00 " + number(middle) + ")\"");
  }

  [[nodiscard]] std::string level_line(const Level& level) const {
    const double y = kTop + kPlotHeight * (1 - y_.position(level.y));
    return y_.can_draw(level.y) ? line({kLeft, y}, {kLeft + kPlotWidth, y}, kLevelStyle) : "";
  }

  static std::string stroke(std::size_t index) {
    const std::string dash = kDashes[(index / kColours.size()) % kDashes.size()];
    return std::string("stroke=\"") + kColours[index % kColours.size()] + "\" stroke-width=\"2\"" +
           (dash.empty() ? "" : " stroke-dasharray=\"" + dash + "\"");
  }

  static std::string dot(Point at, std::size_t index) {
    return "<circle cx=\"" + number(at.x) + "\" cy=\"" + number(at.y) + "\" r=\"3\" fill=\"" +
           kColours[index % kColours.size()] + "\"/>\n";
  }

  [[nodiscard]] std::string curve(std::size_t index) const {
    std::string path;
    std::string dots;
    bool pen_down = false;
    for (const Point& point : chart_.series[index].points) {
      const bool drawn = x_.can_draw(point.x) && y_.can_draw(point.y);
      if (drawn) {
        const Point at = place(point);
        path += (path.empty() ? "" : " ") + std::string(pen_down ? "L" : "M") + number(at.x) + " " + number(at.y);
        dots += dot(at, index);
      }
      pen_down = drawn;
    }
    return path.empty() ? "" : "<path d=\"" + path + "\" fill=\"none\" " + stroke(index) + "/>\n" + dots;
  }

  /// Series first, then levels: a name beside its line would lie on the curves.
  [[nodiscard]] std::string legend() const {
    std::string svg;
    std::size_t row = 0;
    for (std::size_t i = 0; i < chart_.series.size(); ++i, ++row) {
      svg += legend_entry(row, chart_.series[i].name, stroke(i)) + dot(legend_middle(row), i);
    }
    for (const Level& level : chart_.levels) {
      svg += legend_entry(row++, level.name, kLevelStyle);
    }
    return svg;
  }

  static Point legend_middle(std::size_t row) {
    return {kLeft + kPlotWidth + kLegendGap + kLegendSample / 2, kTop + 8 + kLegendLine * static_cast<double>(row)};
  }

  static std::string legend_entry(std::size_t row, const std::string& name, const std::string& style) {
    const auto [x, y] = legend_middle(row);
    return line({x - kLegendSample / 2, y}, {x + kLegendSample / 2, y}, style) +
           label({x + kLegendSample / 2 + kLegendSpace, y + 4}, name, "text-anchor=\"start\"");
  }

  const Chart& chart_;
  Axis x_;
  Axis y_;
};

}  // namespace

std::string to_svg(const Chart& chart) { return Drawing(chart).text(); }

}  // namespace sealring::report
