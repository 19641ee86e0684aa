// Programs as JSON Lines: what every rank's host thread issues, without any time that a machine decides.
#pragma once

#include <istream>
#include <optional>
#include <ostream>
#include <string>

#include "models/host/program.hpp"
#include "sim/config/report.hpp"

namespace sealring::traces {

inline constexpr const char* kFormat = "sealring-trace";
inline constexpr int kVersion = 1;

/// One header line, then one line per operation, rank by rank. README.md beside this file documents every field.
/// Throws std::invalid_argument for a program that refers to names or collectives it does not have.
void write(const host::Program& program, std::ostream& out);
std::string text(const host::Program& program);

/// Reads what write() wrote; writing the result again gives the same bytes. Every problem of the file goes to the
/// report with its line; the result is empty when there was one.
std::optional<host::Program> read(std::istream& in, const std::string& file, config::Report& report);
std::optional<host::Program> read_file(const std::string& file, config::Report& report);
std::optional<host::Program> from_text(const std::string& trace, const std::string& file, config::Report& report);

}  // namespace sealring::traces
