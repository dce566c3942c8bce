"""Time windows, services that differ, and the TSP in Python."""

import math
import pickle
import unittest

import numpy as np

import l2r

ROW = dict(places=[[0, 0], [10, 0], [20, 0], [30, 0]], demands=[1, 1, 1], capacity=10, rounding="nearest", service=5,
           windows=[[0, 100], [0, 20], [40, 50], [0, math.inf]])


class Windows(unittest.TestCase):
    def test_are_kept_to_and_given_back(self):
        instance = l2r.Instance(**ROW)
        self.assertEqual(instance.windows.tolist(), ROW["windows"])
        self.assertIsNone(instance.services)
        self.assertEqual(l2r.Solution([[1, 2, 3]]).faults(instance), [])
        self.assertRegex(l2r.Solution([[2, 1, 3]]).faults(instance)[0], "reaches customer 1 at 55, 35 late")
        result = l2r.solve(instance, l2r.MaxRuns(1))
        self.assertEqual(result.best.faults(instance), [])

    def test_survive_pickling(self):
        instance = l2r.Instance(**{**ROW, "service": 0}, services=[0, 5, 5, 6])
        again = pickle.loads(pickle.dumps(instance))
        np.testing.assert_array_equal(again.windows, instance.windows)
        np.testing.assert_array_equal(again.services, [0, 5, 5, 6])

    def test_that_nobody_can_keep_to_are_refused(self):
        with self.assertRaisesRegex(l2r.InputError, "customer 3 is out of reach"):
            l2r.Instance(**{**ROW, "windows": [[0, 100], [0, 20], [40, 50], [0, 29]]})
        with self.assertRaisesRegex(l2r.InputError, "windows must have a row for each node"):
            l2r.Instance(**{**ROW, "windows": [[0, 100]]})

    def test_are_refused_by_optimisers_that_do_not_know_them(self):
        with self.assertRaisesRegex(l2r.InputError, "paper does not keep to time windows"):
            l2r.solve(l2r.Instance(**ROW), l2r.MaxRuns(1), optimiser="paper")


class Tsp(unittest.TestCase):
    def test_is_one_route_past_all_customers(self):
        instance = l2r.Instance([[0, 0], [0, 1], [1, 1], [1, 0]], tsp=True)
        self.assertTrue(instance.tsp)
        result = l2r.solve(instance, l2r.MaxRuns(1))
        self.assertEqual(result.length, 4)
        self.assertEqual(len(result.best), 1)
        self.assertTrue(pickle.loads(pickle.dumps(instance)).tsp)

    def test_has_no_demands(self):
        with self.assertRaisesRegex(l2r.InputError, "no demands"):
            l2r.Instance([[0, 0], [0, 1]], [1], 1, tsp=True)
        with self.assertRaisesRegex(l2r.InputError, "demands and capacity are missing"):
            l2r.Instance([[0, 0], [0, 1]])


if __name__ == "__main__":
    unittest.main()
