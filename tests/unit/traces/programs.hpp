// Programs and traces for tests.
#pragma once

#include <string>
#include <vector>

#include "models/host/program.hpp"
#include "sim/config/report.hpp"

namespace sealring::test {

/// Two ranks, one iteration, one operation of every kind, and numbers that are hard to print.
host::Program every_kind();

/// Lines of the trace of every_kind(): the header, then rank 0's six operations, then rank 1's.
std::vector<std::string> every_kind_lines();
std::string joined(const std::vector<std::string>& lines);

/// The same trace with one piece of one line (counted from 1) replaced.
std::string edited(std::size_t line, const std::string& from, const std::string& to);

/// "line:column path: message" of each problem that reading the text finds.
std::vector<std::string> problems_of(const std::string& text);

bool same(const host::Program& a, const host::Program& b);

}  // namespace sealring::test
