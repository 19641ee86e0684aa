// Named counters of one module. A module owns a Group; the snapshot of all groups is part of the result of a run.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/stats/result.hpp"
#include "sim/units/units.hpp"

namespace sealring::stats {

/// What every statistic can tell about itself.
class Statistic {
 public:
  Statistic(std::string name, std::string description) : name_(std::move(name)), description_(std::move(description)) {}
  virtual ~Statistic() = default;
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::string& description() const { return description_; }
  virtual void write(Result& group) const = 0;  ///< under its own name

 private:
  std::string name_;
  std::string description_;
};

/// A sum. T carries the unit: Bytes, WireBytes, Duration, or std::int64_t for things that are counted.
template <class T>
class Counter final : public Statistic {
 public:
  using Statistic::Statistic;
  Counter& operator+=(T amount) {
    value_ += amount;
    return *this;
  }
  [[nodiscard]] T value() const { return value_; }
  void write(Result& group) const override { group.set(name(), value_); }

 private:
  T value_{};
};

/// The largest value seen; zero when none was.
template <class T>
class Peak final : public Statistic {
 public:
  using Statistic::Statistic;
  void see(T value) { value_ = std::max(value_, value); }
  [[nodiscard]] T value() const { return value_; }
  void write(Result& group) const override { group.set(name(), value_); }

 private:
  T value_{};
};

/// How often, how much in total, the smallest and the largest, without keeping the values.
template <class T>
class Spread final : public Statistic {
 public:
  using Statistic::Statistic;
  void see(T value) {
    smallest_ = count_ == 0 ? value : std::min(smallest_, value);
    largest_ = count_ == 0 ? value : std::max(largest_, value);
    total_ += value;
    ++count_;
  }
  [[nodiscard]] std::int64_t count() const { return count_; }
  [[nodiscard]] T total() const { return total_; }
  [[nodiscard]] T smallest() const { return smallest_; }
  [[nodiscard]] T largest() const { return largest_; }
  void write(Result& group) const override {
    Result& own = group.group(name());
    own.set("count", count_);
    own.set("total", total_);
    own.set("smallest", smallest_);
    own.set("largest", largest_);
  }

 private:
  std::int64_t count_ = 0;
  T total_{};
  T smallest_{};
  T largest_{};
};

/// The statistics of one module, under its hierarchical name ("node0.gpu3.link7").
///
///     struct Stats : stats::Group {
///       using Group::Group;
///       stats::Counter<Bytes>& delivered = add<Bytes>("bytes_delivered", "payload handed to the receiver");
///     };
class Group {
 public:
  explicit Group(std::string name) : name_(std::move(name)) {}
  Group(const Group&) = delete;  // the references of derived groups point into it
  Group& operator=(const Group&) = delete;

  template <class T>
  Counter<T>& add(const std::string& name, const std::string& description) {
    return own<Counter<T>>(name, description);
  }
  template <class T>
  Peak<T>& add_peak(const std::string& name, const std::string& description) {
    return own<Peak<T>>(name, description);
  }
  template <class T>
  Spread<T>& add_spread(const std::string& name, const std::string& description) {
    return own<Spread<T>>(name, description);
  }

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::vector<std::unique_ptr<Statistic>>& statistics() const { return statistics_; }
  [[nodiscard]] Result snapshot() const;  ///< in the order of declaration

 private:
  template <class S>
  S& own(const std::string& name, const std::string& description) {
    auto made = std::make_unique<S>(name, description);
    S& reference = *made;
    statistics_.push_back(std::move(made));
    return reference;
  }

  std::string name_;
  std::vector<std::unique_ptr<Statistic>> statistics_;
};

/// Numbers inside names count as numbers: "gpu2" before "gpu10".
bool natural_less(const std::string& a, const std::string& b);

/// All groups as one tree along the dots of their names, in natural order of the names, so that the order in which the
/// modules were built does not show.
Result snapshot(std::vector<const Group*> groups);

}  // namespace sealring::stats
