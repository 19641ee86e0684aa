"""Medians, growth and limits of a bench run as a page."""
import math
import os
import statistics

from cases import BYTES, CASES, MEMORY_LIMIT_MB, PEER_FACTOR, PROGRAMS, RANKS


def median(rows, field, **wanted):
    values = [float(r[field]) for r in rows if all(r.get(k) == v for k, v in wanted.items()) and field in r]
    return statistics.median(values) if values else None


def text(value, digits=3):
    return "-" if value is None else f"{value:,.{digits}f}"


def per(seconds, count):
    return None if seconds is None or not count else seconds / count * 1e9


def pace(rows):
    """How many times as long the peer takes here as where the limits were set; the least of its cases, None without a peer."""
    ratios = [(median(rows, "wall_s", case=case.name, program="simgrid"), case.peer_s) for case in CASES if case.peer_s]
    return min((here / there for here, there in ratios if here), default=None)


def limit_here(case, rows):
    return None if case.limit_s is None else case.limit_s * (pace(rows) or 1)


def main_table(rows):
    lines = ["| case | ours: wall (s) | processor (s) | limit (s) | limit at this pace (s) | SimGrid (s) | SimGrid / ours | messages | slices | "
             "ns per slice | RSS MB, ours / SimGrid |", "|---|---|---|---|---|---|---|---|---|---|---|"]
    for case in CASES:
        own, rival = {"case": case.name, "program": "sealring"}, {"case": case.name, "program": "simgrid"}
        wall, peer = median(rows, "wall_s", **own), median(rows, "wall_s", **rival)
        if wall is None:
            continue
        slices, cpu = median(rows, "slices", **own), median(rows, "cpu_s", **own)
        lines.append("| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} / {} |".format(
            case.name, text(wall), text(cpu), "-" if case.limit_s is None else case.limit_s, text(limit_here(case, rows), 2), text(peer, 2),
            text(peer / wall if peer else None, 1), text(median(rows, "messages", **own), 0), text(slices, 0),
            text(per(cpu, slices), 0), text(median(rows, "peak_rss_mb", **own), 0), text(median(rows, "peak_rss_mb", **rival), 0)))
    return lines


def pace_words(rows):
    ratio = pace(rows)
    if ratio is None:
        return ["The peer did not run, so nothing tells how fast this machine is."]
    there = "; ".join(f"{case.name}: {case.peer_s} s" for case in CASES if case.peer_s)
    return [f"The limits were set on another machine, beside SimGrid 3.32 with a driver of its own ({there}).",
            f"Here it takes {ratio:.1f} times as long (the smallest ratio), so each limit is also given at this pace, and that is the one that",
            "counts; what misses the bare limit is listed."]


def growth_table(rows, cases, parameter):
    """The exponent is that of the time between this line and the one before, of the same collective."""
    lines = [f"| collective | {parameter} | processor (s) | exponent | messages | slices | ns per slice | SimGrid, wall (s) |",
             "|---|---|---|---|---|---|---|---|"]
    before = None
    for case in sorted(cases, key=lambda c: (c.op, c.ranks, c.mebibytes)):
        own = {"case": case.name, "program": "sealring"}
        cpu, slices = median(rows, "cpu_s", **own), median(rows, "slices", **own)
        if cpu is None:
            continue
        value = case.ranks if parameter == "ranks" else case.mebibytes
        exponent = math.log(cpu / before[2]) / math.log(value / before[1]) if before and before[0] == case.op else None
        before = (case.op, value, cpu)
        lines.append(f"| {case.op} | {value:,} | {text(cpu, 4)} | {text(exponent, 2)} | {text(median(rows, 'messages', **own), 0)} | "
                     f"{text(slices, 0)} | {text(per(cpu, slices), 0)} | "
                     f"{text(median(rows, 'wall_s', case=case.name, program='simgrid'), 3)} |")
    return lines


def program_table(rows):
    lines = ["| case | wall (s) | processor (s) | limit (s) | limit at this pace (s) | messages | events | RSS MB |", "|---|---|---|---|---|---|---|---|"]
    for case in PROGRAMS:
        name = case.name
        if median(rows, "wall_s", case=name) is not None:
            lines.append(f"| {name} | {text(median(rows, 'wall_s', case=name), 2)} | {text(median(rows, 'cpu_s', case=name), 2)} | "
                         f"{'-' if case.limit_s is None else case.limit_s} | {text(limit_here(case, rows), 1)} | "
                         f"{text(median(rows, 'messages', case=name), 0)} | "
                         f"{text(median(rows, 'events', case=name), 0)} | "
                         f"{text(median(rows, 'peak_rss_mb', case=name), 0)} |")
    return lines


def of_ranks():
    main = [c for c in CASES if c.limit_s and c.lanes == 1 and c.slice_kib == 1024]
    return RANKS + main


def lines(rows, repeats):
    return ["# What the simulator costs", "",
            f"Medians of {repeats} in one run, one core ({processor()}; load {os.getloadavg()[0]:.1f}). `./dev bench` makes this page.", "",
            "Ours: a plan through executor and slice transport around one switch: every message and every slice of every rank, contention,",
            "two inline cipher stations per path, a key budget per pair, latency jitter per GPU, statistics; 1 GiB per rank, slices of 1 MiB and",
            "8 slots unless said. Steps of a kernel cost no time, as in the peer, unless said: then the receiver also bounds what is in flight.",
            "SimGrid: 3.32, S4U, star of split-duplex links, fluid flows, no slices, ciphers or buffers; at most once where it took over 20 s,",
            "and not at all beyond 256 ranks of an all-to-all, where doubling the ranks multiplies its time by tens.",
            "Where the machine is shared, processor time is the better measure: wall time also counts what others did.", "",
            *main_table(rows), "", *pace_words(rows), "", "## Against ranks, 1 GiB", "", *growth_table(rows, of_ranks(), "ranks"), "",
            "A ring sends 2 ranks (ranks - 1) messages and an all-to-all ranks (ranks - 1), so both grow with the square of the ranks, times",
            "what one more rank costs in memory: stations and lanes of 2,048 ranks no longer fit the second cache. Slices, not messages, are",
            "what costs: with few ranks a message is many slices, ranks x buffer / slice of them whatever the ranks, and the exponent tends to 1.",
            "", "## Against bytes, 256 ranks (mebibytes)", "", *growth_table(rows, BYTES, "MiB"), "",
            "Flat as long as a message is one slice (here up to 256 MiB), then linear in the slices: each costs one event at the switch.", "",
            "## Whole programs", "", "`sealring run tests/bench/scenarios/...`: start to exit, with kernels and report: racks for one iteration and",
            "without a record of their steps, the others for two and with it.", "",
            *program_table(rows), "",
            "In closed forms, too, a message is an event of its own, but four racks stand for all of them where all do the same: of the",
            "ranks x (2 x 71 + 2 x (racks - 1)) messages of an iteration, those of 288 ranks are carried out and the others counted."]


def over(rows, limit_of, limit_name):
    """Lines on the cases that take longer than `limit_of` them."""
    lines = []
    for case in CASES + PROGRAMS:
        own = {"case": case.name, "program": "sealring"}
        wall, limit = median(rows, "wall_s", **own), limit_of(case)
        if wall is not None and limit is not None and wall > limit:
            lines.append(f"{case.name}: {wall:.3f} s exceeds {limit_name} of {limit:.2f} s ({median(rows, 'cpu_s', **own):.3f} s of processor time)")
    return lines


def slower_than_there(rows):
    return over(rows, lambda case: case.limit_s, "the bare limit")


def missed(rows):
    problems = over(rows, lambda case: limit_here(case, rows), "the limit at this pace")
    for name, limit in MEMORY_LIMIT_MB.items():
        peak = median(rows, "peak_rss_mb", case=name, program="sealring")
        if peak is not None and peak > limit:
            problems.append(f"{name}: {peak:.0f} MB exceeds {limit} MB")
    for name, factor in PEER_FACTOR.items():
        own, peer = (median(rows, "wall_s", case=name, program=p) for p in ("sealring", "simgrid"))
        if own and peer and peer < factor * own:
            problems.append(f"{name}: only {peer / own:.1f} times as fast as the peer, not {factor}")
    for row in rows:
        if "event_bound" in row and row["events"] > row["event_bound"] and not row["kernels"]:
            problems.append(f"{row['case']}: more events than slices x shared stations + messages")
    return problems


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as info:
        return next((line.split(":")[1].strip() for line in info if line.startswith("model name")), "unknown processor")
