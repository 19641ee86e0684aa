// Single values and lists of them.
#include "sim/config/reader.hpp"

#include <algorithm>
#include <utility>

#include "sim/config/nearest.hpp"
#include "sim/config/scalar.hpp"
#include "sim/config/section.hpp"
#include "sim/config/yaml_text.hpp"

namespace sealring::config {
namespace {

// A broken value was reported where it broke.
template <class T>
bool take(const Reader::State& state, const std::string& path, const Value& from, T& into) {
  if (from.kind == ValueKind::kBroken) {
    return false;
  }
  Parsed<T> parsed = parse_scalar<T>(from);
  if (!parsed.value) {
    state.report(from.where, path, parsed.error);
    return false;
  }
  into = std::move(*parsed.value);
  return true;
}

template <class T>
void read_value(Reader::State& state, const std::string& key, T& value) {
  const Slot slot = state.ask(key);
  if (slot.value != nullptr && !take(state, state.path_of(key), *slot.value, value)) {
    state.bad.insert(key);
  }
  state.resolved->set(key, yaml_text(value));
}

bool is_list(Reader::State& state, const std::string& key, const Slot& slot) {
  if (slot.value == nullptr) {
    return slot.overrides != nullptr && !slot.overrides->children.empty();
  }
  const bool is_sequence = slot.value->kind == ValueKind::kSequence;
  if (!is_sequence && slot.value->kind != ValueKind::kBroken) {
    state.report(slot.value->where, state.path_of(key), described(*slot.value) + " was given; a list is expected");
  }
  if (!is_sequence) {
    state.bad.insert(key);
  }
  return is_sequence;
}

// An element without a value keeps its default: overrides may change single elements of a list that the file does not
// give.
template <class T>
void read_list(Reader::State& state, const std::string& key, std::vector<T>& values) {
  const Slot slot = state.ask(key);
  if (is_list(state, key, slot)) {
    const std::vector<Slot> found = elements(slot, values.size());
    values.resize(found.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      const std::string path = joined_path(state.path_of(key), std::to_string(i));
      if (found[i].value != nullptr && !take(state, path, *found[i].value, values[i])) {
        state.bad.insert(key);
      }
    }
  }
  std::vector<std::string> texts;
  for (const T& value : values) {
    texts.push_back(yaml_text(value));
  }
  state.resolved->set(key, flow_list(texts));
}

}  // namespace

Reader::Reader(std::shared_ptr<State> state) : state_(std::move(state)) {}

Reader& Reader::get(const std::string& key, std::string& value) { return read_value(*state_, key, value), *this; }
Reader& Reader::get(const std::string& key, bool& value) { return read_value(*state_, key, value), *this; }
Reader& Reader::get(const std::string& key, int& value) { return read_value(*state_, key, value), *this; }
Reader& Reader::get(const std::string& key, std::int64_t& value) { return read_value(*state_, key, value), *this; }
Reader& Reader::get(const std::string& key, double& value) { return read_value(*state_, key, value), *this; }
Reader& Reader::get(const std::string& key, Bytes& value) { return read_value(*state_, key, value), *this; }
Reader& Reader::get(const std::string& key, Duration& value) {
  read_value(*state_, key, value);
  return at_most(key, value, kLongestStep);
}
Reader& Reader::get(const std::string& key, Bandwidth& value) { return read_value(*state_, key, value), *this; }
Reader& Reader::get(const std::string& key, Frequency& value) { return read_value(*state_, key, value), *this; }
Reader& Reader::get(const std::string& key, FlopRate& value) { return read_value(*state_, key, value), *this; }
Reader& Reader::get(const std::string& key, Flops& value) { return read_value(*state_, key, value), *this; }
Reader& Reader::get(const std::string& key, Seconds& value) { return read_value(*state_, key, value), *this; }
Reader& Reader::get(const std::string& key, std::vector<int>& value) { return read_list(*state_, key, value), *this; }
Reader& Reader::get(const std::string& key, std::vector<double>& value) {
  return read_list(*state_, key, value), *this;
}
Reader& Reader::get(const std::string& key, std::vector<std::string>& value) {
  return read_list(*state_, key, value), *this;
}
Reader& Reader::get(const std::string& key, std::vector<Bytes>& value) { return read_list(*state_, key, value), *this; }

Reader& Reader::get_signed(const std::string& key, double& value) {
  SignedReal real{value};
  read_value(*state_, key, real);
  value = real.value;
  return *this;
}

Reader& Reader::choose(const std::string& key, int& index, const std::vector<std::string>& names) {
  const Slot slot = state_->ask(key);
  std::string name;
  if (slot.value != nullptr && !take(*state_, state_->path_of(key), *slot.value, name)) {
    state_->bad.insert(key);
  } else if (slot.value != nullptr) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) {
      index = static_cast<int>(found - names.begin());
    } else {
      state_->report(slot.value->where,
                     state_->path_of(key),
                     "'" + name + "' is not one of: " + joined_words(names) + did_you_mean(name, names));
      state_->bad.insert(key);
    }
  }
  if (index >= 0 && index < static_cast<int>(names.size())) {
    state_->resolved->set(key, yaml_text(names[static_cast<std::size_t>(index)]));
  }
  return *this;
}

bool Reader::require(const std::string& key) {
  const Slot slot = state_->ask(key);
  const bool present = slot.value != nullptr || (slot.overrides != nullptr && !slot.overrides->children.empty());
  if (!present) {
    state_->report(state_->where, state_->path_of(key), "missing key");
    state_->bad.insert(key);
  }
  return present;
}

}  // namespace sealring::config
