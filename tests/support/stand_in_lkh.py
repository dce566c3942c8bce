#!/usr/bin/python3 -ES
"""Reads and writes the files that LKH-3 does, and refuses what LKH-3 refuses; the search is a poor one.

The name under which it is called says how it goes wrong: crash, fail, silent, half, double, short, overload,
longer, slow (one better tour, then no end), stuck, fifo (in place of a tour), vanish (with its folder), forget (the
problem, behind a good answer). Any other name is well.
"""

import math
import os
import random
import shutil
import signal
import sys
import time

INT_MAX = 2**31 - 1
WHOLE = {"VEHICLES", "MTSP_MIN_SIZE", "PRECISION", "RUNS", "TRACE_LEVEL", "MAX_TRIALS", "SEED"}
FILES = {"PROBLEM_FILE", "PI_FILE", "CANDIDATE_FILE", "INITIAL_TOUR_FILE", "OUTPUT_TOUR_FILE"}


def refuse(reason):
    print("\n*** Error ***\n" + reason, file=sys.stderr)
    sys.exit(1)


def read_parameters(path):
    parameters = {"SPECIAL": False, "TIME_LIMIT": math.inf}
    for line in open(path):
        keyword, _, value = (part.strip() for part in line.partition("="))
        if keyword in WHOLE:
            parameters[keyword] = int(value)
        elif keyword in FILES:
            parameters[keyword] = value
        elif keyword == "TIME_LIMIT":
            parameters[keyword] = float(value)
        elif keyword == "SPECIAL" and not value:
            parameters[keyword] = True
        elif keyword:
            refuse("Unknown keyword: " + keyword)
    for needed in ("PROBLEM_FILE", "VEHICLES", "PRECISION", "MAX_TRIALS", "SEED"):
        if needed not in parameters:
            refuse(needed + " is missing")
    if parameters["SEED"] == 0:
        refuse("SEED: 0 is the time of day")
    if parameters.get("MTSP_MIN_SIZE") != 0:
        refuse("MTSP_MIN_SIZE: no vehicle could stay at home")
    return parameters


class Problem:
    def __init__(self, path, parameters):
        self.lines = iter(open(path).read().splitlines())
        self.head, self.places, self.weights, self.demands = {}, {}, {}, {}
        for line in self.lines:
            keyword = line.partition(":")[0].strip()
            if keyword == "EOF":
                break
            self.read(keyword, line.partition(":")[2].strip())
        self.check(parameters)

    def numbers(self, count):
        for _ in range(count):
            yield next(self.lines).split()

    def read(self, keyword, value):
        dimension = self.head.get("DIMENSION")
        if keyword in ("DIMENSION", "CAPACITY", "DISTANCE", "SERVICE_TIME"):
            self.head[keyword] = int(value)
        elif keyword in ("NAME", "TYPE", "EDGE_WEIGHT_TYPE", "EDGE_WEIGHT_FORMAT"):
            self.head[keyword] = value
        elif keyword == "NODE_COORD_SECTION":
            self.places = {int(i): (float(x), float(y)) for i, x, y in self.numbers(dimension)}
        elif keyword == "EDGE_WEIGHT_SECTION":
            for a, row in enumerate(self.numbers(dimension - 1), 2):
                for b, weight in zip(range(1, a), row, strict=True):
                    self.weights[a, b] = self.weights[b, a] = int(weight)
        elif keyword == "DEMAND_SECTION":
            self.demands = {int(i): int(demand) for i, demand in self.numbers(dimension)}
        elif keyword == "DEPOT_SECTION":
            if list(self.numbers(2)) != [["1"], ["-1"]]:
                refuse("DEPOT_SECTION: Only one depot allowed")
        else:
            refuse("Unknown keyword: " + keyword)

    def check(self, parameters):
        dimension, vehicles = self.head["DIMENSION"], parameters["VEHICLES"]
        if self.head["TYPE"] != "CVRP" or dimension < 3:
            refuse("TYPE is missing, or DIMENSION < 3 or not specified")
        nodes = set(range(1, dimension + 1))
        explicit = self.head["EDGE_WEIGHT_TYPE"] == "EXPLICIT"
        if explicit != (self.head.get("EDGE_WEIGHT_FORMAT") == "LOWER_ROW"):
            refuse("Conflicting EDGE_WEIGHT_TYPE and EDGE_WEIGHT_FORMAT")
        if set(self.demands) != nodes or (not explicit and set(self.places) != nodes):
            refuse("a node is missing")
        if sum(self.demands.values()) > INT_MAX:
            refuse("the sum of demands overflows")
        if vehicles * self.head["CAPACITY"] < sum(self.demands.values()):
            refuse("CVRP: SALESMEN too small to meet demand")
        if vehicles >= dimension:
            refuse("SALESMEN >= DIMENSION")
        self.dimension, self.vehicles, self.capacity = dimension, vehicles, self.head["CAPACITY"]
        for a in nodes:
            for b in range(1, a):
                if self.cost(a, b) > INT_MAX / 2 / parameters["PRECISION"]:
                    refuse("Weight %d > INT_MAX / 2 / PRECISION" % self.cost(a, b))

    def cost(self, a, b):
        a, b = (node if node <= self.dimension else 1 for node in (a, b))
        if a == b:
            return 0
        if self.weights:
            return self.weights[a, b]
        rounding = {"EUC_2D": lambda d: int(d + 0.5), "CEIL_2D": math.ceil, "FLOOR_2D": math.floor}
        return rounding[self.head["EDGE_WEIGHT_TYPE"]](math.dist(self.places[a], self.places[b]))

    def length(self, tour):
        return sum(self.cost(a, b) for a, b in zip(tour, tour[1:] + tour[:1]))

    def routes(self, tour):
        """Each with the depot, or a copy of it, in front."""
        routes = []
        for node in tour[tour.index(1):] + tour[:tour.index(1)]:
            if 1 < node <= self.dimension:
                routes[-1].append(node)
            else:
                routes.append([node])
        return routes

    def penalty(self, tour):
        """What routes carry and take too much."""
        limit, service = self.head.get("DISTANCE", math.inf), self.head.get("SERVICE_TIME", 0)
        return sum(
            max(0, sum(self.demands[node] for node in route[1:]) - self.capacity)
            + max(0, self.length(route) + service * len(route[1:]) - limit)
            for route in self.routes(tour)
        )


def read_tour(path, problem):
    head, _, rest = open(path).read().partition("TOUR_SECTION\n")
    last = problem.dimension + problem.vehicles - 1
    if "DIMENSION : %d\n" % last not in head:
        refuse("(DIMENSION): does not match problem dimension")
    tour = [int(word) for word in rest.split()[:-2]]
    if rest.split()[-2:] != ["-1", "EOF"] or sorted(tour) != list(range(1, last + 1)):
        refuse("TOUR_SECTION: Node is missing")
    return tour


def write_tour(path, tour, problem, end="-1\nEOF\n"):
    """From node 1 on, towards the lower numbered of its neighbours."""
    at = tour.index(1)
    tour = tour[at:] + tour[:at]
    if tour[1] > tour[-1]:
        tour = tour[:1] + tour[:0:-1]
    with open(path, "w") as file:
        file.write("NAME : problem.%d.tour\nCOMMENT : Length = %d\n" % ((problem.length(tour),) * 2))
        file.write("TYPE : TOUR\nDIMENSION : %d\nTOUR_SECTION\n" % len(tour))
        file.write("".join("%d\n" % node for node in tour) + end)


def use_or_make(path, dimension):
    """Penalties and candidates are read where they are, else written."""
    if not os.path.exists(path):
        open(path, "w").write("%d\n" % dimension)
    elif int(open(path).readline()) != dimension:
        refuse(path + " does not match problem")


def trial(tour, problem, draws):
    """Moves single nodes to random places for as long as that pays; first of all, in penalty."""
    cost = problem.penalty(tour), problem.length(tour)
    for _ in range(200):
        moved = tour[:]
        node = moved.pop(draws.randrange(len(moved)))
        moved.insert(draws.randrange(len(moved) + 1), node)
        if (moved_cost := (problem.penalty(moved), problem.length(moved))) < cost:
            tour, cost = moved, moved_cost
    return tour


def longer(tour, problem):
    """Every route in the worst of some random orders."""
    draws = random.Random(1)
    orders = [[r[:1] + draws.sample(r[1:], len(r) - 1) for _ in range(20)] for r in problem.routes(tour)]
    return [node for choice in orders for node in max(choice, key=problem.length)]


def misbehave(name, path, tour, problem):
    if name == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif name == "fail":
        refuse("this stand-in does not want to")
    elif name == "stuck":
        time.sleep(600)
    elif name == "half":
        write_tour(path, tour, problem, end="")
    elif name == "double":
        write_tour(path, [2 if node == 3 else node for node in tour], problem)
    elif name == "short":
        write_tour(path, tour[:-1], problem)
    elif name == "overload":
        write_tour(path, sorted(tour), problem)
    elif name == "fifo":
        os.mkfifo(path)
    elif name == "longer":
        write_tour(path, longer(tour, problem), problem)
    return name in ("silent", "fifo", "half", "double", "short", "overload", "longer")


def main():
    name = os.path.basename(sys.argv[0])
    parameters = read_parameters(sys.argv[1])
    problem = Problem(parameters["PROBLEM_FILE"], parameters)
    for file in ("PI_FILE", "CANDIDATE_FILE"):
        if file in parameters:
            use_or_make(parameters[file], problem.dimension + problem.vehicles - 1)
    if parameters["MAX_TRIALS"] == 0:
        return
    tour = read_tour(parameters["INITIAL_TOUR_FILE"], problem)
    best = parameters["OUTPUT_TOUR_FILE"]
    if misbehave(name, best, tour, problem):
        return
    draws = random.Random(parameters["SEED"])
    begun = time.monotonic()
    for number in range(parameters["MAX_TRIALS"]):
        if number > 0 and time.monotonic() - begun >= parameters["TIME_LIMIT"]:
            break
        tour = trial(tour, problem, draws)
        if problem.penalty(tour) == 0:
            write_tour(best, tour, problem)
        if name == "slow":
            time.sleep(600)
    if name == "vanish":
        shutil.rmtree(os.getcwd())
    if name == "forget":
        os.remove(parameters["PROBLEM_FILE"])


main()
