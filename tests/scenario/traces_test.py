#!/usr/bin/env python3
"""A recorded run replays like the run itself: here, under other profiles, on other machines."""
import program
from program import settings

# the batch is given, because a natural one follows from the memory that machine and profile leave
JOB = settings("ddp.model=resnet-50", "ddp.batch=64", "ranks=2", "slice=1 MiB")  # the slice of the trace scenario


class Traces(program.ProgramTest):
    def record(self, *words):
        recorded = self.time("ddp", *JOB, "--record", "t.jsonl", *words)
        return recorded

    def replay(self, *words):
        return self.time("trace", "--set", "trace.file=t.jsonl", *words)

    def test_a_replay_takes_the_same_time_to_the_femtosecond(self):
        for words in ([], ["--profile", "hopper_emulated"], ["--fidelity", "analytic"]):
            self.assertEqual(self.record(*words), self.replay(*words), words)

    def test_a_replay_under_another_profile_is_the_run_under_that_profile(self):
        times = {}
        self.record()
        for profile in ("off", "hopper_emulated", "hopper_ppcie", "hopper_cc"):
            times[profile] = self.time("ddp", *JOB, "--profile", profile)
            self.assertEqual(self.replay("--profile", profile), times[profile], profile)
        self.assertEqual(len(set(times.values())), 4, "the profiles make a difference")
        self.record("--profile", "hopper_emulated")
        for profile, time in times.items():
            self.assertEqual(self.replay("--profile", profile), time, f"recorded sealed, replayed under {profile}")

    def test_a_replay_on_another_machine_is_the_run_there(self):
        self.record()
        for machine, profile in (("hgx_b200", "blackwell_inline"), ("hgx_b200", "off"), ("dgx_a100", "off")):
            words = ["--machine", machine, "--profile", profile]
            self.assertEqual(self.replay(*words), self.time("ddp", *JOB, *words), words)

    def test_every_ideal_applies_to_a_trace_too(self):
        self.record()
        for ideal in ("crypto_free", "launches_free", "perfect_overlap"):
            words = ["--profile", "hopper_emulated", "--set", f"ideal.{ideal}=true"]
            self.assertEqual(self.replay(*words), self.time("ddp", *JOB, *words), ideal)

    def test_what_was_recorded_does_not_depend_on_the_profile(self):
        self.record()
        first = self.read("t.jsonl")
        self.record("--profile", "hopper_ppcie")
        self.assertEqual(self.read("t.jsonl"), first)
        self.call("run", "trace", "--set", "trace.file=t.jsonl", "--record", "again.jsonl", "-q")
        self.assertEqual(self.read("again.jsonl"), first)

    def says(self, text, *words):
        self.assertEqual(self.call("run", "trace", "--set", "trace.file=bad.jsonl", *words, code=2).stderr, text)

    def test_mistakes_come_with_their_line(self):
        self.record()
        lines = self.read("t.jsonl").splitlines(keepends=True)
        count = (len(lines) - 1) // 2  # operations of each rank
        bad = self.path("bad.jsonl")
        self.write("bad.jsonl", "".join(lines[:9]))
        self.says(f"{bad}:9:1: the file ends early: rank 0 has 8 of {count} operations\n"
                  f"{bad}:9:1: the file ends early: rank 1 has 0 of {count} operations\n")
        self.write("bad.jsonl", "".join(lines[:9]) + lines[9][:30])
        self.assertRegex(self.call("run", "trace", "--set", "trace.file=bad.jsonl", code=2).stderr,
                         r"bad\.jsonl:10:\d+: the file is cut off in the middle of this line\n$")
        lines[4] = lines[4].replace('"stream":', '"strem":')
        self.write("bad.jsonl", "".join(lines))
        self.says(f"{bad}:5:1: stream: missing field\n{bad}:5:1: strem: unknown field\n")
        self.write("bad.jsonl", "")
        self.says(f"{bad}: the trace is empty\n")

    def test_an_unknown_algorithm_comes_with_its_line(self):
        self.record()
        lines = self.read("t.jsonl").splitlines(keepends=True)
        at = next(i for i, line in enumerate(lines) if '"operation":"collective"' in line)
        lines[at] = lines[at].replace('"algorithm":"auto"', '"algorithm":"spiral"')
        self.write("bad.jsonl", "".join(lines))
        self.says(f'{self.path("bad.jsonl")}:{at + 1}:1: collective.algorithm: unknown algorithm "spiral"; known: auto, ring, '
                  'tree, nvls, nvls_tree, direct, send_recv, hierarchical\n')

    def test_a_collective_that_the_profile_does_not_allow(self):
        self.record("--set", "ddp.algorithm=nvls")
        self.write("bad.jsonl", self.read("t.jsonl"))
        bad = self.path("bad.jsonl")
        self.says(f"--set trace.file={bad}: trace.file: nvls: profile hopper_cc leaves the scale-up switches without multicast\n",
                  "--profile", "hopper_cc")

    def test_kernels_that_a_machine_cannot_compute(self):
        self.record()
        self.write("bad.jsonl", self.read("t.jsonl").replace('"precision":"tf32"', '"precision":"fp4"'))
        bad = self.path("bad.jsonl")
        self.says(f"--set trace.file={bad}: trace.file: its kernels need fp4, which a 'H100 SXM5 80 GB' lacks\n")

    def test_a_trace_that_is_not_there(self):
        self.says("bad.jsonl: cannot be opened\n")

    def test_the_shipped_scenario_says_what_it_wants(self):
        self.assertRegex(self.call("run", "trace", code=2).stderr, r"trace\.yaml:6:\d+: trace\.file: names no trace; record one with ")

    def test_other_ranks_than_recorded(self):
        self.record()
        self.assertEqual(self.call("run", "trace", *settings("trace.file=t.jsonl", "ranks=4"), code=2).stderr,
                         "the trace has 2 ranks, the scenario asks for 4; set ranks: 2\n")


if __name__ == "__main__":
    program.main()
