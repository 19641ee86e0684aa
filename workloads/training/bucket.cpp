#include "workloads/training/bucket.hpp"

namespace sealring::training {

std::vector<Bucket> make_buckets(const std::vector<Tensor>& tensors, std::optional<Bytes> cap, int bytes_per_element) {
  const Bytes usual = cap.value_or(kDefaultBucketCap);
  Bytes limit = cap.has_value() ? usual : kDefaultFirstBucket;
  std::vector<Bucket> buckets;
  Bucket open;
  for (const auto& tensor : tensors) {
    open.count += 1;
    open.bytes += Bytes(tensor.numel * bytes_per_element);
    if (open.bytes >= limit) {
      buckets.push_back(open);
      open = Bucket{open.first + open.count, 0, Bytes(0)};
      limit = usual;
    }
  }
  if (open.count > 0) {
    buckets.push_back(open);
  }
  return buckets;
}

}  // namespace sealring::training
