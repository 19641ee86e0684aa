#include "models/machine/find_machine.hpp"

#include <filesystem>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/config/nearest.hpp"
#include "sim/config/report.hpp"

namespace sealring::machine {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFile = "machine.yaml";

std::string unknown(const std::string& name, const std::vector<std::string>& known) {
  std::string text = fmt::format("unknown machine '{}'", name);
  if (known.empty()) {
    return text + "; no machine is installed, give the path of a machine.yaml";
  }
  const std::string meant = config::nearest(name, known);
  if (!meant.empty()) {
    text += fmt::format("; did you mean '{}'?", meant);
  }
  return text + fmt::format("{} known: {}", meant.empty() ? ";" : "", fmt::join(known, ", "));
}

}  // namespace

std::vector<std::string> known_machines(const std::vector<std::string>& roots) {
  std::set<std::string> names;
  for (const std::string& root : roots) {
    std::error_code absent;
    for (const auto& entry : fs::directory_iterator(root, absent)) {
      if (fs::is_regular_file(entry.path() / kFile)) {
        names.insert(entry.path().filename().string());
      }
    }
  }
  return {names.begin(), names.end()};
}

std::string find_machine(const std::string& name_or_path, const std::vector<std::string>& roots) {
  std::error_code absent;
  if (fs::is_regular_file(name_or_path, absent)) {
    return name_or_path;
  }
  const bool bare_name = name_or_path.find('/') == std::string::npos && !name_or_path.empty() && name_or_path != "..";
  if (bare_name) {
    for (const std::string& root : roots) {
      const fs::path file = fs::path(root) / name_or_path / kFile;
      if (fs::is_regular_file(file, absent)) {
        return file.string();
      }
    }
  }
  if (!name_or_path.empty() && fs::is_regular_file(fs::path(name_or_path) / kFile, absent)) {
    return (fs::path(name_or_path) / kFile).string();
  }
  throw config::BadInput(unknown(name_or_path, known_machines(roots)));
}

}  // namespace sealring::machine
