#include "studies/calibrate/nccl_constants.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "studies/calibrate/shipped_value.hpp"

namespace sealring::studies {
namespace {

namespace fs = std::filesystem;
using Sweeps = std::vector<std::shared_ptr<const Sweep>>;

/// Published sweeps that are there to be compared with: to fit to one would turn a prediction into a fit.
bool held_back(const fs::path& file) {
  const fs::path path = fs::weakly_canonical(file);
  return std::find(path.begin(), path.end(), fs::path("validate")) != path.end();
}

/// A sweep of an entry; null, and a problem, where the entry is not one to fit to.
std::shared_ptr<const Sweep> sweep_to_fit(config::Reader in, const std::string& folder) {
  std::string file;
  in.get("file", file);
  if (held_back(fs::path(folder) / file)) {
    in.problem("file", "'" + file + "': files under validate/ are only ever compared with, never fitted to");
    return nullptr;
  }
  auto sweep = std::make_shared<Sweep>(read_sweep(in, folder));
  if (sweep->kind != RowKind::kFitted) {
    in.problem("kind", "only a sweep of kind 'fitted' is fitted to");
    return nullptr;
  }
  return sweep;
}

/// The entries of a file of validation rows by the name of their sweep; read only when asked for.
class Published {
 public:
  Published(const std::string& file, config::Report& report)
      : folder_(fs::path(file).parent_path().string()), document_(file, {}, report) {
    config::Reader root = document_.root();
    for (const config::Reader& entry : root.list("sweeps")) {
      config::Reader in = entry;
      std::string path;
      in.get("file", path);
      names_.push_back(fs::path(path).stem().string());
      entries_.push_back(entry);
    }
  }
  /// Null where there is none of that name, and for one that is not to be fitted to (which is told).
  std::shared_ptr<const Sweep> find(const std::string& name, config::Reader& asked) {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found == names_.end()) {
      asked.problem("files", "no published sweep is called '" + name + "'");
      return nullptr;
    }
    return sweep_to_fit(entries_[static_cast<std::size_t>(found - names_.begin())], folder_);
  }

 private:
  std::string folder_;
  config::Document document_;
  std::vector<std::string> names_;
  std::vector<config::Reader> entries_;
};

bool applies(const FreeConstant& constant, const Sweep& sweep) {
  return constant.files.empty() ||
         std::find(constant.files.begin(), constant.files.end(), sweep.name) != constant.files.end();
}

/// The value that every machine of the constant's sweeps ships with.
void read_shipped(config::Reader& in, FreeConstant& constant, const Sweeps& sweeps) {
  std::map<std::string, double> by_machine;
  for (const auto& sweep : sweeps) {
    const Point& base = sweep->measured.base;
    if (!applies(constant, *sweep) || by_machine.count(base.machine) != 0) {
      continue;
    }
    try {
      by_machine[base.machine] = shipped_value(base, constant.path, constant.unit);
    } catch (const config::BadInput& bad) {
      const std::string text = bad.what();
      in.problem("path", text.substr(0, text.find('\n')));
      return;
    }
  }
  for (const auto& [machine, value] : by_machine) {
    constant.shipped = by_machine.begin()->second;
    if (value != constant.shipped) {
      in.problem("path",
                 fmt::format("ships as {} on {} and as {} on {}: no one value stands for both",
                             text_of(constant, constant.shipped),
                             by_machine.begin()->first,
                             text_of(constant, value),
                             machine));
    }
  }
}

void check_bounds(config::Reader& in, const FreeConstant& c) {
  const double start = c.start.value_or(c.shipped);
  if (start < c.at_least.value_or(0) || start > c.at_most.value_or(start)) {
    in.problem(c.start ? "start" : "path", text_of(c, start) + " does not lie between the bounds");
  }
  if (c.at_least && c.at_most && !(*c.at_least < *c.at_most)) {
    in.problem("at_most", text_of(c, *c.at_most) + " is not above at_least");
  }
}

FreeConstant read_constant(config::Reader in, const Sweeps& sweeps) {
  FreeConstant c;
  in.need("path", c.path).get("unit", c.unit);
  if (!in.has("scope")) {
    in.problem("scope", "missing key");
  }
  in.choose("scope", c.scope, kScopes);
  in.get("start", c.start).get("at_least", c.at_least).get("at_most", c.at_most);
  in.get("files", c.files).get("protocols", c.protocols).get("algorithms", c.algorithms);
  if (c.start) {
    in.positive("start", *c.start);
  }
  for (const std::string& file : c.files) {
    if (std::none_of(sweeps.begin(), sweeps.end(), [&](const auto& s) { return s->name == file; })) {
      in.problem("files", "the group reads no sweep '" + file + "'");
    }
  }
  in.done();
  if (in.good("path") && in.good("files")) {
    read_shipped(in, c, sweeps);
    check_bounds(in, c);
  }
  return c;
}

/// Sizes above are not run: their times grow in proportion, and the runs with them.
std::shared_ptr<const Sweep> up_to(const std::shared_ptr<const Sweep>& sweep, Bytes largest) {
  auto shorter = std::make_shared<Sweep>(*sweep);
  auto& sizes = shorter->measured.sizes;
  sizes.erase(std::remove_if(sizes.begin(), sizes.end(), [&](const MeasuredSize& s) { return s.size > largest; }),
              sizes.end());
  return shorter;
}

Sweeps read_sweeps(config::Reader& in, Published& published, const std::string& folder) {
  std::vector<std::string> names;
  Bytes largest = Bytes::max();
  in.get("files", names).get("up_to", largest);
  Sweeps sweeps;
  const auto add = [&](const std::shared_ptr<const Sweep>& sweep) {
    if (sweep) {
      sweeps.push_back(sweep);
    }
  };
  for (const std::string& name : names) {
    const auto sweep = published.find(name, in);
    add(sweep ? up_to(sweep, largest) : nullptr);
  }
  for (const config::Reader& entry : in.list("sweeps")) {
    add(sweep_to_fit(entry, folder));
  }
  return sweeps;
}

ConstantGroup read_group(config::Reader in, Published& published, const std::string& folder) {
  ConstantGroup group;
  in.need("name", group.name).need("what", group.what).need("generation", group.generation);
  group.sweeps = read_sweeps(in, published, folder);
  for (const config::Reader& entry : in.list("constants")) {
    group.constants.push_back(read_constant(entry, group.sweeps));
  }
  if (group.sweeps.empty()) {
    in.problem("files", "a group needs at least one sweep");
  }
  if (group.constants.empty()) {
    in.problem("constants", "a group needs at least one constant");
  }
  in.done();
  return group;
}

}  // namespace

std::string text_of(const FreeConstant& constant, double value) {
  return fmt::format("{:.6g}{}{}", value, constant.unit.empty() ? "" : " ", constant.unit);
}

std::vector<ConstantGroup> read_constant_groups(const std::string& file) {
  config::Report report;
  config::Document document(file, {}, report);
  config::Reader root = document.root();
  const std::string folder = fs::path(file).parent_path().string();
  std::string published_file;
  root.need("published", published_file);
  report.stop_if_any();
  Published published((fs::path(folder) / published_file).string(), report);
  std::vector<ConstantGroup> groups;
  for (const config::Reader& entry : root.list("groups")) {
    groups.push_back(read_group(entry, published, folder));
  }
  root.done();
  report.stop_if_any();
  return groups;
}

}  // namespace sealring::studies
