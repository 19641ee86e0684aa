// The words of a trace for the enumerations of a program.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/host/program.hpp"

namespace sealring::traces {

/// Words of one enumeration, in the order of its values.
struct Vocabulary {
  std::string_view what;  ///< for messages: "operation", "precision" ...
  std::vector<std::string_view> words;
  [[nodiscard]] std::optional<int> find(std::string_view word) const;
  [[nodiscard]] std::string known() const;  ///< "kernel, collective, ..."
};

const Vocabulary& operations();
const Vocabulary& precisions();
const Vocabulary& compute_kinds();
const Vocabulary& collective_kinds();
const Vocabulary& directions();
const Vocabulary& labels();

template <class Enum>
std::string word(const Vocabulary& vocabulary, Enum value) {
  return std::string(vocabulary.words.at(static_cast<std::size_t>(value)));
}

/// What a collective looks like on the wire to one rank: the number of sub-steps and the largest message of one. For a
/// ring; other algorithms are described by their ring equivalent. A replay does not use it; it is for readers.
struct SubSteps {
  std::int64_t count = 0;
  Bytes each;
};
SubSteps sub_steps(const host::CollectiveSpec& collective, std::int64_t ranks);

}  // namespace sealring::traces
