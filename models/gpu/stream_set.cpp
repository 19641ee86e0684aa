#include "models/gpu/stream_set.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "models/host/roles.hpp"

namespace sealring::gpu {
namespace {

enum What : std::uint32_t { kWake, kOverheadOver };

/// Time of the first `count` of `launches` equal parts; the parts add up exactly.
Duration share(Duration total, int count, int launches) {
  return total / launches * count + Duration(total.count() % launches * count / launches);
}

}  // namespace

StreamSet::StreamSet(std::int32_t rank,
                     const KernelTiming& timing,
                     const StartDelays& delays,
                     const Surroundings& around)
    : Handler(host::instance_of(rank, host::Role::kFirstStream)),
      rank_(rank),
      timing_(timing),
      delays_(delays),
      around_(around) {}

void StreamSet::submit(const host::Submission& submission) {
  const auto index = static_cast<std::size_t>(submission.op->stream);
  if (index >= streams_.size()) {
    streams_.resize(index + 1);
  }
  Stream& stream = streams_[index];
  stream.items.push_back(submission);
  ++stream.submitted;
  poll(index);
}

void StreamSet::handle(std::uint32_t what, std::uint64_t detail) {
  const auto index = static_cast<std::size_t>(detail);
  Stream& stream = streams_[index];
  if (what == kOverheadOver) {
    run_piece(index);
    return;
  }
  stream.wake_pending = false;
  if (stream.state == State::kLast) {
    const host::Submission& head = stream.items.front();
    start_piece(index, arrival_cause(*head.op, head.last_cause, index));
  } else {
    poll(index);
  }
}

void StreamSet::completed(std::uint64_t token, stats::ActivityId activity) {
  const auto index = static_cast<std::size_t>(token);
  if (streams_[index].items.front().op->kind == host::OpKind::kKernel) {
    piece_done(index, activity);
  } else {
    finish(index, activity);
  }
}

void StreamSet::poll(std::size_t index) {
  Stream& stream = streams_[index];
  if (stream.state != State::kFirst || stream.items.empty()) {
    return;
  }
  const host::Submission& head = stream.items.front();
  if (!dependencies_done(*head.op)) {
    return;
  }
  const Instant arrival = head.first + latency(*head.op);
  if (arrival > around_.queue.now()) {
    wake(index, arrival);
  } else {
    start(index);
  }
}

bool StreamSet::is_done(host::OpIndex op) const {
  return static_cast<std::size_t>(op) < done_.size() && done_[static_cast<std::size_t>(op)] != kNotDone;
}

bool StreamSet::dependencies_done(const host::Op& op) const {
  return std::all_of(op.after.begin(), op.after.end(), [this](host::OpIndex other) { return is_done(other); });
}

Duration StreamSet::latency(const host::Op& op) const {
  return op.kind == host::OpKind::kCopy ? Duration() : delays_.launch_latency + delays_.launch_latency_toll;
}

void StreamSet::wake(std::size_t index, Instant at) {
  if (!streams_[index].wake_pending) {
    streams_[index].wake_pending = true;
    around_.queue.post(at, queue::Phase::kArrive, *this, kWake, index);
  }
}

stats::ActivityId StreamSet::start_cause(std::size_t index) {
  const Stream& stream = streams_[index];
  const Instant now = around_.queue.now();
  if (stream.last_done != stats::kNone && around_.log.end_of(stream.last_done) == now) {
    return stream.last_done;
  }
  const host::Submission& head = stream.items.front();
  for (const host::OpIndex other : head.op->after) {
    const stats::ActivityId activity = done_[static_cast<std::size_t>(other)];
    if (activity != stats::kNone && around_.log.end_of(activity) == now) {
      return activity;
    }
  }
  return arrival_cause(*head.op, head.first_cause, index);
}

stats::ActivityId StreamSet::arrival_cause(const host::Op& op, stats::ActivityId api, std::size_t index) {
  if (op.kind == host::OpKind::kCopy) {
    return api;
  }
  const stats::ActivityId plain = delay(Label::kLaunch, delays_.launch_latency, api, index);
  return delay(Label::kLaunchToll, delays_.launch_latency_toll, plain, index);
}

stats::ActivityId StreamSet::delay(Label label, Duration time, stats::ActivityId cause, std::size_t index) {
  if (time == Duration()) {
    return cause;
  }
  stats::Activity activity;
  activity.start = around_.log.end_of(cause);
  activity.end = activity.start + time;
  activity.cause = cause;
  activity.label = static_cast<std::uint8_t>(label);
  activity.track = host::stream_track(rank_, static_cast<std::int32_t>(index));
  activity.name = static_cast<std::uint32_t>(streams_[index].items.front().op->name);
  return around_.log.record(activity);
}

void StreamSet::start(std::size_t index) {
  const stats::ActivityId cause = start_cause(index);
  Stream& stream = streams_[index];
  const host::Op& op = *stream.items.front().op;
  switch (op.kind) {
    case host::OpKind::kKernel: plan_pieces(stream); return start_piece(index, cause);
    case host::OpKind::kCollective:
      stream.state = State::kRunning;
      if (collectives_ == nullptr) {
        throw std::logic_error("a stream reached a collective but nothing runs collectives");
      }
      return collectives_->join(rank_, op.collective, cause, *this, index);
    default: return start_copy(index, cause);
  }
}

void StreamSet::start_copy(std::size_t index, stats::ActivityId cause) {
  Stream& stream = streams_[index];
  const host::Op& op = *stream.items.front().op;
  const char* region = around_.copies.timing().sealed() ? kStagingRegion : kMainRegion;
  around_.memory.reach_from_outside("the host of rank " + std::to_string(rank_), region);
  stream.state = State::kRunning;
  host::CopyRequest request;
  request.direction = op.direction;
  request.bytes = op.bytes;
  request.track = host::stream_track(rank_, static_cast<std::int32_t>(index));
  request.name = static_cast<std::uint32_t>(op.name);
  around_.copies.start(request, cause, *this, index);
}

void StreamSet::plan_pieces(Stream& stream) const {
  const host::Submission& block = stream.items.front();
  const int launches = block.launches;
  stream.in_bulk = launches > 1 && block.last + latency(*block.op) > around_.queue.now();
  const int bulk = stream.in_bulk ? launches - 1 : 0;
  stream.bulk = piece(block, block.begin, bulk);
  stream.last = piece(block, block.begin + bulk, launches - bulk);
}

StreamSet::Piece StreamSet::piece(const host::Submission& block, int begin, int count) const {
  const host::Op& op = *block.op;
  const Duration total = timing_.alone(op.work);
  if (op.graph_nodes > 0) {
    return {delays_.graph_node_overhead * op.graph_nodes, total};
  }
  return {delays_.kernel_overhead * count, share(total, begin + count, op.launches) - share(total, begin, op.launches)};
}

void StreamSet::start_piece(std::size_t index, stats::ActivityId cause) {
  Stream& stream = streams_[index];
  const Duration overhead = stream.in_bulk ? stream.bulk.overhead : stream.last.overhead;
  stream.cause = delay(Label::kLaunch, overhead, cause, index);
  if (overhead == Duration()) {
    return run_piece(index);
  }
  stream.state = State::kOverhead;
  around_.queue.post(around_.queue.now() + overhead, queue::Phase::kStart, *this, kOverheadOver, index);
}

void StreamSet::run_piece(std::size_t index) {
  Stream& stream = streams_[index];
  stream.state = State::kRunning;
  const host::Op& op = *stream.items.front().op;
  Kernel kernel;
  kernel.label = op.label;
  kernel.name = static_cast<std::uint32_t>(op.name);
  kernel.track = host::stream_track(rank_, static_cast<std::int32_t>(index));
  kernel.alone = stream.in_bulk ? stream.bulk.alone : stream.last.alone;
  kernel.sms = timing_.sms(op.work);
  around_.processor.start(kernel, stream.cause, *this, index);
}

void StreamSet::piece_done(std::size_t index, stats::ActivityId activity) {
  Stream& stream = streams_[index];
  if (!stream.in_bulk) {
    return finish(index, activity);
  }
  stream.in_bulk = false;
  const host::Submission& block = stream.items.front();
  const Instant arrival = block.last + latency(*block.op);
  if (arrival > around_.queue.now()) {
    stream.state = State::kLast;
    wake(index, arrival);
  } else {
    start_piece(index, activity);
  }
}

void StreamSet::finish(std::size_t index, stats::ActivityId activity) {
  Stream& stream = streams_[index];
  const host::Submission block = stream.items.front();
  stream.items.pop_front();
  stream.state = State::kFirst;
  stream.last_done = activity;
  ++stream.finished;
  if (block.ends_op) {
    const auto op = static_cast<std::size_t>(block.index);
    if (op >= done_.size()) {
      done_.resize(op + 1, kNotDone);
    }
    done_[op] = activity;
  }
  if (listener_ != nullptr) {
    listener_->freed(block.launches, activity);
  }
  tell_drains(index, activity);
  for (std::size_t i = 0; i < streams_.size(); ++i) {
    poll(i);
  }
}

void StreamSet::when_drained(std::int32_t stream, Completion& who, std::uint64_t token) {
  Drain drain;
  drain.who = &who;
  drain.token = token;
  drain.targets.assign(streams_.size(), 0);
  for (std::size_t i = 0; i < streams_.size(); ++i) {
    if (stream >= 0 && static_cast<std::size_t>(stream) != i) {
      continue;
    }
    if (streams_[i].finished < streams_[i].submitted) {
      drain.targets[i] = streams_[i].submitted;
      ++drain.left;
    } else {
      drain.latest = around_.log.later(drain.latest, streams_[i].last_done);
    }
  }
  if (drain.left == 0) {
    who.completed(token, drain.latest);
  } else {
    drains_.push_back(std::move(drain));
  }
}

void StreamSet::tell_drains(std::size_t index, stats::ActivityId activity) {
  for (Drain& drain : drains_) {
    if (index < drain.targets.size() && drain.targets[index] == streams_[index].finished) {
      drain.latest = around_.log.later(drain.latest, activity);
      --drain.left;
    }
  }
  const auto open = std::stable_partition(drains_.begin(), drains_.end(), [](const Drain& d) { return d.left > 0; });
  const std::vector<Drain> over(std::make_move_iterator(open), std::make_move_iterator(drains_.end()));
  drains_.erase(open, drains_.end());
  for (const Drain& drain : over) {
    drain.who->completed(drain.token, drain.latest);
  }
}

bool StreamSet::empty() const {
  return std::all_of(streams_.begin(), streams_.end(), [](const Stream& s) { return s.items.empty(); });
}

std::vector<std::string> StreamSet::unfinished() const {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < streams_.size(); ++i) {
    if (!streams_[i].items.empty()) {
      lines.push_back(describe(i));
    }
  }
  return lines;
}

std::string StreamSet::describe(std::size_t index) const {
  const Stream& stream = streams_[index];
  const host::Submission& head = stream.items.front();
  std::string line = host::track_name(host::stream_track(rank_, static_cast<std::int32_t>(index))) + ": op " +
                     std::to_string(head.index) + " (" + std::string(name(head.op->label)) + ") ";
  if (stream.state == State::kRunning && head.op->kind == host::OpKind::kCollective) {
    return line + "is in collective " + std::to_string(head.op->collective);
  }
  if (stream.state != State::kFirst) {
    return line + "has started";
  }
  for (const host::OpIndex other : head.op->after) {
    if (!is_done(other)) {
      return line + "waits for op " + std::to_string(other);
    }
  }
  return line + "waits for its submission";
}

}  // namespace sealring::gpu
