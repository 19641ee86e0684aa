#include "models/host/roles.hpp"

#include <array>
#include <string_view>

namespace sealring::host {

std::string track_name(std::int32_t track) {
  constexpr std::array<std::string_view, 10> kNames{"thread",
                                                    "comm_thread",
                                                    "processor",
                                                    "copy_engines",
                                                    "to_device",
                                                    "to_host",
                                                    "bounce_pool",
                                                    "send_staging",
                                                    "receive_staging",
                                                    "host_cores"};
  const std::int32_t role = track % kRolesPerRank;
  const std::int32_t first_stream = static_cast<std::int32_t>(Role::kFirstStream);
  const std::string rank = "rank" + std::to_string(track / kRolesPerRank) + ".";
  if (role == static_cast<std::int32_t>(Role::kWire)) {
    return rank + "wire";
  }
  if (role >= first_stream) {
    return rank + "stream" + std::to_string(role - first_stream);
  }
  return rank + std::string(kNames[static_cast<std::size_t>(role)]);
}

}  // namespace sealring::host
