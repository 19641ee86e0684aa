#include "models/gpu/sm_sharing.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace sealring::gpu {
namespace {

constexpr std::int64_t kPartsPerSm = 1'000'000;

std::int64_t parts(double sms) {
  return static_cast<std::int64_t>(std::llround(sms * static_cast<double>(kPartsPerSm)));
}

}  // namespace

SmSharing::SmSharing(int sms) : capacity_(static_cast<std::int64_t>(sms) * kPartsPerSm) {
  if (sms < 1) {
    throw std::invalid_argument("a GPU needs at least one SM");
  }
}

void SmSharing::add(Key key, Duration alone, double sms) {
  const std::int64_t demand = std::clamp<std::int64_t>(parts(sms), 1, capacity_);
  residents_.push_back({key, static_cast<Work>(alone.count()) * demand, demand, 0});
  share_out();
}

void SmSharing::hold(double sms) {
  held_ += parts(sms);
  share_out();
}

void SmSharing::release(double sms) {
  if (parts(sms) > held_) {
    throw std::logic_error("more SMs were released than are held");
  }
  held_ -= parts(sms);
  share_out();
}

void SmSharing::share_out() {
  const std::int64_t capacity = std::max(capacity_ - held_, kPartsPerSm);
  std::int64_t wanted = 0;
  for (Resident& resident : residents_) {
    resident.share = resident.demand;
    wanted += resident.demand;
  }
  if (wanted > capacity) {
    share_max_min(capacity);
  }
}

void SmSharing::share_max_min(std::int64_t capacity) {
  by_demand_.resize(residents_.size());
  for (std::uint32_t i = 0; i < by_demand_.size(); ++i) {
    by_demand_[i] = i;
  }
  std::stable_sort(by_demand_.begin(), by_demand_.end(), [this](std::uint32_t a, std::uint32_t b) {
    return residents_[a].demand < residents_[b].demand;
  });
  auto left = static_cast<std::int64_t>(by_demand_.size());
  for (const std::uint32_t index : by_demand_) {
    Resident& resident = residents_[index];
    resident.share = std::max<std::int64_t>(1, std::min(resident.demand, capacity / left));
    capacity = std::max<std::int64_t>(0, capacity - resident.share);
    --left;
  }
}

void SmSharing::advance(Duration time) {
  for (Resident& resident : residents_) {
    resident.left -= std::min(resident.left, static_cast<Work>(time.count()) * resident.share);
  }
}

std::optional<SmSharing::Key> SmSharing::take_finished() {
  const auto done = std::find_if(residents_.begin(), residents_.end(), [](const Resident& r) { return r.left == 0; });
  if (done == residents_.end()) {
    return std::nullopt;
  }
  const Key key = done->key;
  residents_.erase(done);
  share_out();
  return key;
}

std::optional<Duration> SmSharing::next_finish() const {
  std::optional<Duration> first;
  for (const Resident& resident : residents_) {
    const Duration time(static_cast<std::int64_t>((resident.left + resident.share - 1) / resident.share));
    if (!first || time < *first) {
      first = time;
    }
  }
  return first;
}

double SmSharing::speed(Key key) const {
  for (const Resident& resident : residents_) {
    if (resident.key == key) {
      return static_cast<double>(resident.share) / static_cast<double>(resident.demand);
    }
  }
  throw std::logic_error("no such resident kernel");
}

double SmSharing::held() const { return static_cast<double>(held_) / static_cast<double>(kPartsPerSm); }

}  // namespace sealring::gpu
