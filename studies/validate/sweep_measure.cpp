#include "studies/validate/sweep_measure.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/stats/scalar.hpp"

namespace sealring::studies {
namespace {

using Sweeps = std::vector<std::shared_ptr<const Sweep>>;

std::shared_ptr<const Sweep> changed(const Sweep& sweep, const std::string& path, const std::string& value) {
  Sweep copy = sweep;
  copy.measured.base = sweep.measured.base.with(path, value);
  return std::make_shared<const Sweep>(copy);
}

bool in_part(const Sweep& sweep, SweepPart part, Bytes size) {
  return (size >= sweep.large_from) == (part == SweepPart::kLarge);
}

class PartOfSweep final : public Measure {
 public:
  PartOfSweep(std::shared_ptr<const Sweep> sweep, SweepPart part) : sweep_(std::move(sweep)), part_(part) {}
  [[nodiscard]] std::vector<Point> points() const override { return sweep_->measured.points(); }
  [[nodiscard]] MeasureResult evaluate(PointRunner& runner, Detail) const override {
    const std::vector<ComparedSize> sizes = compared_part(*sweep_, part_, runner);
    const ErrorSummary errors = summarize(sizes);
    const auto by_size = [](const ComparedSize& a, const ComparedSize& b) { return a.size < b.size; };
    const ComparedSize& largest = *std::max_element(sizes.begin(), sizes.end(), by_size);
    MeasureResult result;
    result.value = busbw_of(sweep_->measured, largest.size, largest.simulated_us);
    result.error_pct = errors.median_pct;
    result.more = {{"sizes", static_cast<std::int64_t>(errors.sizes)},
                   {"p90_pct", errors.p90_pct},
                   {"worst_pct", errors.worst_pct},
                   {"signed_2_128MiB_pct", errors.signed_pct}};
    if (sweep_->measured.floor_us) {
      result.detail = "launch floor " + stats::human_text(*sweep_->measured.floor_us) + " us";
    }
    return result;
  }
  [[nodiscard]] std::unique_ptr<Measure> with(const std::string& path, const std::string& value) const override {
    return std::make_unique<PartOfSweep>(changed(*sweep_, path, value), part_);
  }

 private:
  std::shared_ptr<const Sweep> sweep_;
  SweepPart part_;
};

ErrorSummary large_errors(const Sweeps& sweeps, PointRunner& runner) {
  std::vector<ComparedSize> all;
  for (const auto& sweep : sweeps) {
    const std::vector<ComparedSize> more = compared_part(*sweep, SweepPart::kLarge, runner);
    all.insert(all.end(), more.begin(), more.end());
  }
  return summarize(all);
}

class BoundOfClass final : public Measure {
 public:
  BoundOfClass(Sweeps members, ClassBoundRow bound) : members_(std::move(members)), bound_(std::move(bound)) {}
  [[nodiscard]] std::vector<Point> points() const override {
    std::vector<Point> all;
    for (const auto& sweep : members_) {
      const std::vector<Point> more = sweep->measured.points();
      all.insert(all.end(), more.begin(), more.end());
    }
    return all;
  }
  [[nodiscard]] MeasureResult evaluate(PointRunner& runner, Detail) const override {
    MeasureResult result;
    result.value = bound_.value(large_errors(members_, runner));
    result.error_pct = result.value;
    return result;
  }
  [[nodiscard]] std::unique_ptr<Measure> with(const std::string& path, const std::string& value) const override {
    Sweeps members;
    for (const auto& sweep : members_) {
      members.push_back(changed(*sweep, path, value));
    }
    return std::make_unique<BoundOfClass>(members, bound_);
  }

 private:
  Sweeps members_;
  ClassBoundRow bound_;
};

}  // namespace

std::vector<MeasuredSize> sizes_of(const Sweep& sweep, SweepPart part) {
  std::vector<MeasuredSize> sizes;
  for (const MeasuredSize& s : sweep.measured.sizes) {
    if (in_part(sweep, part, s.size) && s.size != sweep.measured.floor_size) {
      sizes.push_back(s);
    }
  }
  return sizes;
}

std::vector<ComparedSize> compared_part(const Sweep& sweep, SweepPart part, PointRunner& runner) {
  std::vector<ComparedSize> sizes = compare_sizes(sweep.measured, runner);
  sizes.erase(
      std::remove_if(sizes.begin(), sizes.end(), [&](const ComparedSize& s) { return !in_part(sweep, part, s.size); }),
      sizes.end());
  return sizes;
}

std::unique_ptr<Measure> measure_part(const std::shared_ptr<const Sweep>& sweep, SweepPart part) {
  return std::make_unique<PartOfSweep>(sweep, part);
}

const std::vector<ClassBoundRow>& class_bounds() {
  static const std::vector<ClassBoundRow> rows{
      {"median", "median of the errors", [](const ErrorSummary& e) { return e.median_pct; }},
      {"p90", "90th percentile of the errors", [](const ErrorSummary& e) { return e.p90_pct; }},
      {"signed", "signed mean error from 2 to 128 MiB", [](const ErrorSummary& e) { return e.signed_pct; }},
  };
  return rows;
}

Sweeps scored_held_out(const Sweeps& sweeps, const std::string& in_class) {
  Sweeps members;
  std::copy_if(sweeps.begin(), sweeps.end(), std::back_inserter(members), [&](const auto& sweep) {
    return sweep->scored && sweep->kind != RowKind::kFitted && sweep->in_class == in_class;
  });
  return members;
}

std::unique_ptr<Measure> measure_class(const Sweeps& members, const ClassBoundRow& bound) {
  return std::make_unique<BoundOfClass>(members, bound);
}

stats::Table sweep_classes(const Sweeps& sweeps, PointRunner& runner) {
  stats::Table table({{"class", ""},
                      {"files", ""},
                      {"sizes", ""},
                      {"median", "%"},
                      {"p90", "%"},
                      {"worst", "%"},
                      {"signed_2_128MiB", "%"}});
  std::vector<std::string> names;
  for (const auto& sweep : sweeps) {
    if (std::find(names.begin(), names.end(), sweep->in_class) == names.end()) {
      names.push_back(sweep->in_class);
    }
  }
  for (const std::string& name : names) {
    const Sweeps members = scored_held_out(sweeps, name);
    if (members.empty()) {
      continue;
    }
    const ErrorSummary e = large_errors(members, runner);
    table.add({name,
               static_cast<std::int64_t>(members.size()),
               static_cast<std::int64_t>(e.sizes),
               e.median_pct,
               e.p90_pct,
               e.worst_pct,
               e.signed_pct});
  }
  return table;
}

Sweeps sweeps_of(const std::vector<ValidationRow>& rows) {
  Sweeps sweeps;
  for (const ValidationRow& row : rows) {
    if (row.sweep && std::find(sweeps.begin(), sweeps.end(), row.sweep) == sweeps.end()) {
      sweeps.push_back(row.sweep);
    }
  }
  return sweeps;
}

}  // namespace sealring::studies
