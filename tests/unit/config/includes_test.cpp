// Sections that live in files of their own.
#include <catch2/catch.hpp>

#include "tests/unit/config/case.hpp"
#include "tests/unit/config/small_machine.hpp"

using namespace sealring;
using namespace sealring::config;

namespace {

void read_next(Reader in) {
  std::string name;
  in.get("name", name);
  if (in.has("next")) {
    read_next(in.section("next"));
  }
  in.done();
}

void read_part(Reader in) {
  Reader part = in.section("part");
  int value = 0;
  part.need("value", value).done();
  in.done();
}

}  // namespace

TEST_CASE("a section that names a file reads that file", "[config]") {
  Report report;
  Document document(data_file("machine.yaml"), {}, report);
  const SmallMachine machine = read_small_machine(document.root());
  CHECK(report.text() == "");
  CHECK(machine.gpu.sms == 132);
  CHECK(machine.link.rate == gigabytes_per_second(26.5625));
}

TEST_CASE("a path is relative to the file that names it", "[config]") {
  Report report;
  Document document(data_file("machine.yaml"), {}, report);
  const SmallMachine machine = read_small_machine(document.root());
  // parts/gpu.yaml says link.yaml and means parts/link.yaml.
  CHECK(machine.gpu.link == machine.link);
}

TEST_CASE("a location inside an included file names that file", "[config]") {
  Report report;
  Document document(data_file("machine.yaml"), {}, report);
  CHECK(document.root().section("gpu").location().file == data_file("parts/gpu.yaml"));
}

TEST_CASE("a file that does not exist is reported where it is named", "[config]") {
  CHECK(problems("x: 1\npart: nowhere.yaml\n", [](Reader in) {
          int x = 0;
          in.get("x", x);
          read_part(in);
        }) == "t.yaml:2:7: part: file 'nowhere.yaml' does not exist\n");
}

TEST_CASE("a folder is not a file", "[config]") { CHECK(problems_of_file("", read_part) == ": '' is not a file\n"); }

TEST_CASE("a document that does not exist is the only problem", "[config]") {
  CHECK(problems_of_file("nowhere.yaml", read_part) == "nowhere.yaml: file 'nowhere.yaml' does not exist\n");
}

TEST_CASE("a cycle of files is refused and shown", "[config]") {
  CHECK(problems_of_file("cycle_a.yaml", read_next) ==
        "cycle_b.yaml:2:7: next.next: files include each other in a cycle: cycle_a.yaml -> cycle_b.yaml -> "
        "cycle_a.yaml\n");
}

TEST_CASE("a file that includes itself is a cycle", "[config]") {
  CHECK(problems_of_file("self.yaml", read_next) ==
        "self.yaml:1:7: next: files include each other in a cycle: self.yaml -> self.yaml\n");
}

TEST_CASE("a cycle through another spelling of the path is found", "[config]") {
  CHECK(problems_of_file("parts/../cycle_a.yaml", read_next) ==
        "cycle_b.yaml:2:7: next.next: files include each other in a cycle: parts/../cycle_a.yaml -> cycle_b.yaml -> "
        "cycle_a.yaml\n");
}

TEST_CASE("one file in two places is no cycle", "[config]") {
  Report report;
  Document document(data_file("machine.yaml"), {}, report);
  const SmallMachine machine = read_small_machine(document.root());
  CHECK(machine.link == machine.spare_link);
  CHECK(report.empty());
}

TEST_CASE("bad included files are reported with the path they fill", "[config]") {
  const auto with = [](const std::string& file) { return std::vector<Override>{{"part", data_file(file)}}; };
  const auto tail = [](const std::string& text) { return text.substr(text.rfind("config/") + 7); };
  CHECK(tail(problems("{}\n", read_part, with("empty.yaml"))) ==
        "empty.yaml: part: the file is empty; a mapping is expected\n");
  CHECK(tail(problems("{}\n", read_part, with("list_root.yaml"))) ==
        "list_root.yaml:1:1: part: the file holds a list; a mapping is expected\n");
  CHECK(tail(problems("{}\n", read_part, with("scalar_root.yaml"))) ==
        "scalar_root.yaml:1:1: part: the file holds 'just a text'; a mapping is expected\n");
  CHECK(tail(problems("{}\n", read_part, with("bad_syntax.yaml"))) ==
        "bad_syntax.yaml:3:6: part: not valid YAML: end of sequence flow not found\n");
}

TEST_CASE("the problems of all files come at once", "[config]") {
  const auto read = [](Reader in) {
    int name = 0;
    Bandwidth rate;
    Duration latency;
    Reader link = in.section("link");
    link.need("rate_per_direction", rate).need("latency", latency).done();
    in.section("gpu").need("sms", name).done();
    in.get("name", name).done();
  };
  CHECK(problems_of_file("uses_mistakes.yaml", read) ==
        "three_mistakes.yaml:1:1: link.latency: missing key\n"
        "three_mistakes.yaml:1:21: link.rate_per_direction: '450' has no unit; a bandwidth needs one of: B/s, kB/s, "
        "MB/s, GB/s, "
        "TB/s, KiB/s, MiB/s, GiB/s, Mb/s, Gb/s, Tb/s\n"
        "three_mistakes.yaml:2:1: link.latncy: unknown key; did you mean 'latency'?\n"
        "uses_mistakes.yaml:3:6: gpu: file 'parts/missing.yaml' does not exist\n"
        "uses_mistakes.yaml:4:1: colour: unknown key; known here: link, gpu, name\n");
}
