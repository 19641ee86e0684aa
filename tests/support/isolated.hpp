// Runs a piece of a test in a child process: SystemC elaborates once per process, so each elaboration gets its own.
#pragma once

#include <functional>
#include <string>

namespace sealring::test {

/// Forks, runs `body` in the child and returns its string; an exception there is rethrown here as std::runtime_error, a
/// crash or a signal too. Assertions stay in the parent.
std::string isolated(const std::function<std::string()>& body);

}  // namespace sealring::test
