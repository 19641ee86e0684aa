// Sections, lists of them, and the rules of a whole mapping.
#include <algorithm>

#include "sim/config/nearest.hpp"
#include "sim/config/reader.hpp"
#include "sim/config/section.hpp"
#include "sim/config/yaml_text.hpp"

namespace sealring::config {
namespace {

const std::vector<std::string> kAlwaysKnown = {"source", "confidence", "note"};

// Provenance belongs to the result as much as the numbers do, whether or not the code looked at it.
void pass_on(Reader::State& state, const std::string& key) {
  const Slot slot = state.peek(key);
  if (slot.value == nullptr || state.resolved->find(key) != nullptr) {
    return;
  }
  if (slot.overrides != nullptr) {
    slot.overrides->used = true;
  }
  state.resolved->set(key, flow_text(*slot.value));
}

std::string unknown_key(const Reader::State& state, const std::string& key) {
  std::vector<std::string> candidates = state.known;
  candidates.insert(candidates.end(), kAlwaysKnown.begin(), kAlwaysKnown.end());
  const std::string meant = did_you_mean(key, candidates);
  if (!meant.empty()) {
    return "unknown key" + meant;
  }
  return state.known.empty() ? "unknown key; none is expected here"
                             : "unknown key; known here: " + joined_words(state.known);
}

}  // namespace

bool Reader::has(const std::string& key) const {
  const Slot slot = state_->ask(key);
  return slot.value != nullptr || (slot.overrides != nullptr && !slot.overrides->children.empty());
}

std::vector<std::string> Reader::keys() const {
  std::vector<std::string> out;
  const auto add = [&out](const std::string& key) {
    if (!is_always_known(key) && std::find(out.begin(), out.end(), key) == out.end()) {
      out.push_back(key);
    }
  };
  if (!state_->broken && state_->mapping != nullptr) {
    for (const Value& item : state_->mapping->items) {
      add(item.key);
    }
  }
  if (!state_->broken && state_->overrides != nullptr) {
    for (const auto& child : state_->overrides->children) {
      add(child->key);
    }
  }
  return out;
}

Reader Reader::section(const std::string& key) {
  std::shared_ptr<State>& state = state_->sections[key];
  if (!state) {
    const Slot slot = state_->ask(key);
    ResolvedNode& resolved = state_->resolved->child(key, ResolvedNode::Kind::kMapping);
    state = open_section({state_.get(), state_->path_of(key), &resolved}, slot);
  }
  return Reader(state);
}

Reader Reader::needed_section(const std::string& key) {
  const bool present = require(key);
  Reader reader = section(key);
  reader.state_->broken = reader.state_->broken || !present;  // one problem is enough
  return reader;
}

std::vector<Reader> Reader::list(const std::string& key) {
  const Slot slot = state_->ask(key);
  const auto known = state_->lists.find(key);
  std::vector<std::shared_ptr<State>>& states = state_->lists[key];
  const bool is_absent = slot.value == nullptr && (slot.overrides == nullptr || slot.overrides->children.empty());
  const bool is_sequence = slot.value == nullptr || slot.value->kind == ValueKind::kSequence;
  if (known == state_->lists.end() && !is_absent && is_sequence) {
    ResolvedNode& resolved = state_->resolved->child(key, ResolvedNode::Kind::kSequence);
    for (const Slot& element : elements(slot)) {
      const std::string path = joined_path(state_->path_of(key), std::to_string(states.size()));
      states.push_back(open_section({state_.get(), path, &resolved.item(states.size())}, element));
    }
  } else if (known == state_->lists.end() && !is_sequence && slot.value->kind != ValueKind::kBroken) {
    state_->report(
        slot.value->where, state_->path_of(key), described(*slot.value) + " was given; a list of mappings is expected");
  }
  return {states.begin(), states.end()};
}

bool Reader::exists() const { return state_->exists(); }

bool Reader::good(const std::string& key) const { return state_->bad.count(key) == 0; }

void Reader::problem(const std::string& key, const std::string& message) {
  if (!good(key)) {
    return;
  }
  const Slot slot = state_->peek(key);
  state_->report(slot.value != nullptr ? slot.value->where : state_->where, state_->path_of(key), message);
}

void Reader::done() {
  for (const std::string& key : kAlwaysKnown) {
    pass_on(*state_, key);
  }
  if (state_->broken || state_->mapping == nullptr) {
    return;
  }
  for (const Value& item : state_->mapping->items) {
    if (!state_->is_known(item.key) && !is_always_known(item.key)) {
      state_->report(item.key_where, state_->path_of(item.key), unknown_key(*state_, item.key));
    }
  }
}

std::string Reader::path() const { return state_->path; }
Location Reader::location() const { return state_->where; }

std::string Reader::source() const {
  const Slot slot = state_->peek("source");
  if (slot.value == nullptr) {
    return "";
  }
  return slot.value->kind == ValueKind::kScalar ? slot.value->text : flow_text(*slot.value);
}

}  // namespace sealring::config
