// Plain numbers: what a person may write where no unit is wanted.
#include "sim/units/number.hpp"

#include <catch2/catch.hpp>

using namespace sealring;

TEST_CASE("whole numbers are decimal digits", "[units]") {
  CHECK(parse_whole("0").value == 0);
  CHECK(parse_whole("42").value == 42);
  CHECK(parse_whole("9223372036854775807").value == 9223372036854775807);
}

TEST_CASE("whole numbers in any other dress are refused", "[units]") {
  const std::string how = " is not a whole number; write it in decimal digits, without point or exponent";
  CHECK(parse_whole("1e3").error == "'1e3'" + how);
  CHECK(parse_whole("1.0").error == "'1.0'" + how);
  CHECK(parse_whole("0x10").error == "'0x10'" + how);
  CHECK(parse_whole("+5").error == "'+5'" + how);
  CHECK(parse_whole("1_000").error == "'1_000'" + how);
  CHECK(parse_whole("").error == "''" + how);
  CHECK(parse_whole("nan").error == "'nan'" + how);
}

TEST_CASE("whole numbers are not negative, not octal, not too large", "[units]") {
  CHECK(parse_whole("-5").error == "'-5' is negative; a number of at least 0 is expected");
  CHECK(parse_whole("010").error == "'010' has a leading zero; write the number without it");
  CHECK(parse_whole("9223372036854775808").error ==
        "'9223372036854775808' is too large; the most is 9223372036854775807");
}

TEST_CASE("real numbers are finite and not negative", "[units]") {
  CHECK(parse_real("0.25").value == 0.25);
  CHECK(parse_real("1e-3").value == 1e-3);
  CHECK(parse_real("-1").error == "'-1' is negative; a number of at least 0 is expected");
  CHECK(parse_real(".nan").error == "'.nan' is not a finite number");
  CHECK(parse_real("half").error == "'half' is not a number");
  CHECK(parse_real("007").error == "'007' has a leading zero; write the number without it");
  CHECK(parse_real("1e999").error == "'1e999' is beyond the range of a number (1e-307 to 1e308)");
  CHECK(parse_real("5 GB").error == "'5 GB' goes on after the number with 'GB'; a plain number is expected");
}

TEST_CASE("a signed real may be negative", "[units]") {
  CHECK(parse_signed_real("-0.5").value == -0.5);
  CHECK(parse_signed_real("-inf").error == "'-inf' is not a finite number");
}

TEST_CASE("the text of a number reads back as the same number", "[units]") {
  CHECK(number_text(0.1) == "0.1");
  CHECK(parse_real(number_text(1.0 / 3)).value == 1.0 / 3);
}
