#include "sim/config/section.hpp"

#include <algorithm>
#include <filesystem>

namespace sealring::config {
namespace {

const std::string kSuffix = ".yaml";

bool names_a_file(const Value& value) {
  return value.kind == ValueKind::kScalar && value.text.size() > kSuffix.size() &&
         value.text.compare(value.text.size() - kSuffix.size(), kSuffix.size(), kSuffix) == 0;
}

std::string directory_of(const std::string& file) { return std::filesystem::path(file).parent_path().string(); }

void mark_broken(Reader::State& state) {
  state.broken = true;
  if (state.overrides != nullptr) {
    state.overrides->use_all();
  }
}

// The files from the document down to here, when `identity` is one of them: "a.yaml -> b.yaml -> a.yaml".
std::string cycle(const Reader::State& state, const std::string& identity, const std::string& file) {
  std::string chain = file;
  for (const Reader::State* above = state.parent; above != nullptr; above = above->parent) {
    if (!above->file.empty()) {
      chain = above->file + " -> " + chain;
    }
    if (above->file_identity == identity) {
      return chain;
    }
  }
  return "";
}

void include(Reader::State& state, const Slot& slot) {
  const Location from = slot.value->where;
  const std::string file = (std::filesystem::path(slot.directory) / slot.value->text).lexically_normal().string();
  std::string problem = FileStore::obstacle(file);
  const std::string identity = FileStore::identity(file);
  const std::string chain = cycle(state, identity, file);
  if (problem.empty() && !chain.empty()) {
    problem = "files include each other in a cycle: " + chain;
  }
  if (!problem.empty()) {
    state.report(from, state.path, problem);
    mark_broken(state);
    return;
  }
  state.file = file;
  state.file_identity = identity;
  state.directory = directory_of(file);
  state.mapping = state.tree->files.mapping(file, state.path, *state.tree->report);
  state.where = {file, 1, 1};
  if (state.mapping == nullptr) {
    mark_broken(state);
  }
}

void fill(Reader::State& state, const Slot& slot) {
  const Value& value = *slot.value;
  state.where = value.where;
  if (value.kind == ValueKind::kMapping) {
    state.mapping = &value;
  } else if (names_a_file(value)) {
    include(state, slot);
  } else {
    if (value.kind != ValueKind::kBroken) {
      state.report(
          value.where, state.path, described(value) + " was given; a mapping or the path of a .yaml file is expected");
    }
    mark_broken(state);
  }
}

// Index of an override below a list: digits only.
std::size_t index_of(const std::string& key) {
  if (key.empty() || key.size() > 9 ||
      !std::all_of(key.begin(), key.end(), [](char c) { return c >= '0' && c <= '9'; })) {
    return static_cast<std::size_t>(-1);
  }
  return std::stoul(key);
}

std::vector<OverrideNode*> by_index(const OverrideNode* list) {
  std::vector<OverrideNode*> out;
  if (list != nullptr) {
    for (const auto& child : list->children) {
      out.push_back(child.get());
    }
  }
  std::stable_sort(
      out.begin(), out.end(), [](const auto* a, const auto* b) { return index_of(a->key) < index_of(b->key); });
  return out;
}

}  // namespace

bool is_always_known(const std::string& key) { return key == "source" || key == "confidence" || key == "note"; }

bool Reader::State::exists() const {
  return !broken && (mapping != nullptr || (overrides != nullptr && !overrides->children.empty()));
}

bool Reader::State::is_known(const std::string& key) const {
  return std::find(known.begin(), known.end(), key) != known.end();
}

Slot Reader::State::peek(const std::string& key) const {
  Slot slot;
  slot.directory = directory;
  if (broken) {
    return slot;
  }
  slot.value = mapping != nullptr ? mapping->find(key) : nullptr;
  slot.overrides = overrides != nullptr ? overrides->find(key) : nullptr;
  if (slot.overrides != nullptr && slot.overrides->value) {
    slot.value = &*slot.overrides->value;
    slot.directory.clear();
  }
  return slot;
}

Slot Reader::State::ask(const std::string& key) {
  if (!is_known(key)) {
    known.push_back(key);
  }
  const Slot slot = peek(key);
  if (slot.overrides != nullptr) {
    slot.overrides->used = true;
  }
  return slot;
}

void Reader::State::report(const Location& at, const std::string& at_path, const std::string& message) const {
  if (!broken) {
    tree->report->add(at, at_path, message);
  }
}

std::vector<Slot> elements(const Slot& list, std::size_t defaults) {
  std::vector<Slot> out(list.value == nullptr ? defaults : 0, Slot{nullptr, nullptr, list.directory});
  if (list.value != nullptr) {
    for (const Value& item : list.value->items) {
      out.push_back({&item, nullptr, list.directory});
    }
  }
  for (OverrideNode* change : by_index(list.overrides)) {
    const std::size_t index = index_of(change->key);
    if (index > out.size()) {
      break;
    }
    if (index == out.size()) {
      out.push_back({nullptr, nullptr, list.directory});
    }
    out[index].overrides = change;
    change->used = true;
    if (change->value) {
      out[index].value = &*change->value;
      out[index].directory.clear();
    }
  }
  return out;
}

std::shared_ptr<Reader::State> open_section(const SectionPlace& place, const Slot& slot) {
  auto state = std::make_shared<Reader::State>();
  state->tree = place.parent->tree;
  state->parent = place.parent;
  state->path = place.path;
  state->where = place.parent->where;
  state->directory = slot.directory;
  state->overrides = slot.overrides;
  state->resolved = place.resolved;
  if (place.parent->broken) {
    mark_broken(*state);
  } else if (slot.value != nullptr) {
    fill(*state, slot);
  }
  state->resolved->present = state->resolved->present || state->exists();
  return state;
}

std::shared_ptr<Reader::State> open_root(Document::Tree& tree, const Value* mapping, const std::string& file) {
  auto state = std::make_shared<Reader::State>();
  state->tree = &tree;
  state->mapping = mapping;
  state->file = file;
  state->file_identity = FileStore::identity(file);
  state->directory = directory_of(file);
  state->where = {file, 1, 1};
  state->overrides = &tree.overrides;
  state->resolved = &tree.resolved;
  if (mapping == nullptr) {
    mark_broken(*state);
  }
  return state;
}

}  // namespace sealring::config
