#include "studies/version.hpp"

namespace sealring::studies {

std::string version() { return SEALRING_VERSION; }
std::string compiler() { return SEALRING_COMPILER; }

}  // namespace sealring::studies
