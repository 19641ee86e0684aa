// One file with mistakes of every kind: syntax of values, unknown keys, missing keys, and rules between numbers.
#include <catch2/catch.hpp>

#include "models/machine/read_machine.hpp"

namespace {

using namespace sealring;

TEST_CASE("all mistakes of a machine file are reported in one go", "[machines]") {
  config::Report report;
  machine::load_machine(std::string(SEALRING_TEST_DATA) + "/imaginary_gpu/mistakes.yaml", {}, report);
  std::vector<std::string> found;
  for (const config::Problem& problem : report.problems()) {
    found.push_back(std::to_string(problem.where.line) + ": " + problem.path + ": " + problem.message);
  }
  const std::vector<std::string> expected = {
      "8: gpus_per_host: 4 GPUs per host do not divide the 7 of a domain evenly",
      "13: gpu.sms: '037' has a leading zero; write the number without it",
      "18: gpu.memory_efficiency: 1.83 was given; at most 1 is possible",
      "144: scale_up.link.rate_per_direction: '19' has no unit; a bandwidth needs one of: B/s, kB/s, MB/s, "
      "GB/s, TB/s, KiB/s, MiB/s, GiB/s, Mb/s, Gb/s, Tb/s",
      "141: scale_up.link.latency: missing key",
      "145: scale_up.link.latncy: unknown key; did you mean 'latency'?",
      "159: scale_up.links_per_plane: the planes take 2 + 2 + 2 = 6 links of each GPU, but a 'Imaginary' "
      "has 5",
      "159: scale_up.links_per_plane: the fullest plane needs 14 ports, but a 'Imaginary switch' has 10",
      "176: profiles.software.scale_up.kind: 'software_aed' is not one of: none, inline_link, ide, "
      "software_aead, host_bounce, copy_engine; did you mean 'software_aead'?",
      "173: profiles.software.staging_slots: 0 was given; more than that is needed",
      "220: profiles.inline.toll.launch: '-9.1 us' is negative; a duration is at least 0",
      "227: published.1.what: 'bisecton' is not one of: gpu_bandwidth, node_bandwidth, domain_bandwidth, "
      "bisection, switch_bandwidth, gpu_memory_bandwidth, domain_memory_bandwidth, host_link, "
      "gpu_scale_out, domain_scale_out; did you mean 'bisection'?"};
  CHECK(found == expected);
}

}  // namespace
