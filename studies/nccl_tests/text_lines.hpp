// Lines of a log that a launcher may have marked.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace sealring::studies {

struct Word {
  std::string text;
  std::size_t at = 0;  ///< index of its first character in the line
};

/// Without the marks of launchers at its front: "[1,0]<stdout>:", "node-7: ", "0: ".
std::string without_launcher(const std::string& line);

std::vector<Word> words_of(const std::string& line);

/// The whole text as a number; nothing when it is none, or not finite.
bool whole_number(const std::string& text, double& value);

}  // namespace sealring::studies
