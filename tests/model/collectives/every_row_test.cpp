// Every row of the catalogue, cut as the library cuts it, ends on every number of ranks and in every shape.
#include <stdexcept>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/model/collectives/rig.hpp"
#include "tests/model/link/small_machine.hpp"
#include "tests/unit/fabric/tiny_networks.hpp"
#include "workloads/collectives/catalog.hpp"
#include "workloads/collectives/tuner.hpp"

using namespace sealring;
using namespace sealring::test;
using collectives::AlgorithmRow;
using host::CollectiveKind;
using host::CollectiveSpec;

namespace {

struct Shape {
  int domains;
  int size;
  [[nodiscard]] int ranks() const { return domains * size; }
};

/// One domain, and where it divides the ranks two domains, domains of two, and domains of one.
std::vector<Shape> shapes(int ranks) {
  std::vector<Shape> all{{1, ranks}, {ranks, 1}};
  if (ranks % 2 == 0 && ranks > 2) {
    all.push_back({2, ranks / 2});
  }
  if (ranks % 2 == 0 && ranks > 4) {
    all.push_back({ranks / 2, 2});
  }
  if (ranks % 3 == 0 && ranks > 3) {
    all.push_back({3, ranks / 3});
  }
  return all;
}

template <class Cost>
void fill(Cost& cost, Duration step, Bandwidth rate) {
  cost.step = step;
  cost.channel_rate = rate;
  cost.hop = nanoseconds(300);
  cost.network_hop = microseconds(5);
}

gpu::CommunicationSpec library() {
  gpu::CommunicationSpec spec;
  spec.channels = 4;
  spec.start = microseconds(1);
  fill(spec.simple, nanoseconds(1500), gigabytes_per_second(20));
  fill(spec.ll, nanoseconds(20), gigabytes_per_second(10));
  fill(spec.ll128, nanoseconds(600), gigabytes_per_second(15));
  fill(spec.nvls, microseconds(3), gigabytes_per_second(18));
  spec.nvls.channels = 2;
  spec.point_to_point.channels = 4;
  spec.point_to_point.step = spec.point_to_point.hop = microseconds(1);
  spec.point_to_point.channel_rate = gigabytes_per_second(20);
  const Bandwidth tuned = gigabytes_per_second(30);  // decides among what is left open only: nothing here
  spec.tuning.bus = spec.tuning.nvls_bus = tuned;
  spec.tuning.ll_most = spec.tuning.ll128_tree_channel = spec.tuning.tree_channel =
      spec.tuning.nvls_tree_bus = {tuned, tuned, tuned};
  return spec;
}

collectives::Tuner tuner(const Shape& shape) {
  collectives::JobShape job;
  job.ranks = shape.ranks();
  job.domain = shape.size;
  job.adapters = shape.size;
  job.adapter_rate = gigabytes_per_second(50);
  job.switches_lack.clear();
  return collectives::Tuner(library(), job);
}

bool carries_out(const AlgorithmRow& row, const Shape& shape, const CollectiveSpec& spec) {
  collectives::Request request;
  request.kind = spec.kind;
  request.ranks = shape.ranks();
  request.domain = shape.size;
  request.bytes = spec.bytes;
  request.root = spec.root;
  return row.make()->supports(request);
}

std::string text(const Shape& shape, const CollectiveSpec& spec) {
  return spec.algorithm + " " + collectives::collective_names()[static_cast<std::size_t>(spec.kind)] + " " +
         spec.protocol + ", " + std::to_string(spec.bytes.count()) + " bytes from " + std::to_string(spec.root) +
         " on " + std::to_string(shape.domains) + " domains of " + std::to_string(shape.size);
}

/// Calls `use` with every collective that a row carries out on the shape, under each protocol, its bytes still open.
template <class Use>
void for_each_row(const Shape& shape, fabric::test::Dice& dice, const Use& use) {
  for (const AlgorithmRow& row : collectives::algorithms()) {
    for (std::size_t kind = 0; kind < collectives::collective_names().size(); ++kind) {
      for (const std::string& protocol : collectives::protocol_names()) {
        CollectiveSpec spec = collective(static_cast<CollectiveKind>(kind), Bytes(0));
        spec.algorithm = row.name;
        spec.protocol = protocol;
        spec.root = static_cast<std::int32_t>(dice.below(shape.ranks()));
        if (carries_out(row, shape, spec)) {
          use(spec);
        }
      }
    }
  }
}

/// Up to 3/4 MiB, small ones as often as large ones; hardly ever a multiple of anything.
Bytes random_bytes(fabric::test::Dice& dice) { return Bytes(2 + dice.below(std::int64_t{3} << dice.below(19))); }

Duration time_of(machine::Fabric& fabric, const Shape& shape, const CollectiveSpec& spec) {
  Trial trial;
  const collectives::Tuner chooses = tuner(shape);
  trial.scheduler = [&](const CollectiveSpec& asked) { return chooses.schedule(asked); };
  trial.together = {spec};
  const Outcome outcome = carry_out(fabric, trial);
  if (!outcome.unfinished.empty()) {
    throw std::runtime_error(text(shape, spec) + ": " + outcome.unfinished.front());
  }
  return outcome.ends.front().since_start();
}

/// A byte keeps the thread block busy for one pass in each step, and a wire for at most 250 ps on 12 stations.
Duration for_a_byte(const Shape& shape, const CollectiveSpec& spec) {
  const collectives::Schedule schedule = tuner(shape).schedule(spec);
  const auto plan = collectives::make_algorithm(schedule.algorithm)
                        ->plan(collectives::request_of(spec, schedule, shape.ranks(), shape.size));
  collectives::Primitive nothing;
  collectives::Primitive byte;
  byte.bytes = Bytes(1);
  const Duration step = schedule.busy(byte) - schedule.busy(nothing) + 12 * Duration(250'000);
  return step * (plan->substeps() + 3);  // the last step of each of up to three levels sends nothing
}

/// What is wrong with the times of 0, 1 and some bytes; empty when nothing is.
std::string complaint(machine::Fabric& fabric, const Shape& shape, CollectiveSpec spec, Bytes some) {
  const Duration none = time_of(fabric, shape, spec);
  spec.bytes = Bytes(1);
  const Duration one = time_of(fabric, shape, spec);
  spec.bytes = some;
  const Duration more = time_of(fabric, shape, spec);
  // The start, and at least one step.
  if (none <= library().start) {
    return "nothing takes no time";
  }
  if (one < none || one > none + for_a_byte(shape, spec)) {
    return "one byte takes " + std::to_string(one.count()) + " fs, none " + std::to_string(none.count());
  }
  if (more < none) {
    return "takes less than nothing: " + std::to_string(none.count()) + " fs, not " + std::to_string(more.count());
  }
  return {};
}

}  // namespace

TEST_CASE("every row ends on 2 to 17 ranks, whatever the shape, protocol and bytes") {
  for (int ranks = 2; ranks <= 17; ++ranks) {
    for (const Shape& shape : shapes(ranks)) {
      machine::FabricOptions options;
      options.wires.slice =
          kibibytes(64);  // of which every buffer holds some; the slot of a short message is no smaller
      const std::string fault =
          elaborated(plain_machine(shape.domains, shape.size), {}, options, [&](machine::Fabric& fabric) {
            fabric::test::Dice dice(static_cast<std::uint64_t>(100 * shape.domains + shape.size));
            std::string first;
            for_each_row(shape, dice, [&](CollectiveSpec spec) {
              const Bytes some = random_bytes(dice);
              const std::string what = complaint(fabric, shape, spec, some);
              spec.bytes = some;
              first = first.empty() && !what.empty() ? text(shape, spec) + ": " + what : first;
            });
            return first;
          });
      CHECK(fault == "");
    }
  }
}
