// The YAML files of a document, each read once.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "sim/config/value.hpp"

namespace sealring::config {

class FileStore {
 public:
  /// Why a file cannot be opened, as a sentence; empty when it can.
  static std::string obstacle(const std::string& file);
  /// One name for one file, however it was reached.
  static std::string identity(const std::string& file);

  /// The mapping that a file holds; null when it holds none, which is then reported. `prefix` is the path it fills.
  const Value* mapping(const std::string& file, const std::string& prefix, Report& report);
  const Value* mapping_of_text(const std::string& text, const std::string& file, Report& report);

 private:
  const Value* keep(const std::string& text, const std::string& file, const std::string& prefix, Report& report);
  std::map<std::string, std::unique_ptr<Value>> files_;
};

}  // namespace sealring::config
