"""Nothing depends on where somebody's checkout lies."""
import re

from tree import line_of

# spelled apart, so that this file does not break its own rule
FOLDERS = ("work", "home", "farm", "tmp", "root", "Users")
ABSOLUTE = re.compile(r"(?<![\w.$})~-])/(?:" + "|".join(FOLDERS) + r")/[\w.$-]")


def check(tree):
    for path in tree.texts():
        text = tree.read(path)
        for match in ABSOLUTE.finditer(text):
            end = re.compile(r"[\s\"'`)>,;]|$").search(text, match.end()).start()
            yield path, line_of(text, match.start()), f"'{text[match.start():end]}' exists on one machine only"
