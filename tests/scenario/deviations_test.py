"""The causes that validation/DEVIATIONS.md gives for known gaps, each tested by removing the cause."""
import json
import subprocess
import sys
import unittest

PROGRAM = ""


def added_us(machine, profile, *settings):
    def time(which):
        command = [PROGRAM, "run", "collective", "--machine", machine, "--profile", which, "--json", "--quiet",
                   "--set", "collective.bytes=64 KiB", "--set", "warm_up=4"]
        for setting in settings:
            command += ["--set", setting]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise AssertionError(done.stderr)
        return json.loads(done.stdout)["iteration_time"]["value"] / 1e9
    return time(profile) - time("off")


class SmallCollectives(unittest.TestCase):
    """Gap 1: the cost of Simple steps hides the toll of a launch."""

    def test_the_toll_is_hidden_behind_simple_steps(self):
        self.assertLess(added_us("hgx_b300", "blackwell_inline"), 3)

    def test_the_toll_shows_when_steps_are_as_cheap_as_in_the_low_latency_protocol(self):
        self.assertGreater(added_us("hgx_b300", "blackwell_inline", "machine.communication.step_cost=0 us"), 8)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main(verbosity=1)
