import json
import os
import subprocess
import unittest
import warnings

from support import ROOT, Case

import l2r

EXAMPLE = f"exec:python3 '{ROOT / 'examples' / 'scorer.py'}'"


def by_length(instance, solutions):
    return [solution.length(instance) for solution in solutions]


class EvaluationTest(Case):
    @classmethod
    def setUpClass(cls):
        cls.samples = l2r.generate_samples(10, 200, starts=4, seed=2)

    def test_says_what_the_command_says(self):
        learned = l2r.train_linear(l2r.generate_samples(10, 200, starts=4, seed=1), validation=0.1)
        learned.save(self.path("lin.safetensors"))
        l2r.generate_samples(10, 200, starts=4, seed=2, folder=self.folder / "set")
        names = ["none", self.path("lin.safetensors"), "length"]
        here = l2r.evaluate(self.folder / "set", names)
        if "L2R_PROGRAM" not in os.environ:
            self.skipTest("the program is not known")
        run = subprocess.run([os.environ["L2R_PROGRAM"], "evaluate", self.path("set"), "--json"]
                             + [word for name in names for word in ("--scorer", name)], capture_output=True, text=True)
        told = json.loads(run.stdout)
        for key in ("instances", "groups", "pairs"):
            self.assertEqual(getattr(here, key), told[key])
        for scorer in told["scorers"]:
            ranking = here[scorer["scorer"]]
            for key in ("accuracy", "auc", "accuracy_difference", "auc_difference"):
                value, there = getattr(ranking, key), scorer[key]
                self.assertEqual(value if value is None else (value[0], [*value[1:]]),
                                 there if there is None else (there["value"], there["interval_95"]), key)
            self.assertEqual(ranking.gains[-1].change.value, scorer["gains"][-1]["change_percent"]["value"])
            self.assertEqual(ranking.calibration_error, scorer["calibration_error"])
        self.assertEqual(here.oracle_gains[-1].change.value, told["oracle_gains"][-1]["change_percent"]["value"])

    def test_measures_functions_objects_and_programs_as_it_does_its_own(self):
        class ByLength(l2r.Scorer):
            def score(self, instance, solutions):
                return by_length(instance, solutions)

        result = l2r.evaluate(self.samples, ["length", by_length, ByLength(), EXAMPLE, None], threads=2)
        self.assertEqual(list(result.rankings), ["length", "by_length", "ByLength", EXAMPLE, "NoneType"])
        for name in ("by_length", "ByLength"):
            self.assertEqual(result[name].accuracy, result["length"].accuracy)
            self.assertEqual(result[name].accuracy_difference, (0, 0, 0))
        self.assertNotEqual(result[EXAMPLE].accuracy, result["length"].accuracy)
        self.assertEqual(result["NoneType"].accuracy.value, 0.5)
        self.assertGreater(result.run_seconds, 0)
        self.assertAlmostEqual(result[EXAMPLE].score_to_run, result[EXAMPLE].score_seconds / result.run_seconds)

    def test_prints_a_table(self):
        text = repr(l2r.evaluate(self.samples, {"short": "length", "any": "none"}, limit=50))
        for part in ("from 50 instances of 10 customers, optimised to the end", "accuracy, %", "best of 4, %",
                     "Against short:\nany     accuracy ", "Knowing all outcomes would change the best of 4 by -"):
            self.assertIn(part, text)

    def test_one_scorer_need_not_be_in_a_list(self):
        for scorer in ("length", by_length, l2r.Scorer.load("length")):
            self.assertEqual(len(l2r.evaluate(self.samples, scorer, limit=20).rankings), 1)
        twice = l2r.evaluate(self.samples, [by_length, by_length], limit=20)
        self.assertEqual(list(twice.rankings), ["by_length", "by_length #2"])

    def test_runs_of_an_optimiser_in_python_are_timed_where_it_is_named(self):
        def same(instance, start, seed):
            return start

        samples = l2r.generate_samples(10, 10, optimiser=same)
        with self.assertRaisesRegex(l2r.InputError, "no two starts"):
            l2r.evaluate(samples, "length", margin=100)
        self.assertIsNone(l2r.evaluate(samples, "length").run_seconds)
        self.assertGreater(l2r.evaluate(samples, "length", optimiser=same).run_seconds, 0)

    def test_what_was_trained_on_these_samples_is_refused_and_what_does_not_fit_warned_of(self):
        learned = l2r.train_linear(self.samples, validation=0.1)
        with self.assertRaisesRegex(l2r.InputError, "was trained on instances like these, 10 customers of seed 2"):
            l2r.evaluate(self.samples, {"mine": learned})
        with self.assertWarnsRegex(UserWarning, "not seen here"):
            l2r.evaluate(self.samples, {"mine": learned}, in_sample=True)
        with self.assertWarnsRegex(UserWarning, "linear: it was trained on 20 customers, not 10"):
            l2r.evaluate(self.samples, "linear")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            l2r.evaluate(self.samples, "length")

    def test_what_cannot_be_measured_is_refused(self):
        with self.assertRaisesRegex(l2r.InputError, "no scorers"):
            l2r.evaluate(self.samples, [])
        for arguments, reason in [
            (dict(cycles=0), "after 1 to 5 cycles, and at the end"),
            (dict(cycles=6), "after 1 to 5 cycles, and at the end"),
            (dict(cycles=10**8), "after 1 to 5 cycles, and at the end"),
            (dict(margin=-1), "margin"),
            (dict(margin=float("nan")), "margin"),
            (dict(limit=-5), "limit"),
        ]:
            with self.subTest(arguments), self.assertRaisesRegex(l2r.InputError, reason):
                l2r.evaluate(self.samples, "length", **arguments)
        self.assertEqual(l2r.evaluate(self.samples, "length", cycles=5, limit=20).cycles, 5)
        with self.assertRaisesRegex(l2r.InputError, "several orders"):
            l2r.evaluate(l2r.generate_samples(10, 5, orders=2), "length")
        for scores, reason in [([1, 2], "asked for 4 scores"), ([float("nan")] * 4, "no number")]:
            with self.subTest(scores=scores), self.assertRaisesRegex(ValueError, reason):
                l2r.evaluate(self.samples, lambda instance, solutions: scores, threads=2)
        with self.assertRaisesRegex(l2r.OutsideError, "asked twice: the program ended with exit code 0"):
            l2r.evaluate(self.samples, "exec:true")


if __name__ == "__main__":
    unittest.main()
