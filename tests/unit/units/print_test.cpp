// Value to text, exact and human.
#include <cstdint>
#include <cstring>

#include <catch2/catch.hpp>

#include "sim/units/text.hpp"

using namespace sealring;

namespace {

/// A small generator of our own: the same values on every machine.
class Bits {
 public:
  std::uint64_t next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_;
  }
  /// A positive double with any mantissa, between 2^-20 and 2^80.
  double positive() {
    const std::uint64_t bits = ((1023 - 20 + next() % 100) << 52) | (next() >> 12);
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }

 private:
  std::uint64_t state_ = 2463534242U;
};

template <class T>
int broken_round_trips(Parsed<T> (*parse)(std::string_view), int count) {
  Bits bits;
  int broken = 0;
  for (int i = 0; i < count; ++i) {
    const T value(bits.positive());
    const Parsed<T> back = parse(exact_text(value));
    broken += back.value && *back.value == value ? 0 : 1;
  }
  return broken;
}

template <class T>
int broken_whole_round_trips(Parsed<T> (*parse)(std::string_view), int count) {
  Bits bits;
  int broken = 0;
  for (int i = 0; i < count; ++i) {
    const T value(static_cast<std::int64_t>(bits.next() >> (1 + bits.next() % 62)));
    const Parsed<T> back = parse(exact_text(value));
    broken += back.value && *back.value == value ? 0 : 1;
  }
  return broken;
}

}  // namespace

TEST_CASE("exact text of sizes takes the largest whole unit", "[units]") {
  CHECK(exact_text(Bytes(0)) == "0 B");
  CHECK(exact_text(Bytes(1537)) == "1537 B");
  CHECK(exact_text(mebibytes(25)) == "25 MiB");
  CHECK(exact_text(kibibytes(512)) == "512 KiB");
  CHECK(exact_text(Bytes(1'000'000)) == "1 MB");
  CHECK(exact_text(Bytes(80'000'000'000)) == "80 GB");
}

TEST_CASE("exact text of durations takes the largest whole unit", "[units]") {
  CHECK(exact_text(Duration(0)) == "0 fs");
  CHECK(exact_text(nanoseconds(600)) == "600 ns");
  CHECK(exact_text(nanoseconds(1500)) == "1500 ns");
  CHECK(exact_text(milliseconds(2000)) == "2 s");
  CHECK(exact_text(femtoseconds(1001)) == "1001 fs");
}

TEST_CASE("exact text of real quantities takes the largest unit below the value", "[units]") {
  CHECK(exact_text(Bandwidth(0)) == "0 B/s");
  CHECK(exact_text(Bandwidth(0.5)) == "0.5 B/s");
  CHECK(exact_text(Bandwidth(26.5625e9)) == "26.5625 GB/s");
  CHECK(exact_text(*parse_bandwidth("400 Gb/s").value) == "50 GB/s");
  CHECK(exact_text(Frequency(1.98e9)) == "1.98 GHz");
  CHECK(exact_text(FlopRate(989e12)) == "989 TFLOP/s");
  CHECK(exact_text(Flops(12.5e9)) == "12.5 GFLOP");
  CHECK(exact_text(Seconds(10800)) == "3 h");
  CHECK(exact_text(Seconds(0.25)) == "250 ms");
}

TEST_CASE("a third of a gigabyte per second survives its text", "[units]") {
  const Bandwidth third(1e9 / 3);
  CHECK(*parse_bandwidth(exact_text(third)).value == third);
}

TEST_CASE("every real quantity survives its exact text bit for bit", "[units]") {
  CHECK(broken_round_trips<Bandwidth>(parse_bandwidth, 3000) == 0);
  CHECK(broken_round_trips<Frequency>(parse_frequency, 3000) == 0);
  CHECK(broken_round_trips<FlopRate>(parse_flop_rate, 3000) == 0);
  CHECK(broken_round_trips<Flops>(parse_flops, 3000) == 0);
  CHECK(broken_round_trips<Seconds>(parse_seconds, 3000) == 0);
}

TEST_CASE("every whole quantity survives its exact text", "[units]") {
  CHECK(broken_whole_round_trips<Bytes>(parse_bytes, 3000) == 0);
  CHECK(broken_whole_round_trips<Duration>(parse_duration, 3000) == 0);
  CHECK(*parse_duration(exact_text(Duration::max())).value == Duration::max());
}

TEST_CASE("human text of sizes uses powers of two", "[units]") {
  CHECK(human_text(Bytes(0)) == "0 B");
  CHECK(human_text(Bytes(1023)) == "1023 B");
  CHECK(human_text(Bytes(1536)) == "1.5 KiB");
  CHECK(human_text(mebibytes(25)) == "25 MiB");
  CHECK(human_text(Bytes(80'000'000'000)) == "74.51 GiB");
}

TEST_CASE("human text of durations has four digits", "[units]") {
  CHECK(human_text(Duration(0)) == "0 s");
  CHECK(human_text(nanoseconds(600)) == "600 ns");
  CHECK(human_text(femtoseconds(1'234'567'890'123)) == "1.235 ms");
  CHECK(human_text(Duration(0) - microseconds(2)) == "-2 us");
}

TEST_CASE("human text of bandwidths uses powers of ten", "[units]") {
  CHECK(human_text(Bandwidth(450e9)) == "450 GB/s");
  CHECK(human_text(Bandwidth(1e9 / 3)) == "333.3 MB/s");
  CHECK(human_text(Bandwidth(14.4e12)) == "14.4 TB/s");
  CHECK(human_text(Bandwidth(0)) == "0 B/s");
}

TEST_CASE("human text of job times goes up to days", "[units]") {
  CHECK(human_text(Seconds(0)) == "0 s");
  CHECK(human_text(Seconds(0.0125)) == "12.5 ms");
  CHECK(human_text(Seconds(90)) == "90 s");
  CHECK(human_text(Seconds(300)) == "5 min");
  CHECK(human_text(Seconds(10800)) == "3 h");
  CHECK(human_text(Seconds(1e6)) == "11.57 d");
}
