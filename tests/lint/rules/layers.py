"""A file includes its own floor and the floors below it, never above."""
import re

from tree import CODE_FOLDERS, line_of, without_comments

FLOORS = {"sim": 0, "models": 1, "workloads": 2, "studies": 3, "app": 4}
GROUND = {"units": 0, "config": 1, "stats": 1, "topology": 1, "queue": 1, "kernel": 2}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.MULTILINE)


def check(tree):
    for path in tree.sources(CODE_FOLDERS):
        text = without_comments(tree.read(path), strings=False)
        for match in INCLUDE.finditer(text):
            message = judge(path.split("/"), match.group(1).split("/"))
            if message:
                yield path, line_of(text, match.start()), message


def judge(own, other):
    if other[0] not in FLOORS:
        return f'"{"/".join(other)}" is not a path from the repository root into a floor of the product'
    if FLOORS[other[0]] > FLOORS[own[0]]:
        return f"{own[0]}/ includes {'/'.join(other)}, which is a floor above it"
    if own[0] == other[0] == "sim" and GROUND.get(other[1], 0) > GROUND.get(own[1], 0):
        return f"sim/{own[1]} includes {'/'.join(other)}, which is above it"
    return None
