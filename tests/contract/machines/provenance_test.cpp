// Every number of every file says where it comes from and how sure it is.
#include "provenance.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>

namespace {

using Problems = std::vector<std::string>;
namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ostringstream out;
  out << std::ifstream(file).rdbuf();
  return out.str();
}

void check_tree(const fs::path& root) {
  int files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (entry.path().extension() == ".yaml" && entry.path().filename() != "resolved.yaml") {
      CHECK(sealring::provenance::problems(text_of(entry.path()), entry.path().string()) == Problems{});
      ++files;
    }
  }
  CHECK(files > 0);
}

TEST_CASE("every section of configs has a source and a confidence", "[machines]") { check_tree(SEALRING_CONFIGS); }

TEST_CASE("machines that exist nowhere have sources too", "[machines]") {
  check_tree(fs::path(SEALRING_TEST_DATA) / "imaginary_gpu");
  check_tree(fs::path(SEALRING_TEST_DATA) / "no_links");
}

TEST_CASE("a sourceless section is found", "[machines]") {
  const std::string text = "source: \"x y\"\nconfidence: assumed\ninner:\n  rate: 5 GB/s\n";
  CHECK(sealring::provenance::problems(text, "f") ==
        Problems{"f:4: numbers without a source", "f:4: numbers without a known confidence"});
}

TEST_CASE("a made-up confidence is found", "[machines]") {
  CHECK(sealring::provenance::problems("source: \"x y\"\nconfidence: certain\n", "f") ==
        Problems{"f:1: numbers without a known confidence"});
}

TEST_CASE("an item of a list is a section of its own", "[machines]") {
  const std::string text =
      "source: \"x y\"\nconfidence: assumed\nlist:\n  - a: 1 B\n    source: \"x y\"\n    confidence: assumed\n  - a: 2 "
      "B\n";
  CHECK(sealring::provenance::problems(text, "f") ==
        Problems{"f:7: numbers without a source", "f:7: numbers without a known confidence"});
}

TEST_CASE("numbers cannot hide in a flow mapping", "[machines]") {
  const std::string text = "source: \"x y\"\nconfidence: assumed\ninner: {rate: 5 GB/s}\n";
  CHECK(sealring::provenance::problems(text, "f") == Problems{"f:3: write 'inner' as a block, with its source"});
}

}  // namespace
