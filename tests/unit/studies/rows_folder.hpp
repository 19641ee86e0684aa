// A folder of validation rows for a test.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "sim/config/report.hpp"
#include "studies/validate/validate.hpp"

namespace sealring::studies::test {

/// Goes away with its object.
class RowsFolder {
 public:
  explicit RowsFolder(const std::string& name)
      : path_(std::filesystem::temp_directory_path() / (name + "_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path_);
  }
  RowsFolder(const RowsFolder&) = delete;
  RowsFolder& operator=(const RowsFolder&) = delete;
  ~RowsFolder() { std::filesystem::remove_all(path_); }

  void write(const std::string& name, const std::string& text) const { std::ofstream(path_ / name) << text; }
  [[nodiscard]] std::vector<ValidationRow> rows() const { return read_validation_rows(path_.string()); }
  /// What reading the rows says, the path of the folder left out.
  [[nodiscard]] std::string problems() const {
    try {
      (void)rows();
    } catch (const config::BadInput& bad) {
      std::string text = bad.what();
      const std::string folder = path_.string() + "/";
      for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder)) {
        text.erase(at, folder.size());
      }
      return text;
    }
    return "";
  }

 private:
  std::filesystem::path path_;
};

}  // namespace sealring::studies::test
