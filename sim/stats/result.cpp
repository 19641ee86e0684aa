#include "sim/stats/result.hpp"

#include <stdexcept>

namespace sealring::stats {

void Table::add(std::vector<Scalar> row) {
  if (row.size() != columns_.size()) {
    throw std::logic_error("a row of " + std::to_string(row.size()) + " values in a table of " +
                           std::to_string(columns_.size()) + " columns");
  }
  rows_.push_back(std::move(row));
}

Result::Result(Scalar value, std::string unit)
    : kind_(Kind::kValue), value_(std::move(value)), unit_(std::move(unit)) {}

void Result::set(const std::string& name, int value, const std::string& unit) {
  put(name, Scalar(static_cast<std::int64_t>(value)), unit);
}

void Result::set(const std::string& name, std::int64_t value, const std::string& unit) {
  put(name, Scalar(value), unit);
}

void Result::set(const std::string& name, double value, const std::string& unit) { put(name, Scalar(value), unit); }

void Result::set(const std::string& name, Table table) {
  Result node;
  node.kind_ = Kind::kTable;
  node.table_ = std::move(table);
  insert(name, std::move(node));
}

void Result::set(const std::string& name, Result node) { insert(name, std::move(node)); }

Result& Result::group(const std::string& name) { return of_kind(name, Kind::kGroup); }

Result& Result::array(const std::string& name) { return of_kind(name, Kind::kArray); }

Result& Result::group_at(const std::string& dotted_path) {
  const std::size_t dot = dotted_path.find('.');
  Result& first = group(dotted_path.substr(0, dot));
  return dot == std::string::npos ? first : first.group_at(dotted_path.substr(dot + 1));
}

Result& Result::append(Result element) {
  if (kind_ != Kind::kArray) {
    throw std::logic_error("append to a result node that is not an array");
  }
  return children_.emplace_back("", std::move(element)).second;
}

Result& Result::append() { return append(Result()); }

const Result* Result::find(const std::string& name) const {
  for (const Child& child : children_) {
    if (child.first == name) {
      return &child.second;
    }
  }
  return nullptr;
}

void Result::put(const std::string& name, Scalar value, const std::string& unit) {
  insert(name, Result(std::move(value), unit));
}

Result& Result::insert(const std::string& name, Result node) {
  if (kind_ != Kind::kGroup) {
    throw std::logic_error("'" + name + "' set in a result node that is not a group");
  }
  if (find(name) != nullptr) {
    throw std::logic_error("the result '" + name + "' is set twice");
  }
  return children_.emplace_back(name, std::move(node)).second;
}

Result& Result::of_kind(const std::string& name, Kind kind) {
  if (const Result* found = find(name)) {
    if (found->kind_ != kind) {
      throw std::logic_error("the result '" + name + "' is already there as something else");
    }
    return const_cast<Result&>(*found);
  }
  Result node;
  node.kind_ = kind;
  return insert(name, std::move(node));
}

}  // namespace sealring::stats
