#!/usr/bin/env python3
"""Three fidelities of one collective agree, and a machine with odd numbers follows the closed form of the ring."""
import json

import program
from program import settings

IMAGINARY = program.ROOT + "/tests/data/imaginary_gpu/machine.yaml"
SIZES = ["64 KiB", "1 MiB", "4 MiB", "16 MiB"]
KIB = 1024


def within(a, b, percent):
    return abs(a - b) <= b * percent / 100


class Fidelities(program.ProgramTest):
    def all_reduce(self, fidelity, size, *words):
        return self.time("collective", "--fidelity", fidelity, *settings(f"collective.bytes={size}", "ranks=4", "warm_up=0"), *words)

    def agrees(self, fidelity, percent, sizes, *words):
        for size in sizes:
            slice_time = self.all_reduce("slice", size, *words)
            self.assertTrue(within(self.all_reduce(fidelity, size, *words), slice_time, percent), f"{fidelity} at {size}")

    def test_packets_agree_within_two_percent(self):
        self.agrees("packet", 2, ["16 MiB"])

    def test_packets_agree_on_the_odd_machine_too(self):
        for profile in ("off", "inline"):
            self.agrees("packet", 2, ["1 MiB", "4 MiB"], "--machine", IMAGINARY, "--profile", profile)

    def test_closed_forms_agree_within_one_percent(self):
        self.agrees("analytic", 1, SIZES)
        self.agrees("analytic", 1, SIZES, "--profile", "hopper_emulated")
        self.agrees("analytic", 1, SIZES, "--machine", IMAGINARY)
        self.agrees("analytic", 1, SIZES, "--machine", IMAGINARY, "--profile", "inline")


class SweepsAgree(program.ProgramTest):
    """One sweep of every kind that is compared with published tables; in each, links carry one ring, tree or exchange at a time."""

    def times(self, fidelity, machine, op, nodes, gpus, largest):
        done = self.call("nccl-tests", "--machine", machine, "--op", op, "--nodes", str(nodes), "--gpus-per-node", str(gpus), "-b", "16K",
                         "-e", largest, "-f", "16", "--fidelity", fidelity, "--json", "--quiet", "--jobs", "1")
        return {row["size"]: row["time"] for row in json.loads(done.stdout)["sweep"]["rows"]}

    def agree(self, fidelity, percent, largest, sweeps):
        for sweep in sweeps:
            slices, others = self.times("slice", *sweep, largest), self.times(fidelity, *sweep, largest)
            self.assertGreater(len(slices), 1)
            for size, time in slices.items():
                self.assertTrue(within(others[size], time, percent), f"{sweep}, {size} B: {others[size]} instead of {time} us")

    def test_closed_forms_agree_within_one_percent(self):
        self.agree("analytic", 1, "4M", [
            ("hopper_h100", "all_reduce", 1, 8), ("hopper_h100", "all_gather", 1, 8), ("hopper_h100", "reduce_scatter", 1, 4),
            ("hopper_h100", "broadcast", 1, 8), ("hopper_h100", "alltoall", 1, 8), ("hopper_h100", "sendrecv", 1, 8),
            ("hgx_b200", "all_reduce", 1, 8), ("dgx_a100", "all_reduce", 2, 8), ("hopper_h100", "all_reduce", 2, 8),
            ("hopper_h100", "all_reduce", 10, 2), ("hopper_h100", "all_gather", 4, 8)])

    def test_packets_agree_within_two_percent(self):
        self.agree("packet", 2, "256K", [
            ("hopper_h100", "all_reduce", 1, 8), ("hopper_h100", "all_gather", 1, 8), ("hopper_h100", "alltoall", 1, 8),
            ("dgx_a100", "all_reduce", 1, 8)])


class OddMachine(program.ProgramTest):
    """7 GPUs, links 2+2+1 of 19 GB/s, packets of 96 B behind a 12 B flit, 0.91 of the wire with traffic both ways."""

    def all_reduce(self, kib, profile, *words):
        return self.time("collective", "--machine", IMAGINARY, "--profile", profile, *settings(f"collective.bytes={kib} KiB", "warm_up=0"), *words)

    def growth(self, profile):
        """Seconds per further byte of a sub-step, of each of the 12 = 2(7-1) sub-steps of a ring that only the links bound; both
        are whole 1 MiB slices."""
        links_only = settings("collective.algorithm=ring", "collective.protocol=simple", "lanes=1", "pieces=1",
                              "machine.communication.simple.channel_rate=100 TB/s")
        small, large = (self.all_reduce(7 * mib * KIB, profile, *links_only) for mib in (4, 12))
        return (large - small) * 1e-15 / 12 / (8 * KIB * KIB)

    def test_a_ring_in_the_clear_grows_with_the_framed_bytes_over_five_links(self):
        self.assertTrue(within(self.growth("off"), 108 / 96 / (5 * 19e9 * 0.91), 0.01))

    def test_an_inline_cipher_adds_a_tag_to_each_packet_and_takes_its_share_of_the_rate(self):
        self.assertTrue(within(self.growth("inline"), 120 / 96 / (5 * 19e9 * 0.91 * 0.97), 0.01))

    def test_software_sealing_adds_four_passes_of_which_two_are_chains(self):
        """A message of 4 MiB is 14 chunks of 300 KiB on 111 lanes: one round, whose time is that of one chunk, for the MAC
        and again for the verification; plus launches and two passes of the cipher, which are small beside it."""
        extra = (self.all_reduce(7 * 4 * KIB, "software") - self.all_reduce(7 * 4 * KIB, "off")) * 1e-15 / 12
        chains = 2 * 300 * KIB / 70e6
        passes = 2 * 4 * KIB * KIB / 53e9
        self.assertGreater(extra, chains + passes)
        self.assertLess(extra, (chains + passes) * 1.05)

    def test_a_training_step_runs_under_every_profile(self):
        times = {}
        for profile in ("off", "software", "inline"):
            metrics = self.metrics("ddp", "--machine", IMAGINARY, "--profile", profile,
                                   *settings("ddp.model=resnet-50", "ddp.batch=16", "ranks=7", "warm_up=0"))
            self.assertEqual(sum(row["time"] for row in metrics["breakdown"]["rows"]), metrics["iteration_time"]["value"])
            sent = metrics["communication"]
            self.assertEqual(sent["sealed_payload"]["value"], sent["payload"]["value"] if profile != "off" else 0)
            times[profile] = metrics["iteration_time"]["value"]
        self.assertLess(times["off"], times["inline"])
        self.assertLess(times["inline"], times["software"])


if __name__ == "__main__":
    program.main()
