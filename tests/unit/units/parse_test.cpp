// Text to value, with every sentence that a user can get.
#include <catch2/catch.hpp>

#include "sim/units/text.hpp"

using namespace sealring;

TEST_CASE("a bandwidth is read in every unit", "[units]") {
  CHECK(parse_bandwidth("7 B/s").value == Bandwidth(7));
  CHECK(parse_bandwidth("7 kB/s").value == Bandwidth(7e3));
  CHECK(parse_bandwidth("7 MB/s").value == Bandwidth(7e6));
  CHECK(parse_bandwidth("450 GB/s").value == Bandwidth(450e9));
  CHECK(parse_bandwidth("1.8 TB/s").value == Bandwidth(1.8e12));
  CHECK(parse_bandwidth("1 KiB/s").value == Bandwidth(1024));
  CHECK(parse_bandwidth("1 MiB/s").value == Bandwidth(1048576));
  CHECK(parse_bandwidth("32 GiB/s").value == Bandwidth(34359738368.0));
  CHECK(parse_bandwidth("8 Mb/s").value == Bandwidth(1e6));
  CHECK(parse_bandwidth("400 Gb/s").value == Bandwidth(50e9));
  CHECK(parse_bandwidth("1.6 Tb/s").value == Bandwidth(200e9));
}

TEST_CASE("a size is read in every unit", "[units]") {
  CHECK(parse_bytes("16 B").value == Bytes(16));
  CHECK(parse_bytes("1 kB").value == Bytes(1000));
  CHECK(parse_bytes("1 MB").value == Bytes(1'000'000));
  CHECK(parse_bytes("80 GB").value == Bytes(80'000'000'000));
  CHECK(parse_bytes("2 TB").value == Bytes(2'000'000'000'000));
  CHECK(parse_bytes("1.5 KiB").value == Bytes(1536));
  CHECK(parse_bytes("25 MiB").value == Bytes(26'214'400));
  CHECK(parse_bytes("1 GiB").value == Bytes(1'073'741'824));
  CHECK(parse_bytes("1 TiB").value == Bytes(1'099'511'627'776));
}

TEST_CASE("a duration is read in every unit", "[units]") {
  CHECK(parse_duration("1 fs").value == femtoseconds(1));
  CHECK(parse_duration("0.001 ps").value == femtoseconds(1));
  CHECK(parse_duration("600 ns").value == nanoseconds(600));
  CHECK(parse_duration("1.5 us").value == nanoseconds(1500));
  CHECK(parse_duration("2 ms").value == milliseconds(2));
  CHECK(parse_duration("9000.000000000000001 s").value == femtoseconds(9'000'000'000'000'000'001));
}

TEST_CASE("frequencies and compute are read", "[units]") {
  CHECK(parse_frequency("1.98 GHz").value == Frequency(1.98e9));
  CHECK(parse_frequency("7 Hz").value == Frequency(7));
  CHECK(parse_flop_rate("989 TFLOP/s").value == FlopRate(989e12));
  CHECK(parse_flop_rate("1.25 EFLOP/s").value == FlopRate(1.25e18));
  CHECK(parse_flops("12.5 GFLOP").value == Flops(12.5e9));
}

TEST_CASE("times of a job are read up to days", "[units]") {
  CHECK(parse_seconds("250 ms").value == Seconds(0.25));
  CHECK(parse_seconds("20 s").value == Seconds(20));
  CHECK(parse_seconds("5 min").value == Seconds(300));
  CHECK(parse_seconds("3 h").value == Seconds(10800));
  CHECK(parse_seconds("2 d").value == Seconds(172800));
}

TEST_CASE("zero carries a unit", "[units]") {
  CHECK(parse_bytes("0 B").value == Bytes(0));
  CHECK(parse_duration("0 s").value == Duration(0));
  CHECK(parse_bytes("0").error == "'0' has no unit; a size needs one of: B, kB, MB, GB, TB, KiB, MiB, GiB, TiB");
}

TEST_CASE("blanks around number and unit do not matter", "[units]") {
  CHECK(parse_bandwidth("450GB/s").value == Bandwidth(450e9));
  CHECK(parse_bandwidth("  450 \t GB/s ").value == Bandwidth(450e9));
}

TEST_CASE("a power of ten may be written as an exponent", "[units]") {
  CHECK(parse_bytes("1e3 B").value == Bytes(1000));
  CHECK(parse_bytes("25e-1 kB").value == Bytes(2500));
  CHECK(parse_bandwidth("4.5E+2 GB/s").value == Bandwidth(450e9));
}

TEST_CASE("trap - GB and GiB differ by 7 percent", "[units]") {
  // 2^30 / 10^9 = 1.073741824
  CHECK(parse_bandwidth("1 GiB/s").value->count() == 1.073741824 * parse_bandwidth("1 GB/s").value->count());
  CHECK(*parse_bytes("1 GiB").value - *parse_bytes("1 GB").value == Bytes(73'741'824));
}

TEST_CASE("trap - Gb and GB differ by 8", "[units]") {
  CHECK(*parse_bandwidth("8 Gb/s").value == *parse_bandwidth("1 GB/s").value);
  CHECK(*parse_bandwidth("400 Gb/s").value == Bandwidth(50e9));
}

TEST_CASE("trap - a bandwidth is one direction and its text cannot claim both", "[units]") {
  // 900 GB bought as "900 GB/s in both directions" is 450 GB/s: 450 GB take one second, not half of one.
  CHECK(Bytes(450'000'000'000) / *parse_bandwidth("450 GB/s").value == milliseconds(1000));
  CHECK(parse_bandwidth("900 GB/s both directions").error ==
        "'900 GB/s both directions' goes on after its unit with 'both directions'");
}

TEST_CASE("a number without a unit is refused with the units of the quantity", "[units]") {
  CHECK(parse_bandwidth("450").error ==
        "'450' has no unit; a bandwidth needs one of: B/s, kB/s, MB/s, GB/s, TB/s, KiB/s, MiB/s, GiB/s, Mb/s, Gb/s, "
        "Tb/s");
  CHECK(parse_bytes("25").error == "'25' has no unit; a size needs one of: B, kB, MB, GB, TB, KiB, MiB, GiB, TiB");
  CHECK(parse_duration("600").error == "'600' has no unit; a duration needs one of: fs, ps, ns, us, ms, s");
  CHECK(parse_frequency("2").error == "'2' has no unit; a frequency needs one of: Hz, kHz, MHz, GHz");
  CHECK(parse_flop_rate("2").error ==
        "'2' has no unit; a compute rate needs one of: FLOP/s, kFLOP/s, MFLOP/s, GFLOP/s, TFLOP/s, PFLOP/s, EFLOP/s");
  CHECK(parse_flops("2").error ==
        "'2' has no unit; an amount of compute needs one of: FLOP, kFLOP, MFLOP, GFLOP, TFLOP, PFLOP, EFLOP");
  CHECK(parse_seconds("20").error == "'20' has no unit; a time needs one of: ns, us, ms, s, min, h, d");
}

TEST_CASE("an unknown unit is refused with the units of the quantity", "[units]") {
  CHECK(parse_duration("600 nsec").error ==
        "'600 nsec' has the unknown unit 'nsec'; a duration needs one of: fs, ps, ns, us, ms, s");
  CHECK(parse_frequency("2 GB/s").error ==
        "'2 GB/s' has the unknown unit 'GB/s'; a frequency needs one of: Hz, kHz, MHz, GHz");
}

TEST_CASE("the case of a unit matters", "[units]") {
  CHECK(parse_duration("1 S").error ==
        "'1 S' has the unknown unit 'S'; a duration needs one of: fs, ps, ns, us, ms, s");
  CHECK_FALSE(parse_bytes("1 Gb").value);
  CHECK_FALSE(parse_bytes("1 gb").value);
}

TEST_CASE("not a number and infinity are refused", "[units]") {
  CHECK(parse_bandwidth("nan GB/s").error == "'nan GB/s' is not a finite number");
  CHECK(parse_bandwidth(".NaN").error == "'.NaN' is not a finite number");
  CHECK(parse_duration("-inf s").error == "'-inf s' is not a finite number");
  CHECK(parse_duration(".inf").error == "'.inf' is not a finite number");
}

TEST_CASE("a negative quantity is refused", "[units]") {
  CHECK(parse_bandwidth("-450 GB/s").error == "'-450 GB/s' is negative; a bandwidth is at least 0");
  CHECK(parse_bytes("-0 B").error == "'-0 B' is negative; a size is at least 0");
}

TEST_CASE("leading zeros are refused", "[units]") {
  CHECK(parse_bytes("010 B").error == "'010 B' has a leading zero; write the number without it");
  CHECK(parse_bandwidth("00.5 GB/s").error == "'00.5 GB/s' has a leading zero; write the number without it");
}

TEST_CASE("text that does not begin with a number is refused", "[units]") {
  CHECK(parse_duration("fast").error ==
        "'fast' does not begin with a number; a duration needs one of: fs, ps, ns, us, ms, s after a number");
  CHECK(parse_duration("").error ==
        "'' does not begin with a number; a duration needs one of: fs, ps, ns, us, ms, s after a number");
  CHECK_FALSE(parse_duration(".5 s").value);
  CHECK_FALSE(parse_duration("+5 s").value);
}

TEST_CASE("what follows the unit is refused", "[units]") {
  CHECK(parse_duration("600 ns or so").error == "'600 ns or so' goes on after its unit with 'or so'");
  CHECK_FALSE(parse_duration("1.2.3 s").value);
  CHECK_FALSE(parse_duration("1,5 s").value);
}

TEST_CASE("a size that is no whole number of bytes is refused", "[units]") {
  CHECK(parse_bytes("0.3 B").error == "'0.3 B' is not a whole number of bytes");
  CHECK(parse_bytes("0.1 KiB").error == "'0.1 KiB' is not a whole number of bytes");
}

TEST_CASE("a duration finer than the tick is refused, not rounded", "[units]") {
  CHECK(parse_duration("0.0001 ps").error ==
        "'0.0001 ps' is not a whole number of femtoseconds, the tick of the clock");
  CHECK(parse_duration("1e-9999999999 s").error ==
        "'1e-9999999999 s' is not a whole number of femtoseconds, the tick of the clock");
}

TEST_CASE("values beyond the range are refused", "[units]") {
  CHECK(parse_duration("10000 s").error ==
        "'10000 s' is too large; the most is 9223 s (2.5 hours), the range of the clock");
  CHECK(parse_bytes("9000000000 TB").error == "'9000000000 TB' is too large; the most is 9223372036854775807 B");
  CHECK(parse_bytes("99999999999999999999 B").error ==
        "'99999999999999999999 B' is too large; the most is 9223372036854775807 B");
  CHECK(parse_bandwidth("1e999 GB/s").error == "'1e999 GB/s' is beyond the range of a number (1e-307 to 1e308)");
  CHECK_FALSE(parse_seconds("1e308 d").value);
}

TEST_CASE("the largest size is still read", "[units]") {
  CHECK(parse_bytes("9223372036854775807 B").value == Bytes::max());
  CHECK(parse_bytes("8388607 TiB").value == Bytes(8388607LL << 40));
}
