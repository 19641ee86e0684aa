#include "models/security/on_the_wire.hpp"

#include "sim/config/report.hpp"

namespace sealring::security {

LinkCipher::LinkCipher(const InlineSpec& spec) : spec_(spec) {
  if (!(spec.rate_factor > 0 && spec.rate_factor <= 1)) {
    throw config::BadInput("inline_link: rate_factor must be above 0 and at most 1");
  }
}

}  // namespace sealring::security
