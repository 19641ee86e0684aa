"""Sources are listed by hand in CMakeLists.txt, and the lists equal the directories."""
import os
import re

from tree import line_of

LISTED = re.compile(r"[\w./${}-]+\.cpp\b")
VARIABLE = re.compile(r"^\$\{(?:CMAKE_CURRENT_SOURCE_DIR|(PROJECT_SOURCE_DIR|CMAKE_SOURCE_DIR))\}/")


def check(tree):
    listed = set()
    for path in tree.paths:
        if os.path.basename(path) != "CMakeLists.txt":
            continue
        text = re.sub(r"#[^\n]*", "", tree.read(path))
        for match in LISTED.finditer(text):
            source = resolve(os.path.dirname(path), match.group(0))
            listed.add(source)
            if source not in tree.paths:
                yield path, line_of(text, match.start()), f"lists {match.group(0)}, which does not exist"
    for path in tree.sources():
        if path.endswith(".cpp") and path not in listed:
            yield path, 1, "is in no CMakeLists.txt"


def resolve(folder, name):
    match = VARIABLE.match(name)
    if match:
        name = name[match.end():]
        folder = "" if match.group(1) else folder
    return os.path.normpath(os.path.join(folder, name)).replace(os.sep, "/")
