import unittest

import numpy as np
from support import Case, order_routes

import l2r


class SamplesTest(Case):
    def test_hold_what_the_optimiser_makes_of_their_starts(self):
        for optimiser, name in [("paper", "paper"), (order_routes, "python:order_routes")]:
            with self.subTest(name):
                samples = l2r.generate_samples(10, 5, starts=3, seed=4, optimiser=optimiser)
                self.assertEqual((samples.groups, len(samples), samples.lengths().shape), (5, 5, (5, 3)))
                self.assertEqual(samples.recipe["optimiser"], name)
                instance = samples.instance(2)
                np.testing.assert_array_equal(instance.places, l2r.generate(10, 4, 2).places)
                improve = order_routes if callable(optimiser) else l2r.LocalSearch().improve
                for start, length in zip(samples.starts(2), samples.lengths()[2]):
                    shorter = l2r.Solution(improve(instance, start, 0)).length(instance)
                    self.assertAlmostEqual(length, min(shorter, start.length(instance)), places=5)

    def test_begin_with_the_construction_that_is_named(self):
        savings = l2r.generate_samples(20, 3, construction="savings", folder=self.folder)
        self.assertEqual(l2r.read_samples(self.folder).recipe["construction"], "savings")
        random = l2r.generate_samples(20, 3)
        self.assertEqual(random.recipe["construction"], "random")
        for group in range(3):
            instance = savings.instance(group)
            for shorter, longer in zip(savings.starts(group), random.starts(group)):
                self.assertLess(shorter.length(instance), longer.length(instance))
        with self.assertRaisesRegex(l2r.InputError, "no construction 'magic'"):
            l2r.generate_samples(20, 3, construction="magic")

    def test_are_gone_on_with_and_read_again(self):
        few = l2r.generate_samples(10, 10, optimiser=order_routes, folder=self.folder, per_file=5)
        calls = []
        more = l2r.generate_samples(10, 20, optimiser=order_routes, folder=self.folder, per_file=5,
                                    progress=lambda done, planned: calls.append((done, planned)))
        self.assertEqual(calls[-1], (10, 10))
        np.testing.assert_array_equal(more.lengths()[:10], few.lengths())
        np.testing.assert_array_equal(l2r.read_samples(self.folder).lengths(), more.lengths())
        one = l2r.read_samples([self.path("part-00001.h5")])
        np.testing.assert_array_equal(one.lengths(), more.lengths()[5:10])

    def test_do_not_depend_on_threads(self):
        one, two = (l2r.generate_samples(10, 20, optimiser=order_routes, threads=n).lengths() for n in (1, 2))
        np.testing.assert_array_equal(one, two)

    def test_of_perturbed_starts_take_any_optimiser(self):
        class Ordering(l2r.Optimiser):
            converges = True

            def improve(self, instance, start, seed):
                return order_routes(instance, start, seed)

        for optimiser in (Ordering(), order_routes):
            samples = l2r.generate_samples(20, 5, optimiser=optimiser, perturb=2)
            self.assertTrue(samples.parent(0).is_feasible(samples.instance(0)))
            self.assertEqual(samples.recipe["perturb"], 2)

    def test_errors_come_out(self):
        def optimiser(instance, start, seed):
            raise KeyError("here")

        with self.assertRaisesRegex(KeyError, "here"):
            l2r.generate_samples(10, 50, optimiser=optimiser, threads=2)
        with self.assertRaisesRegex(l2r.InputError, "starts"):
            l2r.generate_samples(10, 5, starts=1)
        with self.assertRaises(l2r.InputError):
            l2r.read_samples(self.path("none"))
        samples = l2r.generate_samples(10, 5)
        for wrong in (-1, 5):
            with self.assertRaises(IndexError):
                samples.starts(wrong)
        with self.assertRaisesRegex(l2r.InputError, "parents"):
            samples.parent(0)
        with self.assertRaisesRegex(l2r.InputError, "cycles"):
            samples.lengths(cycles=6)
        for wrong in [dict(per_file=-1), dict(seed=-1), dict(starts=2.5), dict(capacity=2**70)]:
            with self.subTest(wrong), self.assertRaisesRegex(l2r.InputError, "negative|outside|whole number"):
                l2r.generate_samples(**{"size": 10, "count": 5, **wrong})
        for wrong in [dict(validation=np.nan), dict(validation=-1), dict(margin=np.nan), dict(ridge=np.nan)]:
            with self.subTest(wrong), self.assertRaisesRegex(l2r.InputError, "must be"):
                l2r.train_linear(samples, **wrong)


class TrainingTest(Case):
    def test_a_linear_scorer_learns_more_than_a_coin_knows(self):
        scorer = l2r.train_linear(l2r.generate_samples(20, 3000, starts=4, seed=1))
        test = l2r.generate_samples(20, 1000, starts=4, seed=2)
        right = []
        for group, lengths in enumerate(test.lengths()):
            scores = scorer.score(test.instance(group), test.starts(group))
            right += [(scores[a] < scores[b]) == (lengths[a] < lengths[b])
                      for a in range(4) for b in range(a) if abs(lengths[a] - lengths[b]) > 0.01]
        self.assertGreater(np.mean(right), 0.51)
        self.assertEqual(scorer.about["optimiser"], "paper")
        self.assertEqual(len(scorer.about["record"]["held_out_accuracy"]), 1)
        scorer.save(self.path("mine.safetensors"))
        result = l2r.solve(l2r.generate(20), l2r.MaxRuns(10), scorer=self.path("mine.safetensors"))
        self.assertTrue(result.is_feasible())

    def test_refuses_what_there_is_not(self):
        samples = l2r.generate_samples(10, 20)
        with self.assertRaisesRegex(l2r.InputError, "no loss 'rank'; there is pairs, regression, improve"):
            l2r.train_linear(samples, loss="rank")
        with self.assertRaises(l2r.InputError):
            l2r.train_linear(samples, view="closed")


if __name__ == "__main__":
    unittest.main()
