// The result of a run as plain data: an ordered tree of named values. Models build it, writers print it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sim/stats/scalar.hpp"
#include "sim/units/units.hpp"

namespace sealring::stats {

struct Column {
  std::string name;
  std::string unit = "";  ///< "" for plain numbers and text
};

/// Rows of equal width. An empty string stands for "no value".
class Table {
 public:
  Table() = default;
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}
  /// Throws std::logic_error when the width is not the number of columns.
  void add(std::vector<Scalar> row);
  [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }
  [[nodiscard]] const std::vector<std::vector<Scalar>>& rows() const { return rows_; }

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<Scalar>> rows_;
};

/// A node: a group of named nodes (the default), one value with its unit, an array of nodes, or a table.
/// The order of insertion is the order of every writer. A name is set once; a second time throws std::logic_error.
/// References to nodes stay valid until their parent gets another child.
class Result {
 public:
  enum class Kind { kGroup, kValue, kArray, kTable };
  using Child = std::pair<std::string, Result>;

  Result() = default;
  explicit Result(Scalar value, std::string unit = "");

  void set(const std::string& name, Scalar value, const std::string& unit) { put(name, std::move(value), unit); }
  void set(const std::string& name, bool value) { put(name, Scalar(value), ""); }
  void set(const std::string& name, int value, const std::string& unit = "");
  void set(const std::string& name, std::int64_t value, const std::string& unit = "");
  void set(const std::string& name, double value, const std::string& unit = "");
  void set(const std::string& name, const std::string& value) { put(name, Scalar(value), ""); }
  void set(const std::string& name, const char* value) { put(name, Scalar(std::string(value)), ""); }
  void set(const std::string& name, Bytes value) { set(name, value.count(), "B"); }
  void set(const std::string& name, WireBytes value) { set(name, value.count(), "B"); }
  void set(const std::string& name, Duration value) { set(name, value.count(), "fs"); }
  void set(const std::string& name, Instant value) { set(name, value.count(), "fs"); }
  void set(const std::string& name, Bandwidth value) { set(name, value.count(), "B/s"); }
  void set(const std::string& name, Seconds value) { set(name, value.count(), "s"); }
  void set(const std::string& name, Table table);
  void set(const std::string& name, Result node);

  /// The sub-group of that name, made when absent.
  Result& group(const std::string& name);
  /// Descends "node0.gpu3.link7" into nested groups.
  Result& group_at(const std::string& dotted_path);
  /// The array of that name, made when absent.
  Result& array(const std::string& name);
  /// Adds an element to an array and returns it.
  Result& append(Result element);
  Result& append();  ///< an empty group

  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] const Scalar& value() const { return value_; }
  [[nodiscard]] const std::string& unit() const { return unit_; }
  /// Of groups and arrays; the names in arrays are empty.
  [[nodiscard]] const std::vector<Child>& children() const { return children_; }
  [[nodiscard]] const Table& table() const { return table_; }
  [[nodiscard]] const Result* find(const std::string& name) const;  ///< nullptr when absent

 private:
  void put(const std::string& name, Scalar value, const std::string& unit);
  Result& insert(const std::string& name, Result node);
  Result& of_kind(const std::string& name, Kind kind);

  Kind kind_ = Kind::kGroup;
  Scalar value_;
  std::string unit_;
  std::vector<Child> children_;
  Table table_;
};

}  // namespace sealring::stats
