// What a reader gives when nothing is wrong.
#include <catch2/catch.hpp>

#include "tests/unit/config/case.hpp"

using namespace sealring;
using namespace sealring::config;

namespace {

/// A document that must be without problems.
struct Good {
  Report report;
  Document document;
  explicit Good(const std::string& text) : document(Document::from_text(text, "t.yaml", {}, report)) {}
  Reader root() { return document.root(); }
};

}  // namespace

TEST_CASE("every type is read", "[config]") {
  Good good(
      "s: some text\nb: true\ni: 42\nl: 9000000000\nd: 0.25\nsigned: -0.5\nsize: 25 MiB\ntime: 600 ns\nrate: 450 GB/s\n"
      "clock: 1.98 GHz\npeak: 989 TFLOP/s\nwork: 2 GFLOP\nlong: 3 h\n");
  std::string s;
  bool b = false;
  int i = 0;
  std::int64_t l = 0;
  double d = 0;
  double negative = 0;
  Bytes size;
  Duration time;
  Bandwidth rate;
  Frequency clock;
  FlopRate peak;
  Flops work;
  Seconds length;
  Reader root = good.root();
  root.get("s", s).get("b", b).get("i", i).get("l", l).get("d", d).get_signed("signed", negative).get("size", size);
  root.get("time", time)
      .get("rate", rate)
      .get("clock", clock)
      .get("peak", peak)
      .get("work", work)
      .get("long", length)
      .done();

  CHECK(good.report.text() == "");
  CHECK(s == "some text");
  CHECK(b);
  CHECK(i == 42);
  CHECK(l == 9'000'000'000);
  CHECK(d == 0.25);
  CHECK(negative == -0.5);
  CHECK(size == mebibytes(25));
  CHECK(time == nanoseconds(600));
  CHECK(rate == gigabytes_per_second(450));
  CHECK(clock == Frequency(1.98e9));
  CHECK(peak == FlopRate(989e12));
  CHECK(work == Flops(2e9));
  CHECK(length == Seconds(10800));
}

TEST_CASE("lists of scalars are read in block and flow style", "[config]") {
  Good good("a: [5, 5, 4]\nb:\n  - 1 MiB\n  - 25 MiB\nc: [0.5, 1e-3]\nd: [x, 'y z']\ne: []\n");
  std::vector<int> a;
  std::vector<Bytes> b;
  std::vector<double> c;
  std::vector<std::string> d;
  std::vector<int> e{1};
  good.root().get("a", a).get("b", b).get("c", c).get("d", d).get("e", e).done();

  CHECK(good.report.text() == "");
  CHECK(a == std::vector<int>{5, 5, 4});
  CHECK(b == std::vector<Bytes>{mebibytes(1), mebibytes(25)});
  CHECK(c == std::vector<double>{0.5, 1e-3});
  CHECK(d == std::vector<std::string>{"x", "y z"});
  CHECK(e.empty());
}

TEST_CASE("an absent key leaves the default", "[config]") {
  Good good("a: 1\n");
  int a = 7;
  int b = 7;
  std::vector<int> list{1, 2};
  good.root().get("a", a).get("b", b).get("list", list).done();
  CHECK(a == 1);
  CHECK(b == 7);
  CHECK(list == std::vector<int>{1, 2});
  CHECK(good.report.empty());
}

TEST_CASE("an optional value is set only when given", "[config]") {
  Good good("a: 1 MiB\n");
  std::optional<Bytes> a;
  std::optional<Bytes> b;
  good.root().get("a", a).get("b", b).done();
  CHECK(a == mebibytes(1));
  CHECK_FALSE(b);
}

TEST_CASE("a choice stores the index of its name", "[config]") {
  Good good("kind: tree\n");
  enum class Kind { kRing, kTree };
  Kind kind = Kind::kRing;
  good.root().choose("kind", kind, {"ring", "tree"}).done();
  CHECK(kind == Kind::kTree);
}

TEST_CASE("sections nest", "[config]") {
  Good good("a:\n  b:\n    c: 5\n");
  int c = 0;
  Reader b = good.root().section("a").section("b");
  b.get("c", c).done();
  CHECK(c == 5);
  CHECK(b.path() == "a.b");
  CHECK(b.exists());
}

TEST_CASE("an absent section reads as defaults and does not exist", "[config]") {
  Good good("x: 1\n");
  int c = 7;
  Reader section = good.root().section("a");
  section.get("c", c).done();
  CHECK_FALSE(section.exists());
  CHECK(c == 7);
  CHECK(section.keys().empty());
  CHECK_FALSE(section.has("c"));
  CHECK(good.report.empty());
}

TEST_CASE("an empty section exists", "[config]") {
  Good good("a: {}\n");
  CHECK(good.root().section("a").exists());
}

TEST_CASE("a list of mappings gives a reader each", "[config]") {
  Good good("claims:\n  - {value: 1}\n  - value: 2\n");
  std::vector<Reader> claims = good.root().list("claims");
  REQUIRE(claims.size() == 2);
  int value = 0;
  claims[1].get("value", value).done();
  CHECK(value == 2);
  CHECK(claims[1].path() == "claims.1");
  CHECK(good.root().list("absent").empty());
}

TEST_CASE("keys come in file order without provenance", "[config]") {
  Good good("profiles:\n  source: made up\n  note: x\n  zeta: {}\n  alpha: {}\n");
  CHECK(good.root().section("profiles").keys() == std::vector<std::string>{"zeta", "alpha"});
}

TEST_CASE("source, confidence and note are known everywhere", "[config]") {
  Good good("source: a data sheet\nconfidence: published\nnote: x\na:\n  source: [one, two]\n");
  Reader root = good.root();
  Reader a = root.section("a");
  a.done();
  root.done();
  CHECK(good.report.text() == "");
  CHECK(root.source() == "a data sheet");
  CHECK(a.source() == "[one, two]");
  CHECK(good.root().section("b").source() == "");
}

TEST_CASE("a section opened twice remembers what was asked", "[config]") {
  Good good("a: {x: 1, y: 2}\n");
  int x = 0;
  int y = 0;
  good.root().section("a").get("x", x);
  good.root().section("a").get("y", y).done();
  CHECK(good.report.text() == "");
}

TEST_CASE("a reader knows where its mapping stands", "[config]") {
  Good good("x: 1\na:\n  b: 1\n");
  const Location where = good.root().section("a").location();
  CHECK(where.file == "t.yaml");
  CHECK(where.line == 3);
  CHECK(where.column == 3);
}

TEST_CASE("a moved document keeps its readers", "[config]") {
  Report report;
  Document first = Document::from_text("a: 5\n", "t.yaml", {}, report);
  Reader root = first.root();
  const Document second = std::move(first);
  int a = 0;
  root.get("a", a).done();
  CHECK(a == 5);
  CHECK(second.resolved() == "a: 5\n");
}

TEST_CASE("a rule between values is reported at its key", "[config]") {
  const auto read = [](Reader in) {
    int a = 0;
    Reader section = in.section("s");
    section.get("a", a).problem("a", "must be even");
    section.problem("b", "is missing its partner");
    section.problem("", "does not add up");
  };
  CHECK(problems("s:\n  a: 3\n", read) ==
        "t.yaml:2:3: s.b: is missing its partner\n"
        "t.yaml:2:3: s: does not add up\n"
        "t.yaml:2:6: s.a: must be even\n");
}

TEST_CASE("a report without problems lets the program go on", "[config]") {
  Report report;
  CHECK_NOTHROW(report.stop_if_any());
  report.add({"b.yaml", 2, 1}, "x", "second");
  report.add({"b.yaml", 1, 5}, "x", "first");
  report.add({"a.yaml", 0, 0}, "", "whole file");
  report.add({"b.yaml", 1, 5}, "x", "first");
  CHECK(report.text() == "a.yaml: whole file\nb.yaml:1:5: x: first\nb.yaml:2:1: x: second\n");
  CHECK_THROWS_AS(report.stop_if_any(), BadInput);
  CHECK_THROWS_WITH(report.stop_if_any(), report.text());
}
