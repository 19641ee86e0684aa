#include "studies/validate/validate.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "studies/validate/sweep.hpp"

namespace sealring::studies {
namespace {

std::shared_ptr<Measure> read_measure(config::Reader section, double published) {
  std::vector<std::string> names;
  for (const MeasureRow& row : measures()) {
    names.push_back(row.name);
  }
  int kind = 0;
  if (section.exists() && !section.has("kind")) {
    section.problem("kind", "missing key");
  }
  section.choose("kind", kind, names);
  return measures()[static_cast<std::size_t>(kind)].read(section, published);
}

ValidationRow read_row(config::Reader in, const std::string& file_source) {
  ValidationRow row;
  row.source = in.source().empty() ? file_source : in.source();
  in.need("id", row.id).need("what", row.what).need("unit", row.unit).need("published", row.published);
  read_kind(in, row.kind);
  in.get("choices", row.choices);
  read_band(in, row);
  if (in.has("fit")) {
    FittedSetting fit;
    config::Reader section = in.section("fit");
    section.need("path", fit.path).need("unit", fit.unit).need("start", fit.start);
    section.done();
    row.fit = fit;
  }
  row.measure = read_measure(in.needed_section("measure"), row.published);
  if (row.kind != RowKind::kPredicted && row.choices.empty()) {
    in.problem("choices", "a fitted or reconstructed row says what was fitted or chosen");
  }
  in.done();
  return row;
}

stats::Result row_result(const ValidationRow& row, const MeasureResult& measured) {
  const double error = measured.error_pct.value_or(error_of(row, measured.value));
  stats::Result r;
  r.set("id", row.id);
  r.set("what", row.what);
  r.set("kind", kRowKinds[static_cast<std::size_t>(row.kind)]);
  r.set("unit", row.unit);
  r.set("published", row.published);
  r.set("simulated", measured.value);
  r.set("error_pct", error);
  r.set("band_pct", row.band_pct.value_or(std::nan("")));
  r.set("status", status_of(row, error, measured.holds));
  r.set("choices", static_cast<int>(row.choices.size()));
  std::string list;
  for (const std::string& choice : row.choices) {
    list += (list.empty() ? "" : "; ") + choice;
  }
  r.set("chosen", list);
  r.set("detail", measured.detail);
  r.set("source", row.source);
  for (const auto& [name, value] : measured.more) {
    r.set(name, value, "");
  }
  return r;
}

}  // namespace

std::vector<ValidationRow> read_validation_rows(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".yaml") {
      files.push_back(entry.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  config::Report report;
  std::vector<ValidationRow> rows;
  for (const std::string& file : files) {
    config::Document document(file, {}, report);
    config::Reader root = document.root();
    for (const config::Reader& entry : root.list("rows")) {
      rows.push_back(read_row(entry, root.source()));
    }
    const std::vector<ValidationRow> sweeps = read_sweep_rows(root, std::filesystem::path(file).parent_path().string());
    rows.insert(rows.end(), sweeps.begin(), sweeps.end());
    root.done();
  }
  report.stop_if_any();
  return rows;
}

double error_of(const ValidationRow& row, double simulated) {
  return row.unit == "pp" ? simulated - row.published : 100.0 * (simulated - row.published) / row.published;
}

std::string status_of(const ValidationRow& row, double error_pct, bool holds) {
  if (!row.band_pct) {
    return "no_band";
  }
  const double size = std::abs(error_pct);
  const bool inside = holds && size <= *row.band_pct;
  if (!row.gap) {
    return inside ? "ok" : "out_of_band";
  }
  return !inside && size <= row.gap->bound_pct ? "known_gap" : "out_of_band";
}

namespace {

struct Prediction {
  double published;
  double error_pct;
};

double size_of_error(const std::vector<Prediction>& rows, double constant) {
  double sum = 0;
  for (const Prediction& p : rows) {
    sum += std::abs(100 * (constant - p.published) / p.published);
  }
  return sum / static_cast<double>(rows.size());
}

/// A mean of absolute relative errors is piecewise linear in the constant, so its minimum is at one of the published
/// values.
double best_constant(const std::vector<Prediction>& rows) {
  return std::min_element(rows.begin(),
                          rows.end(),
                          [&](const Prediction& a, const Prediction& b) {
                            return size_of_error(rows, a.published) < size_of_error(rows, b.published);
                          })
      ->published;
}

}  // namespace

stats::Table rivals(const std::vector<ValidationRow>& rows, const std::vector<double>& simulated) {
  std::map<std::string, std::vector<Prediction>> by_unit;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool is_number = rows[i].published != 0;  // a bound over many sweeps is none
    if (rows[i].kind == RowKind::kPredicted && is_number) {
      by_unit[rows[i].unit].push_back({rows[i].published, error_of(rows[i], simulated[i])});
    }
  }
  stats::Table table(
      {{"predicted rows in", ""}, {"rows", ""}, {"mean error", "%"}, {"best constant", ""}, {"its mean error", "%"}});
  for (const auto& [unit, predictions] : by_unit) {
    double sum = 0;
    for (const Prediction& p : predictions) {
      sum += std::abs(p.error_pct);
    }
    const double constant = best_constant(predictions);
    table.add({unit,
               static_cast<std::int64_t>(predictions.size()),
               sum / static_cast<double>(predictions.size()),
               constant,
               size_of_error(predictions, constant)});
  }
  return table;
}

ValidationOutcome validate(const std::vector<ValidationRow>& rows, PointRunner& runner, Detail detail) {
  std::vector<Point> points;
  for (const ValidationRow& row : rows) {
    const std::vector<Point> more = row.measure->points();
    points.insert(points.end(), more.begin(), more.end());
  }
  runner.run(points);
  ValidationOutcome outcome;
  std::vector<double> simulated;
  stats::Result& list = outcome.result.array("rows");
  for (const ValidationRow& row : rows) {
    const MeasureResult measured = row.measure->evaluate(runner, detail);
    simulated.push_back(measured.value);
    const stats::Result& added = list.append(row_result(row, measured));
    outcome.all_in_band = outcome.all_in_band && std::get<std::string>(added.find("status")->value()) != "out_of_band";
  }
  outcome.result.set("rivals", rivals(rows, simulated));
  if (const stats::Table classes = sweep_classes(sweeps_of(rows), runner); !classes.rows().empty()) {
    outcome.result.set("classes", classes);
  }
  return outcome;
}

namespace {

/// The errors behind the median that stands in the table of all rows.
stats::Table sweeps_table(const stats::Result& result) {
  stats::Table table(
      {{"id", ""}, {"sizes", ""}, {"median", "%"}, {"p90", "%"}, {"worst", "%"}, {"signed, 2 to 128 MiB", "%"}});
  for (const auto& [index, row] : result.find("rows")->children()) {
    if (row.find("sizes") != nullptr) {
      std::vector<stats::Scalar> cells;
      for (const char* name : {"id", "sizes", "error_pct", "p90_pct", "worst_pct", "signed_2_128MiB_pct"}) {
        cells.push_back(row.find(name)->value());
      }
      table.add(cells);
    }
  }
  return table;
}

}  // namespace

stats::Result validation_text(const stats::Result& result) {
  stats::Table table({{"id", ""},
                      {"kind", ""},
                      {"published", ""},
                      {"simulated", ""},
                      {"unit", ""},
                      {"error", "%"},
                      {"band", "%"},
                      {"status", ""}});
  stats::Result notes;
  for (const auto& [index, row] : result.find("rows")->children()) {
    const auto value = [&r = row](const char* name) { return r.find(name)->value(); };
    table.add({value("id"),
               value("kind"),
               value("published"),
               value("simulated"),
               value("unit"),
               value("error_pct"),
               value("band_pct"),
               value("status")});
    const std::string detail = std::get<std::string>(value("detail"));
    const std::string chosen = std::get<std::string>(value("chosen"));
    notes.set(std::get<std::string>(value("id")) + ", " + std::get<std::string>(value("kind")),
              std::get<std::string>(value("what")) + (detail.empty() ? "" : ": " + detail) +
                  (chosen.empty() ? "" : " [chosen: " + chosen + "]"));
  }
  stats::Result text;
  text.set("published numbers", table);
  if (const stats::Table sweeps = sweeps_table(result); !sweeps.rows().empty()) {
    text.set("sweeps", sweeps);
  }
  if (const stats::Result* classes = result.find("classes")) {
    text.set("held-out sweeps by class", classes->table());
  }
  text.set("dullest rival", result.find("rivals")->table());
  text.set("notes", notes);
  return text;
}

}  // namespace sealring::studies
