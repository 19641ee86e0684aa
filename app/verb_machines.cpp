// describe.
#include <fmt/core.h>

#include "app/verbs.hpp"
#include "models/machine/find_machine.hpp"
#include "models/machine/read_machine.hpp"
#include "sim/config/report.hpp"
#include "studies/describe.hpp"
#include "studies/scenario/data_folder.hpp"

namespace sealring::app {

int verb_describe(const Options& options) {
  config::Report report;
  const std::string file = machine::find_machine(options.file, {studies::data_folder("configs")});
  const machine::LoadedMachine loaded = machine::load_machine(file, options.overrides, report);
  report.stop_if_any();
  if (options.json) {
    print(options, studies::describe_facts(loaded.spec));
    return 0;
  }
  fmt::print("{}", options.dot ? studies::describe_dot(loaded.spec) : studies::describe_text(loaded.spec));
  return 0;
}

}  // namespace sealring::app
