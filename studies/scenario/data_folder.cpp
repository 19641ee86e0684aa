#include "studies/scenario/data_folder.hpp"

#include <filesystem>
#include <stdexcept>

namespace sealring::studies {
namespace {

namespace fs = std::filesystem;

std::string find_scenario(const std::string& name_or_path) {
  if (fs::exists(name_or_path)) {
    return name_or_path;
  }
  const fs::path shipped = fs::path(data_folder("workloads/scenarios")) / (name_or_path + ".yaml");
  return fs::exists(shipped) ? shipped.string() : name_or_path;
}

}  // namespace

std::string data_folder(const std::string& what) {
  std::error_code ignored;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
  const fs::path installed = program.parent_path().parent_path() / "share" / "sealring" / what;
  if (fs::is_directory(installed)) {
    return installed.string();
  }
  const fs::path source = fs::path(SEALRING_SOURCE_DIR) / what;
  if (fs::is_directory(source)) {
    return source.string();
  }
  throw std::runtime_error("the folder '" + what + "' is neither at " + installed.string() + " nor at " +
                           source.string());
}

ScenarioSource scenario_source(const std::string& name_or_path, const std::vector<config::Override>& overrides) {
  return {find_scenario(name_or_path), overrides, {data_folder("configs")}, data_folder("workloads/training/zoo")};
}

}  // namespace sealring::studies
