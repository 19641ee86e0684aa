// What sealing a message on one kind of path inserts into its route.
#pragma once

#include <array>
#include <optional>

#include "models/label.hpp"
#include "sim/units/units.hpp"

namespace sealring::security {

/// The paths of a machine that a profile protects one by one.
enum class PathKind { kHostCopy, kCommand, kScaleUp, kScaleOut };

/// Where a stage runs: a kernel on the GPU of that end, one of its copy engines, its communication thread submitting a
/// copy (which also pays what a plain copy costs to submit), or a copy between GPU and host through the bounce pool and
/// the cipher of the rank's context.
enum class Where { kGpuKernel, kCopyEngine, kCopySubmission, kBounceToHost, kBounceToDevice };

/// One piece of sealing or opening work. `alone` is its time with nothing beside it; of a bounced copy only the
/// cipher's, because the copy engine works beside it.
struct Stage {
  Where where = Where::kGpuKernel;
  Label label = Label::kSeal;
  Duration alone;
  double sms = 0;          ///< SMs a kernel occupies; ignored elsewhere
  int launches = 0;        ///< kernel launches the host must submit for it
  Bytes bytes = Bytes(0);  ///< of a bounced copy
};

/// At most four stages at one end, run one after the other.
struct Stages {
  std::array<Stage, 4> stage{};
  int count = 0;
  void add(const Stage& s) { stage[static_cast<std::size_t>(count++)] = s; }
};

/// What a protection adds to the link itself.
struct LinkOverhead {
  Bytes per_packet = Bytes(0);  ///< tag, IV, header extension
  Duration latency;             ///< cipher pipeline, both ends together
  double rate_factor = 1.0;     ///< share of the link rate that survives apart from per_packet
};

/// A way to protect a path. Implementations are rows of models/security/catalog.cpp.
class Protection {
 public:
  virtual ~Protection() = default;
  [[nodiscard]] virtual Stages at_sender(Bytes message) const = 0;
  [[nodiscard]] virtual Stages at_receiver(Bytes message) const = 0;
  [[nodiscard]] virtual LinkOverhead on_link() const = 0;
  /// The kernel that adds a received message, where sealing keeps the collective's own kernel from doing it while it
  /// receives.
  [[nodiscard]] virtual std::optional<Stage> reduction(Bytes) const { return std::nullopt; }
  /// Something other than the link seals the message, so it passes through memory outside the protected region at both
  /// ends.
  [[nodiscard]] virtual bool staged() const = 0;
  /// That memory is a staging slot of the GPU (not the host's bounce pool), so a message must get one at both ends.
  [[nodiscard]] virtual bool waits_in_gpu_memory() const { return staged(); }
  /// A tap on the wire sees ciphertext.
  [[nodiscard]] virtual bool sealed() const = 0;
};

}  // namespace sealring::security
