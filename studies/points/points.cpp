#include "studies/points/points.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "sim/stats/writers.hpp"
#include "studies/process/pool.hpp"
#include "studies/process/progress_line.hpp"
#include "studies/process/result_store.hpp"
#include "studies/process/shell.hpp"
#include "studies/scenario/data_folder.hpp"
#include "studies/scenario/scenario.hpp"
#include "studies/version.hpp"

namespace sealring::studies {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kLastLines = 20;  // of a failed point; what does not fit into memory takes eleven

void flatten(const Json& node, const std::string& path, Measured& into) {
  if (node.is_object() && node.contains("value") && node.contains("unit")) {
    flatten(node["value"], path, into);
  } else if (node.is_object()) {
    for (const auto& [key, child] : node.items()) {
      flatten(child, path.empty() ? key : fmt::format("{}.{}", path, key), into);
    }
  } else if (node.is_number()) {
    into.numbers[path] = node.get<double>();
  } else if (node.is_string()) {
    into.texts[path] = node.get<std::string>();
  } else if (node.is_boolean()) {
    into.texts[path] = node.get<bool>() ? "yes" : "no";
  }
}

bool is_part(const Json& row) {
  return row.is_object() && row.contains("part") && row["part"].is_string() && row.contains("time") &&
         row["time"].is_number();
}

bool has_breakdown(const Json& root) {
  const Json::json_pointer rows("/breakdown/rows");
  return root.is_object() && root.contains("iteration_time") && root.contains(rows) && root[rows].is_array() &&
         std::all_of(root[rows].begin(), root[rows].end(), is_part);
}

std::string line_of(const Point& point) {
  std::vector<std::string> words = point.words();
  words.insert(words.begin(), "sealring");
  return process::shell_line(words);
}

/// Names the point by everything that decides its result, not by how it was typed. What the workload says of itself
/// covers files that the resolved scenario only names: a trace, the shape of a model.
std::string hash_of(const Point& point) {
  const Scenario scenario = load_scenario(scenario_source(point.scenario, point.all_overrides()));
  stats::Result facts;
  const workloads::Setting setting = scenario.setting();
  scenario.workload->describe(setting, scenario.workload->program(setting), facts);
  return process::point_hash(scenario.resolved + stats::to_json(facts), version());
}

std::string file_text(const std::string& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace

Point Point::with(const std::string& path, const std::string& value) const {
  Point changed = *this;
  changed.overrides.push_back({path, value});
  return changed;
}

std::vector<config::Override> Point::all_overrides() const {
  std::vector<config::Override> all = overrides;
  if (!machine.empty()) {
    all.push_back({"machine", machine});
  }
  if (!profile.empty()) {
    all.push_back({"profile", profile});
  }
  return all;
}

std::vector<std::string> Point::words() const {
  std::vector<std::string> words{"run", scenario};
  if (!machine.empty()) {
    words.insert(words.end(), {"--machine", machine});
  }
  if (!profile.empty()) {
    words.insert(words.end(), {"--profile", profile});
  }
  for (const config::Override& o : overrides) {
    words.insert(words.end(), {"--set", o.path + "=" + o.value});
  }
  words.insert(words.end(), {"--json", "--quiet"});
  return words;
}

void add_settings(Point& point,
                  const std::vector<std::string>& settings,
                  config::Reader& section,
                  const std::string& key) {
  for (const std::string& text : settings) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) {
      section.problem(key, "'" + text + "' is not path=value");
      continue;
    }
    point.overrides.push_back({text.substr(0, equals), text.substr(equals + 1)});
  }
}

double Measured::number(const std::string& path) const {
  const auto found = numbers.find(path);
  if (found == numbers.end()) {
    throw std::runtime_error("a run's result has no number '" + path + "'");
  }
  return found->second;
}

std::int64_t Measured::integer(const std::string& path) const { return std::llround(number(path)); }

const std::string& Measured::text(const std::string& path) const {
  const auto found = texts.find(path);
  if (found == texts.end()) {
    throw std::runtime_error("a run's result has no text '" + path + "'");
  }
  return found->second;
}

Measured parse_measured(const std::string& json) {
  Measured measured;
  const Json root = Json::parse(json, nullptr, false);
  if (!has_breakdown(root)) {
    throw std::runtime_error("a run printed something else than its metrics");
  }
  flatten(root, "", measured);
  constexpr double kFemto = 1e-15;
  measured.iteration_seconds = measured.number("iteration_time") * kFemto;
  measured.setup_seconds = measured.number("setup.total");
  for (const Json& row : root.at("breakdown").at("rows")) {
    measured.breakdown_seconds.emplace_back(row.at("part").get<std::string>(), row.at("time").get<double>() * kFemto);
  }
  return measured;
}

void PointRunner::run(const std::vector<Point>& points) {
  std::vector<process::Job> jobs;
  std::vector<Point> fresh;
  std::vector<std::string> keys;
  std::set<std::string> asked;
  for (const Point& point : points) {
    const std::string key = line_of(point);
    if (known_.count(key) != 0 || !asked.insert(key).second || recall(point, key)) {
      continue;
    }
    std::vector<std::string> words = point.words();
    words.insert(words.begin(), "sealring");
    jobs.push_back({words});
    keys.push_back(key);
    fresh.push_back(point);
  }
  if (jobs.empty()) {
    return;
  }
  process::Options options;
  options.workers = options_.workers;
  options.on_done = [&](std::size_t job, const process::Outcome& outcome) {
    if (outcome.ok()) {
      keep(fresh[job], keys[job], outcome.out);
    }
  };
  if (!options_.quiet) {
    options.on_progress = process::progress_line(STDERR_FILENO);
  }
  const process::Summary summary = process::run_all(jobs, options);
  if (summary.interrupted) {
    throw Interrupted("interrupted; " +
                      (options_.out.empty() ? std::string("give --out DIR to keep finished points")
                                            : "finished points are in " + options_.out + ", the same command resumes"));
  }
  if (summary.exit_code() != 0) {
    throw PointFailed(process::failure_text(jobs, summary, kLastLines));
  }
}

const Measured& PointRunner::operator()(const Point& point) {
  run({point});
  return known_.at(line_of(point));
}

void PointRunner::keep(const Point& point, const std::string& key, const std::string& json) {
  known_[key] = parse_measured(json);
  if (!options_.out.empty()) {
    const process::ResultStore store(options_.out);
    process::write_atomically(store.metrics_file(hash_of(point)), json);
  }
}

bool PointRunner::recall(const Point& point, const std::string& key) {
  if (options_.out.empty()) {
    return false;
  }
  try {
    const process::ResultStore store(options_.out);
    const std::string hash = hash_of(point);
    if (!store.finished(hash)) {
      return false;
    }
    known_[key] = parse_measured(file_text(store.metrics_file(hash)));
    return true;
  } catch (const std::runtime_error&) {
    return false;  // bad input or a damaged file: running the point says what is wrong, or mends it
  }
}

}  // namespace sealring::studies
