#include "tests/contract/collectives/mailbox.hpp"

#include <algorithm>

namespace sealring::test {

bool Mailbox::all_empty() const {
  const bool delivered =
      std::all_of(inboxes_.begin(), inboxes_.end(), [](const Inbox& inbox) { return inbox.waiting.empty(); });
  return delivered && std::all_of(sums_.begin(), sums_.end(), [](const auto& s) { return s.second.open.empty(); });
}

Parcel Mailbox::take(const Address& at) {
  std::vector<Parcel>& waiting = inboxes_[index(at)].waiting;
  Parcel parcel = std::move(waiting.front());
  waiting.erase(waiting.begin());
  return parcel;
}

int Mailbox::waiting(const Address& at, int rank) const {
  const int here = static_cast<int>(inboxes_[index(at)].waiting.size());
  const auto sums = sums_.find(index(at));
  if (sums == sums_.end()) {
    return here;
  }
  return sums->second.parts_of[static_cast<std::size_t>(rank % domain_)] - sums->second.arrived + here;
}

std::string Mailbox::claim(const Address& at, int sender, int lane) {
  Inbox& inbox = inboxes_[index(at)];
  const int claimed = sender * lanes_ + lane;
  if (inbox.sender != -1 && inbox.sender != claimed) {
    return "a slot has two senders";
  }
  inbox.sender = claimed;
  return {};
}

std::string Mailbox::put(const Address& at, const Parcel& parcel) {
  inboxes_[index(at)].waiting.push_back(parcel);
  return claim(at, parcel.rank, parcel.lane);
}

std::string Mailbox::put_part(const Address& at, const Parcel& parcel, bool& complete) {
  if (at.rank / domain_ != parcel.rank / domain_) {
    return "a switch was asked to reduce for another domain";
  }
  Sums& sums = sums_[index(at)];
  const int size = std::min(domain_, ranks_ - at.rank / domain_ * domain_);
  sums.parts_of.resize(static_cast<std::size_t>(domain_));
  const int place = sums.parts_of[static_cast<std::size_t>(parcel.rank % domain_)]++ - sums.arrived;
  if (place == static_cast<int>(sums.open.size())) {
    sums.open.push_back(parcel);
    sums.open.back().partial = false;
    sums.open.back().summed = true;
    sums.parts_in.push_back(1);
  } else {
    Parcel& sum = sums.open[static_cast<std::size_t>(place)];
    if (sum.chunk != parcel.chunk || sum.bytes != parcel.bytes || sum.content.size() != parcel.content.size()) {
      return "a switch was asked to add up different chunks";
    }
    for (std::size_t i = 0; i < sum.content.size(); ++i) {
      sum.content[i] += parcel.content[i];
    }
    ++sums.parts_in[static_cast<std::size_t>(place)];
  }
  complete = sums.parts_in.front() == size;
  if (complete) {
    inboxes_[index(at)].waiting.push_back(sums.open.front());
    sums.open.erase(sums.open.begin());
    sums.parts_in.erase(sums.parts_in.begin());
    ++sums.arrived;
  }
  return claim(at, parcel.rank / domain_, parcel.lane);
}

}  // namespace sealring::test
