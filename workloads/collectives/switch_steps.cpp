// Steps in which the scale-up switches of a domain take part: adding up what its ranks send, copying to all of them.
#include <algorithm>

#include "workloads/collectives/executor.hpp"

namespace sealring::collectives {

std::int32_t Executor::domain_size() const {
  return around_.gpus_per_domain == 0 ? ranks_ : std::min(ranks_, around_.gpus_per_domain);
}

std::int32_t Executor::first_of_domain(int rank) const { return domain_of(rank) * domain_size(); }

bool Executor::all_in(const Session& session, int rank, std::int32_t& missing) const {
  const std::int32_t first = first_of_domain(rank);
  for (std::int32_t member = first; session.outside > 0 && member < first + domain_size(); ++member) {
    if (!session.in(member)) {
      missing = member;
      return false;
    }
  }
  return true;
}

void Executor::at_switch(std::uint32_t id) { messages_[id].group == Group::kMulticast ? multicast(id) : gather(id); }

void Executor::multicast(std::uint32_t id) {
  const Message original = messages_[id];
  messages_.give_back(id);
  const std::int32_t first = first_of_domain(original.from);
  for (std::int32_t member = first; member < first + domain_size(); ++member) {
    const std::uint32_t copy = messages_.take();
    messages_[copy] = original;
    messages_[copy].group = Group::kNone;
    messages_[copy].from_switch = true;
    messages_[copy].to = member;
    messages_[copy].produced = Instant();
    put_on_wire(copy);
  }
}

// The parts of a message may overtake those of the next one: the ranks of a domain do not move in step.
void Executor::gather(std::uint32_t id) {
  Message& message = messages_[id];
  Session& session = *sessions_[message.session];
  Gathering& gathering = session.gatherings[lane_index(session, message.to, message.lane)];
  const auto index = static_cast<std::size_t>(message.ordinal - gathering.first);
  if (gathering.parts.size() <= index) {
    gathering.parts.resize(index + 1);
  }
  if (++gathering.parts[index] < domain_size()) {
    messages_.give_back(id);
    return;
  }
  while (!gathering.parts.empty() && gathering.parts.front() == domain_size()) {
    gathering.parts.pop_front();
    ++gathering.first;
  }
  message.group = Group::kNone;
  message.from_switch = true;
  message.produced = Instant();
  put_on_wire(id);
}

}  // namespace sealring::collectives
