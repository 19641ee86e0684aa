// resolved.yaml: everything that was asked for, and a fixed point of reading.
#include <catch2/catch.hpp>

#include "tests/unit/config/case.hpp"
#include "tests/unit/config/small_machine.hpp"

using namespace sealring;
using namespace sealring::config;

namespace {

std::string resolved(const std::string& text, const Read& read, const std::vector<Override>& overrides = {}) {
  Report report;
  Document document = Document::from_text(text, "t.yaml", overrides, report);
  read(document.root());
  document.report_unused_overrides();
  CHECK(report.text() == "");
  return document.resolved();
}

struct ReadBack {
  SmallMachine machine;
  std::string resolved;
};

ReadBack read_back(const std::string& text) {
  Report report;
  Document document = Document::from_text(text, "resolved.yaml", {}, report);
  ReadBack out{read_small_machine(document.root()), ""};
  out.resolved = document.resolved();
  CHECK(report.text() == "");
  return out;
}

}  // namespace

TEST_CASE("resolved holds defaults and units in the order asked", "[config]") {
  const auto read = [](Reader in) {
    Bytes cap = mebibytes(25);
    Bandwidth rate;
    int ranks = 4;
    std::vector<int> planes{5, 5};
    in.get("rate", rate).get("cap", cap).get("planes", planes).get("ranks", ranks).done();
  };
  CHECK(resolved("ranks: 8\nrate: 400 Gb/s\n", read) == "rate: 50 GB/s\ncap: 25 MiB\nplanes: [5, 5]\nranks: 8\n");
}

TEST_CASE("resolved inlines sections and lists of them", "[config]") {
  const auto read = [](Reader in) {
    int value = 0;
    in.section("a").section("b").get("x", value).done();
    for (Reader& element : in.list("l")) {
      int z = 2;
      element.get("y", value).get("z", z).done();
    }
  };
  CHECK(resolved("a: {b: {x: 1}}\nl: [{y: 1, z: 2}, {y: 3}]\n", read) ==
        "a:\n"
        "  b:\n"
        "    x: 1\n"
        "l:\n"
        "  - y: 1\n"
        "    z: 2\n"
        "  - y: 3\n"
        "    z: 2\n");
}

TEST_CASE("resolved shows the defaults of an absent section", "[config]") {
  int slots = 8;
  CHECK(resolved("{}\n", [&](Reader in) { in.section("pool").get("slots", slots).done(); }) == "pool:\n  slots: 8\n");
}

TEST_CASE("resolved leaves out absent sections without defaults, absent lists and absent options", "[config]") {
  const auto read = [](Reader in) {
    std::optional<Bytes> budget;
    CHECK_FALSE(in.section("pool").exists());
    CHECK(in.list("claims").empty());
    in.get("budget", budget).done();
  };
  CHECK(resolved("{}\n", read) == "{}\n");
}

TEST_CASE("resolved keeps empty sections and empty lists", "[config]") {
  const auto read = [](Reader in) {
    in.section("a").done();
    CHECK(in.list("l").empty());
    in.list("m")[0].done();
  };
  CHECK(resolved("a: {}\nl: []\nm: [{}]\n", read) == "a: {}\nl: []\nm:\n  - {}\n");
}

TEST_CASE("resolved carries the source of every section that was finished", "[config]") {
  int x = 0;
  CHECK(resolved("a: {source: 'data sheet, page 3', x: 1, confidence: measured}\n", [&](Reader in) {
          in.section("a").get("x", x).done();
        }) == "a:\n  x: 1\n  source: \"data sheet, page 3\"\n  confidence: measured\n");
}

TEST_CASE("resolved shows overrides as values", "[config]") {
  int x = 0;
  CHECK(resolved("x: 1\n", [&](Reader in) { in.get("x", x).done(); }, {{"x", "2"}}) == "x: 2\n");
}

TEST_CASE("resolved shows the name of a choice", "[config]") {
  int kind = 1;
  CHECK(resolved("{}\n", [&](Reader in) { in.choose("kind", kind, {"ring", "tree"}).done(); }) == "kind: tree\n");
}

TEST_CASE("texts survive resolved whatever they hold", "[config]") {
  const std::vector<std::string> awkward = {"",
                                            "null",
                                            "~",
                                            "a: b",
                                            "# no comment",
                                            "- x",
                                            "[1]",
                                            "tab\there",
                                            "two\nlines",
                                            "\"",
                                            "back\\slash",
                                            " blanks ",
                                            "%x",
                                            "<<",
                                            "\xc3\xa9t\xc3\xa9",
                                            "true",
                                            "5",
                                            "x.yaml",
                                            "."};
  std::vector<std::string> texts = awkward;
  std::vector<std::string> back;
  const std::string text = resolved("{}\n", [&](Reader in) { in.get("t", texts).done(); });
  resolved(text, [&](Reader in) { in.get("t", back).done(); });
  CHECK(back == awkward);
}

TEST_CASE("keys survive resolved whatever they hold", "[config]") {
  const auto read = [](Reader in) {
    int value = 0;
    for (const std::string& key : in.keys()) {
      in.get(key, value);
    }
    in.done();
  };
  const std::string text = resolved("'a: b': 1\n'null': 2\n'- c': 3\n'x y': 4\n", read);
  CHECK(text == "\"a: b\": 1\n\"null\": 2\n\"- c\": 3\nx y: 4\n");
  CHECK(resolved(text, read) == text);
}

TEST_CASE("reading resolved gives the same structs and the same text", "[config]") {
  Report report;
  const std::vector<Override> overrides = {{"settings.caps.1", "77 MiB"},
                                           {"settings.kind", "tree"},
                                           {"settings.length", "90 min"},
                                           {"profiles.fast.rate_per_direction", "1 TB/s"},
                                           {"gpu.efficiency", "0.3333333333333333"}};
  Document document(data_file("machine.yaml"), overrides, report);
  const SmallMachine machine = read_small_machine(document.root());
  REQUIRE(report.text() == "");

  const ReadBack once = read_back(document.resolved());
  const ReadBack twice = read_back(once.resolved);

  CHECK(once.machine == machine);
  CHECK(once.resolved == document.resolved());
  CHECK(twice.resolved == once.resolved);
}

TEST_CASE("reading resolved gives the same structs for an empty profile map and defaults", "[config]") {
  Report report;
  Document document(data_file("machine.yaml"), {}, report);
  const SmallMachine machine = read_small_machine(document.root());
  const ReadBack once = read_back(document.resolved());
  CHECK(once.machine == machine);
  CHECK(once.resolved == document.resolved());
}
