#!/usr/bin/env python3
"""What the simulator costs: collectives through plan, executor and transport, beside SimGrid; medians in one run.

    tests/bench/run.py --bin build/bench --out results/bench [--repeats 5] [--quick]

Writes runs.csv (every run), README.md (medians, growth, limits) and queue.json. Each program runs alone on one core; ours and the
peer alternate, so that both see the same machine. Exit code 3 when a limit is missed.
"""
import argparse
import csv
import json
import os
import pathlib
import resource
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import report  # noqa: E402  (beside this file)
from cases import BYTES, CASES, PROGRAMS, RANKS  # noqa: E402

FIELDS = ["case", "program", "op", "ranks", "lanes", "mebibytes", "slice_kib", "crypto", "kernels", "run", "wall_s", "cpu_s",
          "simulated_us", "messages", "slices", "events", "event_bound", "peak_rss_mb"]
PEER_SECONDS = 20  # a peer that took longer is not repeated


def find(directory, name):
    found = [p for p in (directory / name, directory / "tests" / "bench" / name, directory / "app" / name) if p.exists()]
    return found[0] if found else None


def on_one_core(command):
    """The JSON object that the program prints last, with the wall and processor time of the whole process."""
    core = max(os.sched_getaffinity(0))
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          preexec_fn=lambda: os.sched_setaffinity(0, {core}))
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}: {done.stderr.strip()}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    whole = {"process_wall_s": time.monotonic() - start,
             "process_cpu_s": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime}
    return {**whole, **json.loads(done.stdout.strip().splitlines()[-1])} if done.stdout.startswith("{") else whole


def ours(binary, case):
    return on_one_core([binary] + case.words())


def peer(binary, case):
    return on_one_core([binary, case.op, case.ranks, case.lanes, case.mebibytes])


def whole_program(binary, case, scratch):
    row = on_one_core([binary, "run", pathlib.Path(__file__).parent / "scenarios" / case.scenario, *case.words(), "--out", scratch, "-q"])
    told = json.loads((scratch / "run.json").read_text(encoding="utf-8"))
    metrics = json.loads((scratch / "metrics.json").read_text(encoding="utf-8"))
    return {"wall_s": row["process_wall_s"], "cpu_s": row["process_cpu_s"], "events": told["events"],
            "peak_rss_mb": told["peak_memory"]["value"] / 2**20, "messages": metrics["communication"]["messages"]}


def measure(options, cases):
    bench, rival = find(options.bin, "bench_collective"), find(options.bin, "simgrid_collective")
    if bench is None:
        sys.exit(f"no bench_collective under {options.bin}: configure with -DSEALRING_BENCH=ON")
    rows = []
    for case in cases:
        rival_time = 0.0
        for repeat in range(options.repeats):
            rows.append({**ours(bench, case), "case": case.name, "program": "sealring", "run": repeat})
            if rival and case.peer and (repeat == 0 or rival_time < PEER_SECONDS):
                rows.append({**peer(rival, case), "case": case.name, "program": "simgrid", "run": repeat})
                rival_time = rows[-1]["wall_s"]
        print(f"{case.name}: {report.median(rows, 'wall_s', case=case.name, program='sealring'):.3f} s", file=sys.stderr)
    return rows


def measure_programs(options, failures):
    """Rows of whole programs. A program that fails is one line more in `failures`; the others run."""
    binary, rows = find(options.bin, "sealring"), []
    for case in PROGRAMS if binary else []:
        try:
            for repeat in range(options.repeats):
                row = whole_program(binary, case, options.out / "scratch")
                rows.append({**row, "case": case.name, "program": "sealring", "run": repeat})
            print(f"{case.name}: {report.median(rows, 'wall_s', case=case.name):.1f} s", file=sys.stderr)
        except RuntimeError as error:
            failures.append(f"{case.name}: {error}")
    scratch = options.out / "scratch"
    for path in sorted(scratch.glob("*")) if scratch.exists() else []:
        path.unlink()
    if scratch.exists():
        scratch.rmdir()
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, required=True, help="directory with bench_collective, simgrid_collective, sealring")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="up to 512 ranks, no whole programs")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    keep = (lambda case: case.ranks <= 512 and case.limit_s is None) if options.quick else (lambda case: True)
    rows = measure(options, [case for case in CASES + RANKS + BYTES if keep(case)])
    failures = []
    rows += [] if options.quick else measure_programs(options, failures)
    with open(options.out / "runs.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, FIELDS, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    problems = report.missed(rows) + failures
    verdict = [f"Missed: {p}" for p in problems] or ["Every limit held at this pace."]
    lines = report.lines(rows, options.repeats) + [""] + verdict + [f"Beyond: {line}" for line in report.slower_than_there(rows)]
    (options.out / "README.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    queue = find(options.bin, "bench_queue")
    if queue:
        (options.out / "queue.json").write_text(json.dumps(on_one_core([queue])) + "\n", encoding="utf-8")
    print("\n".join(lines))
    return 3 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
