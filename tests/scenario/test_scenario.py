#!/usr/bin/env python3
"""The scenario runner against a program that only pretends to be one."""
import contextlib
import io
import json
import os
import stat
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import accept  # noqa: E402
import run_scenario  # noqa: E402
import scenario  # noqa: E402

METRICS = {"time": {"value": 3000, "unit": "fs"}, "slowdown": 41.64, "name": "ddp",
           "curve": {"units": {"cap": "MiB"}, "rows": [{"cap": 25, "slowdown": 2.5}]}, "parts": [{"lossless": True}]}


class ScenarioTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.binary = os.path.join(self.folder.name, "fake")

    def prepare(self, expected, metrics=None, exit_code=0):
        """A fake program that writes these metrics, and an expected.yaml."""
        with open(self.binary, "w", encoding="utf-8") as file:
            file.write(f"#!{sys.executable}\nimport sys\nopen({self.binary + '.words'!r}, 'w').write(' '.join(sys.argv[1:]))\n"
                       f"print({json.dumps(metrics or METRICS)!r})\nsys.exit({exit_code})\n")
        os.chmod(self.binary, stat.S_IRWXU)
        self.write_expected(expected)

    def path(self):
        return os.path.join(self.folder.name, "expected.yaml")

    def write_expected(self, text):
        with open(self.path(), "w", encoding="utf-8") as file:
            file.write(text)

    def expected(self):
        with open(self.path(), encoding="utf-8") as file:
            return file.read()

    def call(self, main, *options):
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            code = main([*options, self.binary, self.folder.name])
        return code, output.getvalue()

    def test_equal_metrics_pass(self):
        self.prepare('metrics:\n  time: 3000 fs\n  name: "ddp"\n  curve.0.cap: 25 MiB\n  parts.0.lossless: true\n')
        self.assertEqual(self.call(run_scenario.main), (0, ""))

    def test_exact_is_the_default(self):
        self.prepare("metrics:\n  slowdown: 41.65\n")
        code, text = self.call(run_scenario.main)
        self.assertEqual(code, 1)
        self.assertIn("slowdown: 41.64 instead of 41.65", text)

    def test_a_tolerance_in_percent(self):
        self.prepare("metrics:\n  slowdown: 41.65, within 0.1 %\n")
        self.assertEqual(self.call(run_scenario.main)[0], 0)

    def test_a_tolerance_in_the_unit_of_the_value(self):
        self.prepare("metrics:\n  time: 3005 fs, within 4\n")
        self.assertEqual(self.call(run_scenario.main)[0], 1)
        self.write_expected("metrics:\n  time: 3005 fs, within 5\n")
        self.assertEqual(self.call(run_scenario.main)[0], 0)

    def test_another_unit_differs(self):
        self.prepare("metrics:\n  time: 3000 ns\n")
        self.assertIn("3000 fs instead of 3000 ns", self.call(run_scenario.main)[1])

    def test_a_missing_metric_differs(self):
        self.prepare("metrics:\n  gone: 1\n")
        self.assertIn("gone: missing", self.call(run_scenario.main)[1])

    def test_true_is_not_one(self):
        self.prepare("metrics:\n  parts.0.lossless: 1\n")
        self.assertEqual(self.call(run_scenario.main)[0], 1)

    def test_an_unexpected_exit_code_differs(self):
        self.prepare("metrics:\n  time: 3000 fs\n", exit_code=4)
        self.assertIn("exit code 4 instead of 0", self.call(run_scenario.main)[1])

    def test_an_expected_exit_code_passes(self):
        self.prepare("exit_code: 2\n", exit_code=2)
        self.assertEqual(self.call(run_scenario.main)[0], 0)

    def test_arguments_reach_the_program(self):
        self.prepare("arguments: --profile off --set 'a.b=450 GB/s'\n")
        self.call(run_scenario.main)
        with open(self.binary + ".words", encoding="utf-8") as file:
            words = file.read()
        self.assertEqual(words, f"run {self.folder.name}/scenario.yaml --json --profile off --set a.b=450 GB/s")

    def test_a_mistake_in_the_expectation_names_its_line(self):
        for text, words in (("metrics:\n  a: ddp\n", ":2: 'ddp' is neither"), ("metric:\n", ":1: unknown key 'metric'"),
                            ("metrics:\n  a: 1\n  a: 2\n", ":3: 'a' is there twice"), ("metrics:\n  a 1\n", ":2:")):
            self.prepare(text)
            code, said = self.call(run_scenario.main)
            self.assertEqual(code, 2)
            self.assertIn(words, said)

    def test_accept_shows_and_does_not_write(self):
        self.prepare("metrics:\n  time: 2000 fs\n")
        code, text = self.call(accept.main)
        self.assertEqual(code, 1)
        self.assertRegex(text, r"time +2000 fs +3000 fs +\+50 %")
        self.assertEqual(self.expected(), "metrics:\n  time: 2000 fs\n")

    def test_accept_writes_and_keeps_comments_and_tolerances(self):
        self.prepare("# why\nmetrics:\n  time: 2000 fs, within 1 %  # slow\n  slowdown: ?\n  name: \"ddp\"\n")
        self.assertEqual(self.call(accept.main, "--accept")[0], 0)
        self.assertEqual(self.expected(),
                         "# why\nmetrics:\n  time: 3000 fs, within 1 %  # slow\n  slowdown: 41.64\n  name: \"ddp\"\n")
        self.assertEqual(self.call(run_scenario.main)[0], 0)

    def test_accept_refuses_a_run_that_failed(self):
        self.prepare("metrics:\n  time: 2000 fs\n", exit_code=4)
        self.assertEqual(self.call(accept.main, "--accept")[0], 1)
        self.assertEqual(self.expected(), "metrics:\n  time: 2000 fs\n")

    def test_what_holds_is_left_alone(self):
        self.prepare("metrics:\n  time: 3000 fs\n")
        self.assertEqual(self.call(accept.main), (0, "nothing has changed\n"))


class Flatten(unittest.TestCase):
    def test_paths_are_those_of_the_csv(self):
        self.assertEqual(list(scenario.flatten(METRICS)), [
            ("time", 3000, "fs"), ("slowdown", 41.64, ""), ("name", "ddp", ""), ("curve.0.cap", 25, "MiB"),
            ("curve.0.slowdown", 2.5, ""), ("parts.0.lossless", True, "")])


if __name__ == "__main__":
    unittest.main()
