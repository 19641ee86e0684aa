// A command as a line that a person can paste.
#pragma once

#include <string>
#include <vector>

namespace sealring::process {

/// Quotes one word for a POSIX shell; words of letters, digits and @%+=:,./_- stay as they are.
std::string shell_word(const std::string& word);

/// The words of a command, quoted where needed, joined by blanks.
std::string shell_line(const std::vector<std::string>& words);

}  // namespace sealring::process
