// Values of the wrong kind or size: the exact sentences.
#include <catch2/catch.hpp>

#include "tests/unit/config/case.hpp"

using namespace sealring;
using namespace sealring::config;

namespace {

template <class T>
std::string problem_as(const std::string& yaml) {
  return problems("v: " + yaml + "\n", [](Reader in) {
    T value{};
    in.get("v", value).done();
  });
}

std::string at_value(const std::string& message) { return "t.yaml:1:4: v: " + message + "\n"; }

}  // namespace

TEST_CASE("a bare number where a unit is needed is refused with the units", "[config]") {
  CHECK(problem_as<Bandwidth>("450") == at_value("'450' has no unit; a bandwidth needs one of: B/s, kB/s, MB/s, GB/s, "
                                                 "TB/s, KiB/s, MiB/s, GiB/s, Mb/s, Gb/s, Tb/s"));
  CHECK(problem_as<Bytes>("25") ==
        at_value("'25' has no unit; a size needs one of: B, kB, MB, GB, TB, KiB, MiB, GiB, TiB"));
  CHECK(problem_as<Seconds>("25") == at_value("'25' has no unit; a time needs one of: ns, us, ms, s, min, h, d"));
}

TEST_CASE("an unknown unit is refused", "[config]") {
  CHECK(problem_as<Duration>("600 nsec") ==
        at_value("'600 nsec' has the unknown unit 'nsec'; a duration needs one of: fs, ps, ns, us, ms, s"));
}

TEST_CASE("values that are not finite are refused", "[config]") {
  CHECK(problem_as<double>(".nan") == at_value("'.nan' is not a finite number"));
  CHECK(problem_as<double>("-.inf") == at_value("'-.inf' is not a finite number"));
  CHECK(problem_as<double>("1e999") == at_value("'1e999' is beyond the range of a number (1e-307 to 1e308)"));
  CHECK(problem_as<Bandwidth>("nan GB/s") == at_value("'nan GB/s' is not a finite number"));
  CHECK(problem_as<int>(".nan") ==
        at_value("'.nan' is not a whole number; write it in decimal digits, without point or exponent"));
}

TEST_CASE("negative values are refused", "[config]") {
  CHECK(problem_as<int>("-5") == at_value("'-5' is negative; a number of at least 0 is expected"));
  CHECK(problem_as<std::int64_t>("-5") == at_value("'-5' is negative; a number of at least 0 is expected"));
  CHECK(problem_as<double>("-0.5") == at_value("'-0.5' is negative; a number of at least 0 is expected"));
  CHECK(problem_as<Bytes>("-1 B") == at_value("'-1 B' is negative; a size is at least 0"));
  CHECK(problem_as<Duration>("-1 ns") == at_value("'-1 ns' is negative; a duration is at least 0"));
}

TEST_CASE("a leading zero is refused", "[config]") {
  CHECK(problem_as<int>("010") == at_value("'010' has a leading zero; write the number without it"));
  CHECK(problem_as<double>("010.5") == at_value("'010.5' has a leading zero; write the number without it"));
  CHECK(problem_as<Bytes>("010 B") == at_value("'010 B' has a leading zero; write the number without it"));
}

TEST_CASE("an integer is decimal digits", "[config]") {
  CHECK(problem_as<int>("1e3") ==
        at_value("'1e3' is not a whole number; write it in decimal digits, without point or exponent"));
  CHECK(problem_as<int>("0x10") ==
        at_value("'0x10' is not a whole number; write it in decimal digits, without point or exponent"));
  CHECK(problem_as<int>("5.0") ==
        at_value("'5.0' is not a whole number; write it in decimal digits, without point or exponent"));
  CHECK(problem_as<int>("five") ==
        at_value("'five' is not a whole number; write it in decimal digits, without point or exponent"));
}

TEST_CASE("an integer that does not fit is refused", "[config]") {
  CHECK(problem_as<int>("2147483648") == at_value("'2147483648' is too large; the most is 2147483647"));
  CHECK(problem_as<std::int64_t>("9223372036854775808") ==
        at_value("'9223372036854775808' is too large; the most is 9223372036854775807"));
}

TEST_CASE("a quoted number is a text", "[config]") {
  CHECK(problem_as<int>("'5'") == at_value("'5' is quoted text; a whole number without quotes is expected"));
  CHECK(problem_as<double>("\"0.5\"") == at_value("'0.5' is quoted text; a number without quotes is expected"));
  CHECK(problem_as<Bandwidth>("'450 GB/s'") == "");
}

TEST_CASE("truth is true or false", "[config]") {
  CHECK(problem_as<bool>("yes") == at_value("'yes' is neither true nor false"));
  CHECK(problem_as<bool>("'true'") == at_value("'true' is quoted text; true or false without quotes is expected"));
}

TEST_CASE("a mapping or a list where a scalar belongs is refused", "[config]") {
  CHECK(problem_as<Bandwidth>("{x: 1}") == at_value("a mapping was given; a bandwidth is expected"));
  CHECK(problem_as<int>("[1]") == at_value("a list was given; a whole number is expected"));
  CHECK(problem_as<double>("[1]") == at_value("a list was given; a number is expected"));
  CHECK(problem_as<std::string>("[1]") == at_value("a list was given; a text is expected"));
  CHECK(problem_as<bool>("[1]") == at_value("a list was given; true or false is expected"));
  CHECK(problem_as<Bytes>("[1]") == at_value("a list was given; a size is expected"));
  CHECK(problem_as<Duration>("[1]") == at_value("a list was given; a duration is expected"));
  CHECK(problem_as<Frequency>("[1]") == at_value("a list was given; a frequency is expected"));
  CHECK(problem_as<FlopRate>("[1]") == at_value("a list was given; a compute rate is expected"));
  CHECK(problem_as<Flops>("[1]") == at_value("a list was given; an amount of compute is expected"));
  CHECK(problem_as<Seconds>("[1]") == at_value("a list was given; a time is expected"));
}

TEST_CASE("a key without a value is refused", "[config]") {
  CHECK(problem_as<int>("") == "t.yaml:1:1: v: no value was given; a whole number is expected\n");
  CHECK(problem_as<std::string>("null") == "t.yaml:1:1: v: no value was given; a text is expected\n");
  CHECK(problem_as<std::string>("''") == "");
}

TEST_CASE("a scalar where a list belongs is refused", "[config]") {
  CHECK(problem_as<std::vector<int>>("5") == at_value("'5' was given; a list is expected"));
  CHECK(problem_as<std::vector<int>>("{a: 1}") == at_value("a mapping was given; a list is expected"));
}

TEST_CASE("a wrong element of a list is reported with its index", "[config]") {
  CHECK(problem_as<std::vector<int>>("[1, x, 010]") ==
        "t.yaml:1:8: v.1: 'x' is not a whole number; write it in decimal digits, without point or exponent\n"
        "t.yaml:1:11: v.2: '010' has a leading zero; write the number without it\n");
}

TEST_CASE("a scalar or a list where a section belongs is refused once", "[config]") {
  const auto read = [](Reader in) {
    int value = 0;
    in.section("v").need("a", value).need("b", value).done();
    in.done();
  };
  CHECK(problems("v: hello\n", read) ==
        at_value("'hello' was given; a mapping or the path of a .yaml file is expected"));
  CHECK(problems("v: [1]\n", read) == at_value("a list was given; a mapping or the path of a .yaml file is expected"));
  CHECK(problems("v:\n", read) ==
        "t.yaml:1:1: v: no value was given; a mapping or the path of a .yaml file is expected\n");
}

TEST_CASE("a list of mappings must be one", "[config]") {
  const auto read = [](Reader in) {
    for (Reader& element : in.list("v")) {
      element.done();
    }
    in.done();
  };
  CHECK(problems("v: {a: 1}\n", read) == at_value("a mapping was given; a list of mappings is expected"));
  CHECK(problems("v: [5, {b: 1}]\n", read) ==
        "t.yaml:1:5: v.0: '5' was given; a mapping or the path of a .yaml file is expected\n"
        "t.yaml:1:9: v.1.b: unknown key; none is expected here\n");
}

TEST_CASE("an unknown name lists all names and the nearest", "[config]") {
  const auto read = [](Reader in) {
    int index = 0;
    in.choose("v", index, {"none", "inline_link", "host_bounce"}).done();
  };
  CHECK(problems("v: inline_lnk\n", read) ==
        at_value("'inline_lnk' is not one of: none, inline_link, host_bounce; did you mean 'inline_link'?"));
  CHECK(problems("v: rot13\n", read) == at_value("'rot13' is not one of: none, inline_link, host_bounce"));
  CHECK(problems("v: [none]\n", read) == at_value("a list was given; a text is expected"));
}

namespace {

void read_ruled(Reader in) {
  int count = 1;
  Duration wait = nanoseconds(1);
  std::optional<Bytes> cap;
  in.need("count", count).get("wait", wait).get("cap", cap).done();
  in.positive("count", count).at_most("count", count, 64).positive("wait", wait);
  if (cap && *cap < Bytes(1)) {
    in.problem("cap", "at least 1 B is needed");
  }
}

}  // namespace

TEST_CASE("a value that breaks a rule is reported where it stands", "[config]") {
  CHECK(problems("count: 0\nwait: 0 ns\n", read_ruled) ==
        "t.yaml:1:8: count: 0 was given; more than that is needed\n"
        "t.yaml:2:7: wait: 0 fs was given; more than that is needed\n");
  CHECK(problems("count: 65\n", read_ruled) == "t.yaml:1:8: count: 65 was given; at most 64 is possible\n");
  CHECK(problems("count: 64\n", read_ruled) == "");
}

TEST_CASE("a duration is at most 100 s", "[config]") {
  CHECK(problems("count: 1\nwait: 101 s\n", read_ruled) ==
        "t.yaml:2:7: wait: 101 s was given; at most 100 s is possible\n");
  CHECK(problems("count: 1\nwait: 100 s\n", read_ruled) == "");
}

TEST_CASE("a value that could not be read breaks no rule beside", "[config]") {
  CHECK(problems("count: none\n", read_ruled) ==
        "t.yaml:1:8: count: 'none' is not a whole number; write it in decimal digits, without point or exponent\n");
  CHECK(problems("{}\n", read_ruled) == "t.yaml:1:1: count: missing key\n");
  CHECK(problems("count: 1\ncap: 25\n", read_ruled) ==
        "t.yaml:2:6: cap: '25' has no unit; a size needs one of: B, kB, MB, GB, TB, KiB, MiB, GiB, TiB\n");
}

TEST_CASE("a duplicate key hides nothing else, and the first value counts", "[config]") {
  CHECK(problems("count: 2\ncount: 0\nwiat: 1 ns\n", read_ruled) ==
        "t.yaml:2:1: count: duplicate key; it was given before on line 1\n"
        "t.yaml:3:1: wiat: unknown key; did you mean 'wait'?\n");
}
