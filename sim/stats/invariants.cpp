#include "sim/stats/invariants.hpp"

#include <utility>

namespace sealring::stats {

void Invariants::add(std::string where, Check check) { checks_.push_back({std::move(where), std::move(check)}); }

std::vector<std::string> Invariants::violations() const {
  std::vector<std::string> found;
  for (const Named& named : checks_) {
    const std::string wrong = named.check();
    if (!wrong.empty()) {
      found.push_back(named.where + ": " + wrong);
    }
  }
  return found;
}

void Invariants::require() const {
  std::string text;
  for (const std::string& violation : violations()) {
    text += "\n  " + violation;
  }
  if (!text.empty()) {
    throw InvariantViolated("the run broke its own rules, so its numbers mean nothing:" + text);
  }
}

}  // namespace sealring::stats
