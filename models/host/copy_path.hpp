// Host copies of one rank on the event queue: copy engines, and under protection the cipher core and the bounce pool.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "models/gpu/services.hpp"
#include "models/host/copy_timing.hpp"
#include "models/host/servers.hpp"
#include "models/host/slot_pool.hpp"

namespace sealring::host {

struct CopyRequest {
  CopyDirection direction = CopyDirection::kHostToDevice;
  Bytes bytes;
  std::int32_t track = 0;
  std::uint32_t name = 0;
  const CopyTiming* timing = nullptr;  ///< outlives the copy; null: that of host copies
};

/// Models:  CopyTiming on shared parts. Copies of one direction share one engine and its PCIe wire, first come first
/// served.
///          The cipher of one context is serial: copies that overlap take turns slot by slot, on whichever core of the
///          host is free first; every part of a protected copy holds one slot of the bounce pool from its first stage
///          to its last.
/// Ignores: memory bandwidth of the host, the engines that sealed GPU traffic may use at the same time.
/// Source:  open driver 595: one context encrypts under a lock; 32 buffers of 2 MB that double when all are taken.
class CopyPath final : public gpu::Completion {
 public:
  /// References outlive the path.
  struct Surroundings {
    Servers& to_device;  ///< engine and wire of each direction; may be one and the same
    Servers& to_host;
    Servers& cores;  ///< of the host
    SlotPool& pool;  ///< of this context; unused without a bounce
  };
  CopyPath(const CopyTiming& timing, const Surroundings& around) : timing_(timing), around_(around) {}

  /// The stream reached the copy; `cause` ended now. API cost and toll have been paid by the host thread.
  void start(const CopyRequest& request, stats::ActivityId cause, gpu::Completion& who, std::uint64_t token);
  void completed(std::uint64_t token, stats::ActivityId activity) override;

  [[nodiscard]] int in_flight() const { return static_cast<int>(copies_.size() - free_.size()); }
  [[nodiscard]] const CopyTiming& timing() const { return timing_; }

 private:
  [[nodiscard]] const CopyTiming& timing_of(const CopyRequest& request) const {
    return request.timing == nullptr ? timing_ : *request.timing;
  }
  enum Event : std::uint64_t { kSlot, kEncrypted, kMoved, kEvents };
  struct Copy {
    CopyRequest request;
    gpu::Completion* who = nullptr;
    std::uint64_t token = 0;
    int parts = 1;
    int moved = 0;      ///< parts that have been given to the engine
    int encrypted = 0;  ///< parts that have been given to the cipher
    int done = 0;
  };
  struct CipherJob {
    std::uint32_t copy = 0;
    Bytes part;
  };
  std::uint32_t new_copy();
  void ask_slot(std::uint32_t id, stats::ActivityId cause);
  void move(std::uint32_t id, stats::ActivityId cause);
  void encrypt(std::uint32_t id, stats::ActivityId cause);
  void run_cipher(const CipherJob& job, stats::ActivityId cause);
  void after_cipher(std::uint32_t id, stats::ActivityId activity);
  void after_move(std::uint32_t id, stats::ActivityId activity);
  void part_done(std::uint32_t id, stats::ActivityId activity);
  [[nodiscard]] Bytes part(const Copy& copy, int index) const;

  CopyTiming timing_;
  Surroundings around_;
  std::vector<Copy> copies_;
  std::vector<std::uint32_t> free_;
  std::deque<CipherJob> cipher_queue_;
  bool cipher_busy_ = false;
};

}  // namespace sealring::host
