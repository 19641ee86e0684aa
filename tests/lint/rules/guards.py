"""Headers are guarded by #pragma once, as the first directive."""
import re

from tree import without_comments


def check(tree):
    for path in tree.sources():
        if path.endswith(".hpp"):
            first = re.search(r"^[ \t]*#.*$", without_comments(tree.read(path)), re.MULTILINE)
            if not first or first.group(0).split() != ["#pragma", "once"]:
                yield path, 1, "its first directive is not #pragma once"
