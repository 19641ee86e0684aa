#include "studies/process/result_store.hpp"

#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace sealring::process {
namespace {

constexpr std::uint64_t kFnvOffset = 14695981039346656037u;
constexpr std::uint64_t kFnvPrime = 1099511628211u;

std::uint64_t fnv(std::uint64_t hash, const std::string& text) {
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * kFnvPrime;
  }
  return hash;
}

[[noreturn]] void refuse(const std::string& path, const std::string& reason) {
  throw CannotWrite("cannot write " + path + ": " + reason);
}

void write_whole(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (!file) {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
    refuse(path, "no such folder, no permission, or the disk is full");
  }
}

}  // namespace

std::string point_hash(const std::string& resolved_config, const std::string& program_version) {
  // the length in between keeps ("ab", "c") and ("a", "bc") apart
  const std::uint64_t version = fnv(kFnvOffset, std::to_string(program_version.size()) + ":" + program_version);
  std::array<char, 17> digits{};
  std::snprintf(
      digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(fnv(version, resolved_config)));
  return digits.data();
}

void write_atomically(const std::string& path, const std::string& text) {
  std::error_code error;
  const auto folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) {
    std::filesystem::create_directories(folder, error);
  }
  if (error) {
    refuse(path, error.message());
  }
  const std::string temporary = path + ".tmp" + std::to_string(::getpid());
  write_whole(temporary, text);
  std::filesystem::rename(temporary, path, error);
  if (error) {
    const std::string reason = error.message();
    std::filesystem::remove(temporary, error);
    refuse(path, reason);
  }
}

std::string ResultStore::folder(const std::string& hash) const {
  return (std::filesystem::path(out_) / "points" / hash).string();
}

std::string ResultStore::metrics_file(const std::string& hash) const { return folder(hash) + "/metrics.json"; }

bool ResultStore::finished(const std::string& hash) const {
  std::error_code ignored;
  return std::filesystem::exists(metrics_file(hash), ignored);
}

}  // namespace sealring::process
