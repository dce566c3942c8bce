"""An optimiser of your own, in Python, and a scorer that learns where it is worth starting it.

Run it as a script, about a minute on one core, or cell by cell in an editor that knows `# %%`:

    python3 examples/own_optimiser.py [PICTURE.png]
"""
# %% What is needed
import functools
import sys
import time

import numpy as np

import l2r

SIZE = 20  # customers
picture = sys.argv[1] if len(sys.argv) > 1 else "own_optimiser.png"

# %% The optimiser: any function of an instance, a start and a seed that returns routes.
# This one puts each route into order by 2-opt and moves customers to where they cost least, until neither gains.


@functools.lru_cache(maxsize=4)
def tables(instance):
    return instance.distances(), instance.demands


def two_opt(route, d):
    """The best reversal of a part of a route (with the depot at both ends), again and again."""
    while True:
        a, b = route[:-1], route[1:]
        gain = (d[a, b][:, None] + d[a, b] - d[np.ix_(a, a)] - d[np.ix_(b, b)]) * np.tri(len(a), k=-1).T
        i, j = np.unravel_index(np.argmax(gain), gain.shape)
        if gain[i, j] < 1e-9:
            return route
        route[i + 1 : j + 1] = route[i + 1 : j + 1][::-1]


def relocate(routes, loads, d, demands, capacity):
    """Moves the first customer that is better off on another route; false where none is."""
    for r, route in enumerate(routes):
        for i in range(1, len(route) - 1):
            before, customer, after = route[i - 1 : i + 2]
            gain = d[before, customer] + d[customer, after] - d[before, after]
            for s, other in enumerate(routes):
                if s == r or loads[s] + demands[customer] > capacity:
                    continue
                costs = d[other[:-1], customer] + d[customer, other[1:]] - d[other[:-1], other[1:]]
                at = int(np.argmin(costs))
                if costs[at] < gain - 1e-9:
                    routes[r] = np.delete(route, i)
                    routes[s] = two_opt(np.insert(other, at + 1, customer), d)
                    loads[r] -= demands[customer]
                    loads[s] += demands[customer]
                    return True
    return False


def my_optimiser(instance, start, seed):
    d, demands = tables(instance)
    routes = [two_opt(np.array([0, *route, 0]), d) for route in start]
    loads = [demands[route].sum() for route in routes]
    while relocate(routes, loads, d, demands, instance.capacity):
        pass
    return [route[1:-1] for route in routes if len(route) > 2]


# %% As it is: l2r makes starts and runs the optimiser from them. What it returns is checked and measured.
instance = l2r.generate(SIZE, seed=7)
# Starts are random, as those of the samples below.
result = l2r.solve(instance, l2r.MaxRuns(20), optimiser=my_optimiser, construction="random")
print(result)
print(f"a run takes {1000 * result.seconds / result.runs:.1f} ms")

# %% Samples: from which of several starts does *this* optimiser end shorter?
samples = l2r.generate_samples(SIZE, count=1500, starts=4, seed=1, optimiser=my_optimiser)
print(samples, "made with", samples.recipe["optimiser"])

# %% A scorer that learns from them. It could be saved: scorer.save("mine.safetensors")
scorer = l2r.train_linear(samples, validation=0.1)
accuracy = scorer.about["record"]["held_out_accuracy"][0]
print(f"{100 * accuracy:.1f} % of the held-out pairs are in the right order; a coin has 50 %")

# %% Guided against unguided: same instances, which the scorer has not seen, and the same number of runs. Choosing among
# starts takes time too, so the third has as many unguided runs as fit in the CPU time of the first.
RUNS, INSTANCES = 10, 100


def lengths(runs, **guidance):
    begun = time.process_time()
    found = [
        l2r.solve(l2r.generate(SIZE, seed=2, number=i), l2r.MaxRuns(runs), optimiser=my_optimiser,
                  construction="random", **guidance).length
        for i in range(INSTANCES)
    ]
    return np.array(found), (time.process_time() - begun) / INSTANCES


def compare(what, others):
    """Guided minus other lengths, instance by instance, with a 95 % interval of the mean."""
    difference = guided - others
    half_width = 1.96 * difference.std(ddof=1) / np.sqrt(INSTANCES)
    print(f"{what}: difference {difference.mean():+.4f} ± {half_width:.4f}; shorter on "
          f"{np.mean(difference < -1e-9):.0%} of the instances, longer on {np.mean(difference > 1e-9):.0%}")


guided, guided_seconds = lengths(RUNS, scorer=scorer, candidates=20, keep_guidance=True)
unguided, unguided_seconds = lengths(RUNS)
more_runs = max(RUNS, round(RUNS * guided_seconds / unguided_seconds))
longer, longer_seconds = lengths(more_runs)
print(f"guided, {RUNS} runs: {guided.mean():.4f} in {guided_seconds:.3f} s")
print(f"unguided, {RUNS} runs: {unguided.mean():.4f} in {unguided_seconds:.3f} s")
print(f"unguided, {more_runs} runs: {longer.mean():.4f} in {longer_seconds:.3f} s")
compare("same number of runs", unguided)
compare("same time", longer)

# %% A picture
import matplotlib  # noqa: E402

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

figure, (left, right) = pyplot.subplots(1, 2, figsize=(11, 5))
best = l2r.solve(instance, l2r.MaxRuns(50), optimiser=my_optimiser, scorer=scorer, construction="random")
l2r.plot_solution(instance, best, ax=left)
right.scatter(unguided, guided, s=12)
right.axline((unguided.mean(), unguided.mean()), slope=1, color="black", linewidth=0.8)
right.set(xlabel="unguided length", ylabel="guided length", title=f"{INSTANCES} instances, {RUNS} runs each")
figure.savefig(picture)
print("wrote", picture)
