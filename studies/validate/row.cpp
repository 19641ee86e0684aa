#include "studies/validate/row.hpp"

namespace sealring::studies {

void read_kind(config::Reader& section, RowKind& kind) {
  if (section.exists() && !section.has("kind")) {
    section.problem("kind", "missing key");
  }
  section.choose("kind", kind, kRowKinds);
}

void read_band(config::Reader& section, ValidationRow& row) {
  section.get("band_pct", row.band_pct);
  if (!section.has("known_gap")) {
    return;
  }
  KnownGap gap;
  config::Reader in = section.section("known_gap");
  in.need("number", gap.number).need("bound_pct", gap.bound_pct);
  in.done();
  row.gap = gap;
  if (!row.band_pct) {
    section.problem("known_gap", "only a row with a band can miss it");
  }
}

}  // namespace sealring::studies
