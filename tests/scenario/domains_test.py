#!/usr/bin/env python3
"""Scale-up domains joined by adapters, rails and spines: times, names, and what a tap on each wire would see."""
import program
from program import settings

MIB = 1024 * 1024
RAILS = 8
MACHINES = {"hopper_h100": ["off", "hopper_ppcie"], "hgx_b200": ["off", "blackwell_inline"]}
ADAPTER = 50e9 * 4096 / 4122  # bytes of payload per second: 400 Gb/s, 26 bytes of header around each 4,096
FEMTO = 1e15
ONE_CHANNEL = ["lanes=1", "pieces=1"]


def share(size, ranks=16):
    """What an all-reduce sends through every edge of a ring: 2(n-1) parts of 1/n."""
    return 2 * (ranks - 1) * size // ranks


def ring_bound(size):
    """Channels leave a domain on all of its rails alike."""
    return share(size) / RAILS / ADAPTER * FEMTO


class Domains(program.ProgramTest):
    def run_ring(self, size, machine="hopper_h100", profile="off", fidelity="slice", nodes=2, more=()):
        return self.metrics("collective", "--machine", machine, "--profile", profile, "--fidelity", fidelity,
                            *settings(f"machine.nodes={nodes}", f"collective.bytes={size} MiB", "warm_up=0",
                                      "collective.algorithm=ring", "collective.protocol=simple", *more))

    def ring_time(self, *words, **named):
        return self.run_ring(*words, **named)["iteration_time"]["value"]

    def stations(self, metrics):
        return {row["station"]: row for row in metrics["wires"]["rows"]}


class Times(Domains):
    def test_no_fidelity_beats_the_adapters(self):
        for machine, profiles in MACHINES.items():
            for profile in profiles:
                for fidelity, size in (("slice", 32), ("analytic", 32), ("packet", 1)):
                    self.assertGreaterEqual(self.ring_time(size, machine, profile, fidelity), ring_bound(size * MIB), f"{machine} {profile} {fidelity}")

    def test_a_large_ring_in_the_clear_runs_at_the_pace_of_the_adapters_when_its_channels_are_many(self):
        """1 GiB: 5,065 us of adapter time and 30 sub-steps of some microseconds; two channels for each adapter are too few."""
        self.assertGreater(self.ring_time(1024), ring_bound(1024 * MIB) * 1.2)
        self.assertLess(self.ring_time(1024, more=("lanes=32",)), ring_bound(1024 * MIB) * 1.05)

    def test_an_all_to_all_keeps_the_adapters_busy(self):
        """Of 32 shares of a buffer 24 leave for other nodes; busbw counts 31. A rank that is late must not hold up the others."""
        bound = ADAPTER * 31 / 24
        for topology in ("rails", "fat_tree"):
            metrics = self.metrics("collective", *settings(
                "machine.nodes=4", f"machine.scale_out.topology={topology}", "collective.op=all_to_all", "collective.bytes=256 MiB",
                "warm_up=1", "iterations=3", "every_step=false"))
            busbw = metrics["communication"]["busbw"]["value"]
            self.assertLess(busbw, bound, topology)
            self.assertGreater(busbw, 0.85 * bound, topology)

    def test_the_library_lets_the_switches_of_racks_reduce_large_buffers(self):
        """The library believes in 720 GB/s of rings over 2 racks, and 768 of NVLSTree; 72 adapters of 50 are no ring of 3,456."""
        sent = self.metrics("collective", "--machine", "gb200_nvl72", "--fidelity", "analytic",
                            *settings("machine.racks=2", "collective.bytes=1 GiB", "lanes=1", "warm_up=0", "every_step=false"))
        self.assertEqual(sent["communication"]["algorithm"], "nvls_tree")

    def test_the_network_costs_more_than_the_links_of_one_domain(self):
        """16 GPUs of one rack, and 8 of each of two."""
        for size in ("64 KiB", "64 MiB"):
            ring = settings(f"collective.bytes={size}", "collective.algorithm=ring", "ranks=16", "warm_up=0")
            one = self.time("collective", "--machine", "gb200_nvl72", *ring)
            two = self.time("collective", "--machine", "gb200_nvl72", *ring, *settings("machine.racks=2", "gpus_per_node=8"))
            self.assertGreater(two, one, size)

    def test_closed_forms_agree_with_slices(self):
        """Of three nodes, the last edge of the ring leaves rail 7 for rail 0, over the uplink of the one and the spine."""
        for machine, profiles in MACHINES.items():
            for profile in profiles:
                for nodes in (2, 3):
                    slices = self.ring_time(64, machine, profile, "slice", nodes)
                    closed = self.ring_time(64, machine, profile, "analytic", nodes)
                    self.assertLess(abs(closed - slices), 0.01 * slices, f"{machine} {profile}: {closed} and {slices}")

    def test_closed_forms_agree_after_a_warm_up_too(self):
        """Ranks of a second round start apart, so that messages pile up at the adapters."""
        words = settings("machine.nodes=2", "collective.bytes=64 MiB")
        slices = self.time("collective", *words)
        closed = self.time("collective", "--fidelity", "analytic", *words)
        self.assertLess(abs(closed - slices), 0.01 * slices)

    def test_packets_agree_with_slices_and_closed_forms_within_one_percent(self):
        for nodes in (2, 3):
            packets = self.ring_time(4, fidelity="packet", nodes=nodes)
            for other in ("slice", "analytic"):
                self.assertLess(abs(self.ring_time(4, fidelity=other, nodes=nodes) - packets), 0.01 * packets)


class Names(Domains):
    # The first channel enters node 0 at GPU 0 and leaves it at GPU 7 for GPU 7 of node 1, which it passes downwards.
    ON_RAIL_7 = {"node0.gpu7.pcie.up", "node0.nic7.tx", "rail7.leaf0.down1", "node1.gpu7.pcie.down"}

    def network(self, metrics):
        return {name for name, row in self.stations(metrics).items() if row["zone"] != "scale_up"}

    def test_the_ring_stays_on_its_rails(self):
        back = {"node1.gpu0.pcie.up", "node1.nic0.tx", "rail0.leaf0.down0", "node0.gpu0.pcie.down"}
        for machine in MACHINES:
            self.assertEqual(self.network(self.run_ring(1, machine, more=ONE_CHANNEL)), self.ON_RAIL_7 | back)

    def test_an_odd_number_of_nodes_makes_it_change_rails_over_a_spine(self):
        """Node 2 is entered at GPU 0 and left at GPU 7, for GPU 0 of node 0."""
        onwards = {"node1.gpu0.pcie.up", "node1.nic0.tx", "rail0.leaf0.down2", "node2.gpu0.pcie.down"}
        back = {"node2.gpu7.pcie.up", "node2.nic7.tx", "rail7.leaf0.up", "spine0.down0", "rail0.leaf0.down0", "node0.gpu0.pcie.down"}
        metrics = self.run_ring(1, nodes=3, more=[*ONE_CHANNEL, "machine.scale_out.cross_rail=spine"])
        self.assertEqual(self.network(metrics), self.ON_RAIL_7 | onwards | back)

    def test_by_default_it_changes_rails_over_the_links_of_its_domain(self):
        """GPU 7 of node 2 sends to GPU 0 of its own node, which passes the message on; no spine takes part."""
        onwards = {"node1.gpu0.pcie.up", "node1.nic0.tx", "rail0.leaf0.down2", "node2.gpu0.pcie.down"}
        back = {"node2.gpu0.pcie.up", "node2.nic0.tx", "rail0.leaf0.down0", "node0.gpu0.pcie.down"}
        metrics = self.run_ring(1, nodes=3, more=ONE_CHANNEL)
        self.assertEqual(self.network(metrics), self.ON_RAIL_7 | onwards | back)
        self.assertIn("node2.gpu7.nvlink", self.stations(metrics))

    def test_channels_use_every_rail(self):
        used = self.stations(self.run_ring(1, more=["lanes=8"]))
        for node in range(2):
            for rail in range(RAILS):
                self.assertIn(f"node{node}.nic{rail}.tx", used)

    def test_fewer_gpus_per_node_use_the_first_of_each(self):
        metrics = self.metrics("collective", *settings("machine.nodes=10", "gpus_per_node=2", "collective.bytes=1 MiB"))
        self.assertEqual(metrics["workload"]["ranks"], 20)
        used = self.stations(metrics)
        self.assertIn("node9.gpu1.nvlink", used)
        self.assertNotIn("node9.gpu2.nvlink", used)

    def test_links_of_the_gpus_that_only_send_away_stay_idle(self):
        """18 links; a share in 8/9 packets over every edge of the ring inside a domain, none beyond."""
        links = self.run_ring(1, more=ONE_CHANNEL)["links"]
        for node, leaving in (("node0", 7), ("node1", 0)):
            for gpu in range(8):
                counters = links[node][f"gpu{gpu}"]
                self.assertEqual(len(counters), 18)
                sent = sum(link["wire_bytes"]["value"] for link in counters.values())
                self.assertEqual(sent, 0 if gpu == leaving else share(MIB) * 9 // 8)

    def test_more_than_sixteen_gpus_are_counted_by_the_gpu(self):
        metrics = self.metrics("collective", *settings("machine.nodes=3", "collective.bytes=1 MiB", "warm_up=0"))
        self.assertEqual(list(metrics["links"]["node2"]["gpu6"]), ["wire_bytes"])
        self.assertGreater(metrics["links"]["node2"]["gpu6"]["wire_bytes"]["value"], 0)


class Taps(Domains):
    def trust(self, machine, profile):
        metrics = self.run_ring(1, machine, profile, more=ONE_CHANNEL)
        clear = {zone for zone in ("scale_up", "scale_out", "host") if metrics["trust"][zone]["clear"]["value"] > 0}
        sealed = {zone for zone in ("scale_up", "scale_out", "host") if metrics["trust"][zone]["sealed"]["value"] > 0}
        for row in metrics["wires"]["rows"]:
            self.assertEqual(row["protection"], "clear" if row["zone"] in clear else "ciphertext")
        return clear, sealed, metrics["trust"]["keys"]

    def test_nothing_is_sealed_without_a_profile(self):
        self.assertEqual(self.trust("hopper_h100", "off"), ({"scale_up", "scale_out", "host"}, set(), 0))

    def test_protected_pcie_leaves_the_links_of_a_domain_in_the_clear(self):
        """Two ordered pairs have sealed messages: 7 to 15 and 8 to 0."""
        self.assertEqual(self.trust("hopper_h100", "hopper_ppcie"), ({"scale_up"}, {"scale_out", "host"}, 2))

    def test_an_inline_cipher_seals_the_links_too(self):
        """Every edge of the ring has a key."""
        self.assertEqual(self.trust("hgx_b200", "blackwell_inline"), (set(), {"scale_up", "scale_out", "host"}, 16))

    def test_bytes_in_the_clear_are_counted_on_every_wire_they_cross(self):
        """14 edges of the ring cross a bundle and a switch port; two cross an adapter and a leaf, and two PCIe links."""
        trust = self.run_ring(1, more=ONE_CHANNEL)["trust"]
        self.assertEqual(trust["scale_up"]["clear"]["value"], 14 * 2 * share(MIB))
        self.assertEqual(trust["scale_out"]["clear"]["value"], 2 * 2 * share(MIB))
        self.assertEqual(trust["host"]["clear"]["value"], 2 * 2 * share(MIB))


if __name__ == "__main__":
    program.main()
