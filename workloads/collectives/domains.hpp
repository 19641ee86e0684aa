// The scale-up domains of a request.
#pragma once

#include <algorithm>
#include <string>

#include "workloads/collectives/plan.hpp"

namespace sealring::collectives {

/// Ranks are numbered domain by domain; the last domain may be smaller than the others.
class Domains {
 public:
  explicit Domains(const Request& request)
      : ranks_(request.ranks),
        size_(request.domain == 0 || request.domain > request.ranks ? request.ranks : request.domain) {}

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] int size_of(int domain) const { return std::min(size_, ranks_ - domain * size_); }
  [[nodiscard]] int count() const { return (ranks_ + size_ - 1) / size_; }
  [[nodiscard]] bool equal() const { return ranks_ % size_ == 0; }
  [[nodiscard]] int of(int rank) const { return rank / size_; }
  [[nodiscard]] int index(int rank) const { return rank % size_; }
  [[nodiscard]] int rank(int domain, int index) const { return domain * size_ + index; }

 private:
  int ranks_;
  int size_;
};

/// Why an algorithm for equal domains cannot carry out `request`; empty when they are equal.
inline std::string unequal_domains(const Request& request) {
  if (Domains(request).equal()) {
    return {};
  }
  return std::to_string(request.ranks) + " ranks do not fill scale-up domains of " + std::to_string(request.domain);
}

}  // namespace sealring::collectives
