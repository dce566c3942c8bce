import threading
import unittest

from support import Case, order_routes, random_starts, swap_first_routes

import l2r


class NativeTest(unittest.TestCase):
    def test_the_papers_optimiser_improves_a_start(self):
        instance = l2r.generate(50)
        start = random_starts(instance, 1)[0]
        optimiser = l2r.LocalSearch()
        one_cycle = optimiser.improve(instance, start, cycles=1)
        end = optimiser.improve(instance, start.routes)
        self.assertLess(end.length(instance), one_cycle.length(instance))
        self.assertLess(one_cycle.length(instance), start.length(instance))
        self.assertEqual(end, l2r.make_optimiser("paper").improve(instance, start))
        for name in ("learnt", "granular", "anneal"):
            other = l2r.make_optimiser(name).improve(instance, start)
            self.assertLess(other.length(instance), l2r.Solution(start).length(instance))
        self.assertEqual(optimiser.name, "paper")

    def test_counts_as_an_optimiser(self):
        self.assertIsInstance(l2r.LocalSearch(), l2r.Optimiser)

    def test_refuses_a_start_that_is_not_feasible(self):
        with self.assertRaisesRegex(l2r.InputError, "customer 2 is not visited"):
            l2r.LocalSearch().improve(l2r.generate(2), [[1]])

    def test_the_object_and_the_name_are_the_same_to_solve(self):
        instance = l2r.generate(50)
        named, given = (l2r.solve(instance, l2r.MaxRuns(50), optimiser=o) for o in ("paper", l2r.LocalSearch()))
        self.assertEqual(named.best, given.best)


class OwnTest(Case):
    def solve(self, optimiser, **settings):
        return l2r.solve(self.instance, l2r.MaxRuns(20), **{"construction": "random", **settings}, optimiser=optimiser)

    def setUp(self):
        super().setUp()
        self.instance = l2r.generate(20)

    def test_a_function_is_run_from_every_start(self):
        calls = []

        def optimiser(instance, start, seed):
            self.assertIs(instance, self.instance)
            calls.append((start.length(instance), seed))
            return order_routes(instance, start, seed)

        result = self.solve(optimiser)
        self.assertTrue(result.is_feasible())
        self.assertEqual(len(calls), 20)
        self.assertEqual(len({seed for _, seed in calls}), 20)
        self.assertLess(result.length, min(length for length, _ in calls))

    def test_an_object_and_a_function_do_the_same(self):
        class Ordering(l2r.Optimiser):
            def improve(self, instance, start, seed):
                return order_routes(instance, start, seed)

        self.assertEqual(self.solve(Ordering()).best, self.solve(order_routes).best)
        with self.assertRaises(TypeError):
            l2r.Optimiser()

    def test_threads_change_nothing(self):
        for strategy in ("restart", "perturb-best"):
            one, three = (self.solve(order_routes, threads=n, strategy=strategy) for n in (1, 3))
            self.assertEqual(one.best, three.best)

    def test_a_longer_answer_gives_way_to_the_start(self):
        def worse(instance, start, seed):
            return [[customer] for route in start for customer in route]

        swapped, worsened = self.solve(swap_first_routes), self.solve(worse)
        self.assertAlmostEqual(worsened.length, swapped.length)

    def test_a_wrong_answer_is_refused(self):
        for answer, error, reason in [
            ([[1, 1]], l2r.OutsideError, "'optimiser' returned a solution that is not feasible"),
            ([list(range(1, 21))], l2r.OutsideError, "more than the capacity"),
            ([[99]], l2r.OutsideError, "99"),
            ([[2**40]], l2r.OutsideError, "gave a wrong answer: 1099511627776 is outside"),
            (None, TypeError, "'optimiser' gave a wrong answer: a solution is routes"),
        ]:
            def optimiser(instance, start, seed, answer=answer):
                return answer

            with self.subTest(answer=answer), self.assertRaisesRegex(error, reason):
                self.solve(optimiser)

    def test_what_it_raises_comes_out_of_any_thread(self):
        class Mine(Exception):
            pass

        for threads in (1, 3):
            lock, calls = threading.Lock(), [0]

            def optimiser(instance, start, seed):
                with lock:
                    calls[0] += 1
                    if calls[0] == 7:
                        raise Mine("here")
                return start

            with self.subTest(threads), self.assertRaisesRegex(Mine, "here"):
                l2r.solve(self.instance, 60, optimiser=optimiser, strategy="restart", threads=threads)

    def test_may_call_solve_itself(self):
        def optimiser(instance, start, seed):
            return l2r.solve(instance, l2r.MaxRuns(3), start=start, seed=seed, callback=lambda step, best: True).best

        result = self.solve(optimiser)
        self.assertEqual((result.runs, result.stopped_by), (20, "number of runs"))


if __name__ == "__main__":
    unittest.main()
