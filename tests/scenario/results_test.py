#!/usr/bin/env python3
"""The files of --out: they repeat to the byte, and the timeline and the breakdown hang together."""
import json
import os
import socket

import program
from program import settings

SMALL_DDP = ["ddp", *settings("ddp.model=resnet-50", "ranks=2", "warm_up=0")]
SOFTWARE = "machine.profiles.hopper_emulated.scale_up.software_aead"
RUNS = {
    "ddp": SMALL_DDP,
    "sealed ddp": [*SMALL_DDP, "--profile", "hopper_emulated"],
    "trusted fabric": [*SMALL_DDP, "--profile", "hopper_ppcie"],
    "collective": ["collective", *settings("collective.bytes=4 MiB", "ranks=4")],
}
OVERRIDES = settings(f"{SOFTWARE}.mac_lanes=100", f"{SOFTWARE}.mac_chain_rate=123.4 MB/s", "machine.gpu.sms=120",
                     "machine.host.driver.launch_api=2.5 us", "latency_jitter=30 ns", "seed=7", "lanes=2")


class Files(program.ProgramTest):
    def reproduces(self, *words):
        self.call("run", *words, "--out", "first", "--quiet")
        self.call("run", "first/resolved.yaml", "--out", "second", "--quiet")
        self.assertEqual(self.read("second/metrics.json"), self.read("first/metrics.json"))
        self.assertEqual(self.read("second/resolved.yaml"), self.read("first/resolved.yaml"))

    def test_a_run_leaves_its_files(self):
        out = self.call("run", *SMALL_DDP, "--out", "a", "--json").stdout
        self.assertEqual(sorted(os.listdir(self.path("a"))), ["metrics.csv", "metrics.json", "resolved.yaml", "run.json"])
        self.assertEqual(self.read("a/metrics.json"), out)
        about = json.loads(self.read("a/run.json"))
        self.assertEqual(about["host"], socket.gethostname())
        self.assertGreater(about["wall_seconds"]["value"], 0)
        self.assertIn("iteration_time", self.read("a/metrics.csv"))

    def test_two_runs_give_the_same_bytes_and_none_of_the_place(self):
        for folder in ("a", "b"):
            self.call("run", *SMALL_DDP, "--profile", "hopper_emulated", "--out", folder, "--trace", "--quiet")
        for name in ("metrics.json", "metrics.csv", "resolved.yaml", "timeline.json"):
            self.assertEqual(self.read(f"a/{name}"), self.read(f"b/{name}"), name)
        for word in (socket.gethostname(), self.folder, program.ROOT, "wall"):
            self.assertNotIn(word, self.read("a/metrics.json"))

    def test_the_resolved_file_reproduces_a_ddp_run(self):
        self.reproduces(*SMALL_DDP)

    def test_it_reproduces_overrides_of_machine_and_profile(self):
        self.reproduces(*SMALL_DDP, "--profile", "hopper_emulated", *OVERRIDES)
        plain = self.time(*SMALL_DDP, "--profile", "hopper_emulated")
        self.assertNotEqual(json.loads(self.read("first/metrics.json"))["iteration_time"]["value"], plain, "they had no effect")

    def test_it_reproduces_a_collective_on_another_machine(self):
        self.reproduces("collective", "--machine", "hgx_b200", "--profile", "blackwell_inline", "--fidelity", "analytic",
                        *settings("collective.op=all_gather", "collective.bytes=3 MB", "ranks=5"))

    def test_it_reproduces_an_idealised_run(self):
        self.reproduces(*SMALL_DDP, "--profile", "hopper_ppcie", *settings("ideal.launches_free=true", "ideal.perfect_overlap=true"))

    def test_it_reproduces_a_trace_from_any_folder(self):
        self.call("run", *SMALL_DDP, "--record", "traces/t.jsonl", "--quiet")
        self.write("traces/replay.yaml", "schema: 1\nkind: trace\nmachine: hopper_h100\ntrace: {file: t.jsonl}\n")
        self.reproduces("traces/replay.yaml", "--profile", "hopper_emulated", *OVERRIDES)


def opened(slices):
    """Every slice that starts inside another must end there too; yields those that do not."""
    stack = []
    for start, negative_end, text in sorted(slices):
        while stack and stack[-1] <= start:
            stack.pop()
        if stack and -negative_end > stack[-1]:
            yield text
        stack.append(-negative_end)


class Timeline(program.ProgramTest):
    def slices_of(self, words):
        self.call("run", *words, "--out", "a", "--trace", "--quiet")
        events = json.loads(self.read("a/timeline.json"))["traceEvents"]
        return [event for event in events if event["ph"] == "X"]

    def test_slices_nest_have_labels_and_follow_their_causes(self):
        for name, words in RUNS.items():
            slices = self.slices_of(words)
            self.assertGreater(len(slices), 10)
            rows, ends = {}, {}
            for event in slices:
                start, length = event["args"]["start_fs"], event["args"]["duration_fs"]
                rows.setdefault((event["pid"], event["tid"]), []).append((start, -(start + length), str(event)))
                ends[event["args"]["id"]] = start + length
                self.assertRegex(event["args"]["label"], r"^[A-Za-z][A-Za-z ]+$")
                self.assertNotRegex(event["args"]["label"], r"^label ")
            for row in rows.values():
                self.assertEqual(list(opened(row)), [], name)
            for event in slices:
                cause = event["args"]["cause"]
                self.assertEqual(event["args"]["start_fs"], 0 if cause is None else ends[cause], f"{name}: a gap before {event}")

    def test_the_breakdown_adds_up_to_the_femtosecond(self):
        for name, words in RUNS.items():
            for fidelity in ("slice", "analytic"):
                metrics = self.metrics(*words, "--fidelity", fidelity)
                parts = [row["time"] for row in metrics["breakdown"]["rows"]]
                self.assertTrue(all(isinstance(part, int) and part >= 0 for part in parts))
                self.assertEqual(sum(parts), metrics["iteration_time"]["value"], name)

    def test_sealing_shows_under_its_own_names(self):
        parts = {row["part"] for row in self.metrics(*RUNS["sealed ddp"])["breakdown"]["rows"]}
        self.assertLessEqual({"seal", "MAC", "verify", "open", "link"}, parts)
        self.assertFalse(parts & {"other", "remainder", "unknown"})


if __name__ == "__main__":
    program.main()
