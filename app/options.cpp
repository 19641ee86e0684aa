#include "app/options.hpp"

#include <algorithm>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

namespace sealring::app {
namespace {

constexpr int kUsage = 1;
constexpr const char* kOps = "all_reduce, reduce_scatter, all_gather, broadcast, alltoall, sendrecv";

void split_overrides(const std::vector<std::string>& given, std::vector<config::Override>& into) {
  for (const std::string& text : given) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw CLI::ValidationError("--set", "'" + text + "' is not path=value");
    }
    into.push_back({text.substr(0, equals), text.substr(equals + 1)});
  }
}

/// Registers on each verb the options that it reads, and no other: an ignored option is a wrong answer.
class Verbs {
 public:
  Verbs(CLI::App& app, Options& options, std::vector<std::string>& sets) : app_(app), o_(options), sets_(sets) {}
  void add_all() {
    add_demo();
    add_run();
    add_compare();
    add_validate();
    add_calibrate();
    add_machines();
    add_nccl_tests();
    add_compare_nccl();
  }

 private:
  CLI::App* add(const std::string& name, const std::string& what) { return app_.add_subcommand(name, what); }
  void system(CLI::App* verb) {
    verb->add_option("--machine", o_.machines, "machine(s) by name or path of a machine.yaml")->delimiter(',');
    verb->add_option("--profile", o_.profiles, "security profile(s)")->delimiter(',');
    set(verb);
    verb->add_option("--fidelity", o_.fidelity, "slice, packet or analytic");
  }
  void set(CLI::App* verb) {
    verb->add_option("--set", sets_, "override any setting: path=value (repeatable)")->take_all();
  }
  void out(CLI::App* verb) { verb->add_option("--out", o_.out, "folder for result files"); }
  CLI::Option* json(CLI::App* verb) { return verb->add_flag("--json", o_.json, "print JSON on stdout"); }
  void results(CLI::App* verb) {
    out(verb);
    json(verb);
  }
  void layout(CLI::App* verb) {
    verb->add_option("--nodes", o_.nodes, "nodes (racks of a rack-scale machine)")->check(CLI::PositiveNumber);
    verb->add_option("--gpus-per-node", o_.gpus_per_node, "GPUs of each that take part")->check(CLI::PositiveNumber);
  }
  void choice(CLI::App* verb) {
    verb->add_option("--algo", o_.algorithm, "as NCCL_ALGO names it; chosen for each size when absent");
    verb->add_option("--proto", o_.protocol, "as NCCL_PROTO names it; chosen for each size when absent");
  }
  void quiet(CLI::App* verb) { verb->add_flag("-q,--quiet", o_.quiet, "no progress, no hints"); }
  void jobs(CLI::App* verb) {
    quiet(verb);
    verb->add_option("-j,--jobs", o_.jobs, "child processes at once")->check(CLI::Range(1, 256));
  }
  void add_demo();
  void add_run();
  void add_compare();
  void add_validate();
  void add_calibrate();
  void add_machines();
  void add_nccl_tests();
  void add_compare_nccl();

  CLI::App& app_;
  Options& o_;
  std::vector<std::string>& sets_;
};

void Verbs::add_demo() {
  CLI::App* demo = add("demo", "the main job: what sealing costs a DDP training step on four GPUs, and why");
  results(demo);
  jobs(demo);
}

void Verbs::add_run() {
  CLI::App* run = add("run", "simulate one scenario");
  run->add_option("scenario", o_.file, "scenario file")->required();
  run->add_flag("--trace", o_.trace, "also write timeline.json (Chrome trace) to --out");
  run->add_option("--record", o_.record, "write the operations of the run to this file (JSON Lines)");
  system(run);
  results(run);
  quiet(run);
}

void Verbs::add_compare() {
  CLI::App* compare =
      add("compare", "the same scenario under several profiles or machines, with breakdown and ceilings");
  compare->add_option("scenario", o_.file, "scenario file")->required();
  system(compare);
  results(compare);
  jobs(compare);
}

void Verbs::add_validate() {
  CLI::App* validate = add("validate", "every published number beside what the simulation gives");
  validate->add_option("id", o_.file, "only rows whose id contains this text");
  validate->add_option("--rows", o_.rows, "folder with YAML files of rows, instead of the shipped ones")
      ->check(CLI::ExistingDirectory);
  results(validate);
  jobs(validate);
}

void Verbs::add_calibrate() {
  CLI::App* calibrate = add("calibrate", "fit named parameters to named data files");
  calibrate->add_option("fit", o_.file, "which fit (see list fits)")->required();
  calibrate->add_option("--group", o_.group, "nccl: only this group of constants");
  calibrate->add_flag("--check", o_.check, "nccl: fit nothing; residuals and derivatives at the shipped values");
  calibrate->add_flag("--robust", o_.robust, "nccl: a size that is off by more than 3 % counts less");
  calibrate->add_option("--constants", o_.constants, "nccl: file of free constants, instead of the shipped one")
      ->check(CLI::ExistingFile);
  out(calibrate);
  jobs(calibrate);
}

void Verbs::add_machines() {
  CLI::App* describe = add("describe", "a machine as it was understood, beside its published claims");
  describe->add_option("which", o_.file, "machine by name or path")->required();
  CLI::Option* dot = describe->add_flag("--dot", o_.dot, "draw the topology (Graphviz)");
  set(describe);
  json(describe)->excludes(dot);
  CLI::App* list = add("list", "machines, profiles and every catalogue");
  list->add_option("kind", o_.file, "one catalogue only");
  json(list);
}

void Verbs::add_nccl_tests() {
  CLI::App* nccl = add("nccl-tests", "a sweep over sizes in the table format of nccl-tests");
  nccl->add_option("--op", o_.op, kOps);
  nccl->add_option("-b,--minbytes", o_.begin, "smallest size, for instance 8 or 1M");
  nccl->add_option("-e,--maxbytes", o_.end, "largest size");
  CLI::Option* factor =
      nccl->add_option("-f,--stepfactor", o_.factor, "factor between sizes")->check(CLI::Range(1.01, 1e6));
  nccl->add_option("-i,--stepbytes", o_.step, "bytes between sizes, in place of a factor")->excludes(factor);
  choice(nccl);
  nccl->add_option("-g,--ngpus", o_.ranks, "ranks; all GPUs of the machine when absent")->check(CLI::PositiveNumber);
  layout(nccl);
  system(nccl);
  results(nccl);
  jobs(nccl);
}

void Verbs::add_compare_nccl() {
  CLI::App* compare = add("compare-nccl", "an output of nccl-tests, table or JSON, beside what the simulation gives");
  compare->add_option("file", o_.file, "what nccl-tests printed, or the file of its -J")->required();
  compare->add_option("--op", o_.op, std::string(kOps) + "; as the file says when absent");
  compare->add_option("--ranks", o_.ranks, "ranks; as the file says when absent")->check(CLI::PositiveNumber);
  compare->add_option(
      "--floor", o_.floor, "launch floor of the site: auto (the smallest size), none, or a time such as '25 us'");
  choice(compare);
  layout(compare);
  system(compare);
  results(compare);
  jobs(compare);
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
  Verbs(app, options, sets).add_all();
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
