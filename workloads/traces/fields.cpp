#include "workloads/traces/fields.hpp"

#include <cmath>

namespace sealring::traces {

namespace {

const nlohmann::json& empty_object() {
  static const nlohmann::json kEmpty = nlohmann::json::object();
  return kEmpty;
}

std::string allowed(Range range) {
  if (range.most == INT64_MAX) {
    return "an integer of at least " + std::to_string(range.least);
  }
  return "an integer from " + std::to_string(range.least) + " to " + std::to_string(range.most);
}

bool fits(const nlohmann::json& value, Range range) {
  if (value.is_number_unsigned()) {
    const auto number = value.get<std::uint64_t>();
    return number <= static_cast<std::uint64_t>(INT64_MAX) && static_cast<std::int64_t>(number) >= range.least &&
           static_cast<std::int64_t>(number) <= range.most;
  }
  return value.is_number_integer() && value.get<std::int64_t>() >= range.least &&
         value.get<std::int64_t>() <= range.most;
}

std::string type_name(nlohmann::json::value_t type) {
  switch (type) {
    case nlohmann::json::value_t::array: return "a list";
    case nlohmann::json::value_t::object: return "an object";
    case nlohmann::json::value_t::string: return "a string";
    default: return "true or false";
  }
}

}  // namespace

std::string shown(const nlohmann::json& value) {
  constexpr std::size_t kLongest = 40;
  const std::string text = value.dump(-1, ' ', true);
  return text.size() <= kLongest ? text : text.substr(0, kLongest) + "...";
}

void Fields::problem(const std::string& key, const std::string& message) { report_.add(where_, full(key), message); }

const Fields::Json* Fields::find(const std::string& key) {
  asked_.insert(key);
  const auto at = object_.find(key);
  if (at == object_.end()) {
    problem(key, "missing field");
    return nullptr;
  }
  return &*at;
}

const Fields::Json* Fields::member(const std::string& key, Json::value_t type) {
  const Json* value = find(key);
  if (value != nullptr && value->type() != type) {
    problem(key, shown(*value) + " is not " + type_name(type));
    return nullptr;
  }
  return value;
}

std::int64_t Fields::integer(const std::string& key, Range range) {
  const Json* value = find(key);
  if (value == nullptr) {
    return range.least;
  }
  if (!fits(*value, range)) {
    problem(key, shown(*value) + " is not " + allowed(range));
    return range.least;
  }
  return value->get<std::int64_t>();
}

double Fields::real(const std::string& key, double most) {
  const Json* value = find(key);
  if (value == nullptr) {
    return 0;
  }
  const double number = value->is_number() ? value->get<double>() : -1;
  if (!std::isfinite(number) || std::signbit(number) || number > most) {
    problem(
        key,
        shown(*value) + " is not a finite number from 0" + (most < 1e300 ? " to " + shown(most) : std::string(" up")));
    return 0;
  }
  return number;
}

bool Fields::flag(const std::string& key) {
  const Json* value = member(key, Json::value_t::boolean);
  return value != nullptr && value->get<bool>();
}

std::string Fields::text(const std::string& key) {
  const Json* value = member(key, Json::value_t::string);
  return value == nullptr ? std::string() : value->get<std::string>();
}

std::vector<std::int64_t> Fields::integers(const std::string& key, Range range) {
  std::vector<std::int64_t> numbers;
  const Json* list = member(key, Json::value_t::array);
  if (list == nullptr) {
    return numbers;
  }
  for (const auto& each : *list) {
    if (fits(each, range)) {
      numbers.push_back(each.get<std::int64_t>());
    } else {
      problem(key, shown(each) + " is not " + allowed(range));
    }
  }
  return numbers;
}

int Fields::index(const std::string& key, const Vocabulary& vocabulary) {
  const Json* value = member(key, Json::value_t::string);
  if (value == nullptr) {
    return 0;
  }
  const auto found = vocabulary.find(value->get<std::string>());
  if (!found.has_value()) {
    problem(key, "unknown " + std::string(vocabulary.what) + " " + shown(*value) + "; known: " + vocabulary.known());
  }
  return found.value_or(0);
}

Fields Fields::section(const std::string& key) {
  const Json* value = member(key, Json::value_t::object);
  return Fields(value == nullptr ? empty_object() : *value, where_, full(key), report_);
}

void Fields::done() {
  for (const auto& [key, value] : object_.items()) {
    if (asked_.count(key) == 0) {
      problem(key, "unknown field");
    }
  }
}

}  // namespace sealring::traces
