// --set path=value.
#include <catch2/catch.hpp>

#include "tests/unit/config/case.hpp"
#include "tests/unit/config/small_machine.hpp"

using namespace sealring;
using namespace sealring::config;

namespace {

SmallMachine machine_with(const std::vector<Override>& overrides) {
  Report report;
  Document document(data_file("machine.yaml"), overrides, report);
  const SmallMachine machine = read_small_machine(document.root());
  document.report_unused_overrides();
  CHECK(report.text() == "");
  return machine;
}

std::string machine_problems(const std::vector<Override>& overrides) {
  return problems_of_file(
      "machine.yaml", [](Reader in) { read_small_machine(in); }, overrides);
}

}  // namespace

TEST_CASE("an override replaces a value of the document", "[config]") {
  CHECK(machine_with({{"host.cores", "64"}}).cores == 64);
  CHECK(machine_with({{"name", "other"}}).name == "other");
}

TEST_CASE("an override reaches into included files", "[config]") {
  const SmallMachine machine = machine_with({{"gpu.link.latency", "1 us"}});
  CHECK(machine.gpu.link.latency == microseconds(1));
  CHECK(machine.link.latency == nanoseconds(300));
}

TEST_CASE("an override creates a key that is absent", "[config]") {
  CHECK(machine_with({{"gpu.efficiency", "0.5"}}).gpu.efficiency == 0.5);
}

TEST_CASE("an override creates a section that is absent", "[config]") {
  CHECK(machine_with({{"settings.seed", "9"}}).seed == 9);
}

TEST_CASE("an override creates a row of a map with free keys", "[config]") {
  const SmallMachine machine = machine_with({{"profiles.fast.rate_per_direction", "1 TB/s"}});
  REQUIRE(machine.profiles.count("fast") == 1);
  CHECK(machine.profiles.at("fast").rate == Bandwidth(1e12));
}

TEST_CASE("an override changes one element of a list", "[config]") {
  CHECK(machine_with({{"links_per_plane.2", "7"}}).links_per_plane == std::vector<int>{5, 5, 7, 4});
}

TEST_CASE("an override adds the next element of a list", "[config]") {
  CHECK(machine_with({{"links_per_plane.5", "9"}, {"links_per_plane.4", "8"}}).links_per_plane ==
        std::vector<int>{5, 5, 4, 4, 8, 9});
}

TEST_CASE("an override changes one element of a default list", "[config]") {
  CHECK(machine_with({{"settings.caps.1", "1 GiB"}}).caps == std::vector<Bytes>{mebibytes(25), gibibytes(1)});
}

TEST_CASE("an override changes one key of an element of a list", "[config]") {
  const SmallMachine machine = machine_with({{"published.1.value", "2 TB/s"}});
  CHECK(machine.published[0].value == Bandwidth(450e9));
  CHECK(machine.published[1].value == Bandwidth(2e12));
}

TEST_CASE("an override may be a list", "[config]") {
  CHECK(machine_with({{"links_per_plane", "[1, 2]"}}).links_per_plane == std::vector<int>{1, 2});
  CHECK(machine_with({{"settings.caps", "[1 MiB]"}}).caps == std::vector<Bytes>{mebibytes(1)});
}

TEST_CASE("an override may be a mapping", "[config]") {
  CHECK(machine_with({{"link", "{rate_per_direction: 1 GB/s, latency: 1 ns}"}}).link ==
        SmallLink{Bandwidth(1e9), nanoseconds(1)});
}

TEST_CASE("an override may name the file of a section", "[config]") {
  // The document's own spare link is replaced, and an override below it still applies.
  const SmallMachine machine =
      machine_with({{"spare_link", data_file("parts/link.yaml")}, {"spare_link.latency", "5 ns"}});
  CHECK(machine.spare_link == SmallLink{gigabytes_per_second(26.5625), nanoseconds(5)});
}

TEST_CASE("a file named by an override is looked for from the current folder", "[config]") {
  CHECK(machine_problems({{"link", "parts/link.yaml"}}) ==
        "--set link=parts/link.yaml: link: file 'parts/link.yaml' does not exist\n");
}

TEST_CASE("the last override of a path wins", "[config]") {
  CHECK(machine_with({{"host.cores", "64"}, {"host.cores", "65"}}).cores == 65);
}

TEST_CASE("quotes in an override make a text", "[config]") {
  CHECK(machine_with({{"name", "'a b'"}}).name == "a b");
  CHECK(machine_with({{"name", "  a b "}}).name == "a b");
}

TEST_CASE("a bad value of an override is reported with the override", "[config]") {
  CHECK(machine_problems({{"gpu.link.latency", "300"}}) ==
        "--set gpu.link.latency=300: gpu.link.latency: '300' has no unit; a duration needs one of: fs, ps, ns, us, ms, "
        "s\n");
  CHECK(machine_problems({{"host.cores", ""}}) ==
        "--set host.cores=: host.cores: no value was given; a whole number is expected\n");
  CHECK(machine_problems({{"links_per_plane.1", "x"}}) ==
        "--set links_per_plane.1=x: links_per_plane.1: 'x' is not a whole number; write it in decimal digits, without "
        "point or "
        "exponent\n");
}

TEST_CASE("an override that is not YAML is reported", "[config]") {
  CHECK(machine_problems({{"links_per_plane", "[1, 2"}}) ==
        "--set links_per_plane=[1, 2: links_per_plane: not valid YAML: end of sequence flow not found\n");
}

TEST_CASE("an override without a proper path is reported", "[config]") {
  CHECK(machine_problems({{"a..b", "1"}}) ==
        "--set a..b=1: 'a..b' is not a path; write keys with single dots between them\n");
  CHECK(machine_problems({{"", "1"}}) == "--set =1: '' is not a path; write keys with single dots between them\n");
}

TEST_CASE("an override that nobody reads names the nearest setting", "[config]") {
  CHECK(machine_problems({{"gpu.link.latncy", "1 us"}}) ==
        "--set gpu.link.latncy=1 us: no such setting; did you mean 'gpu.link.latency'?\n");
  CHECK(machine_problems({{"host.core", "1"}}) == "--set host.core=1: no such setting; did you mean 'host.cores'?\n");
}

TEST_CASE("an override without its section is completed", "[config]") {
  CHECK(machine_problems({{"cores", "1"}}) == "--set cores=1: no such setting; did you mean 'host.cores'?\n");
}

TEST_CASE("an override far from everything lists what is there", "[config]") {
  CHECK(machine_problems({{"host.frequency_governor", "1"}}) ==
        "--set host.frequency_governor=1: no such setting; 'host' has: cores, launch\n");
  CHECK(machine_problems({{"frequency_governor", "1"}}) ==
        "--set frequency_governor=1: no such setting; the document has: schema, name, summary, gpu, link, spare_link, "
        "host, published, "
        "links_per_plane, settings, profiles\n");
}

TEST_CASE("an override beyond the end of a list is refused", "[config]") {
  CHECK(machine_problems({{"links_per_plane.7", "1"}}) ==
        "--set links_per_plane.7=1: no such setting; 'links_per_plane' is not a list of that length\n");
}

TEST_CASE("an override below a value that is no section is refused", "[config]") {
  CHECK(machine_problems({{"host.cores.x", "1"}}) ==
        "--set host.cores.x=1: no such setting; did you mean 'host.cores'?\n");
}

TEST_CASE("overrides below a broken section are not reported on top", "[config]") {
  CHECK(machine_problems({{"gpu", "nowhere.yaml"}, {"gpu.sms", "1"}}) ==
        "--set gpu=nowhere.yaml: gpu: file 'nowhere.yaml' does not exist\n");
}
