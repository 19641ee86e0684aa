#include "workloads/traces/vocabulary.hpp"

#include <algorithm>

namespace sealring::traces {

std::optional<int> Vocabulary::find(std::string_view word) const {
  const auto at = std::find(words.begin(), words.end(), word);
  if (at == words.end()) {
    return std::nullopt;
  }
  return static_cast<int>(at - words.begin());
}

std::string Vocabulary::known() const {
  std::string list;
  for (const auto& each : words) {
    list += (list.empty() ? "" : ", ") + std::string(each);
  }
  return list;
}

const Vocabulary& operations() {
  static const Vocabulary kWords{"operation", {"kernel", "collective", "copy", "synchronize", "host_work", "mark"}};
  return kWords;
}

const Vocabulary& precisions() {
  static const Vocabulary kWords{"precision", {"fp32", "tf32", "bf16", "fp16", "fp8", "fp4"}};
  return kWords;
}

const Vocabulary& compute_kinds() {
  static const Vocabulary kWords{"kind of work", {"matmul", "convolution", "attention", "elementwise"}};
  return kWords;
}

const Vocabulary& collective_kinds() {
  static const Vocabulary kWords{
      "collective", {"all_reduce", "reduce_scatter", "all_gather", "broadcast", "all_to_all", "send_recv"}};
  return kWords;
}

const Vocabulary& directions() {
  static const Vocabulary kWords{"direction", {"host_to_device", "device_to_host"}};
  return kWords;
}

// Words of this format, not the names that reports print: those may be reworded, a stored trace may not.
const Vocabulary& labels() {
  static const Vocabulary kWords{
      "label",
      {"forward",     "backward",    "optimizer",    "compute",     "sm_contention",   "seal",         "mac",
       "verify",      "open",        "reduce",       "link",        "link_contention", "staging_full", "host_copy",
       "host_crypto", "copy_engine", "launch",       "launch_toll", "host_work",       "peer_wait",    "queue_full",
       "synchronize", "collective",  "key_rotation", "idle"}};
  return kWords;
}

SubSteps sub_steps(const host::CollectiveSpec& collective, std::int64_t ranks) {
  const std::int64_t bytes = collective.bytes.count();
  const Bytes share(bytes / ranks + (bytes % ranks == 0 ? 0 : 1));
  switch (collective.kind) {
    case host::CollectiveKind::kAllReduce: return {2 * (ranks - 1), share};
    case host::CollectiveKind::kReduceScatter:
    case host::CollectiveKind::kAllGather: return {ranks - 1, share};
    case host::CollectiveKind::kBroadcast: return {ranks - 1, collective.bytes};
    case host::CollectiveKind::kAllToAll: return {ranks - 1, Bytes(collective.bytes.count() / ranks)};
    case host::CollectiveKind::kSendRecv: return {1, collective.bytes};
  }
  return {};
}

}  // namespace sealring::traces
