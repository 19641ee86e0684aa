#!/usr/bin/env python3
"""compare, list and describe, as a person sees them."""
import json
import os

import program
from program import settings

SMALL = settings("ddp.model=resnet-50", "ranks=2", "warm_up=0")


def rows(result, table):
    return result[table]["rows"]


class Compare(program.ProgramTest):
    def compare(self, *words):
        return json.loads(self.call("compare", "ddp", *SMALL, "--json", "--quiet", *words).stdout)

    def check(self, result, arms):
        by_name = {row["profile"]: row for row in rows(result, "arms")}
        self.assertEqual(list(by_name), arms)
        *parts, total = rows(result, "breakdown")
        self.assertEqual(total["part"], "total")
        for arm in arms:
            self.assertAlmostEqual(sum(part[arm] for part in parts), total[arm], delta=1e-9 * total[arm])
            self.assertEqual(total[arm], by_name[arm]["iteration"])
        return by_name

    def test_slowdowns_parts_and_ceilings(self):
        result = self.compare("--profile", "off,hopper_emulated,hopper_ppcie")
        arms = self.check(result, ["off", "hopper_emulated", "hopper_ppcie"])
        off = arms["off"]["iteration"]
        for arm in arms.values():
            self.assertAlmostEqual(arm["slowdown"], arm["iteration"] / off, delta=1e-12)
        found = [(row["profile"], row["if"]) for row in rows(result, "ceilings")]
        self.assertEqual(found, [(arm, ceiling) for arm in ("hopper_emulated", "hopper_ppcie")
                                 for ceiling in ("crypto free", "launches free", "perfect overlap")])
        for row in rows(result, "ceilings"):
            self.assertLessEqual(row["iteration"], arms[row["profile"]]["iteration"] * (1 + 1e-12), row)
            self.assertAlmostEqual(row["slowdown"], row["iteration"] / off, delta=1e-12)
            self.assertGreaterEqual(row["over the same ideal"], 1)

    def test_a_ceiling_is_a_run_with_that_setting(self):
        result = self.compare("--profile", "off,hopper_emulated")
        for row, ideal in zip(rows(result, "ceilings"), ("crypto_free", "launches_free", "perfect_overlap")):
            time = self.time("ddp", *SMALL, "--profile", "hopper_emulated", "--set", f"ideal.{ideal}=true")
            self.assertAlmostEqual(row["iteration"], time * 1e-12, delta=1e-9 * row["iteration"])
            same = self.time("ddp", *SMALL, "--set", f"ideal.{ideal}=true")
            self.assertAlmostEqual(row["over the same ideal"], time / same, delta=1e-9)

    def test_the_first_profile_is_the_baseline(self):
        arms = self.check(self.compare("--profile", "hopper_ppcie,off"), ["hopper_ppcie", "off"])
        self.assertEqual(arms["hopper_ppcie"]["slowdown"], 1)
        self.assertLess(arms["off"]["slowdown"], 1)

    def test_off_is_the_baseline_unless_it_is_placed(self):
        arms = self.check(self.compare("--profile", "hopper_emulated"), ["off", "hopper_emulated"])
        self.assertEqual(arms["off"]["slowdown"], 1)
        self.assertGreater(arms["hopper_emulated"]["slowdown"], 1)

    def test_off_alone_is_compared_only_between_machines(self):
        said = self.call("compare", "ddp", "--profile", "off", code=2).stderr
        self.assertEqual(said, self.call("compare", "ddp", code=2).stderr)
        self.assertEqual(said, "nothing to compare with the profile 'off'; give --profile, machine hopper_h100 has: hopper_cc, "
                               "hopper_emulated, hopper_ppcie, off\n")
        self.check(self.compare("--machine", "hopper_h100,hgx_h200"), ["hopper_h100 off", "hgx_h200 off"])

    def test_each_machine_has_its_own_baseline(self):
        names = ["hopper_h100 off", "hopper_h100 hopper_ppcie", "hgx_h200 off", "hgx_h200 hopper_ppcie"]
        arms = self.check(self.compare("--machine", "hopper_h100,hgx_h200", "--profile", "off,hopper_ppcie"), names)
        self.assertEqual([arms[name]["slowdown"] for name in names[::2]], [1, 1])
        self.assertAlmostEqual(arms[names[3]]["slowdown"], arms[names[3]]["iteration"] / arms[names[2]]["iteration"], delta=1e-12)

    def test_what_is_printed_is_kept(self):
        out = self.call("compare", "ddp", *SMALL, "--profile", "hopper_ppcie", "--json", "--quiet", "--out", "kept").stdout
        self.assertEqual(self.read("kept/metrics.json"), out)
        self.assertIn("breakdown", self.read("kept/metrics.csv"))

    def test_the_text_has_three_tables(self):
        text = self.call("compare", "ddp", *SMALL, "--profile", "off,hopper_emulated", "-q").stdout
        for word in ("arms\n", "breakdown\n", "ceilings\n", "crypto free", "total"):
            self.assertIn(word, text)


class Catalogues(program.ProgramTest):
    def test_list_prints_every_catalogue(self):
        listed = json.loads(self.call("list", "--json").stdout)
        self.assertEqual(list(listed), ["algorithms", "families", "fidelities", "fits", "machines", "measures", "models", "profiles",
                                        "protections", "protocols", "scenarios", "topologies", "workloads"])
        shipped = {os.path.splitext(name)[0] for name in os.listdir(program.ROOT + "/workloads/scenarios")}
        self.assertEqual({row["name"] for row in rows(listed, "scenarios")}, shipped)
        self.assertEqual({row["name"] for row in rows(listed, "machines")}, set(machines()))
        self.assertEqual({row["machine"] for row in rows(listed, "profiles")}, set(machines()))
        for name, table in listed.items():
            self.assertTrue(table["rows"], name)

    def test_list_prints_one_catalogue(self):
        self.assertEqual(list(json.loads(self.call("list", "fidelities", "--json").stdout)), ["fidelities"])

    def test_the_fits_listed_are_those_of_calibrate(self):
        listed = [row["name"] for row in rows(json.loads(self.call("list", "fits", "--json").stdout), "fits")]
        self.assertIn("host_copies", listed)
        self.assertEqual(self.call("calibrate", "nothing", code=2).stderr, f"unknown fit 'nothing'; known: {', '.join(listed)}\n")

    def test_a_description_holds_the_same_facts_as_json(self):
        facts = json.loads(self.call("describe", "hopper_h100", "--json").stdout)
        self.assertEqual((facts["name"], facts["counts"]["gpus"], facts["per_gpu"]["links"]), ("hopper_h100", 8, 18))
        self.assertEqual(facts["per_gpu"]["scale_up_bandwidth"], {"value": 450e9, "unit": "B/s"})
        self.assertEqual([row["name"] for row in rows(facts, "profiles")], ["hopper_cc", "hopper_emulated", "hopper_ppcie", "off"])
        self.assertEqual(rows(facts, "published")[0]["error"], 0)

    def test_every_machine_is_described_and_drawn(self):
        for machine in machines():
            self.assertIn(machine, self.call("describe", machine).stdout)
            drawing = self.call("describe", machine, "--dot").stdout
            self.assertTrue(drawing.startswith(f'graph "{machine}" {{\n'), drawing[:80])
            self.assertTrue(drawing.endswith("}\n"))


def machines():
    configs = program.ROOT + "/configs"
    return [name for name in sorted(os.listdir(configs)) if os.path.exists(f"{configs}/{name}/machine.yaml")]


if __name__ == "__main__":
    program.main()
