#include <algorithm>
#include <filesystem>
#include <iterator>

#include <fmt/format.h>

#include "sim/units/text.hpp"
#include "studies/nccl_tests/csv_file.hpp"
#include "studies/nccl_tests/job_layout.hpp"
#include "studies/validate/sweep.hpp"
#include "studies/validate/sweep_measure.hpp"

namespace sealring::studies {
namespace {

const std::vector<std::string> kColumns{"out_of_place", "in_place"};

/// Rows of a published file that are not compared, and why.
struct Exclusion {
  std::vector<Bytes> sizes;
  std::optional<Bytes> below;
  std::optional<Bytes> above;
  bool out_of_place_only = false;  ///< the timing in place is compared then

  [[nodiscard]] bool covers(const NcclRow& row) const {
    return (below && row.size < *below) || (above && row.size > *above) ||
           std::find(sizes.begin(), sizes.end(), row.size) != sizes.end();
  }
};

Exclusion read_exclusion(config::Reader in, const std::vector<NcclRow>& rows) {
  Exclusion e;
  std::string why;
  in.get("sizes", e.sizes).get("below", e.below).get("above", e.above).need("why", why);
  if (in.has("column")) {
    int column = 0;
    in.choose("column", column, {kColumns[0]});
    e.out_of_place_only = true;
  }
  in.done();
  if (rows.empty()) {
    return e;
  }
  for (const Bytes size : e.sizes) {
    if (std::none_of(rows.begin(), rows.end(), [size](const NcclRow& row) { return row.size == size; })) {
      in.problem("sizes", "the file has no row of " + exact_text(size));
    }
  }
  if (e.sizes.empty() && std::none_of(rows.begin(), rows.end(), [&](const NcclRow& row) { return e.covers(row); })) {
    in.problem("why", "no row is left out: give sizes, below or above");
  }
  return e;
}

void leave_out(const Exclusion& e, std::vector<NcclRow>& rows) {
  for (NcclRow& row : rows) {
    if (e.covers(row)) {
      row.out_of_place.reset();
      if (!e.out_of_place_only) {
        row.in_place.reset();
      }
    }
  }
}

NcclTable read_file(config::Reader& in, const std::string& folder, Sweep& sweep) {
  std::string file;
  in.need("file", file);
  sweep.name = std::filesystem::path(file).stem().string();
  if (!in.good("file") || file.empty()) {
    return {};
  }
  try {
    const PublishedSweep read = read_published_sweep((std::filesystem::path(folder) / file).string());
    sweep.source = read.source;
    return read.table;
  } catch (const config::BadInput& bad) {
    in.problem("file", bad.what());
    return {};
  }
}

/// The rows that are compared.
std::vector<NcclRow> usable_rows(config::Reader& in, std::vector<NcclRow> rows) {
  int column = 0;
  in.choose("column", column, kColumns);
  std::vector<Exclusion> exclusions;
  for (const config::Reader& entry : in.list("exclude")) {
    exclusions.push_back(read_exclusion(entry, rows));
  }
  for (const Exclusion& e : exclusions) {
    leave_out(e, rows);
  }
  for (NcclRow& row : rows) {
    if (column == 1) {
      row.out_of_place.reset();
    }
  }
  rows.erase(
      std::remove_if(rows.begin(), rows.end(), [](const NcclRow& row) { return !row.out_of_place && !row.in_place; }),
      rows.end());
  return rows;
}

/// What the row says of the job is what its file was measured on.
void read_job(config::Reader& in, const NcclTable& table, MeasuredSweep& sweep) {
  std::string op;
  JobLayout layout;
  std::vector<std::string> settings;
  in.need("op", op).need("machine", sweep.base.machine).need("nodes", layout.nodes);
  in.need("gpus_per_node", layout.gpus_per_node).get("set", settings);
  sweep.base.scenario = "collective";
  sweep.base = with_layout(sweep.base, layout, "nodes");
  add_settings(sweep.base, settings, in, "set");
  if (table.rows.empty()) {
    return;
  }
  sweep.op = *find_nccl_op(table.program);
  sweep.ranks = table.ranks;
  if (find_nccl_op(op) == nullptr || find_nccl_op(op)->kind != sweep.op.kind) {
    in.problem("op", "the file is of " + sweep.op.name);
  }
  if (layout.nodes != table.hosts || layout.nodes * layout.gpus_per_node != table.ranks) {
    in.problem("nodes", fmt::format("the file is of {} ranks on {} nodes", table.ranks, table.hosts));
  }
}

LaunchFloor read_floor(config::Reader& in) {
  std::string text = "none";
  in.get("floor", text);
  try {
    return parse_floor(text);
  } catch (const config::BadInput& bad) {
    in.problem("floor", bad.what());
    return {LaunchFloor::Kind::kNone, 0};
  }
}

std::string read_class(config::Reader& in, const std::vector<std::string>& classes) {
  if (classes.empty()) {
    (void)in.has("class");
    return "";
  }
  int in_class = 0;
  in.choose("class", in_class, classes);
  return classes[static_cast<std::size_t>(in_class)];
}

/// What was fitted stands once for all fitted sweeps; what was chosen with one sweep in view stands at that sweep.
void read_choices(config::Reader& in, Sweep& sweep) {
  in.get("choices", sweep.choices);
  if (sweep.kind == RowKind::kReconstructed && sweep.choices.empty()) {
    in.problem("choices", "a reconstructed sweep says what was chosen");
  }
  if (sweep.kind == RowKind::kPredicted && !sweep.choices.empty()) {
    in.problem("choices", "nothing was chosen for a prediction; the kind of this sweep is reconstructed");
  }
}

struct ReadSweepEntry {
  Sweep sweep;
  ValidationRow large;
  ValidationRow small;
};

ReadSweepEntry read_entry(config::Reader in, const std::string& folder, const std::vector<std::string>& classes) {
  ReadSweepEntry entry;
  Sweep& sweep = entry.sweep;
  const NcclTable table = read_file(in, folder, sweep);
  read_job(in, table, sweep.measured);
  sweep.in_class = read_class(in, classes);
  read_kind(in, sweep.kind);
  read_choices(in, sweep);
  in.get("large_from", sweep.large_from);
  sweep.measured.sizes = measured_sizes(usable_rows(in, table.rows));
  set_floor(sweep.measured, read_floor(in));
  for (const auto& [key, row] : {std::pair{"large", &entry.large}, {"small", &entry.small}}) {
    config::Reader section = in.section(key);
    read_band(section, *row);
    section.done();
  }
  sweep.scored = entry.large.band_pct.has_value();
  in.done();
  return entry;
}

void add_part(std::vector<ValidationRow>& rows,
              const std::shared_ptr<const Sweep>& sweep,
              ValidationRow row,
              SweepPart part,
              const std::vector<std::string>& fitted) {
  const std::vector<MeasuredSize> sizes = sizes_of(*sweep, part);
  if (sizes.empty()) {
    return;
  }
  const MeasuredSize& largest = *std::max_element(
      sizes.begin(), sizes.end(), [](const MeasuredSize& a, const MeasuredSize& b) { return a.size < b.size; });
  row.id = "nccl:" + sweep->name + (part == SweepPart::kLarge ? ":large" : ":small");
  row.what = fmt::format("{} on {} ranks, bus bandwidth at {}; error: median over {} sizes",
                         sweep->measured.op.name,
                         sweep->measured.ranks,
                         human_text(largest.size),
                         sizes.size());
  row.source = sweep->source;
  row.unit = "GB/s";
  row.published = busbw_of(sweep->measured, largest.size, largest.time_us);
  row.kind = sweep->kind;
  row.choices = sweep->kind == RowKind::kFitted ? fitted : sweep->choices;
  row.sweep = sweep;
  row.measure = measure_part(sweep, part);
  rows.push_back(row);
}

/// One row per bound that the class has a section for.
void add_class(std::vector<ValidationRow>& rows,
               config::Reader in,
               const std::string& name,
               const std::vector<std::shared_ptr<const Sweep>>& sweeps) {
  const std::vector<std::shared_ptr<const Sweep>> members = scored_held_out(sweeps, name);
  for (const ClassBoundRow& bound : class_bounds()) {
    if (!in.has(bound.key)) {
      continue;
    }
    ValidationRow row;
    config::Reader section = in.section(bound.key);
    read_band(section, row);
    section.done();
    row.id = "nccl:" + name + ":" + bound.key;
    row.what = fmt::format("{}, held-out files: {}", bound.summary, members.size());
    row.source = "the files of the class";
    row.unit = "%";
    row.measure = measure_class(members, bound);
    for (const auto& member : members) {
      row.kind = member->choices.empty() ? row.kind : RowKind::kReconstructed;
      std::copy_if(
          member->choices.begin(), member->choices.end(), std::back_inserter(row.choices), [&](const auto& one) {
            return std::find(row.choices.begin(), row.choices.end(), one) == row.choices.end();
          });
    }
    if (!members.empty()) {
      rows.push_back(row);
    }
  }
  in.done();
}

}  // namespace

Sweep read_sweep(config::Reader in, const std::string& folder) { return read_entry(std::move(in), folder, {}).sweep; }

std::vector<ValidationRow> read_sweep_rows(config::Reader& root, const std::string& folder) {
  std::vector<std::string> fitted;
  root.get("choices", fitted);
  std::vector<config::Reader> classes = root.list("classes");
  std::vector<std::string> names(classes.size());
  for (std::size_t i = 0; i < classes.size(); ++i) {
    classes[i].need("name", names[i]);
  }
  std::vector<ValidationRow> rows;
  std::vector<std::shared_ptr<const Sweep>> sweeps;
  for (config::Reader& in : root.list("sweeps")) {
    const ReadSweepEntry entry = read_entry(in, folder, names);
    sweeps.push_back(std::make_shared<const Sweep>(entry.sweep));
    add_part(rows, sweeps.back(), entry.large, SweepPart::kLarge, fitted);
    add_part(rows, sweeps.back(), entry.small, SweepPart::kSmall, fitted);
    if (entry.sweep.kind == RowKind::kFitted && fitted.empty()) {
      root.problem("choices", "a file with fitted sweeps says here what was fitted");
    }
  }
  for (std::size_t i = 0; i < classes.size(); ++i) {
    add_class(rows, classes[i], names[i], sweeps);
  }
  return rows;
}

}  // namespace sealring::studies
