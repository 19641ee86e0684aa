#!/usr/bin/env python3
"""Ring all-reduce of 1 GiB, ours beside SimGrid, medians in one run.

    tests/bench/run.py --bin build/release --out results/bench [--repeats 5] [--peer-chunks] [--quick]

Writes ring.csv (every run), ring.md (medians, with the limits) and queue.json into the output directory. Each program runs alone
on one core; ours and the peer alternate, so that both see the same machine. Exit code 3 when a limit is missed.
"""
import argparse
import csv
import json
import os
import pathlib
import statistics
import subprocess
import sys

RANKS = [8, 72, 512, 1024]
LIMITS = {(1024, 1): 0.6, (1024, 4): 2.5}  # seconds, with crypto
MEMORY_LIMIT_MB = 100
PEER_FACTOR = 10  # at 1,024 ranks in one chunk
FIELDS = ["program", "ranks", "chunks", "crypto", "run", "wall_s", "cpu_s", "simulated_us", "messages", "events",
          "event_bound", "events_per_message", "events_per_s", "peak_rss_mb"]


def find(directory, name):
    for path in (directory / name, directory / "tests" / "bench" / name):
        if path.exists():
            return path
    return None


def run_on_one_core(command):
    core = min(os.sched_getaffinity(0))
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          preexec_fn=lambda: os.sched_setaffinity(0, {core}))
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}: {done.stderr.strip()}")
    return json.loads(done.stdout.strip().splitlines()[-1])


def cases(quick):
    ranks = RANKS[:3] if quick else RANKS
    return [(n, 1) for n in ranks] + ([] if quick else [(1024, 4)])


def measure(ours, peer, options):
    rows = []
    for ranks, chunks in cases(options.quick):
        for repeat in range(options.repeats):
            for crypto in (False, True):
                words = [ours, "--ranks", ranks, "--chunks", chunks] + ([] if crypto else ["--plain"])
                rows.append({**run_on_one_core(words), "program": "sealring", "run": repeat})
            if peer and (chunks == 1 or options.peer_chunks):
                rows.append({**run_on_one_core([peer, ranks, chunks]), "program": "simgrid", "crypto": "", "run": repeat})
            print(f"{ranks} ranks x {chunks}: run {repeat + 1} of {options.repeats}", file=sys.stderr)
    return rows


def median(rows, field, **wanted):
    values = [float(r[field]) for r in rows if all(r.get(k) == v for k, v in wanted.items()) and field in r]
    return statistics.median(values) if values else None


def text(value, digits=3):
    return "-" if value is None else f"{value:.{digits}f}"


def table(rows, quick):
    lines = ["| ranks x chunks | ours, plain (s) | ours, sealed (s) | SimGrid (s) | SimGrid / sealed | events per message | "
             "M events/s | RSS MB, ours / SimGrid |", "|---|---|---|---|---|---|---|---|"]
    for ranks, chunks in cases(quick):
        key = {"ranks": ranks, "chunks": chunks}
        plain = median(rows, "wall_s", program="sealring", crypto=False, **key)
        sealed = median(rows, "wall_s", program="sealring", crypto=True, **key)
        peer = median(rows, "wall_s", program="simgrid", **key)
        rate = median(rows, "events_per_s", program="sealring", crypto=True, **key)
        lines.append("| {:,} x {} | {} | {} | {} | {} | {} | {} | {} / {} |".format(
            ranks, chunks, text(plain, 4), text(sealed, 4), text(peer, 4), text(peer / sealed if peer else None, 1),
            text(median(rows, "events_per_message", program="sealring", crypto=True, **key), 2), text(rate / 1e6, 1),
            text(median(rows, "peak_rss_mb", program="sealring", crypto=True, **key), 1),
            text(median(rows, "peak_rss_mb", program="simgrid", **key), 1)))
    return lines


def missed(rows):
    problems = []
    for (ranks, chunks), limit in LIMITS.items():
        wall = median(rows, "wall_s", program="sealring", crypto=True, ranks=ranks, chunks=chunks)
        if wall is not None and wall > limit:
            problems.append(f"{ranks} ranks x {chunks}: {wall:.3f} s exceeds {limit} s")
    ours = median(rows, "wall_s", program="sealring", crypto=True, ranks=1024, chunks=1)
    peer = median(rows, "wall_s", program="simgrid", ranks=1024, chunks=1)
    if ours and peer and peer < PEER_FACTOR * ours:
        problems.append(f"1024 ranks: only {peer / ours:.1f} times as fast as the peer, not {PEER_FACTOR}")
    for row in rows:
        if row["program"] == "sealring":
            if row["peak_rss_mb"] > MEMORY_LIMIT_MB:
                problems.append(f"{row['ranks']} ranks x {row['chunks']}: {row['peak_rss_mb']:.0f} MB")
            if row["events"] > row["event_bound"]:
                problems.append(f"{row['ranks']} ranks x {row['chunks']}: more events than slices x shared stations + messages")
    return problems


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as info:
        return next((line.split(":")[1].strip() for line in info if line.startswith("model name")), "unknown processor")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, required=True, help="directory with bench_ring, bench_queue, simgrid_ring")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--peer-chunks", action="store_true", help="run the peer in four chunks too (minutes)")
    parser.add_argument("--quick", action="store_true", help="up to 512 ranks")
    options = parser.parse_args()
    ours = find(options.bin, "bench_ring")
    if ours is None:
        sys.exit(f"no bench_ring under {options.bin}: configure with -DSEALRING_BENCH=ON")
    rows = measure(ours, find(options.bin, "simgrid_ring"), options)
    problems = missed(rows)

    options.out.mkdir(parents=True, exist_ok=True)
    with open(options.out / "ring.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, FIELDS, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    load = os.getloadavg()[0]
    lines = [f"Ring all-reduce of 1 GiB over one switch, medians of {options.repeats}, one core ({processor()}; load {load:.1f}).",
             "Ours: slice transport, statistics on, latency jitter per GPU, 1 MiB slices, 8 slots; sealed adds two cipher stations.",
             "SimGrid: 3.32, S4U, star of split-duplex links, plain messages.", ""]
    lines += table(rows, options.quick) + [""]
    lines += [f"Missed: {p}" for p in problems] or ["Every limit held."]
    (options.out / "ring.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    queue = find(options.bin, "bench_queue")
    if queue:
        (options.out / "queue.json").write_text(json.dumps(run_on_one_core([queue])) + "\n", encoding="utf-8")
    print("\n".join(lines))
    return 3 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
