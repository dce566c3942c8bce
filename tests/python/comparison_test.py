import contextlib
import io
import time
import unittest
import warnings

import numpy as np
from support import ROOT, Case

import l2r
from l2r.comparison import _student


class ComparisonTest(Case):
    def setUp(self):
        super().setUp()
        self.instances = [l2r.generate(30, number=number) for number in range(4)]
        warnings.simplefilter("ignore", RuntimeWarning)  # the machine of the tests may be busy
        self.addCleanup(warnings.resetwarnings)

    def test_settings_are_held_against_the_first_by_instance(self):
        def nothing(instance, start, seed):
            return start

        settings = {"default": {}, "nothing": dict(optimiser=nothing, construction="random"), "again": {}}
        result = l2r.compare(self.instances, settings, 0.05, 2)
        self.assertEqual(result.lengths.shape, (3, 4, 2))
        difference = result.difference("nothing")
        self.assertGreater(difference.percent.low, 0)
        self.assertEqual((difference.shorter, difference.longer), (0, 4))
        back = result.difference("default", "nothing")
        self.assertLess(back.percent.high, 0)
        self.assertEqual((back.shorter, back.longer), (4, 0))
        ratios = result.lengths[1].mean(axis=1) / result.lengths[0].mean(axis=1) - 1
        self.assertAlmostEqual(difference.percent.value, 100 * ratios.mean())
        lines = repr(result).splitlines()
        self.assertRegex(lines[0], "^4 instances, 2 seeds, 0.05 s for each search; differences to default are paired")
        self.assertEqual(lines[2].split(), "mean length difference, % shorter longer CPU, s".split())
        self.assertEqual(lines[3].split()[:2], ["default", f"{result.lengths[0].mean():.8g}"])
        self.assertRegex(lines[4], r"^nothing .* \+\d+\.\d{3} ± \d+\.\d{3} +0 +4 ")

    def test_searches_take_turns_and_are_given_the_same(self):
        seen = []

        def spy(name):
            def optimiser(instance, start, seed):
                seen.append(name)
                return start
            return optimiser

        settings = {name: dict(optimiser=spy(name)) for name in "abc"}
        l2r.compare(self.instances[:2], settings, 0.02, [5, 7])
        turns = [name for number, name in enumerate(seen) if number == 0 or seen[number - 1] != name]
        self.assertEqual("".join(turns), "abc" + "abc" + "bca" + "cab" + "abc")

    def test_a_program_that_scores_is_started_once_and_has_time_for_that(self):
        script = f"echo x >> '{self.path('starts')}'; sleep 0.15; exec python3 '{ROOT / 'examples' / 'scorer.py'}'"
        settings = {"program": dict(optimiser="paper", scorer=f'exec:sh -c "{script}"')}
        result = l2r.compare(self.instances[0], settings, 1, 1)
        self.assertEqual(result.lengths.shape, (1, 1, 1))
        self.assertEqual((self.folder / "starts").read_text(), "x\n")

    def test_one_instance_has_no_interval(self):
        result = l2r.compare(self.instances[0], {"a": {}, "b": {}}, 0.02, 1)
        self.assertIsInstance(result.difference("b").percent, float)
        self.assertIn("1 instance, 1 seed, ", repr(result))

    def test_shows_how_far_it_is(self):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            l2r.compare(self.instances[:1], {"a": {}}, 0.02, 2, display=True)
        self.assertRegex(out.getvalue(), "seed 1: 0 of 2 done\n.*seed 2: 1 of 2 done\n$")

    def test_a_busy_machine_is_warned_of(self):
        def idle(instance, start, seed):
            time.sleep(0.05)
            return start

        with self.assertWarnsRegex(RuntimeWarning, "in 1 of 1 turns a search had less than 90%"):
            l2r.compare(self.instances[0], {"a": {}, "b": dict(optimiser=idle)}, 0.2, 1)

    def test_lengths_of_0_differ_by_nothing(self):
        zero = l2r.compare(l2r.Instance([(0, 0), (0, 0), (0, 0)], [0, 1, 1], 5), {"a": {}, "b": {}}, 0.02, 1)
        self.assertEqual(zero.difference("b"), (0, 0, 0))

    def test_a_number_of_seeds_may_be_numpys(self):
        self.assertEqual(l2r.compare(self.instances[0], {"a": {}}, 0.02, np.int64(2)).seeds, [1, 2])

    def test_what_makes_no_sense_is_refused_before_any_search(self):
        for settings, arguments, reason in [
            ({}, {}, "no settings"),
            ({"a": dict(seed=3)}, {}, "'a' sets seed, which has to be the same for all"),
            ({"a": {}}, dict(seeds=0), "no seeds"),
            ({"a": {}}, dict(seconds=0), "above 0, not 0"),
            ({"a": {}}, dict(seconds=float("nan")), "above 0, not nan"),
            ({"a": dict(scorer="length", candidates=1)}, {}, "nothing to choose from"),
        ]:
            with self.subTest(reason), self.assertRaisesRegex(l2r.InputError, reason):
                l2r.compare(self.instances, settings, **arguments)
        with self.assertRaisesRegex(l2r.InputError, "no instances"):
            l2r.compare([], {"a": {}})
        with self.assertRaisesRegex(l2r.InputError, "'c' was not compared; there is a"):
            l2r.compare(self.instances[0], {"a": {}}, 0.02, 1).difference("c")

    def test_quantiles_are_students(self):
        for freedom, quantile in {1: 12.706, 4: 2.776, 5: 2.571, 9: 2.262, 30: 2.042, 10**6: 1.96}.items():
            self.assertLess(abs(_student(freedom) / quantile - 1), 0.002, freedom)


if __name__ == "__main__":
    unittest.main()
