#include "models/host/host_thread.hpp"

#include <algorithm>
#include <stdexcept>

#include "models/host/roles.hpp"

namespace sealring::host {
namespace {

enum What : std::uint32_t { kRun, kDrained };
enum Token : std::uint64_t { kWoken, kFirstMark };

}  // namespace

HostThread::HostThread(std::int32_t rank, const CallCosts& costs, const Surroundings& around)
    : Handler(instance_of(rank, Role::kThread)),
      track_(track_of(rank, Role::kThread)),
      costs_(costs),
      around_(around),
      free_slots_(costs.driver.launch_queue),
      largest_block_(std::max(1, costs.driver.launch_queue / 8)) {
  if (costs.driver.launch_queue < 1) {
    throw std::invalid_argument("a launch queue holds at least one submission");
  }
  around_.device.listen(*this);
}

void HostThread::start(stats::ActivityId cause) {
  last_ = cause;
  resume_at(around_.queue.now(), kRun);
}

bool HostThread::finished() const { return next_ == around_.ops.size() && open_marks_ == 0 && wait_ == Wait::kNothing; }

void HostThread::handle(std::uint32_t what, std::uint64_t /*detail*/) {
  at_ = around_.queue.now();
  if (what == kDrained) {
    spend(Label::kSynchronize, costs_.driver.synchronize_api);
    spend(Label::kLaunchToll, costs_.toll.synchronize);
    if (!let_time_pass()) {
      return;
    }
  }
  run();
}

void HostThread::run() {
  while (next_ < around_.ops.size() && issue(around_.ops[next_])) {
  }
}

bool HostThread::issue(const Op& op) {
  name_ = op.name;
  switch (op.kind) {
    case OpKind::kKernel: return issue_kernel(op);
    case OpKind::kCollective: return issue_collective();
    case OpKind::kCopy: return issue_copy(op);
    case OpKind::kSynchronize: return issue_synchronize(op);
    case OpKind::kMark: return issue_mark();
    case OpKind::kHostWork: break;
  }
  spend(Label::kHostWork, op.host_time);
  return next_op();
}

bool HostThread::issue_kernel(const Op& op) {
  const bool graph = op.graph_nodes > 0;
  const int total = graph ? 1 : op.launches;
  const int launches = std::min(total - launched_, largest_block_);
  if (!take_slots(launches)) {
    return false;
  }
  Submission block = block_of(launches);
  block.ends_op = launched_ + launches == total;
  if (graph) {
    spend(Label::kLaunch, costs_.driver.graph_launch_api);
    spend(Label::kLaunchToll, costs_.toll.graph_launch);
    block.first = block.last = at_;
    block.first_cause = block.last_cause = last_;
  } else {
    spend_launches(block);
  }
  around_.device.submit(block);
  launched_ += launches;
  return block.ends_op ? next_op() : let_time_pass();
}

bool HostThread::issue_collective() {
  if (!take_slots(1)) {
    return false;
  }
  Submission block = block_of(1);
  spend_launches(block);
  around_.device.submit(block);
  return next_op();
}

bool HostThread::issue_copy(const Op& op) {
  if (!take_slots(1)) {
    return false;
  }
  Submission block = block_of(1);
  spend(Label::kLaunch, costs_.driver.copy_api);
  spend(Label::kLaunchToll, costs_.copies.toll(op.direction, op.pinned));
  block.first = block.last = at_;
  block.first_cause = block.last_cause = last_;
  around_.device.submit(block);
  if (!op.blocking && !costs_.toll.copies_block) {
    return next_op();
  }
  ++next_;
  wait_ = Wait::kCopy;
  around_.device.when_drained(op.stream, *this, kWoken);
  return false;
}

bool HostThread::issue_synchronize(const Op& op) {
  ++next_;
  wait_ = Wait::kDrain;
  around_.device.when_drained(op.stream, *this, kWoken);
  return false;
}

bool HostThread::issue_mark() {
  const auto mark = static_cast<std::uint64_t>(marks_.size());
  marks_.push_back(kPending);
  host_at_mark_.push_back(last_);
  ++open_marks_;
  around_.device.when_drained(-1, *this, kFirstMark + mark);
  return next_op();
}

void HostThread::completed(std::uint64_t token, stats::ActivityId activity) {
  if (token >= kFirstMark) {
    const auto mark = static_cast<std::size_t>(token - kFirstMark);
    marks_[mark] = around_.log.later(host_at_mark_[mark], activity);
    --open_marks_;
    return;
  }
  last_ = around_.log.later(last_, activity);
  resume_at(around_.queue.now(), wait_ == Wait::kDrain ? kDrained : kRun);
  wait_ = Wait::kNothing;
}

void HostThread::freed(int launches, stats::ActivityId /*activity*/) {
  free_slots_ += launches;
  if (wait_ != Wait::kSlots || free_slots_ < wanted_slots_) {
    return;
  }
  wait_ = Wait::kNothing;
  at_ = blocked_since_;
  spend(Label::kQueueFull, around_.queue.now() - blocked_since_);
  resume_at(around_.queue.now(), kRun);
}

bool HostThread::take_slots(int wanted) {
  if (free_slots_ >= wanted) {
    free_slots_ -= wanted;
    return true;
  }
  wait_ = Wait::kSlots;
  wanted_slots_ = wanted;
  blocked_since_ = at_;
  return false;
}

void HostThread::spend(Label label, Duration time) {
  if (time == Duration()) {
    return;
  }
  stats::Activity activity;
  activity.start = at_;
  activity.end = at_ + time;
  activity.cause = last_;
  activity.label = static_cast<std::uint8_t>(label);
  activity.track = track_;
  activity.name = static_cast<std::uint32_t>(name_);
  last_ = around_.log.record(activity);
  at_ = activity.end;
}

void HostThread::spend_launches(Submission& block) {
  spend(Label::kLaunch, costs_.driver.launch_api);
  spend(Label::kLaunchToll, costs_.toll.launch);
  block.first = at_;
  block.first_cause = last_;
  spend(Label::kLaunch, costs_.driver.launch_api * (block.launches - 1));
  spend(Label::kLaunchToll, costs_.toll.launch * (block.launches - 1));
  block.last = at_;
  block.last_cause = last_;
}

Submission HostThread::block_of(int launches) const {
  Submission block;
  block.op = &around_.ops[next_];
  block.index = static_cast<OpIndex>(next_);
  block.begin = launched_;
  block.launches = launches;
  return block;
}

bool HostThread::next_op() {
  ++next_;
  launched_ = 0;
  return let_time_pass();
}

bool HostThread::let_time_pass() {
  if (at_ == around_.queue.now()) {
    return true;
  }
  resume_at(at_, kRun);
  return false;
}

void HostThread::resume_at(Instant at, std::uint32_t what) {
  around_.queue.post(at, queue::Phase::kStart, *this, what, 0);
}

std::string HostThread::waits_for() const {
  if (wait_ == Wait::kNothing && next_ == around_.ops.size()) {
    return {};
  }
  const std::string where = track_name(track_) + " at op " + std::to_string(next_) + ": ";
  switch (wait_) {
    case Wait::kSlots:
      return where + "waits for " + std::to_string(wanted_slots_) + " free entries of the launch queue";
    case Wait::kDrain: return where + "waits in a synchronise for the GPU";
    case Wait::kCopy: return where + "waits for a blocking copy";
    case Wait::kNothing: break;
  }
  return where + "was not resumed";
}

}  // namespace sealring::host
