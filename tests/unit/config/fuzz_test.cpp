// Truncated and mutated documents: any problem may be reported, nothing may be thrown, nothing may crash.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>

#include "tests/unit/config/case.hpp"
#include "tests/unit/config/small_machine.hpp"

using namespace sealring;
using namespace sealring::config;

namespace {

constexpr int kRoundsPerFile = 100;
constexpr int kMostFiles = 24;
constexpr std::size_t kMostBytes = 4096;  // larger files are cut: the grammar is met long before

class Bits {
 public:
  explicit Bits(std::uint64_t seed) : state_(seed * 2654435769U + 88172645463325252U) {}
  std::size_t below(std::size_t limit) {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<std::size_t>(state_ % limit);
  }

 private:
  std::uint64_t state_;
};

struct Sample {
  std::string name;
  std::string text;
};

void add_samples(const std::string& folder, std::vector<Sample>& out) {
  std::vector<std::string> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, error)) {
    if (entry.path().extension() == ".yaml") {
      files.push_back(entry.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  for (const std::string& file : files) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    out.push_back({file, text.str().substr(0, kMostBytes)});
  }
}

const std::vector<std::string> kSpice = {"<<: ",  "&a ",
                                         "*a",    "!!int ",
                                         "{",     "}",
                                         "[",     "]",
                                         ": ",    "- ",
                                         "? ",    "\"",
                                         "'",     "\n",
                                         "\t",    "#",
                                         "---\n", "|\n",
                                         ">\n",   ".nan",
                                         "-1",    "010",
                                         "~",     "%YAML 1.2\n",
                                         "\r\n",  "\xff",
                                         "\x00",  "\xef\xbb\xbf",
                                         "1e999", "99999999999999999999",
                                         ".yaml", "..",
                                         ",",     "!",
                                         "@"};

std::string mutated(std::string text, Bits& bits) {
  if (bits.below(3) == 0) {
    return text.substr(0, bits.below(text.size() + 1));
  }
  const std::size_t changes = 1 + bits.below(4);
  for (std::size_t i = 0; i < changes; ++i) {
    const std::size_t at = bits.below(text.size() + 1);
    switch (bits.below(4)) {
      case 0: text.insert(at, kSpice[bits.below(kSpice.size())]); break;
      case 1: text.erase(at, 1 + bits.below(12)); break;
      case 2: text.insert(at, text.substr(bits.below(text.size() + 1), 1 + bits.below(40))); break;
      default: text.replace(at, at < text.size() ? 1 : 0, 1, static_cast<char>(bits.below(256))); break;
    }
  }
  return text;
}

// Asks for every key as everything, so that each mutation meets each parser.
void read_everything(Reader in, int depth) {
  std::string text;
  double real = 0;
  Bytes size;
  Bandwidth rate;
  std::vector<int> whole;
  for (const std::string& key : in.keys()) {
    in.get(key, text).get_signed(key, real).get(key, size).get(key, rate).get(key, whole);
    if (depth < 5) {
      read_everything(in.section(key), depth + 1);
      for (Reader& element : in.list(key)) {
        read_everything(element, depth + 1);
      }
    }
  }
  in.done();
}

void read_all_ways(const Sample& sample, const std::string& text) {
  Report report;
  Document known = Document::from_text(text, sample.name, {{"gpu.sms", "5"}, {"published.0.value", "1 GB/s"}}, report);
  read_small_machine(known.root());
  known.report_unused_overrides();
  Document any = Document::from_text(text, sample.name, {}, report);
  read_everything(any.root(), 0);
  CHECK(known.resolved().size() + any.resolved().size() + report.text().size() > 0);
}

}  // namespace

TEST_CASE("damaged documents are reported and never crash", "[config]") {
  std::vector<Sample> samples;
  add_samples(std::string(SEALRING_TEST_DATA) + "/config", samples);
  add_samples(SEALRING_CONFIGS, samples);
  REQUIRE(samples.size() > 5);
  // Many files share the rounds, so that the test takes the same time however many machines there are.
  const std::size_t rounds = kRoundsPerFile * kMostFiles / std::max<std::size_t>(samples.size(), 8);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    Bits bits(i + 1);
    for (std::size_t round = 0; round < rounds; ++round) {
      REQUIRE_NOTHROW(read_all_ways(samples[i], mutated(samples[i].text, bits)));
    }
  }
}

TEST_CASE("damaged resolved files are read or reported", "[config]") {
  Report report;
  Document document(data_file("machine.yaml"), {}, report);
  read_small_machine(document.root());
  const Sample sample{"resolved.yaml", document.resolved()};
  Bits bits(99);
  for (int round = 0; round < kRoundsPerFile; ++round) {
    REQUIRE_NOTHROW(read_all_ways(sample, mutated(sample.text, bits)));
  }
}
