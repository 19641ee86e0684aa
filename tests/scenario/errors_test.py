#!/usr/bin/env python3
"""Exit codes and what the program says when it ends with one."""
import re
import shlex

import program

DDP = "schema: 1\nkind: ddp\nmachine: hopper_h100\nranks: 2\nddp: {model: resnet-50}\n"
SLOW = "machine.scale_up.link.rate_per_direction=1 B/s"
ROWS = """source: "a test"
confidence: assumed
rows:
  - id: T-bus
    what: "bus bandwidth of one collective"
    unit: GB/s
    published: %s
    kind: predicted
%s    measure:
      kind: number
      scenario: collective
      set: ["collective.bytes=1 MiB"]
      path: communication.busbw
      scale: 1e-9
"""


class Usage(program.ProgramTest):
    def says(self, words, text):
        done = self.call(*words, code=1)
        self.assertIn(text, done.stderr)
        self.assertEqual(done.stdout, "")

    def test_no_verb(self):
        self.says([], "A subcommand is required")

    def test_an_unknown_verb_lists_the_known(self):
        self.says(["frob"], "unknown verb 'frob'; known: demo, run, compare, validate, calibrate, describe, list, nccl-tests, compare-nccl\n")

    def test_an_unknown_option(self):
        self.says(["run", "ddp", "--frob"], "--frob")

    def test_a_setting_without_a_value(self):
        self.says(["run", "ddp", "--set", "ranks"], "'ranks' is not path=value")
        self.says(["run", "ddp", "--set", "=4"], "'=4' is not path=value")

    def test_run_takes_one_machine(self):
        self.says(["run", "ddp", "--machine", "a,b"], "run takes one machine and one profile; compare takes several\n")

    def test_a_timeline_needs_a_folder(self):
        self.says(["run", "ddp", "--trace"], "give --out DIR\n")

    def test_a_machine_is_needed_for_nccl_tests(self):
        self.says(["nccl-tests"], "needs one --machine")

    def test_help_and_version_end_well(self):
        self.assertIn("--record", self.call("run", "--help").stdout)
        self.assertRegex(self.call("--version").stdout, r"^\d+\.\d+")


class OptionsOfEachVerb(program.ProgramTest):
    """What a verb does not read, it does not take: an option that is ignored is a wrong answer."""

    TAKEN = {"demo": "--out --json --quiet --jobs", "run": "--machine --profile --set --fidelity --out --json --quiet --trace --record",
             "compare": "--machine --profile --set --fidelity --out --json --quiet --jobs", "validate": "--rows --out --json --quiet --jobs",
             "calibrate": "--group --check --robust --constants --out --quiet --jobs", "describe": "--set --dot --json", "list": "--json",
             "nccl-tests": "--machine --profile --set --fidelity --out --json --quiet --jobs --op --minbytes --maxbytes --stepfactor --stepbytes "
                           "--algo --proto --ngpus --nodes --gpus-per-node",
             "compare-nccl": "--machine --profile --set --fidelity --out --json --quiet --jobs --op --ranks --floor --nodes --gpus-per-node --algo --proto"}

    def test_help_lists_exactly_what_is_taken(self):
        for verb, options in self.TAKEN.items():
            listed = re.findall(r"^ +(?:-\w,)?(--[a-z-]+)", self.call(verb, "--help").stdout, re.MULTILINE)
            self.assertEqual(sorted(listed), sorted([*options.split(), "--help"]), verb)

    def test_anything_else_is_a_usage_error(self):
        for words in (["demo", "--set", "a=b"], ["list", "--jobs", "2"], ["validate", "--profile", "off"], ["describe", "hopper_h100", "--out", "x"],
                      ["calibrate", "host_copies", "--json"], ["run", "ddp", "--jobs", "2"], ["compare", "ddp", "--trace"],
                      ["describe", "hopper_h100", "--json", "--dot"]):
            self.call(*words, code=1)


class BadInput(program.ProgramTest):
    def says(self, words, text):
        done = self.call(*words, code=2)
        self.maxDiff = None
        self.assertEqual(done.stderr, text)
        self.assertEqual(done.stdout, "")

    def begins(self, words, text):
        self.assertEqual(self.call(*words, code=2).stderr[:len(text)], text)

    def test_all_mistakes_of_both_files_at_once(self):
        with open(program.ROOT + "/tests/data/imaginary_gpu/machine.yaml", encoding="utf-8") as file:
            machine = file.read()
        machine = machine.replace("  sms: 37\n", "  smss: 37\n").replace("memory_rate: 1.3 TB/s", "memory_rate: 1300")
        self.write("machine.yaml", machine)
        self.write("job.yaml", "schema: 1\nkind: ddp\nmachine: machine.yaml\nrank: 4\nwarm_up: many\nddp:\n  model: resnet-51\n"
                   "  overlap: maybe\n")
        self.says(["run", "job.yaml"], EXPECTED_OF_TWO_FILES)

    def test_an_unknown_machine_is_told_with_the_rest(self):
        self.write("job.yaml", "schema: 1\nkind: ddp\nmachine: hopper_h10\nrank: 4\nddp: {model: resnet-50}\n")
        self.says(["run", "job.yaml"],
                  "job.yaml:3:10: machine: unknown machine 'hopper_h10'; did you mean 'hopper_h100'? known: dgx_a100, gb200_nvl72, "
                  "hgx_b200, hgx_b300, hgx_h200, hopper_h100, vera_rubin_nvl72\n"
                  "job.yaml:4:1: rank: unknown key; did you mean 'ranks'?\n")

    def test_an_unknown_kind_does_not_guess_a_section(self):
        self.write("job.yaml", DDP.replace("kind: ddp", "kind: training"))
        self.says(["run", "job.yaml"], "job.yaml:2:7: kind: 'training' is not one of: ddp, collective, trace\n")

    def test_an_unknown_profile_lists_those_of_the_machine(self):
        self.write("job.yaml", DDP)
        self.says(["run", "job.yaml", "--profile", "ppcie"],
                  "--set profile=ppcie: profile: machine hopper_h100 has no profile 'ppcie'; it has: hopper_cc, hopper_emulated, "
                  "hopper_ppcie, off\n")

    def test_more_ranks_than_gpus(self):
        self.write("job.yaml", DDP.replace("ranks: 2", "ranks: 9"))
        self.says(["run", "job.yaml"], "job.yaml:4:8: ranks: 9 ranks need as many GPUs; machine hopper_h100 has 8\n")

    def test_a_machine_that_cannot_be_is_refused_at_its_line(self):
        self.write("job.yaml", DDP)
        self.begins(["run", "job.yaml", "--set", "machine.scale_up.link.latency=0 ns"],
                    "--set machine.scale_up.link.latency=0 ns: machine.scale_up.link.latency: 0 fs was given; more than that is needed\n")
        self.write("job.yaml", DDP + "warm_up: 1001\nlatency_jitter: 5000 s\n")
        self.says(["run", "job.yaml"], "job.yaml:6:10: warm_up: 1001 was given; at most 1000 is possible\n"
                                       "job.yaml:7:17: latency_jitter: 5000 s was given; at most 100 s is possible\n")

    def test_a_run_beyond_the_clock_is_not_our_bug(self):
        self.begins(["run", "collective", "--set", SLOW], "a simulated time exceeds 2.5 hours, the range of the clock")
        self.begins(["run", "ddp", *program.settings("ddp.model=resnet-50", "ddp.batch=1", "ranks=2", "warm_up=150", "ddp.host_time=100 s")],
                    "a simulated time exceeds 2.5 hours, the range of the clock")

    def test_an_unknown_model_lists_the_known(self):
        self.begins(["run", "ddp", "--set", "ddp.model=gpt9"],
                    "--set ddp.model=gpt9: ddp.model: unknown model 'gpt9'; known: bert-base, ")

    def test_a_job_that_does_not_fit_shows_the_sum(self):
        said = self.call("run", "ddp", "--set", "ddp.batch=64", code=2).stderr
        self.assertRegex(said, r"^--set ddp\.batch=64: ddp\.batch: model 'gpt2-xl' with batch 64 needs 1\.016 TiB, the GPU has 80 GiB:\n  weights: 5\.803 GiB\n")
        self.assertRegex(said, r"\n  activations: 997\.5 GiB\n")

    def test_a_setting_that_nothing_reads(self):
        self.begins(["run", "ddp", "--set", "ddp.bucketcap=1 MiB"],
                    "--set ddp.bucketcap=1 MiB: no such setting; did you mean 'ddp.bucket_cap'?")

    def test_an_unknown_scenario(self):
        self.says(["run", "nosuch"], "nosuch: file 'nosuch' does not exist\n")

    def test_a_root_outside_of_the_ranks(self):
        self.begins(["run", "collective", *program.settings("collective.op=broadcast", "collective.root=8")],
                    "--set collective.root=8: collective.root: ")

    def test_a_collective_of_one(self):
        self.says(["run", "collective", "--set", "ranks=1"], "--set ranks=1: ranks: a collective joins at least 2 ranks\n")

    def test_more_parts_than_a_ring_can_have(self):
        self.says(["run", "collective", "--set", "pieces=1000000"], "--set pieces=1000000: pieces: 1000000 was given; at most 4096 is possible\n")

    def test_a_folder_that_cannot_be_written(self):
        self.begins(["run", "collective", "--out", "/proc/none"], "cannot write /proc/none/")

    def test_an_unknown_catalogue_lists_the_known(self):
        self.begins(["list", "frobs"], "unknown catalogue 'frobs'; known: algorithms, ")

    def test_compare_tells_bad_input_once(self):
        self.begins(["compare", "ddp", "--profile", "off,nope"], "--set profile=nope: profile: machine hopper_h100 has no profile 'nope'")
        self.assertEqual(self.call("compare", "ddp", "--profile", "off,nope", code=2).stderr.count("nope: profile"), 1)


class PointFails(program.ProgramTest):
    def test_compare_gives_the_line_to_paste(self):
        said = self.call("compare", "collective", "--profile", "hopper_ppcie", "--set", SLOW, "-q", code=3).stderr
        first = said.splitlines()[0]
        prefix = "failed (exit code 2): "
        self.assertEqual(first, prefix + f"sealring run collective --profile off --set '{SLOW}' --json --quiet")
        self.assertIn("    a simulated time exceeds 2.5 hours", said)
        again = self.call(*shlex.split(first[len(prefix):])[1:], code=2)
        self.assertIn("a simulated time exceeds 2.5 hours", again.stderr)


class Validation(program.ProgramTest):
    def setUp(self):
        super().setUp()
        busbw = self.metrics("collective", "--set", "collective.bytes=1 MiB")["communication"]["busbw"]["value"]
        self.right = busbw / 1e9

    def statuses(self, published, more="", code=0):
        self.write("rows/test.yaml", ROWS % (published, more))
        done = self.call("validate", "--rows", "rows", "--json", "--quiet", code=code)
        return [row["status"] for row in program.json.loads(done.stdout)["rows"]]

    def test_inside_and_outside_of_the_band(self):
        self.assertEqual(self.statuses(self.right * 1.009, "    band_pct: 1\n"), ["ok"])
        self.assertEqual(self.statuses(self.right * 1.011, "    band_pct: 1\n", code=5), ["out_of_band"])

    def test_without_a_band_nothing_is_judged(self):
        self.assertEqual(self.statuses(self.right * 2), ["no_band"])

    def test_a_known_gap_may_be_there_but_neither_grow_nor_close(self):
        gap = "    band_pct: 1\n    known_gap: {number: 1, bound_pct: 10}\n"
        self.assertEqual(self.statuses(self.right * 1.05, gap), ["known_gap"])
        self.assertEqual(self.statuses(self.right * 1.2, gap, code=5), ["out_of_band"])
        self.assertEqual(self.statuses(self.right, gap, code=5), ["out_of_band"])

    def test_a_mistake_in_the_rows(self):
        self.write("rows/test.yaml", (ROWS % ("1", "")).replace("kind: predicted", "kind: reconstructed"))
        self.assertEqual(self.call("validate", "--rows", "rows", code=2).stderr,
                         "rows/test.yaml:4:5: rows.0.choices: a fitted or reconstructed row says what was fitted or chosen\n")

    def test_a_choice_of_rows_that_is_empty(self):
        self.write("rows/test.yaml", ROWS % ("1", ""))
        self.assertEqual(self.call("validate", "nothing-like-it", "--rows", "rows", code=2).stderr, "no row's id contains 'nothing-like-it'\n")


EXPECTED_OF_TWO_FILES = """\
job.yaml:4:1: rank: unknown key; did you mean 'ranks'?
job.yaml:5:10: warm_up: 'many' is not a whole number; write it in decimal digits, without point or exponent
job.yaml:7:10: ddp.model: unknown model 'resnet-51'; known: bert-base, bert-base-pretraining, bert-large, bert-large-pretraining, \
gpt2-large, gpt2-medium, gpt2-small, gpt2-xl, llama2-7b, llama3-8b, resnet-101, resnet-152, resnet-50, vgg-16, vgg-19, vit-b-16, \
vit-h-14, vit-l-16
job.yaml:8:12: ddp.overlap: 'maybe' is neither true nor false
machine.yaml:10:3: machine.gpu.sms: missing key
machine.yaml:13:3: machine.gpu.smss: unknown key; did you mean 'sms'?
machine.yaml:17:16: machine.gpu.memory_rate: '1300' has no unit; a bandwidth needs one of: B/s, kB/s, MB/s, GB/s, TB/s, KiB/s, \
MiB/s, GiB/s, Mb/s, Gb/s, Tb/s
"""

if __name__ == "__main__":
    program.main()
