#!/usr/bin/env python3
"""What `cmake --install` puts somewhere works there, with its own data."""
import json
import os
import shutil
import subprocess
import sys

import program

CMAKE = sys.argv.pop()
BUILD = sys.argv.pop()


class Install(program.ProgramTest):
    def setUp(self):
        super().setUp()
        subprocess.run([CMAKE, "--install", BUILD, "--prefix", self.path("prefix")], check=True, capture_output=True)

    def installed(self, *words):
        done = subprocess.run([self.path("prefix/bin/sealring"), *words], cwd="/", capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""), words)
        return done.stdout

    def test_it_runs_elsewhere_and_says_the_same(self):
        words = ["run", "collective", "--set", "collective.bytes=1 MiB", "--json"]
        self.assertEqual(self.installed(*words), self.call(*words).stdout)
        words = ["list", "--json"]
        self.assertEqual(self.installed(*words), self.call(*words).stdout)

    def test_it_reads_the_data_beside_it(self):
        share = self.path("prefix/share/sealring")
        self.assertEqual(sorted(os.listdir(share)), ["configs", "validation", "workloads"])
        shutil.rmtree(share + "/configs/hopper_h100")
        os.remove(share + "/workloads/training/zoo/vgg-16.yaml")
        os.remove(share + "/workloads/scenarios/trace.yaml")
        listed = {name: [row.get("name") for row in table["rows"]] for name, table in json.loads(self.installed("list", "--json")).items()}
        self.assertNotIn("hopper_h100", listed["machines"])
        self.assertNotIn("vgg-16", listed["models"])
        self.assertEqual(listed["scenarios"], ["collective", "ddp"])
        self.assertIn("DDP-xl", listed["fits"])


if __name__ == "__main__":
    program.main()
