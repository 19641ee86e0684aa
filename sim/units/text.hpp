// Text to value and back. Bits and bytes, 10^9 and 2^30 are different units; a number without a unit is refused.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/units/units.hpp"

namespace sealring {
inline namespace units {

/// A value, or the sentence that tells the user what would be valid.
template <class T>
struct Parsed {
  std::optional<T> value;
  std::string error;  ///< for instance: "'450' has no unit; a bandwidth needs one of: B/s, kB/s, MB/s, GB/s, ..."
};

Parsed<Bytes> parse_bytes(std::string_view text);          ///< "25 MiB", "1 MB", "16 B", "0 B"
Parsed<Duration> parse_duration(std::string_view text);    ///< "600 ns", "1.5 us", "0 s"
Parsed<Bandwidth> parse_bandwidth(std::string_view text);  ///< "450 GB/s", "400 Gb/s", "32 GiB/s"
Parsed<Frequency> parse_frequency(std::string_view text);  ///< "1.98 GHz"
Parsed<FlopRate> parse_flop_rate(std::string_view text);   ///< "989 TFLOP/s"
Parsed<Flops> parse_flops(std::string_view text);          ///< "12.5 GFLOP"
Parsed<Seconds> parse_seconds(std::string_view text);      ///< "20 s", "3 h", "2 d"

/// Exact: parsing the text gives the same value back. Chooses the largest unit that stays exact.
std::string exact_text(Bytes);
std::string exact_text(Duration);
std::string exact_text(Bandwidth);
std::string exact_text(Frequency);
std::string exact_text(FlopRate);
std::string exact_text(Flops);
std::string exact_text(Seconds);

/// The parts between `mark`s; one more than there are marks, so "" has one empty part.
std::vector<std::string> split(std::string_view text, char mark);

/// For people: three or four significant digits and the fitting prefix, always with the unit.
std::string human_text(Bytes);
std::string human_text(Duration);
std::string human_text(Bandwidth);
std::string human_text(Seconds);

}  // namespace units
}  // namespace sealring
