"""Products exist in configs/ and validation/ only; code branches on kinds."""
import re

from tree import CODE_FOLDERS, line_of

NAMES = ("a100 a800 h100 h200 h800 h20 b100 b200 b300 gb200 gb300 gh200 v100 r100 vr200 mi300 mi300x dgx hgx "
         "volta ampere hopper blackwell rubin vera nvidia mellanox connectx").split()
WORD = re.compile(r"(?<![a-z0-9])(" + "|".join(NAMES) + r")(?![a-z0-9])", re.IGNORECASE)


def check(tree):
    for path in tree.sources(CODE_FOLDERS):
        text = tree.read(path)
        for match in WORD.finditer(text):
            yield path, line_of(text, match.start()), f"'{match.group(1)}' is a product; say what kind of thing it is"
