#!/usr/bin/env python3
"""accept.py [--accept] BINARY FOLDER...: what the scenarios say now against expected.yaml; writes only with --accept.

The commit that carries an accepted change says why it is right.
"""
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import scenario  # noqa: E402


def percent(old, new):
    numbers = all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in (old, new))
    return f"{(new - old) / abs(old) * 100:+.3g} %" if numbers and old else "-"


def changes(expectation, result):
    """(path, expected, new value, new unit) of every metric that left its expectation."""
    for path, expected in expectation.metrics.items():
        if path in result.metrics and not expected.accepts(*result.metrics[path]):
            yield (path, expected, *result.metrics[path])


def print_table(rows):
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


def rewrite(path, changed):
    """Replaces values, and keeps tolerances, comments and order."""
    with open(path, encoding="utf-8") as file:
        lines = file.readlines()
    for metric, expected, value, unit in changed:
        fresh = scenario.Expected(value, unit, expected.within, expected.percent).text()
        pattern = re.compile(r"^(\s+" + re.escape(metric) + r":\s+)" + r"(\S.*?)(\s+#[^\"]*)?$")
        lines = [pattern.sub(lambda m: m[1] + fresh + (m[3] or ""), line.rstrip("\n")) + "\n" for line in lines]
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(lines)


def main(arguments):
    write = "--accept" in arguments
    plain = [a for a in arguments if a != "--accept"]
    if len(plain) < 2 or any(a.startswith("-") for a in plain):
        print(__doc__, file=sys.stderr)
        return 2
    rows = [("scenario", "metric", "old", "new", "change")]
    failed = False
    for folder in plain[1:]:
        path = os.path.join(folder, "expected.yaml")
        expectation = scenario.read_expectation(path)
        result = scenario.run(plain[0], folder, expectation)
        changed = list(changes(expectation, result))
        missing = [metric for metric in expectation.metrics if metric not in result.metrics]
        if result.exit_code != expectation.exit_code or missing:
            print(f"{folder}: exit code {result.exit_code}, missing: {', '.join(missing) or 'nothing'}\n{result.error}")
            failed = True
            continue
        rows += [(os.path.basename(os.path.abspath(folder)), metric, expected.text(), scenario.value_text(value, unit),
                  percent(expected.value, value)) for metric, expected, value, unit in changed]
        if write and changed:
            rewrite(path, changed)
    if len(rows) > 1:
        print_table(rows)
        print("written" if write else "nothing written; --accept writes")
    elif not failed:
        print("nothing has changed")
    return 1 if failed or (len(rows) > 1 and not write) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
