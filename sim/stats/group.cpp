#include "sim/stats/group.hpp"

namespace sealring::stats {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string take_number(const std::string& text, std::size_t& at) {
  const std::size_t begin = at;
  while (at < text.size() && is_digit(text[at])) {
    ++at;
  }
  const std::size_t first = std::min(text.find_first_not_of('0', begin), at);
  return text.substr(first, at - first);
}

}  // namespace

bool natural_less(const std::string& a, const std::string& b) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (is_digit(a[i]) && is_digit(b[j])) {
      const std::string left = take_number(a, i);
      const std::string right = take_number(b, j);
      if (left != right) {
        return left.size() != right.size() ? left.size() < right.size() : left < right;
      }
    } else if (a[i] != b[j]) {
      return a[i] < b[j];
    } else {
      ++i;
      ++j;
    }
  }
  return a.size() - i != b.size() - j ? a.size() - i < b.size() - j : a < b;
}

Result Group::snapshot() const {
  Result result;
  for (const auto& statistic : statistics_) {
    statistic->write(result);
  }
  return result;
}

Result snapshot(std::vector<const Group*> groups) {
  std::sort(
      groups.begin(), groups.end(), [](const Group* a, const Group* b) { return natural_less(a->name(), b->name()); });
  Result result;
  for (const Group* group : groups) {
    Result& place = result.group_at(group->name());
    for (const auto& statistic : group->statistics()) {
      statistic->write(place);
    }
  }
  return result;
}

}  // namespace sealring::stats
