#include "models/machine/find_machine.hpp"

#include <catch2/catch.hpp>

#include "sim/config/report.hpp"

namespace {

using namespace sealring;
using namespace sealring::machine;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;

const std::vector<std::string> kRoots = {SEALRING_CONFIGS, SEALRING_TEST_DATA, "/nowhere/at/all"};

TEST_CASE("a name is looked up in every root", "[machine]") {
  CHECK_THAT(find_machine("hopper_h100", kRoots), EndsWith("configs/hopper_h100/machine.yaml"));
  CHECK_THAT(find_machine("imaginary_gpu", kRoots), EndsWith("tests/data/imaginary_gpu/machine.yaml"));
}

TEST_CASE("a path of a file or of its folder is taken as it is", "[machine]") {
  const std::string folder = std::string(SEALRING_TEST_DATA) + "/imaginary_gpu";
  CHECK(find_machine(folder, {}) == folder + "/machine.yaml");
  CHECK(find_machine(folder + "/machine.yaml", {}) == folder + "/machine.yaml");
}

TEST_CASE("an unknown name gives the nearest and all that are known", "[machine]") {
  CHECK_THROWS_WITH(find_machine("hoper_h100", {SEALRING_CONFIGS}),
                    StartsWith("unknown machine 'hoper_h100'; did you mean 'hopper_h100'? known: dgx_a100, ") &&
                        Contains("vera_rubin_nvl72"));
}

TEST_CASE("without any machine a path is asked for", "[machine]") {
  CHECK_THROWS_WITH(find_machine("x", {}),
                    "unknown machine 'x'; no machine is installed, give the path of a machine.yaml");
}

TEST_CASE("parts are not machines", "[machine]") {
  const auto known = known_machines({SEALRING_CONFIGS});
  CHECK(std::find(known.begin(), known.end(), "parts") == known.end());
  CHECK(std::is_sorted(known.begin(), known.end()));
}

}  // namespace
