#include "studies/compare/compare.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "sim/config/report.hpp"
#include "studies/points/pair.hpp"
#include "studies/scenario/data_folder.hpp"

namespace sealring::studies {
namespace {

struct Arm {
  std::string name;
  Point point;
  Point baseline;
};

struct Ceiling {
  const char* name;
  const char* setting;
};
constexpr std::array<Ceiling, 3> kCeilings{{{"crypto free", "ideal.crypto_free"},
                                            {"launches free", "ideal.launches_free"},
                                            {"perfect overlap", "ideal.perfect_overlap"}}};

[[noreturn]] void refuse(const CompareRequest& request) {
  Point point{request.scenario, request.machines.empty() ? "" : request.machines.front(), "", request.overrides};
  const Scenario scenario = load_scenario(scenario_source(point.scenario, point.all_overrides()));
  std::string known;
  for (const auto& [name, profile] : scenario.machine.profiles) {
    known += (known.empty() ? "" : ", ") + name;
  }
  throw config::BadInput("nothing to compare with the profile 'off'; give --profile, machine " + scenario.machine.name +
                         " has: " + known);
}

/// The baseline is `off`, unless the request places it.
std::vector<std::string> profiles_of(const CompareRequest& request) {
  std::vector<std::string> profiles = request.profiles;
  if (profiles.empty()) {
    profiles.push_back(load_scenario(scenario_source(request.scenario, request.overrides)).profile);
  }
  if (std::find(profiles.begin(), profiles.end(), "off") == profiles.end()) {
    profiles.insert(profiles.begin(), "off");
  }
  if (profiles.size() == 1 && request.machines.size() < 2) {
    refuse(request);
  }
  return profiles;
}

/// The points of each machine, side by side.
std::vector<std::vector<Point>> points_of(const CompareRequest& request) {
  const std::vector<std::string> profiles = profiles_of(request);
  const std::vector<std::string> machines = request.machines.empty() ? std::vector<std::string>{""} : request.machines;
  std::vector<std::vector<Point>> groups;
  for (const std::string& machine : machines) {
    std::vector<Point>& points = groups.emplace_back();
    for (const std::string& profile : profiles) {
      points.push_back({request.scenario, machine, profile, request.overrides});
    }
  }
  return groups;
}

/// Bad input is told once and before anything runs, not per point.
void check_input(const std::vector<std::vector<Point>>& groups) {
  for (const std::vector<Point>& points : groups) {
    for (const Point& point : points) {
      (void)load_scenario(scenario_source(point.scenario, point.all_overrides()));
    }
  }
}

std::vector<Arm> arms_of(const CompareRequest& request, PointRunner& runner) {
  const std::vector<std::vector<Point>> groups = points_of(request);
  check_input(groups);
  std::vector<Arm> arms;
  for (const std::vector<Point>& group : groups) {
    const std::vector<Point> points = with_equal_batches(group, runner);
    for (const Point& point : points) {
      arms.push_back({groups.size() == 1 ? point.profile : point.machine + " " + point.profile, point, points.front()});
    }
  }
  return arms;
}

bool is_baseline(const Arm& arm) { return arm.point.profile == arm.baseline.profile; }

std::vector<Point> all_points(const std::vector<Arm>& arms) {
  std::vector<Point> points;
  for (const Arm& arm : arms) {
    points.push_back(arm.point);
    for (const Ceiling& ceiling : kCeilings) {
      if (!is_baseline(arm)) {
        points.push_back(arm.point.with(ceiling.setting, "true"));
        points.push_back(arm.baseline.with(ceiling.setting, "true"));
      }
    }
  }
  return points;
}

stats::Table arms_table(const std::vector<Arm>& arms, PointRunner& runner) {
  stats::Table table({{"profile", ""}, {"iteration", "ms"}, {"slowdown", "x"}, {"set-up", "s"}});
  for (const Arm& arm : arms) {
    const Measured& m = runner(arm.point);
    table.add({arm.name,
               m.iteration_seconds * 1e3,
               m.iteration_seconds / runner(arm.baseline).iteration_seconds,
               m.setup_seconds});
  }
  return table;
}

/// Every part that any arm has, in the order in which they are first met.
std::vector<std::string> parts_of(const std::vector<Arm>& arms, PointRunner& runner) {
  std::vector<std::string> parts;
  for (const Arm& arm : arms) {
    for (const auto& [part, seconds] : runner(arm.point).breakdown_seconds) {
      if (std::find(parts.begin(), parts.end(), part) == parts.end()) {
        parts.push_back(part);
      }
    }
  }
  return parts;
}

double seconds_of(const Measured& measured, const std::string& part) {
  for (const auto& [name, seconds] : measured.breakdown_seconds) {
    if (name == part) {
      return seconds;
    }
  }
  return 0;
}

stats::Table breakdown_table(const std::vector<Arm>& arms, PointRunner& runner) {
  std::vector<stats::Column> columns{{"part", ""}};
  std::vector<stats::Scalar> total{std::string("total")};
  for (const Arm& arm : arms) {
    columns.push_back({arm.name, "ms"});
    total.emplace_back(runner(arm.point).iteration_seconds * 1e3);
  }
  stats::Table table(columns);
  for (const std::string& part : parts_of(arms, runner)) {
    std::vector<stats::Scalar> row{part};
    for (const Arm& arm : arms) {
      row.emplace_back(seconds_of(runner(arm.point), part) * 1e3);
    }
    table.add(row);
  }
  table.add(total);
  return table;
}

stats::Table ceilings_table(const std::vector<Arm>& arms, PointRunner& runner) {
  stats::Table table(
      {{"profile", ""}, {"if", ""}, {"iteration", "ms"}, {"slowdown", "x"}, {"over the same ideal", "x"}});
  for (const Arm& arm : arms) {
    for (const Ceiling& ceiling : kCeilings) {
      if (!is_baseline(arm)) {
        const double seconds = runner(arm.point.with(ceiling.setting, "true")).iteration_seconds;
        const double same_ideal = runner(arm.baseline.with(ceiling.setting, "true")).iteration_seconds;
        table.add({arm.name,
                   std::string(ceiling.name),
                   seconds * 1e3,
                   seconds / runner(arm.baseline).iteration_seconds,
                   seconds / same_ideal});
      }
    }
  }
  return table;
}

}  // namespace

stats::Result compare(const CompareRequest& request, PointRunner& runner) {
  const std::vector<Arm> arms = arms_of(request, runner);
  runner.run(all_points(arms));
  stats::Result result;
  result.set("scenario", request.scenario);
  result.set("arms", arms_table(arms, runner));
  result.set("breakdown", breakdown_table(arms, runner));
  result.set("ceilings", ceilings_table(arms, runner));
  return result;
}

}  // namespace sealring::studies
