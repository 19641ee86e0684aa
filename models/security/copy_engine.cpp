#include "models/security/copy_engine.hpp"

#include "sim/config/report.hpp"

namespace sealring::security {

CopyEngine::CopyEngine(const CopyEngineSpec& spec, const StreamingReduction& reduction)
    : spec_(spec), reduction_(reduction) {
  if (!(spec.rate.count() > 0)) {
    throw config::BadInput("copy_engine: rate must be positive");
  }
}

Stages CopyEngine::one_end(Bytes message) const {
  Stages stages;
  stages.add({Where::kCopyEngine, Label::kCopyEngine, spec_.toll + message / spec_.rate, 0, 0, Bytes(0)});
  return stages;
}

}  // namespace sealring::security
