#include "studies/nccl_tests/row_text.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

#include <fmt/format.h>

#include "studies/nccl_tests/text_lines.hpp"

namespace sealring::studies {
namespace {

constexpr std::size_t kLeading = 3;        // size, count, type
constexpr std::size_t kTimingColumns = 3;  // time, algbw, busbw; more may follow
constexpr std::size_t kBlankTiming = 30;   // that many blanks before the first time stand for a timing not taken
// Bandwidths have few digits. Versions before 2.0 count only what an all-gather sends: (n-1)/n of the size.
constexpr double kRounding = 0.011;
constexpr double kLeastOfSize = 0.45;
constexpr double kMostOfSize = 1.05;

bool integer(const std::string& text, std::int64_t& value) {
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  return result.ec == std::errc() && result.ptr == end;
}

bool is_name(const std::string& text) {
  return std::isalpha(static_cast<unsigned char>(text[0])) != 0 && text != "N/A" && text != "nan" && text != "inf";
}

/// "2026-03-01", "10:00:02"
bool is_timestamp(const std::string& text) {
  return text.find(':') != std::string::npos || std::count(text.begin() + 1, text.end(), '-') == 2;
}

bool fits(Bytes size, double time_us, double algbw) {
  const double whole = static_cast<double>(size.count()) / time_us / 1e3;
  return algbw >= kLeastOfSize * whole - kRounding && algbw <= kMostOfSize * whole + kRounding;
}

class Row {
 public:
  Row(const std::string& line, const std::optional<NcclColumns>& columns, NcclRow& into)
      : columns_(columns), row_(into), words_(words_of(line)) {
    const auto comment = std::find_if(words_.begin(), words_.end(), [](const Word& w) { return w.text[0] == '#'; });
    words_.erase(comment, words_.end());
    while (words_.size() > kLeading && is_timestamp(words_.back().text)) {
      words_.pop_back();
    }
  }

  std::string parse() {
    if (words_.size() < kLeading + kTimingColumns) {
      return fmt::format("{} columns; a row has a size, a count, a type and at least one timing", words_.size());
    }
    std::int64_t size = 0;
    if (!integer(words_[0].text, size) || !integer(words_[1].text, row_.count) || size < 0 || row_.count < 0 ||
        !is_name(words_[2].text)) {
      return "does not begin with a size, a count and a type";
    }
    row_.size = Bytes(size);
    row_.type = words_[2].text;
    next_ = kLeading;
    if (is_name(words_[next_].text)) {
      row_.redop = words_[next_++].text;
    }
    if (has_root()) {
      row_.root = static_cast<int>(std::stol(words_[next_++].text));
    }
    return timings();
  }

 private:
  [[nodiscard]] std::size_t left() const { return words_.size() - next_; }

  [[nodiscard]] bool has_root() const {
    std::int64_t root = 0;
    if (left() <= kTimingColumns || !integer(words_[next_].text, root) || root > 1'000'000) {
      return false;
    }
    if (columns_) {
      return columns_->root;
    }
    double algbw = 0;
    const bool time_first =
        root > 0 && whole_number(words_[next_ + 1].text, algbw) && fits(row_.size, static_cast<double>(root), algbw);
    return !time_first;
  }

  /// Columns of one timing; 0 when the number of columns left cannot be that of one or two.
  [[nodiscard]] std::size_t timing_columns() const {
    const std::size_t n = left();
    if (columns_) {
      const auto one = static_cast<std::size_t>(columns_->timing);
      return n == one || n == 2 * one ? one : 0;
    }
    if (n == kTimingColumns || n == kTimingColumns + 1) {
      return n;
    }
    return n % 2 == 0 && n >= 2 * kTimingColumns ? n / 2 : 0;
  }

  std::string timings() {
    const std::size_t one = timing_columns();
    if (one < kTimingColumns) {
      return fmt::format("{} columns after the first {}; that is neither one timing nor two", left(), next_);
    }
    const Word& before = words_[next_ - 1];
    const bool only_in_place = left() == one && words_[next_].at - before.at - before.text.size() >= kBlankTiming;
    NcclTiming first;
    std::string why = timing(next_, first);
    (only_in_place ? row_.in_place : row_.out_of_place) = first;
    if (why.empty() && left() > one) {
      NcclTiming second;
      why = timing(next_ + one, second);
      row_.in_place = second;
    }
    return why;
  }

  [[nodiscard]] std::string timing(std::size_t at, NcclTiming& into) const {
    const std::pair<const char*, double*> columns[] = {
        {"time", &into.time_us}, {"algbw", &into.algbw}, {"busbw", &into.busbw}};
    for (const auto& [name, value] : columns) {
      const std::string& text = words_[at++].text;
      if (!whole_number(text, *value) || *value < 0) {
        return fmt::format("{} '{}' is no number", name, text);
      }
    }
    if (into.time_us <= 0) {
      return "a time of zero";
    }
    if (!fits(row_.size, into.time_us, into.algbw)) {
      return fmt::format("algbw {} GB/s is not {} bytes over {} us", into.algbw, row_.size.count(), into.time_us);
    }
    return "";
  }

  const std::optional<NcclColumns>& columns_;
  NcclRow& row_;
  std::vector<Word> words_;
  std::size_t next_ = 0;
};

}  // namespace

std::optional<NcclColumns> nccl_columns(const std::string& line) {
  std::vector<std::string> names;
  for (const Word& word : words_of(line)) {
    names.push_back(word.text);
  }
  const auto is_time = [](const std::string& name) { return name == "time" || name == "cputime"; };
  const auto has = [&](const char* name) { return std::find(names.begin(), names.end(), name) != names.end(); };
  const auto first = std::find_if(names.begin(), names.end(), is_time);
  if (first == names.end() || !has("size") || !has("count") || !has("busbw")) {
    return std::nullopt;
  }
  const auto second = std::find_if(first + 1, names.end(), is_time);
  return NcclColumns{has("root"), static_cast<int>(second - first)};
}

std::string parse_nccl_row(const std::string& line, const std::optional<NcclColumns>& columns, NcclRow& row) {
  return Row(line, columns, row).parse();
}

}  // namespace sealring::studies
