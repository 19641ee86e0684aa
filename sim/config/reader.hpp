// Reads a YAML file into plain structs and reports every problem of every file at once. yaml-cpp stays inside the .cpp.
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/config/report.hpp"
#include "sim/units/units.hpp"

namespace sealring::config {

/// One override of the command line, `--set path=value`.
struct Override {
  std::string path;
  std::string value;
};

class Reader;

/// The value as it would stand in a file.
template <class T>
std::string yaml_text(const T& value);

/// No single step of a machine or a job takes longer: sums of such steps stay far from the 2.5 hours of the clock.
inline constexpr Duration kLongestStep = milliseconds(100'000);

/// A YAML file, the files its sections name, and the overrides on top. Keeps what was read, for resolved.yaml.
/// Refused everywhere, read or not: duplicate keys, merge keys, anchors and aliases (what is shared is a file of its
/// own), tags. Overrides: a value in brackets, braces or quotes is YAML, anything else is the text itself; the last one
/// of a path wins; a path may go through included files and list indices (a.list.2; the index after the last appends).
/// Relative files in a value start from the current folder. Keys that hold a dot cannot be overridden. Document and
/// Report outlive the Readers.
class Document {
 public:
  /// Never throws for bad input: problems go to the report and the document is then empty where it was bad.
  Document(const std::string& file, const std::vector<Override>& overrides, Report& report);
  static Document from_text(const std::string& text,
                            const std::string& name,
                            const std::vector<Override>& overrides,
                            Report& report);
  ~Document();
  Document(Document&&) noexcept;
  Document& operator=(Document&&) noexcept;

  [[nodiscard]] Reader root();
  /// Overrides that no reader ever asked for are problems ("--set a.b=1: no such setting; did you mean ..."). Call
  /// after reading.
  void report_unused_overrides();
  /// Every value that was asked for, defaults included, as YAML in the order asked. Reading it back gives the same
  /// values.
  [[nodiscard]] std::string resolved() const;

  struct Tree;

 private:
  explicit Document(std::unique_ptr<Tree> tree);
  std::unique_ptr<Tree> tree_;
};

/// One mapping of the document. A value may be given inline, or as the path of a YAML file (ending in .yaml, relative
/// to the file that names it) that holds the mapping. `get` leaves the default when the key is absent; `need` reports
/// it. Anything not asked for by the time of done() is an unknown key. Numbers: integers are decimal without leading
/// zeros, reals are finite; both are refused when negative unless the
/// *_signed form is used. Quantities carry units and may not be negative; a Duration is at most kLongestStep.
class Reader {
 public:
  Reader& get(const std::string& key, std::string& value);
  Reader& get(const std::string& key, bool& value);
  Reader& get(const std::string& key, int& value);
  Reader& get(const std::string& key, std::int64_t& value);
  Reader& get(const std::string& key, double& value);
  Reader& get(const std::string& key, Bytes& value);
  Reader& get(const std::string& key, Duration& value);
  Reader& get(const std::string& key, Bandwidth& value);
  Reader& get(const std::string& key, Frequency& value);
  Reader& get(const std::string& key, FlopRate& value);
  Reader& get(const std::string& key, Flops& value);
  Reader& get(const std::string& key, Seconds& value);
  Reader& get(const std::string& key, std::vector<int>& value);
  Reader& get(const std::string& key, std::vector<double>& value);
  Reader& get(const std::string& key, std::vector<std::string>& value);
  Reader& get(const std::string& key, std::vector<Bytes>& value);
  Reader& get_signed(const std::string& key, double& value);
  template <class T>
  Reader& get(const std::string& key, std::optional<T>& value) {
    if (has(key)) {
      T found{};
      get(key, found);
      value = good(key) ? std::optional<T>(found) : value;
    }
    return *this;
  }
  template <class T>
  Reader& need(const std::string& key, T& value) {
    if (!require(key)) {
      return *this;
    }
    return get(key, value);
  }
  /// The value is one of `names`; its index is stored. An unknown name reports all of them and the nearest.
  Reader& choose(const std::string& key, int& index, const std::vector<std::string>& names);
  template <class Enum>
  Reader& choose(const std::string& key, Enum& value, const std::vector<std::string>& names) {
    int index = static_cast<int>(value);
    choose(key, index, names);
    value = static_cast<Enum>(index);
    return *this;
  }

  [[nodiscard]] bool has(const std::string& key) const;  ///< asking makes the key a known one
  /// In file order, then those that overrides add, without source, confidence and note; asking marks none as read.
  [[nodiscard]] std::vector<std::string> keys() const;
  /// A sub-mapping; absent (or of the wrong type, which is reported) gives an empty reader whose exists() is false.
  [[nodiscard]] Reader section(const std::string& key);
  [[nodiscard]] Reader needed_section(const std::string& key);     ///< absent: one problem, and silence below it
  [[nodiscard]] std::vector<Reader> list(const std::string& key);  ///< a sequence of mappings
  [[nodiscard]] bool exists() const;

  /// The key was not found missing or unreadable: only then is a rule about its value worth telling.
  [[nodiscard]] bool good(const std::string& key) const;
  /// A rule failed: adds a problem at this key (or at the mapping when the key is absent), if the key is good.
  void problem(const std::string& key, const std::string& message);
  template <class T>
  Reader& positive(const std::string& key, const T& value) {
    if (!(value > T{})) {
      problem(key, yaml_text(value) + " was given; more than that is needed");
    }
    return *this;
  }
  template <class T>
  Reader& at_most(const std::string& key, const T& value, const T& limit) {
    if (value > limit) {
      problem(key, yaml_text(value) + " was given; at most " + yaml_text(limit) + " is possible");
    }
    return *this;
  }
  /// Unknown keys of this mapping become problems. `source`, `confidence` and `note` are always known and go into
  /// resolved().
  void done();
  [[nodiscard]] std::string path() const;
  [[nodiscard]] Location location() const;
  [[nodiscard]] std::string source() const;  ///< the section's `source:`, "" when it has none

  struct State;
  explicit Reader(std::shared_ptr<State> state);

 private:
  bool require(const std::string& key);  ///< reports "missing key" when absent
  std::shared_ptr<State> state_;
};

}  // namespace sealring::config
