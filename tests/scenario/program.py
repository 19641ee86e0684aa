"""What the tests of the whole program share: the binary of the first argument, runs, and a folder that goes away."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BINARY = ""


class ProgramTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def call(self, *words, code=0):
        """Runs the program in the test's folder and insists on its exit code."""
        done = subprocess.run([BINARY, *words], cwd=self.folder, capture_output=True, text=True, check=False,
                              stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, code, f"{words}\n{done.stdout[-2000:]}{done.stderr}")
        return done

    def metrics(self, *words):
        return json.loads(self.call("run", *words, "--json", "--quiet").stdout)

    def time(self, *words):
        return self.metrics(*words)["iteration_time"]["value"]

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()


def settings(*texts):
    return [word for text in texts for word in ("--set", text)]


def main():
    global BINARY  # pylint: disable=global-statement
    BINARY = os.path.abspath(sys.argv.pop(1))
    unittest.main(module="__main__")
