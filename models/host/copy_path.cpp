#include "models/host/copy_path.hpp"

#include <algorithm>

namespace sealring::host {

void CopyPath::start(const CopyRequest& request, stats::ActivityId cause, gpu::Completion& who, std::uint64_t token) {
  const std::uint32_t id = new_copy();
  Copy& copy = copies_[id];
  copy = Copy{request, &who, token};
  const CopyTiming& timing = timing_of(request);
  if (timing.bounced()) {
    const std::int64_t slot = timing.slot().count();
    copy.parts = static_cast<int>(std::max<std::int64_t>(1, (request.bytes.count() + slot - 1) / slot));
    ask_slot(id, cause);
  } else {
    move(id, cause);
  }
}

std::uint32_t CopyPath::new_copy() {
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(copies_.size()));
    copies_.emplace_back();
  }
  const std::uint32_t id = free_.back();
  free_.pop_back();
  return id;
}

void CopyPath::ask_slot(std::uint32_t id, stats::ActivityId cause) {
  around_.pool.acquire({cause, this, id * kEvents + kSlot});
}

void CopyPath::completed(std::uint64_t token, stats::ActivityId activity) {
  const auto id = static_cast<std::uint32_t>(token / kEvents);
  const bool to_device = copies_[id].request.direction == CopyDirection::kHostToDevice;
  switch (static_cast<Event>(token % kEvents)) {
    case kSlot: return to_device ? encrypt(id, activity) : move(id, activity);
    case kEncrypted: return after_cipher(id, activity);
    case kMoved: return after_move(id, activity);
    case kEvents: break;
  }
}

void CopyPath::move(std::uint32_t id, stats::ActivityId cause) {
  Copy& copy = copies_[id];
  const bool first = copy.moved == 0;
  const Bytes bytes = part(copy, copy.moved++);
  const CopyTiming& timing = timing_of(copy.request);
  Job job;
  job.track = copy.request.track;
  job.name = copy.request.name;
  job.bytes = bytes.count();
  job.add(Label::kHostCopy, timing.wire(bytes, copy.request.direction) + (first ? timing.start_latency() : Duration()));
  job.held = 1;
  Servers& wire = copy.request.direction == CopyDirection::kHostToDevice ? around_.to_device : around_.to_host;
  wire.run(job, cause, *this, id * kEvents + kMoved);
}

void CopyPath::encrypt(std::uint32_t id, stats::ActivityId cause) {
  Copy& copy = copies_[id];
  const CipherJob job{id, part(copy, copy.encrypted++)};
  if (cipher_busy_) {
    cipher_queue_.push_back(job);
  } else {
    run_cipher(job, cause);
  }
}

void CopyPath::run_cipher(const CipherJob& work, stats::ActivityId cause) {
  cipher_busy_ = true;
  Job job;
  const CopyRequest& request = copies_[work.copy].request;
  job.track = request.track;
  job.name = request.name;
  job.bytes = work.part.count();
  job.add(Label::kHostCrypto, timing_of(request).crypto(work.part));
  job.held = 1;
  around_.cores.run(job, cause, *this, work.copy * kEvents + kEncrypted);
}

void CopyPath::after_cipher(std::uint32_t id, stats::ActivityId activity) {
  cipher_busy_ = false;
  if (!cipher_queue_.empty()) {
    const CipherJob next = cipher_queue_.front();
    cipher_queue_.pop_front();
    run_cipher(next, activity);
  }
  const Copy& copy = copies_[id];
  if (copy.request.direction == CopyDirection::kDeviceToHost) {
    return part_done(id, activity);
  }
  if (copy.encrypted < copy.parts) {
    ask_slot(id, activity);
  }
  move(id, activity);
}

void CopyPath::after_move(std::uint32_t id, stats::ActivityId activity) {
  const Copy& copy = copies_[id];
  if (!timing_of(copy.request).bounced() || copy.request.direction == CopyDirection::kHostToDevice) {
    return part_done(id, activity);
  }
  if (copy.moved < copy.parts) {
    ask_slot(id, activity);
  }
  encrypt(id, activity);
}

void CopyPath::part_done(std::uint32_t id, stats::ActivityId activity) {
  Copy& copy = copies_[id];
  if (timing_of(copy.request).bounced()) {
    around_.pool.release();
  }
  if (++copy.done == copy.parts) {
    const Copy finished = copy;
    free_.push_back(id);
    finished.who->completed(finished.token, activity);
  }
}

Bytes CopyPath::part(const Copy& copy, int index) const {
  if (copy.parts == 1) {
    return copy.request.bytes;
  }
  const Bytes slot = timing_of(copy.request).slot();
  return index + 1 < copy.parts ? slot : copy.request.bytes - slot * (copy.parts - 1);
}

}  // namespace sealring::host
