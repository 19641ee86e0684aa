#!/usr/bin/env python3
"""Two scale-up domains joined by adapters, rails and spines: times, names, and what a tap on each wire would see."""
import program
from program import settings

MIB = 1024 * 1024
RANKS = 16
MACHINES = {"hopper_h100": ["off", "hopper_ppcie"], "hgx_b200": ["off", "blackwell_inline"]}
ADAPTER = 50e9 * 4096 / 4122  # bytes of payload per second: 400 Gb/s, 26 bytes of header around each 4,096
FEMTO = 1e15


def ring_bound(size, rate):
    """An all-reduce sends 2(n-1) shares of 1/n through every edge of the ring, and two of its edges join the domains."""
    return 2 * (RANKS - 1) / RANKS * size / rate * FEMTO


class TwoDomains(program.ProgramTest):
    def run_ring(self, size, machine="hopper_h100", profile="off", fidelity="slice", cross_rail="spine"):
        return self.metrics("collective", "--machine", machine, "--profile", profile, "--fidelity", fidelity,
                            *settings("machine.nodes=2", f"collective.bytes={size} MiB", "warm_up=0",
                                      f"machine.scale_out.cross_rail={cross_rail}"))

    def stations(self, metrics):
        return {row["station"]: row for row in metrics["wires"]["rows"]}


class Times(TwoDomains):
    def test_no_fidelity_beats_the_adapters(self):
        for machine, profiles in MACHINES.items():
            for profile in profiles:
                for fidelity, size in (("slice", 32), ("analytic", 32), ("packet", 1)):
                    time = self.run_ring(size, machine, profile, fidelity)["iteration_time"]["value"]
                    self.assertGreaterEqual(time, ring_bound(size * MIB, ADAPTER), f"{machine} {profile} {fidelity}")

    def test_a_large_ring_in_the_clear_runs_at_the_pace_of_the_adapters(self):
        """64 MiB: 2,533 us of adapter time and 30 sub-steps of some microseconds."""
        time = self.run_ring(64)["iteration_time"]["value"]
        self.assertLess(time, ring_bound(64 * MIB, ADAPTER) * 1.1)

    def test_the_network_costs_more_than_the_links_of_one_domain(self):
        inside = self.time("collective", *settings("collective.bytes=64 MiB", "warm_up=0"))
        self.assertGreater(self.run_ring(64)["iteration_time"]["value"], 3 * inside)

    def test_closed_forms_agree_with_slices(self):
        """The two edges of the ring that join the domains share rail 7's uplink, which is twice as fast as an adapter.
        Messages are 4 MiB here; those of a single slice stand below."""
        for machine, profiles in MACHINES.items():
            for profile in profiles:
                slices = self.run_ring(64, machine, profile)["iteration_time"]["value"]
                closed = self.run_ring(64, machine, profile, "analytic")["iteration_time"]["value"]
                self.assertLess(abs(closed - slices), 0.01 * slices, f"{machine} {profile}: {closed} and {slices}")

    def test_closed_forms_agree_after_a_warm_up_too(self):
        """Ranks of a second round start apart, so that messages pile up at the adapters."""
        words = settings("machine.nodes=2", "collective.bytes=64 MiB")
        slices = self.time("collective", *words)
        closed = self.time("collective", "--fidelity", "analytic", *words)
        self.assertLess(abs(closed - slices), 0.01 * slices)

    def test_single_slices_on_a_shared_uplink_are_at_most_five_percent_slow(self):
        """A slice that trickles into the uplink at the pace of its adapter keeps the other flow's slice waiting; packets
        interleave, and closed forms do not know slices of others."""
        for size in (4, 16):
            slices = self.run_ring(size)["iteration_time"]["value"]
            closed = self.run_ring(size, fidelity="analytic")["iteration_time"]["value"]
            self.assertTrue(0.95 * slices < closed <= slices, f"{closed} and {slices}")
        slices = self.run_ring(4)["iteration_time"]["value"]
        packets = self.run_ring(4, fidelity="packet")["iteration_time"]["value"]
        self.assertTrue(0.95 * slices < packets <= slices, f"{packets} and {slices}")

    def test_packets_agree_with_closed_forms_within_one_percent(self):
        packets = self.run_ring(4, fidelity="packet")["iteration_time"]["value"]
        closed = self.run_ring(4, fidelity="analytic")["iteration_time"]["value"]
        self.assertLess(abs(closed - packets), 0.01 * packets)


class Names(TwoDomains):
    def test_the_ring_passes_the_adapters_rails_and_spine_between_its_neighbours(self):
        """Rank 7 sends to rank 8, and rank 15 to rank 0: from rail 7 over the spine to rail 0."""
        network = {"node0.gpu7.pcie.up", "node0.nic7.tx", "node1.gpu7.pcie.up", "node1.nic7.tx", "rail7.leaf0.up", "spine0.down0",
                   "rail0.leaf0.down0", "rail0.leaf0.down1", "node0.gpu0.pcie.down", "node1.gpu0.pcie.down"}
        for machine in MACHINES:
            used = self.stations(self.run_ring(1, machine))
            self.assertEqual({name for name, row in used.items() if row["zone"] != "scale_up"}, network)

    def test_by_default_a_message_changes_rails_over_the_links_of_its_domain(self):
        """Rank 7 sends to rank 0 of its own node, which passes it on to rank 8 on their common rail; no spine takes part."""
        network = {"node0.gpu0.pcie.up", "node0.nic0.tx", "node1.gpu0.pcie.up", "node1.nic0.tx",
                   "rail0.leaf0.down0", "rail0.leaf0.down1", "node0.gpu0.pcie.down", "node1.gpu0.pcie.down"}
        used = self.stations(self.run_ring(1, cross_rail="nvlink"))
        self.assertEqual({name for name, row in used.items() if row["zone"] != "scale_up"}, network)
        self.assertIn("node0.gpu7.nvlink", used)

    def test_fewer_gpus_per_node_use_the_first_of_each(self):
        metrics = self.metrics("collective", *settings("machine.nodes=10", "gpus_per_node=2", "collective.bytes=1 MiB"))
        self.assertEqual(metrics["workload"]["ranks"], 20)
        used = self.stations(metrics)
        self.assertIn("node9.gpu1.nvlink", used)
        self.assertNotIn("node9.gpu2.nvlink", used)

    def test_links_of_the_gpus_that_only_send_away_stay_idle(self):
        """18 links; a share of 2 x 15/16 MiB in 8/9 packets over every edge of the ring inside a domain, none beyond."""
        links = self.run_ring(1)["links"]
        for node in ("node0", "node1"):
            for gpu in range(8):
                counters = links[node][f"gpu{gpu}"]
                self.assertEqual(len(counters), 18)
                sent = sum(link["wire_bytes"]["value"] for link in counters.values())
                self.assertEqual(sent, 0 if gpu == 7 else 2 * 15 * MIB // 16 * 9 // 8)

    def test_more_than_sixteen_gpus_are_counted_by_the_gpu(self):
        metrics = self.metrics("collective", *settings("machine.nodes=3", "collective.bytes=1 MiB", "warm_up=0"))
        self.assertEqual(list(metrics["links"]["node2"]["gpu6"]), ["wire_bytes"])
        self.assertGreater(metrics["links"]["node2"]["gpu6"]["wire_bytes"]["value"], 0)


class Taps(TwoDomains):
    def trust(self, machine, profile):
        metrics = self.run_ring(1, machine, profile)
        clear = {zone for zone in ("scale_up", "scale_out", "host") if metrics["trust"][zone]["clear"]["value"] > 0}
        sealed = {zone for zone in ("scale_up", "scale_out", "host") if metrics["trust"][zone]["sealed"]["value"] > 0}
        for row in metrics["wires"]["rows"]:
            self.assertEqual(row["protection"], "clear" if row["zone"] in clear else "ciphertext")
        return clear, sealed, metrics["trust"]["keys"]

    def test_nothing_is_sealed_without_a_profile(self):
        self.assertEqual(self.trust("hopper_h100", "off"), ({"scale_up", "scale_out", "host"}, set(), 0))

    def test_protected_pcie_leaves_the_links_of_a_domain_in_the_clear(self):
        """Two ordered pairs have sealed messages: 7 to 8 and 15 to 0."""
        self.assertEqual(self.trust("hopper_h100", "hopper_ppcie"), ({"scale_up"}, {"scale_out", "host"}, 2))

    def test_an_inline_cipher_seals_the_links_too(self):
        """Every edge of the ring has a key."""
        self.assertEqual(self.trust("hgx_b200", "blackwell_inline"), (set(), {"scale_up", "scale_out", "host"}, 16))

    def test_bytes_in_the_clear_are_counted_on_every_wire_they_cross(self):
        """15/8 MiB per edge of the ring: 14 edges cross a bundle and a switch port; two cross adapter, leaf, spine and leaf
        in the network, and two PCIe links."""
        trust = self.run_ring(1)["trust"]
        edge = 2 * 15 * MIB // 16
        self.assertEqual(trust["scale_up"]["clear"]["value"], 14 * 2 * edge)
        self.assertEqual(trust["scale_out"]["clear"]["value"], 2 * 4 * edge)
        self.assertEqual(trust["host"]["clear"]["value"], 2 * 2 * edge)


if __name__ == "__main__":
    program.main()
