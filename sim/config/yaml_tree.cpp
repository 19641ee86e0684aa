#include "sim/config/yaml_tree.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

namespace sealring::config {
namespace {

// yaml-cpp takes an unclosed quote to the end of the file without a word, as a truncated file has it.
bool is_never_closed(const std::string& text, int position) {
  const auto begin = static_cast<std::size_t>(position);
  const char quote = begin < text.size() ? text[begin] : ' ';
  if (quote != '"' && quote != '\'') {
    return false;
  }
  for (std::size_t i = begin + 1; i < text.size(); ++i) {
    if (quote == '"' && text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      const bool is_doubled = quote == '\'' && i + 1 < text.size() && text[i + 1] == quote;
      if (!is_doubled) {
        return false;
      }
      ++i;
    }
  }
  return true;
}

std::string shown_tag(const std::string& tag) {
  const std::string standard = "tag:yaml.org,2002:";
  return tag.compare(0, standard.size(), standard) == 0 ? "!!" + tag.substr(standard.size()) : tag;
}

/// Listens to the parser's events, because yaml-cpp's own tree hides duplicate keys and where anchors stood.
class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(const std::string& text, const YamlSource& source, Report& report)
      : text_(text), source_(source), report_(report) {}

  [[nodiscard]] std::optional<Value> take_root() {
    return has_stray_text_ ? std::nullopt : std::optional(std::move(root_));
  }

  [[nodiscard]] Location at(const YAML::Mark& mark) const {
    return mark.is_null() ? Location{source_.file, 0, 0} : Location{source_.file, mark.line + 1, mark.column + 1};
  }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ != 2) {
      return;
    }
    const bool is_announced = text_.compare(std::min(text_.size(), static_cast<std::size_t>(mark.pos)), 3, "---") == 0;
    report_.add(at(mark),
                source_.prefix,
                is_announced ? "a second YAML document begins here; a file holds one"
                             : "not valid YAML: this belongs to no value");
    has_stray_text_ = !is_announced;
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { add(made(ValueKind::kNull, mark, "", anchor)); }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { add(made(ValueKind::kScalar, mark, "", 1)); }
  void OnScalar(const YAML::Mark& mark,
                const std::string& tag,
                YAML::anchor_t anchor,
                const std::string& text) override {
    Value value = made(ValueKind::kScalar, mark, tag, anchor);
    value.text = text;
    value.quoted = tag == "!";
    if (value.quoted && is_never_closed(text_, mark.pos)) {
      report_.add(value.where, path(), "a quote begins here and is never closed");
      value.kind = ValueKind::kBroken;
    }
    add(std::move(value));
  }
  void OnSequenceStart(const YAML::Mark& mark,
                       const std::string& tag,
                       YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open_.push_back({made(ValueKind::kSequence, mark, tag, anchor), std::nullopt});
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark,
                  const std::string& tag,
                  YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open_.push_back({made(ValueKind::kMapping, mark, tag, anchor), std::nullopt});
  }
  void OnMapEnd() override { close(); }

 private:
  struct Frame {
    Value value;
    std::optional<Value> key;  ///< of a mapping whose value has not come yet
  };

  Value made(ValueKind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    Value value;
    value.kind = kind;
    value.where = at(mark);
    if (anchor != YAML::NullAnchor) {
      report_.add(
          value.where, path(), "anchors and aliases are not allowed; put what is shared into a .yaml file and name it");
      value.kind = kind == ValueKind::kScalar || kind == ValueKind::kNull ? ValueKind::kBroken : kind;
    } else if (!tag.empty() && tag != "?" && tag != "!") {
      report_.add(value.where, path(), "YAML tags are not allowed, '" + shown_tag(tag) + "' was given");
    }
    return value;
  }

  void close() {
    Value value = std::move(open_.back().value);
    open_.pop_back();
    add(std::move(value));
  }

  void add(Value value) {
    if (documents_ > 1) {
      return;
    }
    if (open_.empty()) {
      root_ = std::move(value);
      return;
    }
    Frame& frame = open_.back();
    if (frame.value.kind == ValueKind::kSequence) {
      frame.value.items.push_back(std::move(value));
    } else if (!frame.key) {
      frame.key = std::move(value);
    } else {
      if (value.kind == ValueKind::kNull) {
        value.where = frame.key->where;  // the parser's own mark is wherever it noticed
      }
      value.key = frame.key->text;
      value.key_where = frame.key->where;
      const bool valid = is_valid_key(frame);
      frame.key.reset();
      if (valid) {
        frame.value.items.push_back(std::move(value));
      }
    }
  }

  // Asked when the value is known, so that every problem of the file is reported in its order.
  bool is_valid_key(const Frame& frame) {
    const Value& key = *frame.key;
    if (key.kind == ValueKind::kBroken) {
      return false;
    }
    if (key.kind != ValueKind::kScalar || key.text.empty()) {
      const std::string parent = parent_path();
      report_.add(key.where, parent, described(key) + " was given as a key; a key is a word");
      return false;
    }
    if (key.text == "<<" && !key.quoted) {
      report_.add(
          key.where, path(), "merge keys (<<) are not allowed; put what is shared into a .yaml file and name it");
      return false;
    }
    if (const Value* first = frame.value.find(key.text)) {
      report_.add(
          key.where, path(), "duplicate key; it was given before on line " + std::to_string(first->key_where.line));
      return false;
    }
    return true;
  }

  [[nodiscard]] std::string step(const Frame& frame) const {
    if (frame.value.kind == ValueKind::kSequence) {
      return std::to_string(frame.value.items.size());
    }
    return frame.key ? frame.key->text : "";
  }
  [[nodiscard]] std::string parent_path() const {
    std::string out = source_.prefix;
    for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
      out = joined_path(out, step(open_[i]));
    }
    return out;
  }
  [[nodiscard]] std::string path() const {
    return open_.empty() ? source_.prefix : joined_path(parent_path(), step(open_.back()));
  }

  const std::string& text_;
  const YamlSource& source_;
  Report& report_;
  int documents_ = 0;
  bool has_stray_text_ = false;
  Value root_;
  std::vector<Frame> open_;
};

// yaml-cpp lets some of these through and trips over others.
bool has_control_character(const std::string& text, const YamlSource& source, Report& report) {
  int line = 1;
  int column = 1;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x20 && c != '\n' && c != '\r' && c != '\t') || byte == 0x7f) {
      report.add({source.file, line, column},
                 source.prefix,
                 "a control character (code " + std::to_string(byte) + ") is not allowed");
      return true;
    }
    column = c == '\n' ? 1 : column + 1;
    line += c == '\n' ? 1 : 0;
  }
  return false;
}

}  // namespace

std::string described(const Value& value) {
  switch (value.kind) {
    case ValueKind::kScalar: return "'" + value.text + "'";
    case ValueKind::kSequence: return "a list";
    case ValueKind::kMapping: return "a mapping";
    default: return "no value";
  }
}

std::optional<Value> parse_yaml(const std::string& text, const YamlSource& source, Report& report) {
  if (has_control_character(text, source, report)) {
    return std::nullopt;
  }
  TreeBuilder builder(text, source, report);
  try {
    std::istringstream in(text);
    YAML::Parser parser(in);
    // Two are enough to know that there is a second; on some stray characters the parser would find documents for ever.
    if (parser.HandleNextDocument(builder)) {
      parser.HandleNextDocument(builder);
    }
  } catch (const YAML::Exception& error) {
    report.add(builder.at(error.mark), source.prefix, "not valid YAML: " + error.msg);
    return std::nullopt;
  } catch (const std::exception&) {
    report.add({source.file, 0, 0}, source.prefix, "not valid YAML");
    return std::nullopt;
  }
  return builder.take_root();
}

}  // namespace sealring::config
