// A stand-in for the machine readers of the floors above: every type, sections, lists, free keys.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/config/reader.hpp"

namespace sealring::config {

struct SmallLink {
  Bandwidth rate;
  Duration latency;
  bool operator==(const SmallLink& o) const { return rate == o.rate && latency == o.latency; }
};

struct SmallGpu {
  int sms = 0;
  Frequency clock;
  Bytes memory;
  Bandwidth memory_rate;
  double efficiency = 0.9;
  SmallLink link;
  bool operator==(const SmallGpu& o) const {
    return sms == o.sms && clock == o.clock && memory == o.memory && memory_rate == o.memory_rate &&
           efficiency == o.efficiency && link == o.link;
  }
};

struct SmallClaim {
  std::string what;
  Bandwidth value;
  std::string source;
  bool operator==(const SmallClaim& o) const { return what == o.what && value == o.value && source == o.source; }
};

struct SmallMachine {
  int schema = 0;
  std::string name;
  std::string summary;
  SmallGpu gpu;
  SmallLink link, spare_link;
  int cores = 1;
  Duration launch;
  std::vector<int> links_per_plane;
  std::vector<SmallClaim> published;
  bool multicast = true;
  double offset = -0.125;
  std::vector<Bytes> caps{mebibytes(25), mebibytes(50)};
  std::vector<double> shares{0.1, 1.0 / 3};
  std::vector<std::string> tags{"plain", "needs: quotes", ""};
  std::optional<Bytes> budget;
  std::optional<Seconds> length;
  FlopRate peak{989e12};
  Flops work{1e9 / 3};
  Seconds setup{0.3};
  std::int64_t seed = 1;
  int kind = 0;  ///< ring | tree
  std::map<std::string, SmallLink> profiles;
  bool operator==(const SmallMachine& o) const;
};

SmallMachine read_small_machine(Reader in);

}  // namespace sealring::config
