#include "models/link/station_table.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace sealring::link {
namespace {

bool digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Splits off the run of digits at `at`, without leading zeros.
std::string number_at(const std::string& text, std::size_t& at) {
  const std::size_t begin = at;
  while (at < text.size() && digit(text[at])) {
    ++at;
  }
  const std::size_t first = std::min(text.find_first_not_of('0', begin), at);
  return text.substr(first, at - first);
}

bool number_less(const std::string& a, const std::string& b) { return a.size() != b.size() ? a.size() < b.size() : a < b; }

}  // namespace

bool natural_less(const std::string& a, const std::string& b) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (digit(a[i]) && digit(b[j])) {
      const std::string left = number_at(a, i);
      const std::string right = number_at(b, j);
      if (left != right) {
        return number_less(left, right);
      }
    } else if (a[i] != b[j]) {
      return a[i] < b[j];
    } else {
      ++i;
      ++j;
    }
  }
  return a.size() - i < b.size() - j;
}

StationHandle StationTable::add(fabric::StationSpec station) {
  if (!id_of_slot_.empty()) {
    throw std::logic_error("a station was added after the table was sealed: " + station.name);
  }
  station.latency += jitter_.of(station.name);
  stations_.push_back(std::move(station));
  return {stations_.size() - 1};
}

void StationTable::seal() {
  std::vector<std::size_t> order(stations_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return natural_less(stations_[a].name, stations_[b].name); });

  std::vector<fabric::StationSpec> sorted;
  id_of_slot_.assign(stations_.size(), 0);
  for (const std::size_t slot : order) {
    if (!sorted.empty() && sorted.back().name == stations_[slot].name) {
      throw std::logic_error("two stations are called " + sorted.back().name);
    }
    id_of_slot_[slot] = static_cast<fabric::StationId>(sorted.size());
    sorted.push_back(stations_[slot]);
  }
  stations_ = std::move(sorted);
}

fabric::StationId StationTable::id(StationHandle handle) const {
  if (id_of_slot_.empty()) {
    throw std::logic_error("a path was asked for before the station table was sealed");
  }
  return id_of_slot_[handle.slot];
}

}  // namespace sealring::link
