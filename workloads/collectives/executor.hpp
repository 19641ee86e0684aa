// Runs plans on a transport: keeps each rank's place in its plan, seals and opens messages where the path asks for it,
// and tells the streams when their part of a collective is done.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "models/fabric/pool.hpp"
#include "models/fabric/transport.hpp"
#include "models/gpu/services.hpp"
#include "models/host/program.hpp"
#include "models/security/protection.hpp"
#include "sim/queue/event_queue.hpp"
#include "sim/stats/activity_log.hpp"
#include "workloads/collectives/executor_state.hpp"
#include "workloads/collectives/pair_keys.hpp"
#include "workloads/collectives/plan.hpp"
#include "workloads/collectives/schedule.hpp"

namespace sealring::collectives {

/// How the executor sees the machine it runs on.
struct Surroundings {
  queue::EventQueue* queue = nullptr;
  fabric::Transport* transport = nullptr;
  stats::ActivityLog* log = nullptr;  ///< null: activities are not recorded
  bool every_step = true;  ///< of the steps; else one activity per rank and collective, unless a path is staged: its
                           ///< stages are work of their own, and each has what let it start on the record
  std::vector<gpu::Package*> packages;              ///< by rank; empty when no path is staged
  const security::Protection* scale_up = nullptr;   ///< within a domain; null: plaintext
  const security::Protection* scale_out = nullptr;  ///< between domains
  int gpus_per_domain = 0;                          ///< 0: one domain
  int whole_ranks = 0;                 ///< above 0: plans are folded, and the ranks are the first of so many
  std::vector<std::int32_t> switches;  ///< endpoint of each domain's switches; empty: they cannot reduce
  Bytes key_budget = Bytes(0);         ///< bytes under one key of a pair of ranks; zero: unlimited
  Duration rotation_stall;             ///< a message that needs a fresh key waits this long
};

/// Totals over the run, per GPU where it says so.
struct ExecutorCounts {
  std::int64_t collectives = 0;
  std::int64_t messages = 0;
  std::int64_t staged_messages = 0;  ///< messages sealed and opened by stages at the ends
  Bytes payload;
  Bytes sealed_payload;   ///< crossed the wire as ciphertext, whoever sealed it
  Bytes crossing;         ///< payload of messages from domain to domain
  Bytes folded_crossing;  ///< of folded plans: the same for all domains together, whose shares differ
  std::int64_t key_rotations = 0;
};

class Executor final : public gpu::CollectiveService,
                       public fabric::DeliveryListener,
                       public queue::Handler,
                       public gpu::Completion {
 public:
  Executor(const Surroundings& around, Scheduler scheduler, std::vector<host::CollectiveSpec> collectives, int ranks);

  void join(std::int32_t rank,
            std::int32_t collective,
            stats::ActivityId cause,
            gpu::Completion& who,
            std::uint64_t token) override;
  void delivered(std::uint64_t token) override;
  void expected(std::uint64_t token) override { __builtin_prefetch(&messages_[static_cast<std::uint32_t>(token)], 1); }
  void handle(std::uint32_t what, std::uint64_t detail) override;
  void completed(std::uint64_t token, stats::ActivityId activity) override;

  [[nodiscard]] const ExecutorCounts& counts() const { return counts_; }
  /// One sentence per rank and lane that has not finished: what it waits for.
  [[nodiscard]] std::vector<std::string> unfinished() const;

 private:
  [[nodiscard]] std::string awaited(const Session& session, int rank, int lane) const;
  Session& session_for(std::int32_t rank, std::int32_t collective);
  std::unique_ptr<Session> open_session(std::int32_t collective, std::int32_t occurrence);
  void start(Session& session, int rank);
  void leave(Session& session, int rank);
  [[nodiscard]] bool logs_steps() const { return logs_steps_; }
  stats::ActivityId record_whole(const Member& member, int rank);
  void finish_lane(Session& session, int rank, int lane);
  [[nodiscard]] bool holds_sms(const Session& session) const;

  // Progress of lanes.
  void advance(Session& session, int rank, int lane);
  void settle();
  void perform_steps(Session& session, int rank, int lane);
  /// A step that takes time: when it is over, and its record.
  struct Production {
    Instant end;
    stats::ActivityId activity = stats::kNone;
  };
  Production record_step(const Lane& at, int rank, const Primitive& step, Duration busy);
  bool can_begin(Session& session, int rank, int lane, const Primitive& step);
  bool may_send(Session& session, int rank, int lane, const Primitive& step);
  void take(Session& session, int rank, int lane, const Primitive& step);
  void step_done(Session& session, int rank, int lane);
  stats::ActivityId record_hand_over(
      const Lane& at, int rank, const Primitive& step, const Production& production, Duration time);
  [[nodiscard]] bool to_network(int rank, const Primitive& step) const;
  void give_room(Session& session, int rank, int lane);
  void send_all(Session& session, int rank, int lane, const Primitive& step, const Production& production);
  void dispatch(std::uint32_t id);

  // Steps of the scale-up switches.
  [[nodiscard]] int domain_of(int rank) const { return domains_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] std::int32_t first_of_domain(int rank) const;
  [[nodiscard]] std::int32_t domain_size() const;
  [[nodiscard]] bool all_in(const Session& session, int rank, std::int32_t& missing) const;
  void at_switch(std::uint32_t id);
  void multicast(std::uint32_t id);
  void gather(std::uint32_t id);

  void begin(std::uint32_t id);
  [[nodiscard]] Duration wait_for_key(const Message& message);
  void put_on_wire(std::uint32_t id);
  void send(std::uint32_t id);
  [[nodiscard]] Bytes wire_bytes(const Message& message) const;
  [[nodiscard]] std::int32_t source(const Message& message) const;
  [[nodiscard]] std::int32_t destination(const Message& message) const;
  void start_sealing(std::uint32_t id);
  void next_stage(std::uint32_t id);
  void reduce(std::uint32_t id);
  void finish_receive(std::uint32_t id);
  [[nodiscard]] Duration still_missing(const Message& message) const;
  void arrived(std::uint32_t id);
  stats::ActivityId record(const Message& message, Label label, Instant start, Instant end);
  stats::ActivityId record_wire(const Message& message);
  stats::ActivityId record_rest(const Message& message);
  [[nodiscard]] const security::Protection* protection(int from, int to) const;
  [[nodiscard]] gpu::Package& package(int rank) const { return *around_.packages[static_cast<std::size_t>(rank)]; }

  Surroundings around_;
  Scheduler scheduler_;
  std::vector<host::CollectiveSpec> specs_;
  int ranks_;
  std::vector<std::int32_t> domains_;               ///< [rank]
  std::vector<std::unique_ptr<Session>> sessions_;  ///< slots; null where free
  std::vector<std::vector<std::int32_t>> joined_;   ///< [collective][rank]: how often this rank has joined it
  fabric::Pool<Message> messages_;
  PairKeys keys_;
  std::vector<LaneRef> ready_;  ///< lanes that may have become able to go on
  bool settling_ = false;
  bool logs_steps_ = false;
  ExecutorCounts counts_;
};

}  // namespace sealring::collectives
