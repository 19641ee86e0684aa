"""A scenario test is data: a folder with scenario.yaml and expected.yaml. This reads, runs and compares them.

expected.yaml is a small subset of YAML, two levels, one entry per line:

    arguments: --profile off --set gpus=4     # added to `sealring run scenario.yaml --json`
    exit_code: 0                              # the default
    metrics:
      iteration_time: 3000000000 fs           # exact, unit included: the simulator is deterministic
      slowdown: 41.64, within 1 %             # or: within 0.5 (in the unit of the value)
      curve.0.cap: 25 MiB                     # paths as in metrics.csv
      note: "text"
      new_metric: ?                           # accept.py fills it in
"""
import json
import os
import re
import shlex
import subprocess
from dataclasses import dataclass

METRIC = re.compile(r"""^(?P<value>"[^"]*"|[^\s,"]+)(?:\s+(?P<unit>[^,]+?))?(?:,\s*within\s+(?P<within>\S+)(?P<percent>\s*%)?)?$""")


class BadExpectation(Exception):
    """expected.yaml cannot be read; says the line."""


@dataclass
class Expected:
    value: object = None
    unit: str = ""
    within: float = 0.0
    percent: bool = False
    unknown: bool = False

    def accepts(self, value, unit):
        if self.unknown or unit != self.unit:
            return False
        numbers = all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in (value, self.value))
        if not numbers or self.within == 0:
            return value == self.value and isinstance(value, bool) == isinstance(self.value, bool)
        return abs(value - self.value) <= (abs(self.value) * self.within / 100 if self.percent else self.within)

    def text(self):
        if self.unknown:
            return "?"
        limit = f", within {self.within:g}{' %' if self.percent else ''}" if self.within else ""
        return value_text(self.value, self.unit) + limit


def value_text(value, unit):
    return json.dumps(value) + (" " + unit if unit else "")


def read_value(text, where):
    try:
        return json.loads(text)
    except ValueError:
        raise BadExpectation(f"{where}: '{text}' is neither a number, true, false, null nor \"text\"") from None


def read_metric(text, where):
    if text == "?":
        return Expected(unknown=True)
    match = METRIC.match(text)
    if not match:
        raise BadExpectation(f"{where}: '{text}' is not 'value unit, within tolerance'")
    within = read_value(match["within"], where) if match["within"] else 0.0
    return Expected(read_value(match["value"], where), match["unit"] or "", within, bool(match["percent"]))


def without_comment(line):
    """A # starts a comment at the beginning or after a blank, outside of quotes."""
    quoted = False
    for i, char in enumerate(line):
        quoted ^= char == '"'
        if char == "#" and not quoted and (i == 0 or line[i - 1].isspace()):
            return line[:i].rstrip()
    return line.rstrip()


@dataclass
class Expectation:
    arguments: list
    exit_code: int
    metrics: dict  # path -> Expected, in file order


def read_expectation(path):
    found = Expectation([], 0, {})
    with open(path, encoding="utf-8") as file:
        for number, raw in enumerate(file, 1):
            read_line(without_comment(raw), f"{path}:{number}", found)
    return found


def read_line(line, where, found):
    key, colon, text = (part.strip() for part in line.partition(": " if ": " in line else ":"))
    if not line:
        return
    if not colon:
        raise BadExpectation(f"{where}: '{line}' is not 'key: value'")
    if line[0] == " ":
        if key in found.metrics:
            raise BadExpectation(f"{where}: '{key}' is there twice")
        found.metrics[key] = read_metric(text, where)
    elif key == "arguments":
        found.arguments = shlex.split(text)
    elif key == "exit_code":
        found.exit_code = int(text)
    elif key != "metrics" or text:
        raise BadExpectation(f"{where}: unknown key '{key}'; known: arguments, exit_code, metrics")


def flatten(node, path=""):
    """(path, value, unit) of every value, as metrics.csv has them."""
    def below(name):
        return f"{path}.{name}" if path else str(name)
    if isinstance(node, dict) and set(node) == {"value", "unit"}:
        yield path, node["value"], node["unit"]
    elif isinstance(node, dict) and set(node) == {"units", "rows"}:
        for i, row in enumerate(node["rows"]):
            for column, value in row.items():
                yield f"{below(i)}.{column}", value, node["units"].get(column, "")
    elif isinstance(node, dict):
        for name, child in node.items():
            yield from flatten(child, below(name))
    elif isinstance(node, list):
        for i, child in enumerate(node):
            yield from flatten(child, below(i))
    else:
        yield path, node, ""


@dataclass
class Run:
    command: list
    exit_code: int
    metrics: dict  # path -> (value, unit)
    error: str


def run(binary, folder, expectation):
    command = [binary, "run", os.path.join(folder, "scenario.yaml"), "--json"] + expectation.arguments
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    try:
        metrics = {path: (value, unit) for path, value, unit in flatten(json.loads(done.stdout))}
    except ValueError:
        metrics = {}
    return Run(command, done.returncode, metrics, done.stderr)


def differences(expectation, result):
    """Sentences; none when the run says what was expected."""
    found = []
    if result.exit_code != expectation.exit_code:
        found.append(f"exit code {result.exit_code} instead of {expectation.exit_code}")
    for path, expected in expectation.metrics.items():
        if path not in result.metrics:
            found.append(f"{path}: missing; expected {expected.text()}")
        elif not expected.accepts(*result.metrics[path]):
            found.append(f"{path}: {value_text(*result.metrics[path])} instead of {expected.text()}")
    return found
