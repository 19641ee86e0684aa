#!/usr/bin/env python3
"""Closed forms of many domains: some of them stand for all, and nobody can tell from the result."""
import program
from program import settings

STEADY = "machine.scale_up.link.pace_spread=0"  # else links of every domain fluctuate on their own
SIZES = ["1 B", "1 MiB", "1 GiB"]
RACKS = ["--machine", "gb200_nvl72"]
NODES = ["--machine", "hgx_b200"]


class Fold(program.ProgramTest):
    def run_one(self, *words, fold=2, size="16 MiB", fidelity="analytic"):
        return self.metrics("collective", "--fidelity", fidelity,
                            *settings("collective.algorithm=hierarchical", f"collective.bytes={size}", f"fold={fold}"), *words)

    def zones(self, metrics):
        return {(zone, state): metrics["trust"][zone][state]["value"] for zone in ("scale_up", "scale_out", "host")
                for state in ("clear", "sealed")}

    def agrees(self, *words, percent=0.01, domains, **named):
        """Times, and counts of the whole machine. Bytes above the leaves are not counted domain by domain."""
        folded, whole = self.run_one(*words, **named), self.run_one(*words, **{**named, "fold": 0})
        self.assertEqual(folded["folded"], {"domains": domains, "simulated": named.get("fold", 2)})
        self.assertEqual(whole["folded"], {"domains": domains, "simulated": domains})
        time, all_of_it = folded["iteration_time"]["value"], whole["iteration_time"]["value"]
        self.assertLessEqual(abs(time - all_of_it), all_of_it * percent / 100, words)
        self.assertEqual(folded["communication"].keys(), whole["communication"].keys())
        for key, value in whole["communication"].items():
            if key not in ("algbw", "busbw"):
                self.assertEqual(folded["communication"][key], value, f"{key} {words}")
        self.assertEqual(folded["trust"]["keys"], whole["trust"]["keys"])
        for zone, value in self.zones(whole).items():
            allowed = max(4, value * 1e-5) if zone[0] == "scale_out" else 0
            self.assertLessEqual(abs(self.zones(folded)[zone] - value), allowed, f"{zone} {words}")
        self.assertEqual(folded["workload"], whole["workload"])
        self.assertEqual(folded["setup"], whole["setup"])
        return folded, whole


class Agreement(Fold):
    def test_racks_with_a_cipher(self):
        """Of racks of 18 hosts under leaves of 32, some hosts send over spines from one rack and not from another."""
        for racks in (3, 8):
            for size in SIZES:
                self.agrees(*RACKS, "--profile", "inline_what_if", *settings(f"machine.racks={racks}", STEADY), size=size, domains=racks)

    def test_racks_in_the_clear(self):
        for racks in (3, 8):
            self.agrees(*RACKS, *settings(f"machine.racks={racks}", STEADY), size="1 B", domains=racks)
        self.agrees(*RACKS, *settings("machine.racks=4", STEADY, "lanes=4"), size="1 GiB", percent=0.1, domains=4)

    def test_nodes(self):
        for profile in ("off", "blackwell_inline"):
            for nodes in (3, 16):
                for size in SIZES[:2]:
                    self.agrees(*NODES, "--profile", profile, *settings(f"machine.nodes={nodes}", STEADY), size=size, domains=nodes)
        self.agrees(*NODES, *settings("machine.nodes=4", STEADY), size="1 GiB", domains=4)

    def test_more_domains_than_the_fewest(self):
        self.agrees(*NODES, *settings("machine.nodes=7", STEADY), fold=5, domains=7)

    def test_other_collectives_networks_and_parts_of_machines(self):
        """Flags of 4 bytes beside every 4 and a key of 1 GB for 5 nodes."""
        for extra, domains in ((["machine.nodes=5", "collective.op=reduce_scatter"], 5),
                               (["machine.nodes=5", "collective.op=all_gather", "collective.in_place=false"], 5),
                               (["machine.nodes=9", "machine.scale_out.topology=fat_tree"], 9),
                               (["machine.nodes=10", "gpus_per_node=2"], 10),
                               (["machine.nodes=10", "ranks=40"], 5),
                               (["machine.nodes=6", "machine.scale_out.routing=ecmp"], 6)):
            self.agrees(*NODES, *settings(STEADY, *extra), percent=0.05, domains=domains)
        self.agrees(*NODES, *settings(STEADY, "machine.nodes=5", "collective.protocol=ll"), size="1 MiB", percent=0.05, domains=5)
        _, whole = self.agrees(*NODES, "--profile", "blackwell_inline", size="1 GiB", domains=5,
                               *settings(STEADY, "machine.nodes=5", "machine.profiles.blackwell_inline.setup.key_budget=1 GB"))
        self.assertGreater(whole["communication"]["key_rotations"], 0)

    def test_messages_sealed_by_kernels(self):
        for profile in ("hopper_emulated", "hopper_ppcie"):
            self.agrees("--machine", "hopper_h100", "--profile", profile, *settings("machine.nodes=4", STEADY), domains=4)

    def test_slices(self):
        """Closed forms agree with the default fidelity where messages do not meet: 3 nodes, 2 of which stand for all."""
        for profile in ("off", "blackwell_inline"):
            words = [*NODES, "--profile", profile, *settings("machine.nodes=3", STEADY)]
            slices = self.run_one(*words, size="64 MiB", fidelity="slice")
            self.assertNotIn("folded", slices)
            closed = self.run_one(*words, size="64 MiB")["iteration_time"]["value"]
            self.assertLess(abs(closed - slices["iteration_time"]["value"]), 0.01 * slices["iteration_time"]["value"])

    def test_fluctuating_links_of_few_domains_stand_for_those_of_all(self):
        """Racks whose links fluctuate get out of step, which may happen to one of 12 and to none of four."""
        words = [*RACKS, "--profile", "inline_what_if", "--set", "machine.racks=12"]
        four, whole = (self.run_one(*words, size="1 GiB", fold=fold)["iteration_time"]["value"] for fold in (4, 0))
        self.assertLess(abs(four - whole), 0.1 * whole)


class Report(Fold):
    def test_many_racks_count_in_full(self):
        """Two iterations with the warm-up: inside each of 228 racks 142 steps move the whole buffer, between them 454 move it once."""
        metrics = self.metrics("collective", *RACKS, "--profile", "inline_what_if", "--fidelity", "analytic",
                               *settings("machine.racks=228", "collective.algorithm=hierarchical", "collective.bytes=1 GiB", "warm_up=1", "iterations=1"))
        self.assertEqual(metrics["folded"], {"domains": 228, "simulated": 4})
        self.assertEqual(metrics["communication"]["messages"], 2 * 228 * 72 * (142 + 454))
        self.assertEqual(metrics["communication"]["payload"]["value"], 2 * 2**30 * (228 * 142 + 454))
        self.assertEqual(metrics["workload"]["ranks"], 228 * 72)

    def test_stations_and_links_are_those_of_the_domains_that_stand_for_all(self):
        metrics = self.run_one(*RACKS, "--set", "machine.racks=4", size="1 MiB", fold=2)
        self.assertEqual(list(metrics["links"]), ["node0", "node1"])
        self.assertEqual(len(metrics["links"]["node1"]), 72)
        nodes = {row["station"].split(".")[0] for row in metrics["wires"]["rows"] if row["station"].startswith("node")}
        self.assertEqual(nodes, {"node0", "node1"})
        self.assertFalse([row for row in metrics["wires"]["rows"] if "node0.rail" in row["station"] or "spine" in row["station"]])


class Refusals(Fold):
    def why(self, *words, nodes=5, **named):
        folded = self.run_one(*NODES, *words, *settings(f"machine.nodes={nodes}", STEADY), size="1 MiB", **named)["folded"]
        self.assertEqual((folded["domains"], folded["simulated"]), (nodes, nodes))
        return folded["why_all"]

    def test_links_with_latencies_of_their_own(self):
        self.assertEqual(self.why("--set", "latency_jitter=1 ns"), "latency_jitter gives every link a latency of its own")

    def test_algorithms_in_which_domains_differ(self):
        self.assertEqual(self.why("--set", "collective.algorithm=ring"),
                         "algorithm ring does not do the same in every scale-up domain")

    def test_uplinks_where_flows_may_meet(self):
        """Leaves of 32 hosts: the last host of the first leaf and the last of all send over spines, one flow per uplink."""
        self.assertIn("routing is ecmp", self.why("--set", "machine.scale_out.routing=ecmp", nodes=34))
        thin = self.run_one(*RACKS, *settings("machine.racks=4", STEADY, "lanes=1", "machine.scale_out.oversubscription=2"))
        self.assertEqual(thin["folded"]["why_all"], "18 GPUs under a leaf send to or receive from other leaves over 16 uplinks")

    def test_messages_that_pass_host_memory(self):
        self.assertIn("host memory", self.why("--set", "machine.scale_out.gpudirect=false"))

    def test_recorded_operations(self):
        self.call("run", "collective", *NODES, "--fidelity", "analytic", "--record", "job.jsonl", "--quiet",
                  *settings("machine.nodes=3", "collective.algorithm=hierarchical", "collective.bytes=1 MiB"))
        metrics = self.metrics("trace", *NODES, "--fidelity", "analytic", *settings("trace.file=job.jsonl", "machine.nodes=3", "fold=2"))
        self.assertEqual(metrics["folded"]["why_all"], "ranks may have operations of their own")

    def test_one_domain_has_none_to_send_to(self):
        said = self.call("run", "collective", "--set", "fold=1", code=2).stderr
        self.assertIn("fold: one domain has none to send to; give at least 2, or 0 for all\n", said)

    def test_an_uneven_number_of_ranks(self):
        self.assertIn("ranks", self.call("run", "collective", *NODES, "--fidelity", "analytic",
                                         *settings("machine.nodes=4", "ranks=20", "collective.algorithm=hierarchical"), code=2).stderr)

    def test_no_other_fidelity_folds(self):
        self.assertNotIn("folded", self.run_one(*NODES, "--set", "machine.nodes=3", size="1 MiB", fidelity="slice"))


if __name__ == "__main__":
    program.main()
