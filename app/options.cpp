#include "app/options.hpp"

#include <algorithm>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

namespace sealring::app {
namespace {

constexpr int kUsage = 1;

void split_overrides(const std::vector<std::string>& given, std::vector<config::Override>& into) {
  for (const std::string& text : given) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw CLI::ValidationError("--set", "'" + text + "' is not path=value");
    }
    into.push_back({text.substr(0, equals), text.substr(equals + 1)});
  }
}

/// Options that several verbs share. `sets` keeps the raw path=value texts.
void add_common(CLI::App* verb, Options& o, std::vector<std::string>& sets) {
  verb->add_option("--machine", o.machines, "machine(s) by name or path of a machine.yaml")->delimiter(',');
  verb->add_option("--profile", o.profiles, "security profile(s)")->delimiter(',');
  verb->add_option("--set", sets, "override any setting: path=value (repeatable)")->take_all();
  verb->add_option("--fidelity", o.fidelity, "slice, packet or analytic");
  verb->add_option("--out", o.out, "folder for result files");
  verb->add_flag("--json", o.json, "print JSON on stdout");
  verb->add_flag("-q,--quiet", o.quiet, "no progress, no hints");
  verb->add_option("-j,--jobs", o.jobs, "child processes at once")->check(CLI::Range(1, 256));
}

CLI::App* add_verb(
    CLI::App& app, const std::string& name, const std::string& what, Options& o, std::vector<std::string>& sets) {
  CLI::App* verb = app.add_subcommand(name, what);
  add_common(verb, o, sets);
  return verb;
}

void add_verbs(CLI::App& app, Options& o, std::vector<std::string>& sets) {
  add_verb(app, "demo", "the main job: what sealing costs a DDP training step on four GPUs, and why", o, sets);
  CLI::App* run = add_verb(app, "run", "simulate one scenario", o, sets);
  run->add_option("scenario", o.file, "scenario file")->required();
  run->add_flag("--trace", o.trace, "also write timeline.json (Chrome trace) to --out");
  run->add_option("--record", o.record, "write the operations of the run to this file (JSON Lines)");
  CLI::App* compare = add_verb(
      app, "compare", "the same scenario under several profiles or machines, with breakdown and ceilings", o, sets);
  compare->add_option("scenario", o.file, "scenario file")->required();
  CLI::App* validate = add_verb(app, "validate", "every published number beside what the simulation gives", o, sets);
  validate->add_option("id", o.file, "only rows whose id contains this text");
  validate->add_option("--rows", o.rows, "folder with YAML files of rows, instead of the shipped ones")
      ->check(CLI::ExistingDirectory);
  add_verb(app, "calibrate", "fit named parameters to named data files", o, sets)
      ->add_option("fit", o.file, "which fit (see list)")
      ->required();
  CLI::App* describe =
      add_verb(app, "describe", "a machine as it was understood, beside its published claims", o, sets);
  describe->add_option("which", o.file, "machine by name or path")->required();
  describe->add_flag("--dot", o.dot, "draw the topology (Graphviz)");
  add_verb(app, "list", "machines, profiles and every catalogue", o, sets)
      ->add_option("kind", o.file, "one catalogue only");
  CLI::App* nccl = add_verb(app, "nccl-tests", "a sweep over sizes in the table format of nccl-tests", o, sets);
  nccl->add_option("--op", o.op, "all_reduce, reduce_scatter, all_gather, broadcast");
  nccl->add_option("-b,--minbytes", o.begin, "smallest size, for instance 8 or 1M");
  nccl->add_option("-e,--maxbytes", o.end, "largest size");
  nccl->add_option("-f,--stepfactor", o.factor, "factor between sizes")->check(CLI::Range(1.01, 1e6));
  nccl->add_option("-g,--ngpus", o.ranks, "ranks; all GPUs of the machine when absent");
}

/// CLI11 says only that some verb is missing.
bool is_unknown_verb(const CLI::App& app, const std::string& word) {
  const std::vector<const CLI::App*> verbs = app.get_subcommands([](const CLI::App*) { return true; });
  return word.compare(0, 1, "-") != 0 &&
         std::none_of(verbs.begin(), verbs.end(), [&](const CLI::App* verb) { return verb->get_name() == word; });
}

void refuse_verb(const CLI::App& app, const std::string& word) {
  std::string known;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    known += (known.empty() ? "" : ", ") + verb->get_name();
  }
  fmt::print(stderr, "unknown verb '{}'; known: {}\n", word, known);
}

}  // namespace

bool parse(int argc, char** argv, Options& options, int& exit_code) {
  CLI::App app{
      "SealRing: what confidential computing costs a multi-GPU job, where the cost comes from, and which knob removes "
      "it"};
  app.name("sealring");
  app.require_subcommand(1);
  app.set_version_flag("--version", SEALRING_VERSION);
  std::vector<std::string> sets;
  add_verbs(app, options, sets);
  if (argc > 1 && is_unknown_verb(app, argv[1])) {
    refuse_verb(app, argv[1]);
    exit_code = kUsage;
    return false;
  }
  try {
    app.parse(argc, argv);
    split_overrides(sets, options.overrides);
  } catch (const CLI::ParseError& error) {
    exit_code = app.exit(error) == 0 ? 0 : kUsage;
    return false;
  }
  options.verb = app.get_subcommands().front()->get_name();
  return true;
}

}  // namespace sealring::app
