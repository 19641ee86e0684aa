#include "models/label.hpp"

#include <array>

namespace sealring {

std::string_view name(Label label) {
  constexpr std::array<std::string_view, static_cast<std::size_t>(Label::kCount)> kNames{"forward",
                                                                                         "backward",
                                                                                         "optimizer",
                                                                                         "compute",
                                                                                         "SM contention",
                                                                                         "seal",
                                                                                         "MAC",
                                                                                         "verify",
                                                                                         "open",
                                                                                         "reduce",
                                                                                         "link",
                                                                                         "link contention",
                                                                                         "staging full",
                                                                                         "host copy",
                                                                                         "host crypto",
                                                                                         "copy engine",
                                                                                         "launch",
                                                                                         "launch toll",
                                                                                         "host work",
                                                                                         "peer wait",
                                                                                         "queue full",
                                                                                         "synchronize",
                                                                                         "collective step",
                                                                                         "key rotation",
                                                                                         "idle"};
  return kNames[static_cast<std::size_t>(label)];
}

}  // namespace sealring
