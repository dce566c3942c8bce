import threading
import unittest

import numpy as np
from support import ROOT, Case

import l2r


class SolveTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.instance = l2r.read(ROOT / "examples" / "town-100.vrp")

    def test_finds_a_feasible_solution_and_says_how(self):
        result = l2r.solve(self.instance, l2r.MaxRuns(200))
        self.assertTrue(result.is_feasible())
        self.assertEqual(result.best.faults(self.instance), [])
        self.assertEqual(result.length, result.best.length(self.instance))
        self.assertEqual((result.runs, result.num_iterations, result.stopped_by), (200, 200, "number of runs"))
        self.assertEqual((result.cost(), result.runtime), (result.length, result.seconds))
        self.assertIsNone(result.guidance)
        self.assertRegex(str(result), r"length \d+.*, \d+ routes, 200 runs in .* s, stopped by: number of runs")
        self.assertEqual(result.history.lengths[-1], result.length)
        self.assertTrue((np.diff(result.history.lengths) < 0).all())
        self.assertEqual(len(result.history.runs), len(result.history.seconds))

    def test_repeats_on_any_number_of_threads(self):
        results = [l2r.solve(self.instance, l2r.MaxRuns(300), seed=5, threads=threads) for threads in (1, 3)]
        self.assertEqual(results[0].best, results[1].best)
        self.assertNotEqual(results[0].best, l2r.solve(self.instance, l2r.MaxRuns(300), seed=6).best)

    def test_stops_by_each_rule(self):
        for stop, reason in [
            (0.05, "time limit"),
            (l2r.MaxRuntime(0.05), "time limit"),
            (l2r.MaxIterations(7), "number of runs"),
            (l2r.NoImprovement(3), "no improvement"),
            (l2r.Target(1e9), "target length"),
            ([60, l2r.MaxRuns(7)], "number of runs"),
            ([l2r.MaxRuns(10**6), l2r.MaxRuns(7)], "number of runs"),
        ]:
            with self.subTest(stop=stop):
                self.assertEqual(l2r.solve(self.instance, stop).stopped_by, reason)

    def test_starts_from_a_solution_and_never_ends_longer(self):
        good = l2r.solve(self.instance, l2r.MaxRuns(500))
        again = l2r.solve(self.instance, l2r.MaxRuns(1), start=good.best.routes)
        self.assertLessEqual(again.length, good.length)
        with self.assertRaisesRegex(l2r.InputError, "not feasible: customer 1 is not visited"):
            l2r.solve(self.instance, l2r.MaxRuns(1), start=[])

    def test_refuses_settings_that_make_no_sense(self):
        for settings, error, reason in [
            (dict(strategy="best"), l2r.InputError, "no strategy 'best'; there is restart"),
            (dict(construction="magic"), l2r.InputError, "no construction 'magic'"),
            (dict(candidates=0), l2r.InputError, "candidates must be at least 1"),
            (dict(candidates=5), l2r.InputError, "needs a scorer"),
            (dict(optimiser="stronger"), l2r.InputError, "strong"),
            (dict(optimiser=7), TypeError, "the optimiser must be a name"),
            (dict(scorer=7), TypeError, "the scorer must be a name"),
            (dict(scorer="none.safetensors"), l2r.InputError, "none.safetensors"),
            (dict(adapt=True), l2r.InputError, "adapt needs a scorer"),
            (dict(stop="soon"), TypeError, "not by 'soon'"),
            (dict(stop=-1), l2r.InputError, "negative"),
            (dict(threads=0), l2r.InputError, "threads"),
            (dict(strategy="ruin", optimiser="paper"), l2r.InputError, "optimiser goes with the other strategies"),
            (dict(strategy="ruin", scorer="linear"), l2r.InputError, "no candidates to choose from"),
            (dict(strategy="ruin", candidates=2), l2r.InputError, "no candidates to choose from"),
        ]:
            with self.subTest(settings), self.assertRaisesRegex(error, reason):
                l2r.solve(self.instance, **{"stop": l2r.MaxRuns(1), **settings})

    def test_every_strategy_gives_feasible_routes(self):
        for strategy in ["restart", "perturb", "perturb-best", "population", "population-replace", "climb"]:
            with self.subTest(strategy):
                result = l2r.solve(self.instance, l2r.MaxRuns(10), strategy=strategy, scorer="linear", candidates=3)
                self.assertTrue(result.is_feasible())

    def test_destroys_and_repairs(self):
        result = l2r.solve(self.instance, l2r.MaxRuns(10), strategy="ruin")
        self.assertTrue(result.is_feasible())
        self.assertEqual(result.runs, 10)
        self.assertEqual(result.best, l2r.solve(self.instance, l2r.MaxRuns(10), strategy="ruin", threads=2).best)

    def test_chooses_as_the_program_does_where_nothing_is_said(self):
        chosen = [l2r.solve(self.instance, l2r.MaxRuns(3), **settings).candidates
                  for settings in [dict(), dict(strategy="perturb"), dict(scorer="linear"), dict(scorer="race"),
                                   dict(strategy="perturb", scorer=None)]]
        self.assertEqual(chosen, [1, 5, 20, 5, 1])

    def test_destroys_and_repairs_unless_the_papers_ways_are_asked_for(self):
        found = [l2r.solve(self.instance, l2r.MaxRuns(20), **settings).best
                 for settings in [dict(), dict(strategy="ruin"),
                                  dict(strategy="perturb-best"), dict(strategy="perturb-best", optimiser="paper")]]
        self.assertEqual(found[0], found[1])
        self.assertEqual(found[2], found[3])

    def test_runs_in_several_threads_of_python_at_once(self):
        lengths = {}

        def work(seed):
            lengths[seed] = l2r.solve(self.instance, l2r.MaxRuns(100), seed=seed).length

        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for seed, length in lengths.items():
            self.assertEqual(length, l2r.solve(self.instance, l2r.MaxRuns(100), seed=seed).length)


class CallbackTest(Case):
    def test_sees_every_improvement(self):
        seen = []
        instance = l2r.generate(50)
        result = l2r.solve(instance, l2r.MaxRuns(100), callback=lambda step, best: seen.append((step, best)))
        self.assertEqual([step.length for step, _ in seen], list(result.history.lengths))
        self.assertEqual([step.run for step, _ in seen], list(result.history.runs))
        self.assertEqual([best.length(instance) for _, best in seen], list(result.history.lengths))

    def test_may_stop_the_search(self):
        result = l2r.solve(l2r.generate(50), 60, callback=lambda step, best: step.run >= 1)
        self.assertEqual(result.stopped_by, "callback")

    def test_what_it_raises_comes_out(self):
        class Mine(Exception):
            pass

        def callback(step, best):
            raise Mine("here")

        for threads in (1, 2):
            with self.assertRaisesRegex(Mine, "here"):
                l2r.solve(l2r.generate(50), 60, callback=callback, threads=threads)


if __name__ == "__main__":
    unittest.main()
