#include <algorithm>
#include <filesystem>
#include <utility>

#include "sim/config/nearest.hpp"
#include "sim/config/section.hpp"

namespace sealring::config {
namespace {

// Every path that some reader asked for, sections and their lists included.
void collect_paths(const Reader::State& state, std::vector<std::string>& out) {
  for (const std::string& key : state.known) {
    out.push_back(state.path_of(key));
    const auto section = state.sections.find(key);
    if (section != state.sections.end()) {
      collect_paths(*section->second, out);
    }
    const auto list = state.lists.find(key);
    if (list != state.lists.end()) {
      for (const auto& element : list->second) {
        collect_paths(*element, out);
      }
    }
  }
}

bool ends_with_path(const std::string& whole, const std::string& tail) {
  const std::string end = "." + tail;
  return whole.size() > end.size() && whole.compare(whole.size() - end.size(), end.size(), end) == 0;
}

// The section as deep along the path as one was read.
const Reader::State& deepest(const Reader::State& root, const std::string& path) {
  const Reader::State* state = &root;
  for (bool deeper = true; deeper;) {
    deeper = false;
    for (const auto& [key, section] : state->sections) {
      if (!deeper && path.compare(0, section->path.size() + 1, section->path + ".") == 0) {
        state = section.get();
        deeper = true;
        break;
      }
    }
  }
  return *state;
}

// "a.list.7" when "a.list" was read: the list is shorter, or no list.
std::string list_of(const std::string& path, const std::vector<std::string>& paths) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string::npos || path.find_first_not_of("0123456789", dot + 1) != std::string::npos) {
    return "";
  }
  const std::string parent = path.substr(0, dot);
  return std::find(paths.begin(), paths.end(), parent) != paths.end() ? parent : "";
}

std::string path_hint(const Reader::State& root, const std::string& path) {
  std::vector<std::string> paths;
  collect_paths(root, paths);
  const std::string list = list_of(path, paths);
  if (!list.empty()) {
    return "; '" + list + "' is not a list of that length";
  }
  for (const std::string& candidate : paths) {
    if (ends_with_path(candidate, path)) {
      return "; did you mean '" + candidate + "'?";
    }
  }
  const std::string meant = did_you_mean(path, paths);
  if (!meant.empty()) {
    return meant;
  }
  const Reader::State& near = deepest(root, path);
  if (near.known.empty()) {
    return "";
  }
  return (near.path.empty() ? "; the document has: " : "; '" + near.path + "' has: ") + joined_words(near.known);
}

}  // namespace

Document::Document(std::unique_ptr<Tree> tree) : tree_(std::move(tree)) {}
Document::~Document() = default;
Document::Document(Document&&) noexcept = default;
Document& Document::operator=(Document&&) noexcept = default;

Document::Document(const std::string& file, const std::vector<Override>& overrides, Report& report)
    : tree_(std::make_unique<Tree>(report)) {
  build_overrides(overrides, tree_->overrides, report);
  const std::string problem = FileStore::obstacle(file);
  if (!problem.empty()) {
    report.add({file, 0, 0}, "", problem);
  }
  const Value* mapping = problem.empty() ? tree_->files.mapping(file, "", report) : nullptr;
  tree_->root = open_root(*tree_, mapping, file);
}

Document Document::from_text(const std::string& text,
                             const std::string& name,
                             const std::vector<Override>& overrides,
                             Report& report) {
  auto tree = std::make_unique<Tree>(report);
  build_overrides(overrides, tree->overrides, report);
  const Value* mapping = tree->files.mapping_of_text(text, name, report);
  tree->root = open_root(*tree, mapping, name);
  return Document(std::move(tree));
}

Reader Document::root() { return Reader(tree_->root); }

void Document::report_unused_overrides() {
  for (const UnusedOverride& unused : unused_overrides(tree_->overrides)) {
    tree_->report->add(unused.where, "", "no such setting" + path_hint(*tree_->root, unused.path));
  }
}

std::string Document::resolved() const { return resolved_text(tree_->resolved); }

}  // namespace sealring::config
