#include "studies/nccl_tests/sizes.hpp"

#include <cctype>

#include <fmt/core.h>

#include "sim/config/report.hpp"

namespace sealring::studies {
namespace {

constexpr std::int64_t kLargest = std::int64_t{1} << 50;
constexpr std::int64_t kPartAlignment = 16;
constexpr std::size_t kMostSizes = 10'000;  // each is a simulation of its own

double next_size(double size, const SizeRange& range) {
  if (range.step > Bytes(0)) {
    return size + static_cast<double>(range.step.count());
  }
  return size > 0 ? size * range.factor : kElementBytes;
}

}  // namespace

Bytes parse_nccl_size(const std::string& text) {
  std::size_t digits = 0;
  while (digits < text.size() && std::isdigit(static_cast<unsigned char>(text[digits])) != 0) {
    ++digits;
  }
  const std::string suffix = text.substr(digits);
  const std::string known = "KMGT";
  const std::size_t power =
      suffix.empty() ? 0 : known.find(static_cast<char>(std::toupper(static_cast<unsigned char>(suffix[0])))) + 1;
  if (digits == 0 || digits > 15 || suffix.size() > 1 || (!suffix.empty() && power == 0)) {
    throw config::BadInput(
        "'" + text + "' is no size; write bytes with an optional K, M, G or T (powers of 1024), for instance 8 or 1G");
  }
  const std::int64_t number = std::stoll(text.substr(0, digits));
  if (number > kLargest >> (10 * power)) {
    throw config::BadInput("'" + text + "' is too large; sizes end at 1024T");
  }
  return Bytes(number << (10 * power));
}

Bytes measured_size(const NcclOp& op, int ranks, Bytes asked) {
  const std::int64_t unit = op.by_rank ? kPartAlignment * ranks : kElementBytes;
  return Bytes(asked.count() / unit * unit);
}

std::vector<Bytes> nccl_sizes(const NcclOp& op, int ranks, const SizeRange& range) {
  std::vector<Bytes> sizes;
  auto size = static_cast<double>(range.begin.count());
  while (size <= static_cast<double>(range.end.count())) {
    const Bytes measured = measured_size(op, ranks, Bytes(static_cast<std::int64_t>(size)));
    if (sizes.empty() || sizes.back() < measured) {
      sizes.push_back(measured);
    }
    if (sizes.size() > kMostSizes) {
      throw config::BadInput(fmt::format("a sweep of more than {} sizes; take a larger step", kMostSizes));
    }
    size = next_size(size, range);
  }
  return sizes;
}

}  // namespace sealring::studies
