#include "workloads/traces/read_collective.hpp"

#include <tuple>

#include "workloads/collectives/tuner.hpp"
#include "workloads/traces/vocabulary.hpp"

namespace sealring::traces {
namespace {

/// `names` must live as long as the program.
Vocabulary vocabulary_of(std::string_view what, const std::vector<std::string>& names) {
  Vocabulary words{what, {}};
  words.words.assign(names.begin(), names.end());
  return words;
}

const Vocabulary& algorithms() {
  static const std::vector<std::string> names = collectives::algorithm_choices();
  static const Vocabulary words = vocabulary_of("algorithm", names);
  return words;
}

const Vocabulary& protocols() {
  static const std::vector<std::string> names = collectives::protocol_choices();
  static const Vocabulary words = vocabulary_of("protocol", names);
  return words;
}

auto fields(const host::CollectiveSpec& spec) {
  return std::tie(spec.kind, spec.bytes, spec.algorithm, spec.root, spec.protocol, spec.in_place);
}

}  // namespace

host::CollectiveSpec read_collective(Fields& in) {
  host::CollectiveSpec spec;
  spec.kind = in.choice<host::CollectiveKind>("kind", collective_kinds());
  spec.bytes = Bytes(in.integer("bytes"));
  spec.algorithm = word(algorithms(), in.choice<int>("algorithm", algorithms()));
  spec.root = static_cast<std::int32_t>(in.integer("root", {0, INT32_MAX}));
  if (in.has("protocol")) {
    spec.protocol = word(protocols(), in.choice<int>("protocol", protocols()));
  }
  if (in.has("in_place")) {
    spec.in_place = in.flag("in_place");
  }
  return spec;
}

bool equal(const host::CollectiveSpec& a, const host::CollectiveSpec& b) { return fields(a) == fields(b); }

}  // namespace sealring::traces
