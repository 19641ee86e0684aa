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

void BookedEngine::cancel_timer(std::uint32_t id) {
  queue_.cancel(rests_[id].timer);
  rests_[id].timer_at = -1;
  stations_[id].timed = false;
}

}  // namespace sealring::fabric
