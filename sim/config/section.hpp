// The state of one mapping while it is read: file content, overrides on top, and what was asked for.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sim/config/file_store.hpp"
#include "sim/config/overrides.hpp"
#include "sim/config/reader.hpp"
#include "sim/config/resolved.hpp"
#include "sim/config/value.hpp"

namespace sealring::config {

struct Document::Tree {
  explicit Tree(Report& r) : report(&r) {}
  Report* report;
  FileStore files;
  OverrideNode overrides;
  ResolvedNode resolved;
  std::shared_ptr<Reader::State> root;
};

/// One place of the document: the file's value, or the override's when there is one.
struct Slot {
  const Value* value = nullptr;
  OverrideNode* overrides = nullptr;
  std::string directory;  ///< that a relative path in the value starts from; empty for the command line's
};

struct Reader::State {
  Document::Tree* tree = nullptr;
  State* parent = nullptr;
  std::string path;
  const Value* mapping = nullptr;  ///< null when absent
  Location where;                  ///< of the mapping, or of the nearest one above when absent
  std::string directory;
  std::string file;  ///< set where a file begins: as shown
  std::string file_identity;
  OverrideNode* overrides = nullptr;
  bool broken = false;  ///< reported already; everything below is silent
  ResolvedNode* resolved = nullptr;
  std::vector<std::string> known;  ///< keys asked for, in order
  std::set<std::string> bad;       ///< those found missing or unreadable
  std::map<std::string, std::shared_ptr<State>> sections;
  std::map<std::string, std::vector<std::shared_ptr<State>>> lists;

  [[nodiscard]] std::string path_of(const std::string& key) const { return joined_path(path, key); }
  [[nodiscard]] bool exists() const;
  [[nodiscard]] bool is_known(const std::string& key) const;
  [[nodiscard]] Slot peek(const std::string& key) const;  ///< looks without asking
  Slot ask(const std::string& key);                       ///< from now on a known key, and its override is used
  void report(const Location& at, const std::string& at_path, const std::string& message) const;
};

/// The elements of a list, overridden ones replaced; the next one after the last may be added by an override. An absent
/// list begins with `defaults` elements without a value.
std::vector<Slot> elements(const Slot& list, std::size_t defaults = 0);

/// What a new section needs beside its slot.
struct SectionPlace {
  Reader::State* parent = nullptr;
  std::string path;
  ResolvedNode* resolved = nullptr;
};

/// Inline, from the file that the value names, absent, or broken when the value is neither mapping nor path.
std::shared_ptr<Reader::State> open_section(const SectionPlace& place, const Slot& slot);

/// The whole document, over `mapping` (null: broken).
std::shared_ptr<Reader::State> open_root(Document::Tree& tree, const Value* mapping, const std::string& file);

bool is_always_known(const std::string& key);  ///< source, confidence, note

}  // namespace sealring::config
