// What must hold at the end of every run (bytes in = bytes out, nothing lost, busy <= elapsed). A violation is our bug.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace sealring::stats {

/// Exit code 4. what() lists every violation.
class InvariantViolated : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

class Invariants {
 public:
  /// "" when it holds, else what is wrong, with both numbers: "700 B in, 672 B out".
  using Check = std::function<std::string()>;

  /// `where` names the instance and the rule: "node0.gpu3.link7: bytes in = bytes out".
  void add(std::string where, Check check);
  /// Runs all checks; one line "where: what is wrong" per violation, in the order of adding.
  [[nodiscard]] std::vector<std::string> violations() const;
  /// Throws InvariantViolated when there is any.
  void require() const;

 private:
  struct Named {
    std::string where;
    Check check;
  };
  std::vector<Named> checks_;
};

}  // namespace sealring::stats
