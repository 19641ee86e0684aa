"""Modules do not wait for a time: timed work goes through the event queue. Waiting for an event is fine."""
import re

from tree import CODE_FOLDERS, line_of, without_comments

WAIT = re.compile(r"(?<![\w.>])(?:sc_core::)?wait\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)")


def check(tree):
    for path in tree.sources(CODE_FOLDERS):
        if not path.endswith(("_module.cpp", "_module.hpp")):
            continue
        text = without_comments(tree.read(path).replace("this->", "      "))
        for match in WAIT.finditer(text):
            argument = match.group(1).strip()
            if argument and "event" not in argument:
                yield path, line_of(text, match.start()), f"wait({argument}): post to the event queue instead"
