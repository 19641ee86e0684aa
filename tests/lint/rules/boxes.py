"""Third-party headers stay in their box: SystemC, yaml-cpp and Boost.Graph are each seen in one place only."""
import re

from tree import CODE_FOLDERS, line_of, without_comments

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"]', re.MULTILINE)
BOXES = [
    (re.compile(r"^(systemc(\.h)?$|sysc/|tlm)"), re.compile(r"^sim/kernel/|_module\.[hc]pp$|^studies/run/"),
     "SystemC belongs in sim/kernel, in *_module files and in studies/run"),
    (re.compile(r"^yaml-cpp/"), re.compile(r"^sim/config/.*\.cpp$"), "yaml-cpp belongs in a .cpp of sim/config"),
    (re.compile(r"^boost/graph/"), re.compile(r"^sim/topology/.*\.cpp$"),
     "Boost.Graph belongs in a .cpp of sim/topology"),
]


def check(tree):
    for path in tree.sources(CODE_FOLDERS):
        text = without_comments(tree.read(path), strings=False)
        for match in INCLUDE.finditer(text):
            for header, allowed, message in BOXES:
                if header.search(match.group(1)) and not allowed.search(path):
                    yield path, line_of(text, match.start()), f"<{match.group(1)}>: {message}"
