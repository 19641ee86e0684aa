// The events that a booked station still needs: it looks again when a slot that it waits for comes back.
#include "models/fabric/booked_engine.hpp"

namespace sealring::fabric {

using queue::Phase;

void BookedEngine::set_timer(std::uint32_t id, std::int64_t at) {
  StationRest& rest = rests_[id];
  if (rest.timer_at == at) {
    return;
  }
  drop_timer(id);
  rest.timer_at = at;
  stations_[id].timed = true;
  rest.timer =
      queue_.post_cancellable_as(Instances::station(id), Instant(Duration(at)), Phase::kRelease, *this, kTimer, id);
}

void BookedEngine::drop_timer(std::uint32_t id) {
  StationRest& rest = rests_[id];
  if (rest.timer_at >= 0) {
    queue_.cancel(rest.timer);
    rest.timer_at = -1;
    stations_[id].timed = false;
  }
}

}  // namespace sealring::fabric
