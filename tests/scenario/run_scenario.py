#!/usr/bin/env python3
"""run_scenario.py BINARY FOLDER: runs FOLDER/scenario.yaml and compares with FOLDER/expected.yaml; exit 1 if it differs."""
import os
import shlex
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import scenario  # noqa: E402


def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    binary, folder = arguments
    try:
        expectation = scenario.read_expectation(os.path.join(folder, "expected.yaml"))
    except (OSError, scenario.BadExpectation) as problem:
        print(problem, file=sys.stderr)
        return 2
    result = scenario.run(binary, folder, expectation)
    found = scenario.differences(expectation, result)
    if found:
        print(shlex.join(result.command))
        print("\n".join("  " + line for line in found))
        print(result.error, end="")
        print("If the change is meant: tests/scenario/accept.py shows it and, with --accept, writes it.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
