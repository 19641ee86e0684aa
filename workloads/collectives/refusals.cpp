// What a tuner cannot do for a collective that prescribes its algorithm or protocol.
#include "workloads/collectives/catalog.hpp"
#include "workloads/collectives/tuner.hpp"

namespace sealring::collectives {
namespace {

void add(std::vector<Refusal>& refusals, const char* key, const std::string& asked, const std::string& why) {
  if (!why.empty()) {
    refusals.push_back({key, asked + ": " + why});
  }
}

}  // namespace

std::string Tuner::why_not_algorithm(const host::CollectiveSpec& collective) const {
  const auto why_not = [&](const std::string& algorithm, const Schedule& schedule) {
    return make_algorithm(algorithm)->why_not(request_of(collective, schedule, shape_.ranks, shape_.domain));
  };
  if (collective.algorithm != kAuto) {
    std::string whatever_the_cut = why_not(collective.algorithm, Schedule());
    if (!whatever_the_cut.empty()) {
      return whatever_the_cut;
    }
    if (by_switches(collective.algorithm) && !shape_.switches_lack.empty()) {
      return shape_.switches_lack;
    }
    if (by_switches(collective.algorithm) && prescribed_.staged) {
      return "switches add up plaintext, and messages here are sealed before they get there";
    }
  }
  const Schedule cut = schedule(collective);
  return why_not(cut.algorithm, cut);
}

std::string Tuner::why_not_protocol(const host::CollectiveSpec& collective) const {
  if (collective.protocol == kAuto || collective.protocol == row_of(Protocol::kSimple).name) {
    return {};
  }
  if (by_switches(collective.algorithm)) {
    return collective.algorithm + " has protocol simple only";
  }
  if (prescribed_.staged) {
    return "messages that are sealed at the ends of a path travel whole, under protocol simple";
  }
  return point_to_point(collective.kind) && collective.protocol == row_of(Protocol::kLl128).name
             ? "sends and receives have protocols simple and ll only"
             : "";
}

std::vector<Refusal> Tuner::refusals(const host::CollectiveSpec& collective) const {
  std::vector<Refusal> refusals;
  add(refusals, "algorithm", collective.algorithm, why_not_algorithm(collective));
  add(refusals, "protocol", collective.protocol, why_not_protocol(collective));
  return refusals;
}

}  // namespace sealring::collectives
