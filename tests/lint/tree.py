"""The files of the project as the rules see them."""
import os
import subprocess

SKIPPED_FOLDERS = {".git", "build", "out", "__pycache__"}
CODE_FOLDERS = ("sim", "models", "workloads", "studies", "app")
TEXT_ENDINGS = (".cpp", ".hpp", ".py", ".txt", ".cmake", ".json", ".yaml", ".yml", ".md", ".csv", ".svg", ".sh", ".jsonl")


class Tree:
    """Paths are relative to the root, with forward slashes, sorted."""

    def __init__(self, root):
        self.root = os.path.abspath(root)
        self.paths = sorted(p for p in self._listed() or self._walked() if os.path.isfile(os.path.join(self.root, p)))

    def _listed(self):
        command = ["git", "-C", self.root, "ls-files", "-co", "--exclude-standard"]
        if not os.path.exists(os.path.join(self.root, ".git")):
            return []
        found = subprocess.run(command, capture_output=True, text=True, check=False)
        return found.stdout.splitlines() if found.returncode == 0 else []

    def _walked(self):
        for folder, children, names in os.walk(self.root):
            children[:] = sorted(c for c in children if c not in SKIPPED_FOLDERS)
            for name in names:
                yield os.path.relpath(os.path.join(folder, name), self.root).replace(os.sep, "/")

    def read(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8", errors="replace") as file:
            return file.read()

    def sources(self, folders=CODE_FOLDERS + ("tests",)):
        """C++ files of these top-level folders."""
        return [p for p in self.paths if p.split("/")[0] in folders and p.endswith((".cpp", ".hpp"))]

    def texts(self):
        return [p for p in self.paths if p.endswith(TEXT_ENDINGS) or os.path.basename(p) in ("dev", "run", "CMakeLists.txt")]


def without_comments(text, strings=True):
    """Blanks comments, and the insides of strings and characters, keeping every line where it is."""
    out, i = [], 0
    while i < len(text):
        if text.startswith("//", i):
            end = text.find("\n", i)
            i = len(text) if end < 0 else end
        elif text.startswith("/*", i):
            end = text.find("*/", i + 2)
            end = len(text) if end < 0 else end + 2
            out.append("\n" * text.count("\n", i, end))
            i = end
        elif text.startswith('R"', i) and not (i and (text[i - 1].isalnum() or text[i - 1] == "_")):
            mark = text[i + 2:text.index("(", i)]
            end = text.find(")" + mark + '"', i)
            end = len(text) if end < 0 else end + len(mark) + 2
            out.append('""' + "\n" * text.count("\n", i, end) if strings else text[i:end])
            i = end
        elif text[i] == '"' or (text[i] == "'" and not (i and text[i - 1].isalnum())):
            end = _end_of_quote(text, i)
            out.append(text[i] * 2 if strings else text[i:end])
            i = end
        else:
            out.append(text[i])
            i += 1
    return "".join(out)


def _end_of_quote(text, begin):
    i = begin + 1
    while i < len(text) and text[i] != text[begin] and text[i] != "\n":
        i += 2 if text[i] == "\\" else 1
    return min(i + 1, len(text))


def line_of(text, position):
    return text.count("\n", 0, position) + 1
