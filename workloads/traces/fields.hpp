// One JSON object of a trace, read field by field; every problem goes to the report with the line.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "sim/config/report.hpp"
#include "workloads/traces/vocabulary.hpp"

namespace sealring::traces {

struct Range {
  std::int64_t least = 0;
  std::int64_t most = INT64_MAX;
};

/// A field that is missing or wrong is reported and read as the least valid value, so that reading goes on.
class Fields {
 public:
  using Json = nlohmann::json;
  Fields(const Json& object, config::Location where, std::string path, config::Report& report)
      : object_(object), where_(std::move(where)), path_(std::move(path)), report_(report) {}

  std::int64_t integer(const std::string& key, Range range = {});
  double real(const std::string& key, double most);
  bool flag(const std::string& key);
  std::string text(const std::string& key);
  std::vector<std::int64_t> integers(const std::string& key, Range range = {});
  template <class Enum>
  Enum choice(const std::string& key, const Vocabulary& vocabulary) {
    return static_cast<Enum>(index(key, vocabulary));
  }
  /// The value itself; null, with a problem, when it is not of this type.
  const Json* member(const std::string& key, Json::value_t type);
  Fields section(const std::string& key);

  void problem(const std::string& key, const std::string& message);
  /// Fields that nobody asked for are problems.
  void done();
  [[nodiscard]] bool has(const std::string& key) const { return object_.contains(key); }

 private:
  const Json* find(const std::string& key);
  int index(const std::string& key, const Vocabulary& vocabulary);
  [[nodiscard]] std::string full(const std::string& key) const { return path_.empty() ? key : path_ + "." + key; }

  const Json& object_;
  config::Location where_;
  std::string path_;
  config::Report& report_;
  std::set<std::string> asked_;
};

/// The value as JSON, shortened for a message.
std::string shown(const nlohmann::json& value);

}  // namespace sealring::traces
