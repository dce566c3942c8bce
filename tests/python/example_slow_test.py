import importlib.util
import re
import subprocess
import sys
import unittest

from support import ROOT, Case


class ExampleTest(Case):
    def test_a_scorer_learns_to_help_an_optimiser_written_in_python(self):
        run = subprocess.run([sys.executable, ROOT / "examples" / "own_optimiser.py", self.path("x.png")],
                             capture_output=True, text=True, cwd=self.folder)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertTrue((self.folder / "x.png").read_bytes().startswith(b"\x89PNG"))
        difference = re.search(r"difference ([-+.\d]+) ± ([.\d]+)", run.stdout)
        self.assertLess(float(difference[1]) + float(difference[2]), 0, run.stdout)

    @unittest.skipUnless(importlib.util.find_spec("torch"), "there is no PyTorch")
    def test_a_scorer_in_pytorch_shortens_runs(self):
        run = subprocess.run([sys.executable, ROOT / "examples" / "pytorch_scorer.py", "10000"], capture_output=True,
                             text=True, cwd=self.folder)
        self.assertEqual(run.returncode, 0, run.stderr)
        change = re.search(r"lengths change by ([-+.\d]+) ± ([.\d]+) %", run.stdout)
        self.assertLess(float(change[1]) + float(change[2]), 0, run.stdout)


if __name__ == "__main__":
    unittest.main()
