// Jobs that leave some GPUs of every domain idle.
#include "models/machine/partial.hpp"

#include <catch2/catch.hpp>

#include "board.hpp"

namespace {

using namespace sealring;
using namespace sealring::machine;

TEST_CASE("a part of a host keeps the network that was built for all of it", "[machine]") {
  MachineSpec machine = small_machine();
  CHECK(use_gpus_per_domain(machine, 1).empty());
  CHECK(machine.gpus() == 2);  // one in each of two domains
  CHECK(machine.hosts() == 2);
  CHECK(machine.gpus_per_host == 1);
  CHECK(machine.wired_per_host() == 2);
}

TEST_CASE("whole hosts of a domain may take part", "[machine]") {
  MachineSpec machine = small_machine();
  CHECK(use_gpus_per_domain(machine, 2).empty());
  CHECK(machine.gpus_per_host == 2);
  CHECK(machine.hosts() == 2);
}

TEST_CASE("a number that fills hosts in part is refused", "[machine]") {
  MachineSpec machine = small_machine();
  CHECK(use_gpus_per_domain(machine, 3) ==
        "3 GPUs fill no whole number of hosts of 2; give a multiple of it, or less than one host");
  CHECK(machine.gpus_per_domain == 4);
}

TEST_CASE("more GPUs than there are is refused", "[machine]") {
  MachineSpec machine = small_machine();
  CHECK(use_gpus_per_domain(machine, 5) == "5 were asked for; machine small has 1 to 4");
}

}  // namespace
