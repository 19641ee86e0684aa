#include "sim/config/file_store.hpp"

#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <system_error>
#include <utility>

#include "sim/config/yaml_tree.hpp"

namespace sealring::config {
namespace {

constexpr std::uintmax_t kLargestFile =
    64U << 20;  // far above any machine description; a trace named by mistake is not parsed

std::string whole_file(const std::string& file) {
  std::ostringstream out;
  out << std::ifstream(file, std::ios::binary).rdbuf();
  return out.str();
}

}  // namespace

std::string FileStore::obstacle(const std::string& file) {
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (status.type() == std::filesystem::file_type::not_found) {
    return "file '" + file + "' does not exist";
  }
  if (!std::filesystem::is_regular_file(status)) {
    return "'" + file + "' is not a file";
  }
  if (!std::ifstream(file)) {
    return "file '" + file + "' cannot be read";
  }
  return std::filesystem::file_size(file, error) > kLargestFile ? "file '" + file + "' is larger than 64 MiB" : "";
}

std::string FileStore::identity(const std::string& file) {
  std::error_code error;
  const auto path = std::filesystem::weakly_canonical(file, error);
  return error ? file : path.string();
}

const Value* FileStore::mapping(const std::string& file, const std::string& prefix, Report& report) {
  const auto found = files_.find(identity(file));
  return found != files_.end() ? found->second.get() : keep(whole_file(file), file, prefix, report);
}

const Value* FileStore::mapping_of_text(const std::string& text, const std::string& file, Report& report) {
  return keep(text, file, "", report);
}

const Value* FileStore::keep(const std::string& text,
                             const std::string& file,
                             const std::string& prefix,
                             Report& report) {
  std::optional<Value> tree = parse_yaml(text, {file, prefix}, report);
  if (tree && tree->kind == ValueKind::kNull) {
    report.add({file, 0, 0}, prefix, "the file is empty; a mapping is expected");
  } else if (tree && tree->kind != ValueKind::kMapping && tree->kind != ValueKind::kBroken) {
    report.add(tree->where, prefix, "the file holds " + described(*tree) + "; a mapping is expected");
  }
  const bool usable = tree && tree->kind == ValueKind::kMapping;
  auto& kept = files_[identity(file)];
  kept = usable ? std::make_unique<Value>(std::move(*tree)) : nullptr;
  return kept.get();
}

}  // namespace sealring::config
