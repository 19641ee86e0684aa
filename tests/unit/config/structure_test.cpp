// Files that are wrong as YAML, or in their keys: the exact sentences.
#include <catch2/catch.hpp>

#include "tests/unit/config/case.hpp"

using namespace sealring;
using namespace sealring::config;

namespace {

void read_nothing(Reader) {}

void read_link(Reader in) {
  Bandwidth rate;
  Duration latency;
  Reader link = in.section("nvlink");
  link.need("rate_per_direction", rate).need("latency", latency).done();
  in.done();
}

void read_three(Reader in) {
  int value = 0;
  in.get("alpha", value).get("beta", value).get("gamma_rate", value).done();
}

}  // namespace

TEST_CASE("an unknown key names the nearest one", "[config]") {
  CHECK(problems("alhpa: 1\n", read_three) == "t.yaml:1:1: alhpa: unknown key; did you mean 'alpha'?\n");
  CHECK(problems("beta: 1\nGamma-Rate: 1\n", read_three) ==
        "t.yaml:2:1: Gamma-Rate: unknown key; did you mean 'gamma_rate'?\n");
}

TEST_CASE("an unknown key with nothing near lists what is known", "[config]") {
  CHECK(problems("colour: red\n", read_three) ==
        "t.yaml:1:1: colour: unknown key; known here: alpha, beta, gamma_rate\n");
}

TEST_CASE("an unknown key where nothing is expected says so", "[config]") {
  CHECK(problems("colour: red\n", [](Reader in) { in.done(); }) ==
        "t.yaml:1:1: colour: unknown key; none is expected here\n");
}

TEST_CASE("a mistyped source is recognised", "[config]") {
  CHECK(problems("sorce: x\n", read_three) == "t.yaml:1:1: sorce: unknown key; did you mean 'source'?\n");
}

TEST_CASE("name, summary and schema are unknown unless asked for", "[config]") {
  CHECK(problems("summary: x\n", [](Reader in) { in.done(); }) ==
        "t.yaml:1:1: summary: unknown key; none is expected here\n");
}

TEST_CASE("a key that was only looked for is known", "[config]") {
  const auto read = [](Reader in) {
    CHECK(in.has("a"));
    in.done();
  };
  CHECK(problems("a: 1\n", read) == "");
}

TEST_CASE("a missing key is reported with its whole path", "[config]") {
  CHECK(problems("nvlink:\n  latency: 1 ns\n", read_link) == "t.yaml:2:3: nvlink.rate_per_direction: missing key\n");
}

TEST_CASE("missing keys of an absent section are reported with their whole path", "[config]") {
  CHECK(problems("{}\n", read_link) ==
        "t.yaml:1:1: nvlink.rate_per_direction: missing key\n"
        "t.yaml:1:1: nvlink.latency: missing key\n");
}

TEST_CASE("a missing section that is needed is one problem", "[config]") {
  const auto read = [](Reader in) {
    int value = 0;
    in.needed_section("gpu").need("sms", value).done();
    in.done();
  };
  CHECK(problems("{}\n", read) == "t.yaml:1:1: gpu: missing key\n");
}

TEST_CASE("all problems come at once", "[config]") {
  CHECK(problems("nvlink: {rate_per_direction: 450, latncy: 300 ns}\ncolor: 1\n", read_link) ==
        "t.yaml:1:9: nvlink.latency: missing key\n"
        "t.yaml:1:30: nvlink.rate_per_direction: '450' has no unit; a bandwidth needs one of: B/s, kB/s, MB/s, GB/s, "
        "TB/s, KiB/s, "
        "MiB/s, GiB/s, Mb/s, Gb/s, Tb/s\n"
        "t.yaml:1:35: nvlink.latncy: unknown key; did you mean 'latency'?\n"
        "t.yaml:2:1: color: unknown key; known here: nvlink\n");
}

TEST_CASE("a duplicate key is refused", "[config]") {
  CHECK(problems("alpha: 1\nbeta: 2\nalpha: 3\n", read_three) ==
        "t.yaml:3:1: alpha: duplicate key; it was given before on line 1\n");
}

TEST_CASE("a duplicate key deep inside is refused though nobody reads it", "[config]") {
  CHECK(problems("a:\n  - b: {c: 1, c: 2}\n", read_nothing) ==
        "t.yaml:2:15: a.0.b.c: duplicate key; it was given before on line 2\n");
}

TEST_CASE("merge keys are refused", "[config]") {
  CHECK(problems("a:\n  <<: {b: 1}\n", read_nothing) ==
        "t.yaml:2:3: a.<<: merge keys (<<) are not allowed; put what is shared into a .yaml file and name it\n");
}

TEST_CASE("anchors and aliases are refused", "[config]") {
  CHECK(problems("alpha: &x 1\nbeta: *x\n", read_three) ==
        "t.yaml:1:8: alpha: anchors and aliases are not allowed; put what is shared into a .yaml file and name it\n"
        "t.yaml:2:7: beta: anchors and aliases are not allowed; put what is shared into a .yaml file and name it\n");
}

TEST_CASE("an alias of nothing is refused", "[config]") {
  CHECK(problems("alpha: *x\n", read_three) == "t.yaml:1:8: not valid YAML: the referenced anchor is not defined\n");
}

TEST_CASE("tags are refused", "[config]") {
  CHECK(problems("alpha: !!int 5\n", read_three) ==
        "t.yaml:1:8: alpha: YAML tags are not allowed, '!!int' was given\n");
}

TEST_CASE("a key must be a word", "[config]") {
  CHECK(problems("a:\n  [1, 2]: 3\n", read_nothing) == "t.yaml:2:3: a: a list was given as a key; a key is a word\n");
  CHECK(problems("a: {? {x: 1} : 3}\n", read_nothing) ==
        "t.yaml:1:7: a: a mapping was given as a key; a key is a word\n");
  CHECK(problems("~: 3\n", read_nothing) == "t.yaml:1:1: no value was given as a key; a key is a word\n");
  CHECK(problems("'': 3\n", read_nothing) == "t.yaml:1:1: '' was given as a key; a key is a word\n");
}

TEST_CASE("a second document is refused", "[config]") {
  CHECK(problems("alpha: 1\n---\nbeta: 2\n", read_three) ==
        "t.yaml:2:1: a second YAML document begins here; a file holds one\n");
}

TEST_CASE("text that belongs to nothing is refused", "[config]") {
  CHECK(problems(", alpha: 1\n", read_three) == "t.yaml:1:1: not valid YAML: this belongs to no value\n");
  CHECK(problems("alpha: 1\n]\n", read_three) == "t.yaml:2:1: not valid YAML: illegal flow end\n");
  CHECK(problems("alpha: 1\n...\nbeta: 2\n", read_three) == "t.yaml:3:1: not valid YAML: this belongs to no value\n");
}

TEST_CASE("a control character is refused with its place", "[config]") {
  CHECK(problems("alpha: 1\nbe\x01ta: 2\n", read_three) == "t.yaml:2:3: a control character (code 1) is not allowed\n");
}

TEST_CASE("a syntax error is the only problem of its file", "[config]") {
  CHECK(problems("nvlink: {rate_per_direction: 450 GB/s\ncolor: 1\n", read_link) ==
        "t.yaml:2:6: not valid YAML: end of map flow not found\n");
}

TEST_CASE("a syntax error carries line and column", "[config]") {
  CHECK(problems("alpha: 1\n  beta: 2\n", read_three) == "t.yaml:2:7: not valid YAML: illegal map value\n");
  CHECK(problems("alpha: 1\n\tbeta: 2\n", read_three) ==
        "t.yaml:2:1: not valid YAML: illegal tab when looking for indentation\n");
}

TEST_CASE("a quote that is never closed is refused", "[config]") {
  // yaml-cpp takes the rest of the file as the text.
  const auto read = [](Reader in) {
    std::string alpha;
    in.get("alpha", alpha).done();
  };
  CHECK(problems("alpha: \"1\nbeta: 2\n", read) == "t.yaml:1:8: alpha: a quote begins here and is never closed\n");
  CHECK(problems("alpha: 'it''s\n", read) == "t.yaml:1:8: alpha: a quote begins here and is never closed\n");
  CHECK(problems("alpha: \"a\\\"\n", read) == "t.yaml:1:8: alpha: a quote begins here and is never closed\n");
  CHECK(problems("alpha: 'it''s'\n", read) == "");
  CHECK(problems("alpha: \"a\\\"\"\n", read) == "");
  CHECK(problems("alpha: |\n  don't\n", read) == "");
}

TEST_CASE("an empty file is refused", "[config]") {
  CHECK(problems("", read_link) == "t.yaml: the file is empty; a mapping is expected\n");
  CHECK(problems("# only a comment\n", read_link) == "t.yaml: the file is empty; a mapping is expected\n");
  CHECK(problems("---\n", read_link) == "t.yaml: the file is empty; a mapping is expected\n");
}

TEST_CASE("a root that is no mapping is refused", "[config]") {
  CHECK(problems("- 1\n- 2\n", read_link) == "t.yaml:1:1: the file holds a list; a mapping is expected\n");
  CHECK(problems("hello\n", read_link) == "t.yaml:1:1: the file holds 'hello'; a mapping is expected\n");
}

TEST_CASE("deep nesting is refused, not followed to the end of the stack", "[config]") {
  const std::string text = "a: " + std::string(20'000, '[');
  CHECK(problems(text, read_nothing).find("t.yaml:1:") == 0);
}
