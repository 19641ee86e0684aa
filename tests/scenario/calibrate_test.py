#!/usr/bin/env python3
"""`calibrate nccl`: constants that made a sweep come back from it, and what is not to be fitted to is refused."""
import os
import re

import program

MIB = 1 << 20
SIZES = [MIB // 4, MIB, 4 * MIB, 16 * MIB, 64 * MIB]
HEADING = ("op,nranks,nnodes,size_bytes,dtype,time_oop_us,algbw_oop_GBps,busbw_oop_GBps,time_ip_us,algbw_ip_GBps,"
           "busbw_ip_GBps")
PINNED = ["collective.algorithm=ring", "collective.protocol=simple"]
STEP = ("machine.communication.simple.step", 2.5, "us")
RATE = ("machine.communication.simple.channel_rate", 14, "GB/s")
ENTRY = "{file: %s, machine: hopper_h100, op: all_reduce, nodes: 1, gpus_per_node: 4, kind: %s, set: [" + ", ".join(PINNED) + "]}"


def constant(path, unit, more=""):
    return f"      - {{path: {path}, unit: {unit}, scope: generation{more}}}\n"


BOTH = constant(STEP[0], STEP[2]) + constant(RATE[0], RATE[2])


class CalibrateNccl(program.ProgramTest):
    def write_sweep(self, name, time_us):
        rows = [f"all_reduce,4,1,{size},float,{time_us(size)},0,0,,," for size in SIZES]
        self.write(name, "\n".join(["# source: the simulator", HEADING, *rows]) + "\n")

    def write_groups(self, constants, files="known", entries=((("fit/known.csv"), "fitted"),), more=""):
        listed = "".join(f"  - {ENTRY % entry}\n" for entry in entries)
        self.write("sweeps.yaml", "source: s\nconfidence: measured\nsweeps:\n" + listed)
        self.write("groups.yaml", "source: s\nconfidence: inferred\npublished: sweeps.yaml\ngroups:\n"
                   f"  - name: small\n    what: w\n    generation: hopper\n    files: [{files}]\n{more}    constants:\n{constants}")

    def simulated_us(self, size, constants=(STEP, RATE)):
        known = [f"{path}={value} {unit}" for path, value, unit in constants]
        layout = ["machine.nodes=1", "gpus_per_node=4", "collective.op=all_reduce", f"collective.bytes={size} B"]
        return self.time("collective", "--machine", "hopper_h100", *program.settings(*layout, *PINNED, *known)) / 1e9

    def fit(self, *words):
        self.call("calibrate", "nccl", "--constants", "groups.yaml", "--out", "out", "--quiet", *words)
        text = self.read("out/fit.yaml")
        return {path: float(value) for path, value in re.findall(r"name: '([\w.]+)', value: ([\d.e+-]+)", text)}, text

    def refused(self, *words):
        done = self.call("calibrate", "nccl", "--constants", "groups.yaml", *words, code=2)
        self.assertEqual(done.stdout, "")
        return done.stderr

    def test_constants_that_made_a_sweep_come_back(self):
        self.write_sweep("fit/known.csv", self.simulated_us)
        self.write_groups(BOTH)
        found, text = self.fit()
        for path, value, _ in (STEP, RATE):
            self.assertLess(abs(found[path] / value - 1), 0.01, text)
        self.assertIn("converged: true", text)
        self.assertIn("undetermined: []", text)
        residuals = self.read("out/residuals.csv").splitlines()
        self.assertEqual(len(residuals), 1 + len(SIZES))
        self.assertIn(",known,", residuals[1])

    def test_an_outlier_moves_a_robust_fit_less(self):
        self.write_sweep("fit/known.csv", lambda size: self.simulated_us(size) * (1.5 if size == 4 * MIB else 1))
        self.write_groups(constant(*RATE[::2]) + constant(*STEP[::2]))
        plain, robust = self.fit()[0], self.fit("--robust")[0]
        self.assertLess(abs(robust[RATE[0]] / RATE[1] - 1), abs(plain[RATE[0]] / RATE[1] - 1))

    def test_a_check_fits_nothing_and_says_what_is_not_determined(self):
        self.write_sweep("fit/known.csv", lambda size: self.simulated_us(size, ()))
        self.write_groups(BOTH + constant("machine.communication.ll.step", "us", ", protocols: [ll]"))
        said = self.call("calibrate", "nccl", "--constants", "groups.yaml", "--check").stdout
        self.assertRegex(said, r"simple\.step +generation +(\S+ us) +\1 .* yes\n")
        self.assertRegex(said, r"simple\.channel_rate +generation +(\S+ GB/s) +\1 .* yes\n")
        self.assertRegex(said, r"ll\.step +generation  0\.02 us    0\.02 us .* no\n")
        self.assertRegex(said, r"\n +0  \+1\.00 machine.communication.ll.step\n")  # no size of the ring over Simple depends on it
        self.assertRegex(said, r"generation +3\n")
        self.assertNotIn("communication:", said)

    def test_what_is_compared_with_is_not_fitted_to(self):
        self.write_sweep("validate/known.csv", lambda size: 1)
        self.write_groups(BOTH, entries=(("validate/known.csv", "fitted"),))
        self.assertRegex(self.refused(), r"sweeps.yaml:\d+:\d+: sweeps.0.file: 'validate/known.csv': files under validate/ are only ever "
                                         r"compared with, never fitted to\n")

    def test_a_link_does_not_hide_where_a_file_lies(self):
        self.write_sweep("validate/known.csv", lambda size: 1)
        os.makedirs(self.path("fit"))
        os.symlink("../validate/known.csv", self.path("fit/known.csv"))
        self.write_groups(BOTH)
        self.assertIn("files under validate/ are only ever compared with", self.refused())

    def test_a_prediction_is_not_fitted_to(self):
        self.write_sweep("fit/known.csv", lambda size: 1)
        self.write_groups(BOTH, entries=(("fit/known.csv", "predicted"),))
        self.assertIn("sweeps.0.kind: only a sweep of kind 'fitted' is fitted to\n", self.refused())

    def test_a_sweep_that_is_not_asked_for_is_not_even_read(self):
        self.write_sweep("fit/known.csv", lambda size: 100)
        self.write_groups(constant(*STEP[::2]), entries=(("fit/known.csv", "fitted"), ("validate/absent.csv", "predicted")))
        self.call("calibrate", "nccl", "--constants", "groups.yaml", "--check", "--quiet")

    def test_every_mistake_of_the_constants_at_once(self):
        self.write_sweep("fit/known.csv", lambda size: 1)
        self.write_groups(constant("machine.communication.simple.stepp", "us") + constant(STEP[0], "GB/s") +
                          constant(STEP[0], "us", ", at_least: 3") + constant(RATE[0], "GB/s", ", files: [other]") +
                          "      - {path: machine.communication.start, unit: us}\n", files="known, unknown")
        text = self.refused()
        for line in (r"constants\.0\.path: --set machine\.communication\.simple\.stepp=1 us: no such setting; did you mean "
                     r"'machine\.communication\.simple\.step'\?", r"constants\.1\.path: machine\.communication\.simple\.step is \d+ ns, which 'GB/s' is no unit of",
                     r"constants\.2\.path: [\d.]+ us does not lie between the bounds", r"constants\.3\.files: the group reads no sweep 'other'",
                     r"constants\.4\.scope: missing key", r"files: no published sweep is called 'unknown'"):
            self.assertRegex(text, r"groups\.0\." + line + "\n")
        self.assertEqual(len(text.splitlines()), 6, text)

    def test_an_unknown_group_lists_the_known(self):
        self.write_sweep("fit/known.csv", lambda size: 1)
        self.write_groups(BOTH)
        self.assertEqual(self.refused("--group", "large"), "unknown group 'large'; known: small\n")

    def test_the_shipped_constants_exist(self):
        said = self.call("calibrate", "nccl", "--group", "none", code=2).stderr
        self.assertEqual(said, "unknown group 'none'; known: hopper_node, hopper_network, ampere, blackwell\n")

    def test_groups_belong_to_nccl(self):
        self.call("calibrate", "host_copies", "--check", code=1)


class WhatMattersToWhat(program.ProgramTest):
    """A constant with `protocols` or `algorithms` is set only in runs that those carry: the others may not depend on it."""

    def test_a_protocol_does_not_depend_on_the_constants_of_another(self):
        for protocol in ("ll", "ll128", "simple"):
            point = ["collective", "--set", "collective.bytes=1 MiB", "--set", "collective.algorithm=ring", "--set",
                     f"collective.protocol={protocol}"]
            for other in sorted({"ll", "ll128", "simple", "nvls"} - {protocol}):
                changed = program.settings(f"machine.communication.{other}.step=9 us", f"machine.communication.{other}.hop=9 us",
                                           f"machine.communication.{other}.channel_rate=3 GB/s")
                self.assertEqual(self.time(*point, *changed), self.time(*point), f"{protocol} depends on {other}")


if __name__ == "__main__":
    program.main()
