import time
import unittest

import numpy as np
from support import ROOT, Case, random_starts

import l2r


class TrainedTest(Case):
    def setUp(self):
        super().setUp()
        self.instance = l2r.generate(20)
        self.starts = random_starts(self.instance, 6)

    def test_those_that_come_with_l2r_are_found_by_name_and_size(self):
        for name in ("network", "linear", "cycle", "cycle-network", "perturb"):
            with self.subTest(name):
                scorer = l2r.Scorer.load(name, size=25)
                self.assertTrue(scorer.name.endswith(f"{name}-20.safetensors"))
                self.assertEqual(scorer.about["customers"], "20")
                scores = scorer.score(self.instance, self.starts)
                self.assertEqual(scores.shape, (6,))
                self.assertEqual(len(set(scores)), 6)
                self.assertIsInstance(scorer, l2r.Scorer)

    def test_length_scores_by_length(self):
        scores = l2r.Scorer.load("length").score(self.instance, [start.routes for start in self.starts])
        np.testing.assert_array_equal(scores, [start.length(self.instance) for start in self.starts])

    def test_a_saved_one_scores_the_same(self):
        scorer = l2r.Scorer.load("linear", size=20)
        scorer.save(self.path("x.safetensors"))
        again = l2r.Scorer.load(self.folder / "x.safetensors")
        np.testing.assert_array_equal(scorer.score(self.instance, self.starts), again.score(self.instance, self.starts))
        with self.assertRaisesRegex(l2r.InputError, "nothing to save"):
            l2r.Scorer.load("length").save(self.path("y.safetensors"))

    def test_refuses_what_it_cannot_load_or_score(self):
        with self.assertRaisesRegex(l2r.InputError, "several sizes"):
            l2r.Scorer.load("network")
        for size in (0, -5, np.nan):
            with self.subTest(size), self.assertRaisesRegex(l2r.InputError, "number of customers"):
                l2r.Scorer.load("network", size=size)
        with self.assertRaisesRegex(l2r.InputError, "solution 1 is not feasible: customer 1 is not visited"):
            l2r.Scorer.load("length").score(self.instance, [self.starts[0], []])


class OwnTest(Case):
    def setUp(self):
        super().setUp()
        self.instance = l2r.generate(20)

    def solve(self, scorer, **settings):
        return l2r.solve(self.instance, l2r.MaxRuns(40), optimiser="paper", scorer=scorer, **settings)

    def test_a_function_chooses_as_the_librarys_own_does(self):
        def by_length(instance, solutions):
            return np.array([solution.length(instance) for solution in solutions])

        class ByLength(l2r.Scorer):
            def score(self, instance, solutions):
                return by_length(instance, solutions)

        known = self.solve("length", candidates=4)
        for scorer in (by_length, ByLength()):
            for threads in (1, 2):
                self.assertEqual(self.solve(scorer, candidates=4, threads=threads).best, known.best)

    def test_is_asked_for_20_candidates_and_watched(self):
        asked = []

        def scorer(instance, solutions):
            asked.append(len(solutions))
            return [0] * len(solutions)

        result = self.solve(scorer)
        self.assertEqual(set(asked), {20})
        self.assertEqual(result.guidance.guided_runs + result.guidance.control_runs, 39)
        self.assertIn("guidance: ", str(result))
        self.assertIsNone(self.solve(scorer, keep_guidance=True).guidance)

    def test_with_a_time_limit_candidates_are_chosen_by_what_scores_and_runs_take(self):
        def slow(instance, start, seed):
            time.sleep(0.005)
            return start

        def cheap(instance, solutions):
            return [0] * len(solutions)

        def dear(instance, solutions):
            time.sleep(0.005 * len(solutions))
            return [0] * len(solutions)

        found = [l2r.solve(self.instance, 1, optimiser=slow, scorer=s, strategy="restart") for s in (cheap, dear)]
        self.assertGreater(found[0].candidates, 20)
        self.assertEqual(found[1].candidates, 2)
        for result in found:
            self.assertLess(result.seconds, 2)

    def test_a_program_chooses_alike_on_any_number_of_threads(self):
        program = f"exec:python3 '{ROOT / 'examples' / 'scorer.py'}'"
        one, two = (self.solve(program, candidates=4, threads=threads) for threads in (1, 2))
        self.assertEqual((one.best, one.scorer), (two.best, program))
        with self.assertRaisesRegex(l2r.OutsideError, "the scorer 'exec:nothing': cannot start"):
            self.solve("exec:nothing")
        with self.assertRaisesRegex(l2r.OutsideError, "gave no scores for 4 starts .* asked twice: the program ended"):
            self.solve("exec:true", candidates=4)

    def test_may_be_what_learning_builds_on(self):
        result = self.solve(lambda instance, solutions: [0] * len(solutions), adapt=True, candidates=4)
        self.assertTrue(result.is_feasible())

    def test_wrong_scores_are_refused(self):
        for scores, reason in [([1, 2], "asked for 4 scores"), ([np.nan] * 4, "no number"), (["a"] * 4, "float")]:
            with self.subTest(scores=scores), self.assertRaisesRegex(ValueError, reason):
                self.solve(lambda instance, solutions: scores, candidates=4)

    def test_a_program_that_fails_in_the_midst_costs_no_routes(self):
        self.folder.joinpath("leaves.py").write_text(
            "import json, sys\n"
            "for line in sys.stdin:\n"
            "    request = json.loads(line)\n"
            "    if request['id'] > 5: sys.exit('tired')\n"
            f"    if request['id'] == 1: open({self.path('log')!r}, 'a').write('x')\n"
            f"    if len(open({self.path('log')!r}).read()) > 1: sys.exit('tired')\n"
            "    print(json.dumps({'id': request['id'], 'scores': [0] * len(request['starts'])}), flush=True)\n")
        seen = []
        with self.assertWarnsRegex(RuntimeWarning, "it said: tired.*; the best solution until then was kept"):
            result = self.solve(f"exec:python3 '{self.path('leaves.py')}'", candidates=4, keep_guidance=True, threads=1,
                                callback=lambda step, solution: seen.append(step.length))
        self.assertEqual(result.stopped_by, "failure")
        self.assertIn("it said: tired", result.last_failure)
        self.assertTrue(result.is_feasible())
        self.assertEqual(result.length, seen[-1])
        self.assertEqual(list(result.history.lengths), seen)

    def test_what_it_raises_comes_out(self):
        def scorer(instance, solutions):
            raise KeyError("here")

        for threads in (1, 2):
            with self.assertRaisesRegex(KeyError, "here"):
                self.solve(scorer, threads=threads)


if __name__ == "__main__":
    unittest.main()
