import os
import subprocess
import tempfile
import threading
import unittest

import numpy as np
from support import ROOT, Case

import l2r

PROGRAM = os.environ.get("L2R_PROGRAM")


class SolveTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.instance = l2r.read(ROOT / "examples" / "town-100.vrp")

    def test_finds_a_feasible_solution_and_says_how(self):
        result = l2r.solve(self.instance, l2r.MaxRuns(2))
        self.assertTrue(result.is_feasible())
        self.assertEqual(result.best.faults(self.instance), [])
        self.assertEqual(result.length, result.best.length(self.instance))
        self.assertEqual((result.runs, result.iterations, result.stopped_by), (2, 4000, "number of runs"))
        self.assertEqual((result.strategy, result.optimiser, result.scorer), ("restart", "anneal", None))
        self.assertIsNone(result.guidance)
        self.assertRegex(str(result), r"length \d+.*, \d+ routes, 2 runs in .* s, stopped by: number of runs; "
                         "strategy restart, optimiser anneal, no scorer")
        self.assertEqual(result.history.lengths[-1], result.length)
        self.assertTrue((np.diff(result.history.lengths) < 0).all())
        self.assertEqual(len(result.history.runs), len(result.history.seconds))

    def test_counts_in_words_what_there_is_one_of(self):
        one = l2r.Instance([(0, 0), (3, 4)], [0, 1], 1)
        self.assertIn("length 10, 1 route, 1 run in ", str(l2r.solve(one, l2r.MaxRuns(1))))

    def test_repeats_on_any_number_of_threads(self):
        def found(seed, threads):
            return l2r.solve(self.instance, l2r.MaxRuns(300), optimiser="paper", strategy="perturb-best", seed=seed,
                             threads=threads).best

        self.assertEqual(found(5, 1), found(5, 3))
        self.assertNotEqual(found(5, 1), found(6, 1))

    def test_gives_the_routes_of_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            if PROGRAM is None:
                self.skipTest("L2R_PROGRAM does not name the program")
            subprocess.run([PROGRAM, "solve", ROOT / "examples" / "town-100.vrp", "--runs", "2", "--seed", "3", "-o",
                            f"{folder}/x.sol"], check=True, stderr=subprocess.DEVNULL)
            self.assertEqual(l2r.solve(self.instance, l2r.MaxRuns(2), seed=3).best,
                             l2r.read_solution(f"{folder}/x.sol"))

    def test_takes_settings_by_name_and_lists_them(self):
        result = l2r.solve(self.instance, l2r.MaxRuns(1), settings={"anneal.iterations_per_customer": 5})
        self.assertEqual((result.iterations, result.optimiser), (500, "anneal anneal.iterations_per_customer=5"))
        listed = l2r.settings()
        self.assertEqual(listed["anneal.first_temperature"].default, 0.3)
        self.assertIn("restart.most_runs", listed)
        self.assertNotIn("anneal.first_temperature", l2r.settings("paper"))
        for wrong, reason in [({"anneal.heat": 1}, "no setting 'anneal.heat'"),
                              ({"anneal.first_temperature": -1}, "is a number from"),
                              ({"restart.most_runs": 1.5}, "is a whole number")]:
            with self.subTest(wrong), self.assertRaisesRegex(l2r.InputError, reason):
                l2r.solve(self.instance, l2r.MaxRuns(1), settings=wrong)

    def test_refuses_what_does_not_belong_to_what_was_chosen(self):
        for options, reason in [
            (dict(routes=2), "routes belongs to the strategies perturb"),
            (dict(pick="near"), "pick belongs to"),
            (dict(population=5, strategy="perturb"), "population belongs to"),
            (dict(most_alike=0.5, strategy="perturb"), "most_alike belongs to"),
            (dict(cycles=2), "cycles belongs to optimisers that work in cycles"),
            (dict(candidates=5), "candidates belongs to a scorer; none was chosen"),
            (dict(keep_guidance=True), "keep_guidance belongs to a scorer"),
            (dict(threads=2, strategy="perturb"), "threads belongs to .*; perturb is one chain of runs"),
        ]:
            with self.subTest(options), self.assertRaisesRegex(l2r.InputError, reason):
                l2r.solve(self.instance, l2r.MaxRuns(1), **options)

    def test_stops_by_each_rule(self):
        for stop, reason in [
            (0.05, "time limit"),
            (l2r.MaxRuntime(0.05), "time limit"),
            (l2r.MaxRuns(2), "number of runs"),
            (l2r.NoImprovement(3), "no improvement"),
            (l2r.Target(1e9), "target length"),
            ([60, l2r.MaxRuns(2)], "number of runs"),
            ([l2r.MaxRuns(10**6), l2r.MaxRuns(2)], "number of runs"),
        ]:
            with self.subTest(stop=stop):
                self.assertEqual(l2r.solve(self.instance, stop).stopped_by, reason)

    def test_refuses_rules_that_would_never_stop(self):
        for rule, wrong, reason in [
            (lambda number: l2r.solve(self.instance, number), [np.nan, -1, np.float32("nan")], "number of seconds"),
            (lambda number: l2r.solve(self.instance, [number, l2r.MaxRuns(1)]), [np.nan], "number of seconds"),
            (l2r.MaxRuntime, [np.nan, -0.5], "number of seconds from 0 on, not"),
            (l2r.MaxRuns, [np.nan, np.inf, 0, -3, 2.5], "whole number from 1 on, not"),
            (l2r.NoImprovement, [np.nan, 0, 2.5], "whole number from 1 on, not"),
            (l2r.Target, [np.nan, -1], "length from 0 on, not"),
        ]:
            for number in wrong:
                with self.subTest(number=number, reason=reason), self.assertRaisesRegex(l2r.InputError, reason):
                    rule(number)

    def test_starts_from_a_solution_and_never_ends_longer(self):
        good = l2r.solve(self.instance, l2r.MaxRuns(2))
        again = l2r.solve(self.instance, l2r.MaxRuns(1), start=good.best.routes)
        self.assertLessEqual(again.length, good.length)
        with self.assertRaisesRegex(l2r.InputError, "not feasible: customer 1 is not visited"):
            l2r.solve(self.instance, l2r.MaxRuns(1), start=[])

    def test_refuses_settings_that_make_no_sense(self):
        for settings, error, reason in [
            (dict(strategy="best"), l2r.InputError, "no strategy 'best'; there is restart"),
            (dict(construction="magic"), l2r.InputError, "no construction 'magic'"),
            (dict(candidates=0, scorer="length"), l2r.InputError, "candidates must be at least 1"),
            (dict(optimiser="stronger"), l2r.InputError, "there are anneal, paper"),
            (dict(optimiser=7), TypeError, "the optimiser must be a name"),
            (dict(scorer=7), TypeError, "the scorer must be a name"),
            (dict(scorer="none.safetensors"), l2r.InputError, "none.safetensors"),
            (dict(adapt=True), l2r.InputError, "adapt needs a scorer"),
            (dict(stop="soon"), TypeError, "not by 'soon'"),
            (dict(stop=[]), l2r.InputError, "at least one rule"),
            (dict(threads=0), l2r.InputError, "threads"),
            (dict(threads=np.float32(1.5)), l2r.InputError, "1.5 is not a whole number"),
            (dict(seed=-1), l2r.InputError, "-1 is outside 0 .. 18446744073709551615"),
            (dict(seed=1.5), l2r.InputError, "1.5 is not a whole number"),
            (dict(candidates=2.5, scorer="length"), l2r.InputError, "2.5 is not a whole number"),
            (dict(routes=(2, 2.5), strategy="perturb"), l2r.InputError, "2.5 is not a whole number"),
            (dict(population=2**40, strategy="population"), l2r.InputError, "1099511627776 is outside"),
            (dict(most_alike=np.nan, strategy="population"), l2r.InputError, "edges in common"),
            (dict(settings={"restart.most_runs": np.nan}), l2r.InputError, "whole number from"),
        ]:
            with self.subTest(settings), self.assertRaisesRegex(error, reason):
                l2r.solve(self.instance, **{"stop": l2r.MaxRuns(1), **settings})

    def test_keeps_to_its_vehicles_or_looks_for_the_fewest(self):
        fewest = l2r.solve(self.instance, l2r.MaxRuns(3), vehicles="min")
        found, least, proven = fewest.fewest_vehicles
        self.assertEqual((len(fewest.best), proven), (found, found == least))
        self.assertIn(f"fewest vehicles: {found}; the demand takes", str(fewest))
        limited = l2r.solve(self.instance, l2r.MaxRuns(1), vehicles=found + 1)
        self.assertLessEqual(len(limited.best), found + 1)
        self.assertIsNone(limited.fewest_vehicles)
        for wrong, error, reason in [(0, l2r.InputError, "at least one vehicle"), (1, l2r.InputError, "too few"),
                                     (2.5, l2r.InputError, "2.5 is not a whole number"), ("few", TypeError, "vehicles")]:
            with self.subTest(wrong), self.assertRaisesRegex(error, reason):
                l2r.solve(self.instance, l2r.MaxRuns(1), vehicles=wrong)
        with self.assertRaisesRegex(l2r.InputError, "belongs to the optimiser anneal.*; the optimiser paper was chosen"):
            l2r.solve(self.instance, l2r.MaxRuns(1), optimiser="paper", vehicles="min")

    def test_finds_the_fewest_vehicles_that_the_program_finds(self):
        if PROGRAM is None:
            self.skipTest("L2R_PROGRAM does not name the program")
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([PROGRAM, "solve", ROOT / "examples" / "town-100.vrp", "--runs", "3", "--vehicles", "min", "-o",
                            f"{folder}/x.sol"], check=True, stderr=subprocess.DEVNULL)
            self.assertEqual(l2r.solve(self.instance, l2r.MaxRuns(3), vehicles="min").best,
                             l2r.read_solution(f"{folder}/x.sol"))

    def test_every_strategy_gives_feasible_routes(self):
        for strategy in ["restart", "perturb", "perturb-best", "population", "population-replace", "climb"]:
            with self.subTest(strategy):
                result = l2r.solve(self.instance, l2r.MaxRuns(3), strategy=strategy, scorer="linear", candidates=3)
                self.assertTrue(result.is_feasible())

    def test_chooses_as_the_program_does_where_nothing_is_said(self):
        chosen = [l2r.solve(self.instance, l2r.MaxRuns(3), **settings).candidates
                  for settings in [dict(), dict(strategy="perturb", optimiser="paper"), dict(scorer="linear"),
                                   dict(scorer="race"), dict(strategy="perturb", optimiser="paper", scorer=None)]]
        self.assertEqual(chosen, [1, 5, 20, 5, 1])

    def test_runs_in_several_threads_of_python_at_once(self):
        lengths = {}

        def work(seed):
            lengths[seed] = l2r.solve(self.instance, l2r.MaxRuns(1), seed=seed).length

        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for seed, length in lengths.items():
            self.assertEqual(length, l2r.solve(self.instance, l2r.MaxRuns(1), seed=seed).length)


class CallbackTest(Case):
    def test_sees_every_improvement(self):
        seen = []
        instance = l2r.generate(50)
        result = l2r.solve(instance, l2r.MaxRuns(3), callback=lambda step, best: seen.append((step, best)))
        self.assertEqual([step.length for step, _ in seen], list(result.history.lengths))
        self.assertEqual([step.run for step, _ in seen], list(result.history.runs))
        self.assertEqual([best.length(instance) for _, best in seen], list(result.history.lengths))

    def test_may_stop_the_search(self):
        seen = []

        def stop_at_the_third(step, best):
            seen.append(step)
            return len(seen) == 3

        result = l2r.solve(l2r.generate(50), 60, callback=stop_at_the_third)
        self.assertEqual(len(seen), 3)
        self.assertEqual(result.stopped_by, "callback")

    def test_what_it_raises_comes_out(self):
        class Mine(Exception):
            pass

        def callback(step, best):
            raise Mine("here")

        for options in (dict(), dict(strategy="perturb-best", threads=2)):
            with self.assertRaisesRegex(Mine, "here"):
                l2r.solve(l2r.generate(50), 60, callback=callback, **options)


if __name__ == "__main__":
    unittest.main()
