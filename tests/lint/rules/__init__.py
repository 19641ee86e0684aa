"""One file per rule; each has check(tree), which yields (path, line, sentence) for every violation."""
