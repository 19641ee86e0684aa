#!/usr/bin/env python3
"""A study that is interrupted keeps what is finished, and the same command goes on from there."""
import glob
import os
import signal
import subprocess
import time

import program

WORDS = ["compare", "ddp", "--profile", "off,hopper_emulated,hopper_ppcie", "--set", "ddp.model=gpt2-large", "--jobs", "1", "--quiet",
         "--json", "--out", "kept"]
POINTS = 12  # three arms, each with three ceilings


class Interrupt(program.ProgramTest):
    def finished(self):
        return {path: os.stat(path).st_mtime_ns for path in glob.glob(self.path("kept/points/*/metrics.json"))}

    def interrupt_after_the_first(self):
        study = subprocess.Popen([program.BINARY, *WORDS], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 30
        while not self.finished() and time.monotonic() < deadline:
            time.sleep(0.002)
        study.send_signal(signal.SIGINT)
        said = study.communicate(timeout=30)
        return study.returncode, *said

    def test_the_same_command_resumes(self):
        code, out, err = self.interrupt_after_the_first()
        self.assertEqual((code, out), (130, ""))
        self.assertEqual(err, "interrupted; finished points are in kept, the same command resumes\n")
        first = self.finished()
        self.assertTrue(0 < len(first) < POINTS, first)
        resumed = self.call(*WORDS).stdout
        second = self.finished()
        self.assertEqual(len(second), POINTS)
        self.assertEqual({path: second[path] for path in first}, first, "a finished point ran again")
        self.assertEqual(self.call(*WORDS).stdout, resumed)
        self.assertEqual(self.finished(), second)
        self.assertEqual(self.call(*WORDS[:-2]).stdout, resumed, "kept points give what fresh ones give")

    def test_a_damaged_point_runs_again(self):
        words = ["compare", "collective", "--profile", "hopper_ppcie", "--quiet", "--json", "--out", "kept"]
        whole = self.call(*words).stdout
        path = sorted(self.finished())[0]
        with open(path, "w", encoding="utf-8") as file:
            file.write("{")
        self.assertEqual(self.call(*words).stdout, whole)

    def test_a_point_knows_the_trace_it_replayed(self):
        def record(model):
            self.call("run", "ddp", *program.settings(f"ddp.model={model}", "ranks=2", "warm_up=0"), "--record", "t.jsonl", "-q")
        words = ["compare", "trace", "--profile", "hopper_ppcie", "--set", "trace.file=t.jsonl", "--quiet", "--json", "--out", "kept"]
        record("resnet-50")
        first = self.call(*words).stdout
        record("resnet-101")
        self.assertNotEqual(self.call(*words).stdout, first)


if __name__ == "__main__":
    program.main()
