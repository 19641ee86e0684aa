#!/usr/bin/env python3
"""nccl-tests and compare-nccl, as a person sees them."""
import json
import os

import program
from program import settings

SAMPLE = os.path.join(program.ROOT, "tests/data/nccl_tests/all_reduce.txt")


MIB = 1024 * 1024


def of_size(size):
    """Settings of the run behind a size: the mean over some iterations where they are short."""
    return [f"collective.bytes={size} B", f"iterations={8 if size <= 64 * MIB else 2 if size <= 512 * MIB else 1}"]


class NcclTests(program.ProgramTest):
    def table(self, *words):
        out = self.call("nccl-tests", "--machine", "hopper_h100", "--quiet", *words).stdout
        return [line.split() for line in out.splitlines() if not line.startswith("#")], out

    def test_the_columns_are_those_of_nccl_tests(self):
        lines, out = self.table("-b", "8", "-e", "1M", "-f", "2", "--op", "all_reduce", "-g", "4")
        self.assertEqual([int(line[0]) for line in lines], [8 * 2**i for i in range(18)])
        self.assertIn("\n#       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong\n", out)
        self.assertIn("\n# Collective test starting: all_reduce_perf\n", out)
        for size, count, kind, redop, root, *both in lines:
            self.assertEqual((int(count), kind, redop, root), (int(size) // 4, "float", "sum", "-1"))
            self.assertEqual(both[:4], both[4:])
            time, algbw, busbw = (float(text) for text in both[:3])
            self.assertAlmostEqual(algbw, int(size) / time / 1000, delta=0.006 + 0.001 * algbw)
            self.assertAlmostEqual(busbw, algbw * 2 * 3 / 4, delta=0.02)
        self.assertRegex(out, r"\n# Avg bus bandwidth +: \d+\.\d+\n")

    def test_the_numbers_are_those_of_a_run(self):
        sweep = json.loads(self.table("-b", "1M", "-e", "4M", "-f", "4", "--op", "all_gather", "--json")[1])
        self.assertEqual((sweep["op"], sweep["ranks"]), ("all_gather", 8))
        for row, size in zip(sweep["sweep"]["rows"], (MIB, 4 * MIB)):
            run = self.metrics("collective", *settings("collective.op=all_gather", *of_size(size), "collective.in_place=false"))
            self.assertAlmostEqual(row["time"], run["iteration_time"]["value"] * 1e-9, delta=1e-6)
            self.assertAlmostEqual(row["busbw"], run["communication"]["busbw"]["value"] / 1e9, delta=1e-6)

    def test_names_are_taken_as_nccl_spells_them(self):
        lines, out = self.table("--op", "All_Gather", "--algo", "RING", "-b", "1M", "-e", "1M")
        self.assertEqual(lines, self.table("--op", "all_gather", "--algo", "ring", "-b", "1M", "-e", "1M")[0])
        self.assertIn("all_gather_perf", out)
        said = self.call("nccl-tests", "--machine", "hopper_h100", "--algo", "CollnetChain", code=2).stderr
        self.assertIn("collective.algorithm: 'CollnetChain' is not one of: ", said)

    def test_an_algorithm_that_cannot_do_it_is_refused_before_anything_runs(self):
        def said(*words):
            return self.call("nccl-tests", "--machine", "hopper_h100", *words, code=2).stderr
        self.assertEqual(said("--op", "all_gather", "--algo", "Tree"),
                         "--set collective.algorithm=tree: collective.algorithm: tree: does not carry out all_gather\n")
        self.assertEqual(said("--algo", "NVLS", "--proto", "LL128"),
                         "--set collective.protocol=ll128: collective.protocol: ll128: nvls has protocol simple only\n")

    def test_in_place_and_out_of_place_differ_where_a_chunk_is_copied(self):
        words = ("-b", "64M", "-e", "64M", "--algo", "Ring", "--json")
        gather = json.loads(self.table("--op", "all_gather", *words)[1])["sweep"]["rows"][0]
        self.assertGreater(gather["time"], gather["in_place_time"])
        reduce = json.loads(self.table("--op", "all_reduce", *words)[1])["sweep"]["rows"][0]
        self.assertEqual(reduce["time"], reduce["in_place_time"])

    def test_parts_of_ranks_are_whole_16_bytes(self):
        lines, _ = self.table("--op", "all_gather", "-b", "1000", "-e", "4000", "--nodes", "2", "--gpus-per-node", "3")
        # 1000, 2000 and 4000 B over 6 ranks: 166.7, 333.3 and 666.7 B each, of which 160, 320 and 656 are multiples of 16
        self.assertEqual([(int(line[0]), int(line[1])) for line in lines], [(960, 40), (1920, 80), (3936, 164)])

    def test_nodes_are_those_of_the_run(self):
        words = ("--op", "all_reduce", "-b", "4M", "-e", "4M", "--json")
        time = json.loads(self.table("--nodes", "2", "--gpus-per-node", "4", *words)[1])["sweep"]["rows"][0]["time"]
        run = self.metrics("collective", *settings("machine.nodes=2", "gpus_per_node=4", *of_size(4 * MIB)))
        self.assertAlmostEqual(time, run["iteration_time"]["value"] * 1e-9, delta=1e-6)
        self.assertEqual(self.table("--nodes", "1", "--gpus-per-node", "4", *words), self.table("-g", "4", *words))

    def test_steps_are_added_or_multiplied(self):
        self.assertEqual([line[0] for line in self.table("-b", "1M", "-e", "2M", "-i", "512K")[0]], ["1048576", "1572864", "2097152"])
        self.call("nccl-tests", "--machine", "hopper_h100", "-i", "8", "-f", "2", code=1)
        self.assertEqual(self.call("nccl-tests", "--machine", "hopper_h100", "-i", "0", code=2).stderr, "-i 0 leads to no next size\n")

    def test_no_bytes_and_a_few(self):
        self.assertEqual([line[0] for line in self.table("-b", "0", "-e", "16")[0]], ["0", "4", "8", "16"])
        self.assertEqual([line[0] for line in self.table("-b", "1", "-e", "8")[0]], ["0", "4", "8"])
        for size in (0, 1, 8):
            sent = self.metrics("collective", "--profile", "hopper_emulated", *settings(f"collective.bytes={size} B"))
            self.assertGreater(sent["iteration_time"]["value"], 0)

    def test_sizes_that_are_none(self):
        for text in ("3X", "", "1MB", "-1", "1.5M"):
            said = self.call("nccl-tests", "--machine", "hopper_h100", f"--minbytes={text}", code=1 if text == "" else 2).stderr
            self.assertTrue(text == "" or said.startswith(f"'{text}' is no size; write bytes with an optional K, M, G or T"), said)
        self.assertEqual(self.call("nccl-tests", "--machine", "hopper_h100", "-b", "16", "-e", "8", code=2).stderr, "-b 16 is larger than -e 8\n")
        self.assertEqual(self.call("nccl-tests", "--machine", "hopper_h100", "--op", "all_to_none", code=2).stderr,
                         "unknown --op 'all_to_none'; known: all_reduce, reduce_scatter, all_gather, broadcast, alltoall, sendrecv\n")

    def test_bad_input_is_told_once(self):
        words = ["nccl-tests", "--machine", "hopper_h100", "-b", "1M", "-e", "64M", "-q"]
        self.assertEqual(self.call(*words, "-g", "1", code=2).stderr, "--set ranks=1: ranks: a collective joins at least 2 ranks\n")
        said = self.call(*words, "--profile", "nope", code=2).stderr
        self.assertTrue(said.startswith("--set profile=nope: profile: machine hopper_h100 has no profile 'nope'; it has: "), said)
        self.assertEqual(said.count("\n"), 1, said)


class CompareNccl(program.ProgramTest):
    def compare(self, file, *words):
        done = self.call("compare-nccl", file, "--machine", "hopper_h100", "--json", "--quiet", *words)
        return json.loads(done.stdout), done.stderr

    def fails(self, file, *words):
        done = self.call("compare-nccl", file, "--machine", "hopper_h100", *words, code=2)
        self.assertEqual(done.stdout, "")
        return done.stderr

    def test_a_table_beside_the_simulation(self):
        result, said = self.compare(SAMPLE)
        self.assertEqual((result["op"], result["ranks"], result["launch_floor"], said), ("all_reduce", 4, "20 us, of 64 KiB (not counted)", ""))
        rows = result["sizes"]["rows"]
        self.assertEqual([(row["size"], row["measured"]) for row in rows], [(65536, 20.0), (2097152, 60.0), (67108864, 400.0), (1073741824, 4700.0)])
        for row in rows:
            time = self.time("collective", *settings("ranks=4", *of_size(row["size"]))) * 1e-9
            self.assertAlmostEqual(row["simulated"], max(time, 20), delta=1e-6)
            self.assertAlmostEqual(row["error"], 100 * (row["simulated"] / row["measured"] - 1), delta=1e-9)
            self.assertAlmostEqual(row["measured_busbw"], 1.5 * row["size"] / row["measured"] / 1e3, delta=1e-9)
        every, small, large = result["summary"]["rows"]
        self.assertEqual((every["counted"], small["counted"], large["counted"]), (3, 0, 3))
        errors = sorted(abs(row["error"]) for row in rows[1:])
        self.assertAlmostEqual(large["median"], errors[1], delta=1e-9)
        self.assertAlmostEqual(large["worst"], errors[2], delta=1e-9)
        self.assertAlmostEqual(large["signed_2_128MiB"], (rows[1]["error"] + rows[2]["error"]) / 2, delta=1e-9)
        self.assertIsNone(small["median"])

    def test_what_nccl_tests_prints_here_has_no_error(self):
        printed = self.call("nccl-tests", "--machine", "hopper_h100", "--op", "reduce_scatter", "--nodes", "2", "-b", "1M", "-e", "64M", "-f", "8", "-q").stdout
        self.write("own.txt", printed)
        result, said = self.compare("own.txt", "--floor", "none")
        self.assertEqual((result["op"], result["ranks"], said), ("reduce_scatter", 16, ""))
        self.assertLess(result["summary"]["rows"][0]["worst"], 0.1)

    def test_what_the_site_forced_is_compared(self):
        size = ["nccl-tests", "--machine", "hopper_h100", "-b", "16M", "-e", "64M", "-f", "4", "-q"]
        forced = self.call(*size, "--algo", "Ring", "--proto", "LL128").stdout
        self.assertNotEqual(forced, self.call(*size).stdout)
        self.write("forced.txt", forced)
        self.assertLess(self.compare("forced.txt", "--floor", "none", "--algo", "Ring", "--proto", "LL128")[0]["summary"]["rows"][0]["worst"], 0.1)
        self.assertGreater(self.compare("forced.txt", "--floor", "none")[0]["summary"]["rows"][0]["worst"], 5)

    def test_the_floor_may_be_given_or_left_away(self):
        result, _ = self.compare(SAMPLE, "--floor", "50 us")
        self.assertEqual([row["simulated"] for row in result["sizes"]["rows"][:2]], [50.0, 50.0])
        self.assertEqual(result["summary"]["rows"][1]["counted"], 1)
        self.assertEqual(self.compare(SAMPLE, "--floor", "none")[0]["launch_floor"], "none")
        self.assertIn("a launch floor is auto, none or a time: ", self.fails(SAMPLE, "--floor", "50"))

    def test_what_cannot_be_read_is_told_and_left_out(self):
        with open(SAMPLE, encoding="utf-8") as file:
            lines = file.read().splitlines()
        broken = ["srun: job 7", "x", *lines, "    4194304       1048576     float     sum      -1    fast   34.95   52.43       0"]
        self.write("log.txt", "\n".join("[1,0]<stdout>:" + line for line in broken))
        result, said = self.compare("log.txt")
        self.assertEqual(result, self.compare(SAMPLE)[0])
        self.assertEqual(said, f"log.txt:1-2: left out: no row of the table\nlog.txt:{len(broken)}: left out: time 'fast' is no number\n")

    def test_without_a_heading_the_user_says_what_it_is(self):
        self.write("rows.txt", "2097152 524288 float sum -1 60.00 34.95 52.43 0\n67108864 16777216 float sum -1 400.00 167.77 251.66 0\n")
        self.assertEqual(self.fails("rows.txt"), "rows.txt: does not say which collective it is; give --op\n")
        self.assertEqual(self.fails("rows.txt", "--op", "all_reduce"),
                         "rows.txt: does not say how many ranks took part; give --ranks, or --nodes and --gpus-per-node\n")
        result, said = self.compare("rows.txt", "--op", "all_reduce", "--ranks", "4", "--floor", "none")
        self.assertEqual((len(result["sizes"]["rows"]), said), (2, ""))
        _, said = self.compare("rows.txt", "--op", "all_reduce", "--nodes", "2", "--gpus-per-node", "4")
        self.assertIn("busbw is 1.5 of algbw at 2097152 B where all_reduce on 8 ranks gives 1.75; see --op and --ranks", said)

    def test_files_that_hold_nothing(self):
        self.write("empty.txt", "# Collective test starting: all_reduce_perf\nhello\n")
        self.assertEqual(self.fails("empty.txt"), "empty.txt:2: left out: no row of the table\nempty.txt: no row of nccl-tests\n")
        self.assertEqual(self.fails("absent.txt"), "absent.txt: no such file, or not readable\n")
        self.write("other.txt", "# Collective test starting: gather_perf\n8 2 float none 0 10.00 0.00 0.00 0\n")
        self.assertIn("other.txt: a collective that is not simulated, 'gather_perf'; known: all_reduce, ", self.fails("other.txt", "--ranks", "4"))

    def test_one_of_several_collectives(self):
        with open(SAMPLE, encoding="utf-8") as file:
            text = file.read()
        self.write("two.txt", text + text.replace("all_reduce_perf", "broadcast_perf"))
        self.assertEqual(self.fails("two.txt"), "two.txt: holds all_reduce_perf and broadcast_perf; say with --op which one to compare\n")
        self.assertEqual(self.compare("two.txt", "--op", "all_reduce")[0], self.compare(SAMPLE)[0])

    def test_ranks_that_are_not_that_many_nodes(self):
        self.assertEqual(self.fails(SAMPLE, "--nodes", "3"),
                         f"{SAMPLE}: 4 ranks are not 3 nodes of 1 GPUs each; give --nodes or --gpus-per-node\n")
        self.assertEqual(self.compare(SAMPLE, "--nodes", "2")[0]["ranks"], 4)

    def test_what_is_printed_is_kept(self):
        out = self.call("compare-nccl", SAMPLE, "--machine", "hopper_h100", "--json", "-q", "--out", "kept").stdout
        self.assertEqual(self.read("kept/metrics.json"), out)


ROWS = """\
source: somewhere
confidence: measured
classes:
  - {name: near, p90: {band_pct: %s}, signed: {band_pct: 5}}
sweeps:
  - {file: made.csv, machine: hopper_h100, op: all_reduce, nodes: 2, gpus_per_node: 4, class: near, kind: predicted,
     floor: auto, large: {band_pct: 4.5%s}, small: {band_pct: 4}}
"""
COLUMNS = "op,nranks,nnodes,size_bytes,dtype,time_oop_us,algbw_oop_GBps,busbw_oop_GBps,time_ip_us,algbw_ip_GBps,busbw_ip_GBps"
SIZES = (8, 2**18, 2**20, 2**22, 2**23, 2**27)


class Sweeps(program.ProgramTest):
    """A published sweep that is the simulation times known factors."""

    def setUp(self):
        super().setUp()
        self.times = [self.time("collective", *settings("machine.nodes=2", "gpus_per_node=4", *of_size(size))) * 1e-9 for size in SIZES]

    def validate(self, factors, gap="", code=0, p90=12):
        rows = [f"all_reduce,8,2,{size},float,{time * factor:.9g},{size / time / factor / 1e3:.4f},0,,,"
                for size, time, factor in zip(SIZES, self.times, factors)]
        self.write("rows/made.csv", "# source: made\n" + COLUMNS + "\n" + "\n".join(rows) + "\n")
        self.write("rows/made.yaml", ROWS % (p90, gap))
        result = json.loads(self.call("validate", "--rows", "rows", "--json", "-q", "--out", "out", code=code).stdout)
        return {row["id"]: row for row in result["rows"]}, result

    def test_errors_are_medians_over_a_part(self):
        # times measured shorter by 1/1.02 ... are simulated 2, 3, 5 and 8 % too long; the floor is the first row
        rows, result = self.validate((1, 1, 1 / 1.02, 1 / 1.03, 1 / 1.05, 1 / 1.08), code=5)
        large = rows["nccl:made:large"]
        self.assertAlmostEqual(large["error_pct"], 4, delta=1e-3)
        self.assertAlmostEqual(large["p90_pct"], 7.1, delta=1e-3)  # 5 + 0.7 * (8 - 5)
        self.assertAlmostEqual(large["worst_pct"], 8, delta=1e-3)
        self.assertAlmostEqual(large["signed_2_128MiB_pct"], 16 / 3, delta=1e-3)
        self.assertAlmostEqual(large["simulated"], 1.75 * SIZES[-1] / self.times[-1] / 1e3, delta=1e-3)
        self.assertAlmostEqual(large["published"], 1.08 * large["simulated"], delta=1e-2)
        self.assertEqual((large["sizes"], large["status"], large["source"]), (4, "ok", "made"))
        self.assertEqual((rows["nccl:made:small"]["sizes"], rows["nccl:made:small"]["status"]), (1, "ok"))
        self.assertEqual(rows["nccl:near:p90"]["error_pct"], large["p90_pct"])
        self.assertEqual(rows["nccl:near:signed"]["status"], "out_of_band")
        one, = result["classes"]["rows"]
        self.assertEqual((one["class"], one["files"], one["sizes"], one["median"]), ("near", 1, 4, large["error_pct"]))

    def test_a_sweep_outside_of_its_band(self):
        rows, _ = self.validate((1, 1) + (1 / 1.06,) * 4, code=5)
        self.assertEqual(rows["nccl:made:large"]["status"], "out_of_band")
        self.assertEqual(self.validate((1, 1) + (1 / 1.06,) * 4, ", known_gap: {number: 1, bound_pct: 9}", 5)[0]["nccl:made:large"]["status"], "known_gap")

    def test_a_class_outside_of_its_bound(self):
        rows, _ = self.validate((1, 1, 1, 1, 1, 1 / 1.3), code=5)
        self.assertEqual([rows[name]["status"] for name in ("nccl:made:large", "nccl:near:p90")], ["ok", "out_of_band"])

    def test_curves_and_sizes_are_kept(self):
        self.validate((1, 1, 1, 1, 1, 1))
        svg = self.read("out/nccl/made.svg")
        self.assertIn("made (predicted)", svg)
        self.assertEqual(svg.count("<circle"), 2 * len(SIZES) + 2)  # and one in the legend for each curve
        self.assertEqual(self.read("out/nccl/sizes.csv").count("\n"), len(SIZES) + 1)
        self.assertIn("near", self.read("out/nccl/classes.csv"))

    def test_a_size_that_is_excluded_is_not_run(self):
        self.validate((1, 1, 1, 1, 1, 1))
        text = self.read("rows/made.yaml").replace("kind: predicted", "kind: predicted, exclude: [{above: 16 MiB, why: x}]")
        self.write("rows/made.yaml", text)
        self.call("validate", "--rows", "rows", "-q", "--out", "fewer")
        points = [len(os.listdir(self.path(f"{out}/points"))) for out in ("out", "fewer")]
        self.assertEqual(points, [len(SIZES), len(SIZES) - 1])

    def test_the_text_shows_sweeps_and_classes(self):
        self.validate((1, 1, 1, 1, 1, 1))
        text = self.call("validate", "--rows", "rows", "-q").stdout
        for words in ("published numbers\n", "sweeps\n", "held-out sweeps by class\n", "nccl:near:signed"):
            self.assertIn(words, text)


if __name__ == "__main__":
    program.main()
