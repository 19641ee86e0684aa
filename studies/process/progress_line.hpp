// One line on a terminal that says how far a study is; silence where nobody looks.
#pragma once

#include <functional>
#include <string>

#include "studies/process/pool.hpp"

namespace sealring::process {

/// "12 of 40 done, 1 failed, 4 running".
std::string progress_text(const Progress& progress);

/// Rewrites one line of that descriptor after each change, and ends it with the last job. Does nothing unless the
/// descriptor is a terminal.
std::function<void(const Progress&)> progress_line(int descriptor);

}  // namespace sealring::process
