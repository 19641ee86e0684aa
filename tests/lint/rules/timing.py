"""Every *_timing.hpp says what it models, what it ignores and where the numbers come from."""
from tree import CODE_FOLDERS


def check(tree):
    for path in tree.sources(CODE_FOLDERS):
        if not path.endswith("_timing.hpp"):
            continue
        text = tree.read(path)
        for word in ("Models:", "Ignores:", "Source:"):
            if not any(line.lstrip().startswith("///") and word in line for line in text.splitlines()):
                yield path, 1, f"the header comment of the class has no '/// {word}'"
