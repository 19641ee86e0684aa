// The streams of one GPU: in order within a stream, events across streams.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "models/gpu/kernel_timing.hpp"
#include "models/gpu/package_memory.hpp"
#include "models/gpu/processor.hpp"
#include "models/gpu/services.hpp"
#include "models/host/copy_path.hpp"
#include "models/host/device.hpp"
#include "models/host/host_spec.hpp"
#include "models/security/profile_spec.hpp"

namespace sealring::gpu {

/// Device-side delays of starting work on a stream.
struct StartDelays {
  Duration launch_latency;       ///< from the API call's return to a start on an idle stream
  Duration launch_latency_toll;  ///< what confidential computing adds to it
  Duration kernel_overhead;      ///< of every kernel
  Duration graph_node_overhead;  ///< of every kernel of a graph, instead of kernel_overhead
};

/// Models:  items of a stream run one after the other; an item starts when its predecessor, its event waits and its
/// submission
///          (API return + launch latency) allow. A block of n launches runs as n-1 kernels from the arrival of the
///          first submission and the last kernel from the later of their end and the arrival of the last submission.
///          For equal kernels fed at equal distances that is exact in both regimes: the recursion f(i) = max(f(i-1),
///          a(i)) + k has its maximum at the first or the last arrival, f(n) = max(max(f(0), a(1)) + n k, a(n) + k).
///          The gaps of a host-bound block lie together before its last kernel instead of between the kernels. At most
///          four events per block.
/// Ignores: cost of event waits on the device, the limit on concurrent kernels, contention inside a host-bound block's
/// gaps;
///          kernel_overhead of collectives (part of their own costs).
/// Source:  stream and event semantics of the CUDA programming guide; the recursion is derived above.
class StreamSet final : public queue::Handler, public Completion, public host::Device {
 public:
  /// References outlive the streams.
  struct Surroundings {
    queue::EventQueue& queue;
    stats::ActivityLog& log;
    Processor& processor;
    host::CopyPath& copies;
    const PackageMemory& memory;
  };
  StreamSet(std::int32_t rank, const KernelTiming& timing, const StartDelays& delays, const Surroundings& around);

  void connect(CollectiveService& collectives) { collectives_ = &collectives; }

  void listen(host::SubmissionListener& listener) override { listener_ = &listener; }
  void submit(const host::Submission& submission) override;
  void when_drained(std::int32_t stream, Completion& who, std::uint64_t token) override;
  void handle(std::uint32_t what, std::uint64_t detail) override;
  void completed(std::uint64_t token, stats::ActivityId activity) override;

  [[nodiscard]] bool empty() const;
  /// One sentence per stream with unfinished work: its head and what that waits for.
  [[nodiscard]] std::vector<std::string> unfinished() const;

 private:
  /// kFirst: waits to start; kOverhead, kRunning: a piece is under way; kLast: waits for the last submission's arrival.
  enum class State : std::uint8_t { kFirst, kOverhead, kRunning, kLast };
  struct Piece {
    Duration overhead;
    Duration alone;
  };
  struct Stream {
    std::deque<host::Submission> items;
    State state = State::kFirst;
    Piece bulk;  ///< all launches but the last; none when they all have arrived
    Piece last;
    bool in_bulk = false;
    bool wake_pending = false;               ///< one event at a time, for the present head
    stats::ActivityId cause = stats::kNone;  ///< of the piece under way
    stats::ActivityId last_done = stats::kNone;
    std::uint64_t submitted = 0;
    std::uint64_t finished = 0;
  };
  struct Drain {
    Completion* who = nullptr;
    std::uint64_t token = 0;
    stats::ActivityId latest = stats::kNone;
    std::vector<std::uint64_t> targets;  ///< [stream]: items that must have finished
    int left = 0;
  };

  void poll(std::size_t index);
  [[nodiscard]] bool is_done(host::OpIndex op) const;
  [[nodiscard]] bool dependencies_done(const host::Op& op) const;
  [[nodiscard]] Duration latency(const host::Op& op) const;
  void wake(std::size_t index, Instant at);
  stats::ActivityId start_cause(std::size_t index);
  stats::ActivityId arrival_cause(const host::Op& op, stats::ActivityId api, std::size_t index);
  stats::ActivityId delay(Label label, Duration time, stats::ActivityId cause, std::size_t index);
  void start(std::size_t index);
  void start_copy(std::size_t index, stats::ActivityId cause);
  void plan_pieces(Stream& stream) const;
  [[nodiscard]] Piece piece(const host::Submission& block, int begin, int count) const;
  void start_piece(std::size_t index, stats::ActivityId cause);
  void run_piece(std::size_t index);
  void piece_done(std::size_t index, stats::ActivityId activity);
  void finish(std::size_t index, stats::ActivityId activity);
  void tell_drains(std::size_t index, stats::ActivityId activity);
  [[nodiscard]] std::string describe(std::size_t index) const;

  std::int32_t rank_;
  KernelTiming timing_;
  StartDelays delays_;
  Surroundings around_;
  CollectiveService* collectives_ = nullptr;
  host::SubmissionListener* listener_ = nullptr;
  std::vector<Stream> streams_;
  static constexpr stats::ActivityId kNotDone = stats::kNone - 1;
  std::vector<stats::ActivityId> done_;  ///< [op]: the activity it ended with
  std::vector<Drain> drains_;
};

}  // namespace sealring::gpu
