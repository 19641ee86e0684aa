#!/usr/bin/env python3
"""Collectives of the whole program: fidelities agree, bytes are those of the algorithm, contention costs, nothing is free,
and what cannot be done is refused."""
import json

import program
from program import settings

MIB = 1024 * 1024
RANKS = 8
ALL_REDUCES = [("all_reduce", "ring"), ("all_reduce", "tree"), ("all_reduce", "nvls"), ("all_reduce", "hierarchical")]
OTHERS = [("all_gather", "direct"), ("all_to_all", "auto"), ("send_recv", "auto")]
EQUAL = settings("lanes=16", "pieces=4")
STEADY = settings("machine.scale_up.link.both_ways_share=0.9", "machine.scale_up.link.pace_spread=0")
PACE = settings("machine.scale_up.link.pace_spread=0.2", "machine.scale_up.link.pace_period=20 us")


class CollectiveTest(program.ProgramTest):
    def run_one(self, operation, algorithm, size, *words):
        return self.metrics("collective", *settings(f"collective.op={operation}", f"collective.algorithm={algorithm}",
                                                    f"collective.bytes={size} B", "warm_up=0"), *words)

    times_seen = {}  # a run gives the same every time

    def time_of(self, operation, algorithm, size, *words):
        key = (operation, algorithm, size, *words)
        if key not in self.times_seen:
            self.times_seen[key] = self.run_one(*key)["iteration_time"]["value"]
        return self.times_seen[key]


class Fidelities(CollectiveTest):
    """Contention of an all-to-all included: messages of one GPU go to all others."""

    def agrees(self, fidelity, percent, sizes, *words, rows=tuple(ALL_REDUCES + OTHERS)):
        for operation, algorithm in rows:
            for size in sizes:
                slices = self.time_of(operation, algorithm, size, *words)
                other = self.time_of(operation, algorithm, size, "--fidelity", fidelity, *words)
                self.assertLessEqual(abs(other - slices), slices * percent / 100, f"{fidelity} {operation} {algorithm} {size}")

    def test_closed_forms_agree_within_one_percent(self):
        self.agrees("analytic", 1, (MIB // 16, MIB, 64 * MIB))

    def test_closed_forms_agree_where_the_speed_of_links_fluctuates(self):
        self.agrees("analytic", 1, (MIB // 16, 64 * MIB), *PACE)

    def test_packets_agree_within_two_percent(self):
        self.agrees("packet", 2, (MIB // 16,))
        self.agrees("packet", 2, (MIB,), rows=(ALL_REDUCES[0], OTHERS[0]))

    def test_packets_agree_where_the_speed_of_links_fluctuates(self):
        self.agrees("packet", 2, (MIB // 16,), *PACE)

    def test_closed_forms_agree_on_two_nodes(self):
        for operation, algorithm in (("all_reduce", "tree"), ("all_reduce", "hierarchical"), ("all_gather", "direct")):
            words = (operation, algorithm, 16 * MIB, *settings("machine.nodes=2"))
            slices = self.time_of(*words)
            self.assertLess(abs(self.time_of(*words, "--fidelity", "analytic") - slices), 0.01 * slices, algorithm)


class Bytes(CollectiveTest):
    """What the links of each GPU carry, before packets: `payload` of its station."""

    def sent(self, algorithm, size, *words):
        rows = {row["station"]: row for row in self.run_one("all_reduce", algorithm, size, *words)["wires"]["rows"]}
        return [rows[f"node0.gpu{gpu}.nvlink"]["payload"] for gpu in range(RANKS)]

    def test_a_ring_sends_twice_its_buffer_but_for_two_shares(self):
        """In equal shares each GPU exactly; as the library cuts, all of them together."""
        whole = 2 * (RANKS - 1) * 64 * MIB
        self.assertEqual(self.sent("ring", 64 * MIB, *EQUAL), [whole // RANKS] * RANKS)
        self.assertEqual(sum(self.sent("ring", 64 * MIB)), whole)

    def test_with_switches_that_reduce_a_gpu_sends_its_buffer_and_multicasts_its_share(self):
        self.assertEqual(self.sent("nvls", 64 * MIB, *EQUAL), [64 * MIB + 64 * MIB // RANKS] * RANKS)
        self.assertEqual(sum(self.sent("nvls", 64 * MIB)), (RANKS + 1) * 64 * MIB)

    def test_low_latency_doubles_the_bytes(self):
        """A flag of 4 bytes beside every 4; and 8 beside every 120 for ll128, rounded up in each of at most 10,000 messages."""
        for algorithm in ("ring", "tree"):
            simple, ll, ll128 = (self.sent(algorithm, MIB, "--set", f"collective.protocol={protocol}")
                                 for protocol in ("simple", "ll", "ll128"))
            self.assertEqual(ll, [2 * sent for sent in simple])
            for plain, flagged in zip(simple, ll128):
                self.assertTrue(0 <= flagged - plain * 16 / 15 < 10000, f"{plain} and {flagged}")


class Records(program.ProgramTest):
    def test_the_time_is_the_same_with_and_without_a_record_of_every_step(self):
        for profile, fewer in (("off", True), ("hopper_emulated", False), ("hopper_cc", False)):
            runs = [self.metrics("collective", "--profile", profile, *settings("collective.bytes=4 MiB", "warm_up=0", f"every_step={every}"))
                    for every in ("true", "false")]
            self.assertEqual(runs[0]["iteration_time"], runs[1]["iteration_time"])
            rows = [len(run["breakdown"]["rows"]) for run in runs]
            self.assertEqual(rows[1] < rows[0], fewer, f"{profile}: {rows}")


class Contention(CollectiveTest):
    def trace(self, name, orders, streams):
        """Two rings of 64 MiB; rank r joins them in the order orders(r), each on its stream."""
        size = 64 * MIB
        ring = {"kind": "all_reduce", "bytes": size, "algorithm": "ring", "root": 0, "protocol": "simple"}
        count = len(orders(0)) + 1
        lines = [{"format": "sealring-trace", "version": 1, "ranks": RANKS, "iterations": 1, "operations": [count] * RANKS,
                  "names": ["", "ring"], "collectives": [ring, ring][:count - 1]}]
        for rank in range(RANKS):
            for number in orders(rank):
                lines.append({"operation": "collective", "rank": rank, "stream": streams[number], "label": "collective",
                              "name": 1, "after": [],
                              "collective": {"id": number, **ring, "ranks": RANKS, "sub_steps": 2 * (RANKS - 1),
                                             "bytes_per_sub_step": size // RANKS}})
            lines.append({"operation": "mark", "rank": rank, "stream": 0, "label": "compute", "name": 0, "after": []})
        self.write(name, "".join(json.dumps(line) + "\n" for line in lines))
        return ["trace", "--set", f"trace.file={name}"]

    def test_two_streams_with_a_ring_each_take_twice_the_link_time(self):
        """18 links of 25 GB/s keep 0.9 with both ways in use, and 8 of 9 bytes are payload."""
        link = 2 * 7 / 8 * 64 * MIB / (18 * 25e9 * 0.9 * 8 / 9) * 1e15
        alone = self.time_of("all_reduce", "ring", 64 * MIB, "--set", "collective.protocol=simple", *STEADY)
        together = self.time(*self.trace("both.jsonl", lambda rank: (0, 1), (0, 1)), *STEADY)
        one_by_one = self.time(*self.trace("each.jsonl", lambda rank: (0, 1), (0, 0)), *STEADY)
        self.assertGreater(alone, link)
        self.assertGreater(together, 2 * link)
        self.assertLess(together, one_by_one)

    def test_ranks_that_wait_for_each_other_do_not_end_in_silence(self):
        """Rank 0 joins the second ring first: 8 streams and 8 ranks of at least one channel wait, a rank of each ring has not joined."""
        said = self.call("run", *self.trace("crossed.jsonl", lambda rank: (0, 1) if rank else (1, 0), (0, 0)), code=4).stderr
        self.assertIn("the simulation ended with unfinished operations:\n", said)
        self.assertIn("\n  rank0.stream0: op 0 (collective step) is in collective 1\n", said)
        self.assertIn("\n  rank7.stream0: op 0 (collective step) is in collective 0\n", said)
        self.assertRegex(said, r"\n  collective 1, rank 0, step \d+: waits for chunk \d+ from rank 7\n")
        self.assertRegex(said, r"\n  and \d+ more\n")
        self.assertLess(said.count("\n"), 110)

    def test_a_trace_of_marks_is_refused(self):
        words = self.trace("empty.jsonl", lambda rank: (), ())
        self.assertIn("trace.file: it has marks only, and nothing that would take any time\n", self.call("run", *words, code=2).stderr)


class Sizes(CollectiveTest):
    FORCED = [("all_reduce", "ring", ("simple", "ll", "ll128")), ("all_reduce", "tree", ("simple", "ll", "ll128")),
              ("all_reduce", "nvls", ("simple",)), ("all_gather", "direct", ("simple",)), ("send_recv", "auto", ("simple", "ll"))]

    def times(self, operation, algorithm, protocol, sizes, *words):
        return [self.time_of(operation, algorithm, size, "--fidelity", "analytic", "--set", f"collective.protocol={protocol}", *words)
                for size in sizes]

    def test_more_bytes_never_take_less_time_cut_alike(self):
        for operation, algorithm, protocols in self.FORCED:
            for protocol in protocols:
                times = self.times(operation, algorithm, protocol, (0, 1, 4096, MIB, 64 * MIB),
                                   *settings("lanes=4", "pieces=2"))
                self.assertEqual(times, sorted(times), f"{operation} {algorithm} {protocol}")

    def test_the_library_never_gains_much_by_cutting_more_bytes_finer(self):
        """Just below the size that is worth another channel, or a shorter chunk, a channel carries twice what it does above;
        the chunk's way through a chain of 8 ranks is what can shrink."""
        sizes = [2 ** power for power in range(12, 24, 2)]
        for operation, algorithm, protocols in self.FORCED:
            for protocol in protocols:
                times = self.times(operation, algorithm, protocol, sizes)
                for i, time in enumerate(times):
                    self.assertGreater(time, 0.9 * max(times[:i + 1]), f"{operation} {algorithm} {protocol} {sizes[i]}")

    def test_nothing_takes_its_latency(self):
        """The start of the kernel and its steps. A byte takes as long as a whole pass of a thread block does, in every step."""
        for operation, algorithm in ALL_REDUCES + OTHERS + [("broadcast", "ring"), ("reduce_scatter", "ring")]:
            none, one, many = (self.time_of(operation, algorithm, size) for size in (0, 1, 64 * MIB))
            self.assertGreater(none, 5e9, "the kernel's start of 5 us")
            self.assertTrue(none <= one < 2 * none, f"{operation} {algorithm}: {none} {one}")
            self.assertGreater(many, 2 * none)

    def test_whoever_passes_a_broadcast_on_loads_its_links_both_ways(self):
        """Then 0.945 of its links are left, from one rank to another all; two more hops alone cost 7 %."""
        two, four = (self.metrics("collective", *settings("collective.op=broadcast", "collective.bytes=1 GiB", f"ranks={ranks}", "warm_up=0",
                                                          "every_step=false"))["communication"]["busbw"]["value"] for ranks in (2, 4))
        self.assertGreater(two, 1.1 * four)

    @staticmethod
    def speed(factor):
        """Links, switches and the communication library; the host's submissions stay, some microseconds of a millisecond."""
        values = [f"scale_up.link.rate_per_direction={25 * factor} GB/s", f"scale_up.link.latency={200 / factor} ns",
                  f"scale_up.switch.latency={150 / factor} ns", f"scale_up.switch.reduction.rate={1600 * factor} GB/s",
                  f"communication.start={5 / factor} us"]
        for row in ("simple", "nvls", "point_to_point"):
            values += [f"communication.{row}.step={2 / factor} us", f"communication.{row}.hop={1 / factor} us",
                       f"communication.{row}.channel_rate={20 * factor} GB/s"]
        return settings(*(f"machine.{value}" for value in values))

    def test_links_of_twice_the_rate_and_steps_of_half_the_cost_halve_the_time(self):
        for operation, algorithm in ALL_REDUCES + OTHERS:
            words = [operation, algorithm, 256 * MIB, *STEADY, *settings("collective.protocol=simple", "lanes=16", "pieces=32")]
            ratio = self.time_of(*words, *self.speed(1)) / self.time_of(*words, *self.speed(2))
            self.assertAlmostEqual(ratio, 2, delta=0.02, msg=f"{operation} {algorithm}")


class Refusals(CollectiveTest):
    def says(self, text, *words):
        said = self.call("run", "collective", *words, code=2).stderr
        self.assertIn(f"collective.algorithm: {text}\n", said)

    def test_what_an_algorithm_cannot_carry_out(self):
        self.says("tree: does not carry out broadcast", *settings("collective.op=broadcast", "collective.algorithm=tree"))
        self.says("nvls_tree: needs several scale-up domains, not 1", *settings("collective.algorithm=nvls_tree"))
        self.says("nvls: the scale-up switches of machine dgx_a100 neither reduce nor multicast", "--machine", "dgx_a100",
                  *settings("collective.algorithm=nvls"))

    def test_a_library_that_would_use_switches_does_without_where_they_cannot(self):
        """The odd machine's library has channels for it, and its switches do not multicast."""
        odd = program.ROOT + "/tests/data/imaginary_gpu/machine.yaml"
        metrics = self.run_one("all_reduce", "auto", 256 * MIB, "--machine", odd)
        self.assertIn(metrics["communication"]["algorithm"], ("ring", "tree"))


if __name__ == "__main__":
    program.main()
