#!/usr/bin/env python3
"""Checks the rules of the project that no compiler checks: lint.py ROOT [RULE ...]. One line per violation, exit 1."""
import importlib
import os
import pkgutil
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import rules  # noqa: E402
from tree import Tree  # noqa: E402


def rule_names():
    return sorted(module.name for module in pkgutil.iter_modules(rules.__path__))


def violations(root, names):
    """Lines "path:line: rule: sentence", in the order of the rules."""
    tree = Tree(root)
    found = []
    for name in names:
        check = importlib.import_module("rules." + name).check
        found += [f"{path}:{line}: {name}: {message}" for path, line, message in check(tree)]
    return found


def main(arguments):
    known = rule_names()
    if not arguments or any(name not in known for name in arguments[1:]):
        print("usage: lint.py ROOT [RULE ...]; rules: " + ", ".join(known), file=sys.stderr)
        return 2
    found = violations(arguments[0], arguments[1:] or known)
    print("\n".join(found) if found else "lint: nothing to mend")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
