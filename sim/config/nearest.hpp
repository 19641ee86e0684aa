// The known word that a mistyped one most likely meant.
#pragma once

#include <string>
#include <vector>

namespace sealring::config {

/// Insertions, deletions and replacements between two words, without regard to case and with '-' equal to '_'.
int edit_distance(const std::string& a, const std::string& b);

/// The first of the nearest candidates; empty when none is within a third of the word's length.
std::string nearest(const std::string& word, const std::vector<std::string>& candidates);

/// "; did you mean 'x'?" or nothing: the tail of a message about an unknown word.
std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates);

std::string joined_words(const std::vector<std::string>& words);  ///< "a, b, c"

}  // namespace sealring::config
