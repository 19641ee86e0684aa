// What a result says about the program that made it.
#pragma once

#include <string>

namespace sealring::studies {

std::string version();  ///< "0.1.0+<commit>" where the build knew the commit
std::string compiler();

}  // namespace sealring::studies
