"""The shape of the DDP study: what its published numbers force, and the variants that they refute.

Called with the program's path. Every number is simulated here; nothing is compared with a stored one.
"""
import json
import subprocess
import sys
import unittest

PROGRAM = ""
AEAD = "machine.profiles.hopper_emulated.scale_up.software_aead."
CAPS_MIB = [50, 100, 200, 400, 800]
CAPS_BEYOND_MIB = [1000, 1200, 2000, 4000]


def run(profile, *settings, ranks=4):
    command = [PROGRAM, "run", "ddp", "--profile", profile, "--json", "--quiet", "--set", f"ranks={ranks}"]
    for setting in settings:
        command += ["--set", setting]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)["iteration_time"]["value"]


def slowdown(*settings, ranks=4):
    return run("hopper_emulated", *settings, ranks=ranks) / run("off", *settings, ranks=ranks)


def cap(mib):
    return f"ddp.bucket_cap={mib} MiB"


def r_squared(xs, ys):
    """Of the least-squares line."""
    n, mx, my = len(xs), sum(xs) / len(xs), sum(ys) / len(ys)
    sxy = sum((x - mx) * (y - my) for x, y in zip(xs, ys))
    sxx = sum((x - mx) ** 2 for x in xs)
    syy = sum((y - my) ** 2 for y in ys)
    return sxy * sxy / (sxx * syy) if n > 1 else 0.0


def linearity(*settings):
    ranks = [2, 3, 4, 8]
    excess = [run("hopper_emulated", *settings, ranks=n) - run("off", *settings, ranks=n) for n in ranks]
    return r_squared([2 * (n - 1) for n in ranks], excess)


# Chain rates that bring each variant to about the same slowdown at the default cap, so that only shapes differ.
EVEN = (AEAD + "mac_spread=even", AEAD + "mac_chain_rate=4 MB/s")
SLICE = (AEAD + "mac_spread=slice", AEAD + "mac_chain_rate=103.5 MB/s")


class FixedChunk(unittest.TestCase):
    def test_slowdown_falls_strictly_with_the_cap(self):
        curve = [slowdown()] + [slowdown(cap(c)) for c in CAPS_MIB]
        print("slowdown at default, 50, 100, 200, 400, 800 MiB:", " ".join(f"{s:.2f}" for s in curve))
        for larger, smaller in zip(curve, curve[1:]):
            self.assertGreater(larger, smaller)

    def test_beyond_400_mib_it_stays_below(self):
        at_400 = slowdown(cap(400))
        stairs = [slowdown(cap(c)) for c in CAPS_BEYOND_MIB]
        print("beyond:", " ".join(f"{c} MiB {s:.2f}" for c, s in zip(CAPS_BEYOND_MIB, stairs)))
        for s in stairs:
            self.assertLess(s, at_400)

    def test_a_stair_ends_where_a_message_fills_the_lanes(self):
        # 512 KiB x 528 lanes = 264 MiB in one round of chains. 1,200 MiB buckets on 4 GPUs are messages of more than that: two
        # rounds, so the larger cap costs more than 1,000 MiB although it has fewer buckets.
        self.assertGreater(slowdown(cap(1200)), slowdown(cap(1000)))

    def test_excess_is_linear_in_the_sub_steps(self):
        r2 = linearity()
        print(f"R^2 of the excess over 2(N-1): {r2:.5f}")
        self.assertGreater(r2, 0.99)

    def test_overlap_hardly_matters_at_the_default_cap(self):
        change = run("hopper_emulated", "ddp.overlap=false") / run("hopper_emulated") - 1
        at_800 = run("hopper_emulated", "ddp.overlap=false", cap(800)) / run("hopper_emulated", cap(800)) - 1
        print(f"overlap off: {100 * change:+.2f} % at the default cap, {100 * at_800:+.2f} % at 800 MiB")
        self.assertLess(abs(change), 0.05)


class RefutedVariants(unittest.TestCase):
    def test_bytes_spread_evenly_cannot_react_to_the_cap(self):
        fall = slowdown(*EVEN) / slowdown(*EVEN, cap(800))
        print(f"even spread: falls {fall:.2f}-fold from the default cap to 800 MiB")
        self.assertLess(fall, 2)

    def test_bytes_spread_evenly_do_not_grow_linearly(self):
        r2 = linearity(*EVEN)
        print(f"even spread: R^2 {r2:.3f}")
        self.assertLess(r2, 0.9)

    def test_sealing_per_slice_hardly_reacts_to_the_cap(self):
        fall = slowdown(*SLICE) / slowdown(*SLICE, cap(800))
        print(f"per slice: falls {fall:.2f}-fold from the default cap to 800 MiB")
        self.assertLess(fall, 5)

    def test_sealing_per_slice_does_not_grow_linearly(self):
        r2 = linearity(*SLICE)
        print(f"per slice: R^2 {r2:.3f}")
        self.assertLess(r2, 0.9)

    def test_the_fixed_chunk_falls_more_than_tenfold(self):
        self.assertGreater(slowdown() / slowdown(cap(800)), 10)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main(verbosity=1)
