"""What the tests share."""

import os
import pathlib
import random
import tempfile
import unittest

import l2r

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Case(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def path(self, name):
        return os.fspath(self.folder / name)


def swap_first_routes(instance, start, seed):
    """An optimiser that changes the order of routes, and no length."""
    routes = start.routes
    return routes[1:] + routes[:1]


def order_routes(instance, start, seed):
    """A small optimiser that converges: on each route, always on to the nearest customer that is left."""
    d = instance.distances()
    routes = []
    for left in start:
        routes.append([])
        here = 0
        while left:
            here = min(left, key=lambda customer: d[here, customer])
            left.remove(here)
            routes[-1].append(here)
    return routes


def random_starts(instance, count):
    """Feasible solutions: customers in random order, cut by capacity."""
    starts = []
    for number in range(count):
        order = list(range(1, instance.customers + 1))
        random.Random(number).shuffle(order)
        routes, load = [[]], 0
        for customer in order:
            demand = instance.demands[customer]
            if load + demand > instance.capacity:
                routes.append([])
                load = 0
            routes[-1].append(customer)
            load += demand
        starts.append(l2r.Solution(routes))
    return starts
