#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include <catch2/catch.hpp>

#include "studies/process/result_store.hpp"

using namespace sealring::process;
namespace fs = std::filesystem;

namespace {

/// A folder of its own, gone at the end of the test.
struct Folder {
  Folder() : path(fs::temp_directory_path() / ("result_store_test_" + std::to_string(::getpid()))) {
    fs::remove_all(path);
  }
  ~Folder() { fs::remove_all(path); }
  fs::path path;
};

std::string content(const fs::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("a point is named by its configuration and the program") {
  const std::string name = point_hash("gpus: 4\n", "0.1.0");

  CHECK(name.size() == 16);
  CHECK(name == point_hash("gpus: 4\n", "0.1.0"));
  CHECK(name != point_hash("gpus: 5\n", "0.1.0"));
  CHECK(name != point_hash("gpus: 4\n", "0.1.1"));
}

TEST_CASE("text does not move between configuration and version unseen") {
  CHECK(point_hash("bc", "a") != point_hash("c", "ab"));
}

TEST_CASE("the hash is FNV-1a, so names stay the same across builds") {
  // FNV-1a of "0:" (the empty version) followed by "a", worked out with an independent implementation
  CHECK(point_hash("a", "") == "4e5d25181d44678a");
}

TEST_CASE("a point is finished once its metrics are there") {
  const Folder folder;
  const ResultStore store(folder.path.string());
  CHECK_FALSE(store.finished("0123"));

  write_atomically(store.metrics_file("0123"), "{}\n");

  CHECK(store.finished("0123"));
  CHECK(content(folder.path / "points" / "0123" / "metrics.json") == "{}\n");
}

TEST_CASE("an atomic write replaces and leaves no temporary file") {
  const Folder folder;
  const fs::path file = folder.path / "a.json";
  write_atomically(file.string(), "old");
  write_atomically(file.string(), "new");

  CHECK(content(file) == "new");
  CHECK(std::distance(fs::directory_iterator(folder.path), fs::directory_iterator()) == 1);
}

TEST_CASE("an impossible write says which file") {
  const Folder folder;
  write_atomically((folder.path / "file").string(), "");  // a file where a folder would be needed

  CHECK_THROWS_WITH(write_atomically((folder.path / "file" / "a.json").string(), "x"), Catch::Contains("a.json"));
}
