#include "workloads/training/ddp_spec.hpp"

#include "workloads/collectives/tuner.hpp"

namespace sealring::training {

namespace {

const std::vector<std::string> kPrecisions = {
    "fp32", "tf32", "bf16", "fp16", "fp8", "fp4"};                                        // order of host::Precision
const std::vector<std::string> kOptimizers = {"default", "adamw", "sgd", "adamw_fused"};  // order of Optimizer

void check_width(config::Reader& in, const std::string& key, int bytes) {
  if (bytes != 2 && bytes != 4) {
    in.problem(key, std::to_string(bytes) + " bytes; 2 or 4 are possible");
  }
}

void check(config::Reader& in, const DdpSpec& spec) {
  check_width(in, "parameter_bytes", spec.parameter_bytes);
  check_width(in, "gradient_bytes", spec.gradient_bytes);
  if (spec.parameter_bytes < spec.model_options().activation_bytes()) {
    in.problem("parameter_bytes", "16-bit parameters need precision bf16 or fp16");
  }
  if (spec.bucket_cap.has_value() && *spec.bucket_cap < Bytes(1)) {
    in.problem("bucket_cap", "at least 1 B is needed; leave the key out for the default");
  }
  in.at_most("batch", spec.batch, std::int64_t{1} << 24);  // far beyond any memory; sums of bytes stay in range
}

}  // namespace

Optimizer DdpSpec::optimizer_for(const Model& trained) const {
  return optimizer == Optimizer::kFamilyDefault ? family(trained.family).optimizer : optimizer;
}

DdpSpec read_ddp(config::Reader in) {
  DdpSpec spec;
  in.need("model", spec.model)
      .get("batch", spec.batch)
      .choose("precision", spec.precision, kPrecisions)
      .get("parameter_bytes", spec.parameter_bytes);
  spec.gradient_bytes = spec.parameter_bytes;
  in.get("gradient_bytes", spec.gradient_bytes)
      .get("bucket_cap", spec.bucket_cap)
      .get("gradient_as_bucket_view", spec.gradient_as_bucket_view)
      .get("overlap", spec.overlap)
      .get("broadcast_buffers", spec.broadcast_buffers)
      .choose("optimizer", spec.optimizer, kOptimizers)
      .get("sequence", spec.sequence)
      .get("fused_attention", spec.fused_attention)
      .get("synchronize", spec.synchronize)
      .get("host_time", spec.host_time);
  const std::vector<std::string> algorithms = collectives::algorithm_choices();
  int algorithm = 0;
  in.choose("algorithm", algorithm, algorithms);
  spec.algorithm = algorithms[static_cast<std::size_t>(algorithm)];
  check(in, spec);
  in.done();
  return spec;
}

}  // namespace sealring::training
