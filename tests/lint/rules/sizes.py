"""Functions of C++ up to 60 lines, files of code up to 400; longer files are listed with their reason."""
import re

from tree import line_of, without_comments

FUNCTION_LINES = 60
FILE_LINES = 400
EXCEPTIONS = "tests/lint/exceptions.txt"
SCOPE = re.compile(r"\b(namespace|class|struct|union|enum|extern)\b[^;()=]*$")
MEMBER_BRACE = re.compile(r"\)\s*(?:noexcept\s*)?:[^:].*[\w>]\s*$", re.DOTALL)
FUNCTION = re.compile(r"\)\s*(?:const|noexcept|override|final|mutable|&|->\s*[\w:<>&*, ]+|\s)*$"
                      r"|\)\s*(?:noexcept\s*)?:[^:].*[)}]\s*$", re.DOTALL)


def check(tree):
    excused = exceptions(tree)
    for path in tree.sources():
        for line, length in long_functions(tree.read(path)):
            yield path, line, f"a function of {length} lines; {FUNCTION_LINES} are the limit"
    for path in tree.paths:
        if not path.endswith((".cpp", ".hpp", ".py")) and path != "dev":
            continue
        length = tree.read(path).count("\n")
        if length > FILE_LINES and path not in excused:
            yield path, 1, f"{length} lines; over {FILE_LINES}, split it or give the reason in {EXCEPTIONS}"
    for path, reason in excused.items():
        if not reason:
            yield EXCEPTIONS, 1, f"{path} has no reason"
        if path not in tree.paths or tree.read(path).count("\n") <= FILE_LINES:
            yield EXCEPTIONS, 1, f"{path} needs no exception any more"


def exceptions(tree):
    """Lines "path: reason"; # starts a comment."""
    found = {}
    if EXCEPTIONS in tree.paths:
        for line in tree.read(EXCEPTIONS).splitlines():
            if line.strip() and not line.startswith("#"):
                path, _, reason = line.partition(":")
                found[path.strip()] = reason.strip()
    return found


def long_functions(source):
    """(line, length) of every function body over the limit. Braces inside a function belong to it."""
    text = re.sub(r"^[ \t]*#(?:.*\\\n)*.*$", "", without_comments(source), flags=re.MULTILINE)
    text = text if text.count("\n") == source.count("\n") else without_comments(source)
    i, head = 0, ""
    while i < len(text):
        if text[i] in ";}":
            head = ""
        elif text[i] == "{" and SCOPE.search(head):
            head = ""
        elif text[i] == "{":
            end = closing(text, i)
            if MEMBER_BRACE.search(head):
                head += "{}"
            else:
                length = text.count("\n", i, end) + 1
                if FUNCTION.search(head) and length > FUNCTION_LINES:
                    yield line_of(text, i), length
                head = ""
            i = end
        else:
            head += text[i]
        i += 1


def closing(text, begin):
    depth = 0
    for i in range(begin, len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if depth == 0:
            return i
    return len(text) - 1
