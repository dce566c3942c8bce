"""A scorer in PyTorch, trained on samples, and searches of equally many runs with and without it: a minute on a core.

The runs are short, one cycle of the paper's optimiser, so that much depends on where they start.

    apt-get install python3-torch
    python3 examples/pytorch_scorer.py [INSTANCES TO LEARN FROM]
"""
import sys

import numpy as np
import torch
from torch import nn

import l2r

SIZE, STARTS, WIDTH, EPOCHS, BATCH = 20, 4, 32, 8, 128
COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 20000
torch.set_num_threads(1)
torch.manual_seed(1)


def as_arrays(instance, start):
    """Place, demand, distance to the depot and to the two nearest on its route of each customer; and its route."""
    nodes = np.concatenate(start.routes)
    route_of = np.repeat(np.arange(len(start)), [len(route) for route in start])
    places = instance.places[nodes] - instance.places[0]
    out, apart = np.hypot(*places.T), np.hypot(*(places[:, None] - places).T)
    apart[(route_of[:, None] != route_of) | np.eye(len(nodes), dtype=bool)] = 9  # far away
    nearest = np.sort(np.column_stack([apart, out]))[:, :2]
    share = instance.demands[nodes] / instance.capacity
    return np.column_stack([places, share, out, nearest]).astype(np.float32), route_of


def as_tensors(pairs):
    """(starts, customers, 6) and (starts, customers)."""
    return [torch.from_numpy(np.stack(arrays)) for arrays in zip(*pairs)]


class Scorer(nn.Module):
    """Sums up customers by route, and routes by start, so that neither order counts. Lower is predicted shorter."""

    def __init__(self):
        super().__init__()
        self.of_customer = nn.Sequential(nn.Linear(6, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH))
        self.of_route = nn.Sequential(nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU(), nn.Linear(WIDTH, 1))

    def forward(self, customers, route_of):
        seen = self.of_customer(customers)
        routes = torch.zeros_like(seen).scatter_add(1, route_of[..., None].expand(seen.shape), seen)
        return self.of_route(routes).sum(dim=(1, 2))

    @torch.no_grad()
    def score(self, instance, solutions):  # what l2r asks for
        return self(*as_tensors([as_arrays(instance, solution) for solution in solutions])).numpy()


# Samples: several starts of each instance, and the lengths after one cycle of the optimiser.
samples = l2r.generate_samples(SIZE, COUNT, STARTS, seed=1)
instances = [samples.instance(group) for group in range(COUNT)]
customers, route_of = as_tensors([as_arrays(instances[g], start) for g in range(COUNT) for start in samples.starts(g)])
lengths = torch.tensor(samples.lengths(cycles=1)).float()

# Learn which of two starts ends shorter: the difference of their scores is the log-odds.
scorer = Scorer()
first, second = torch.triu_indices(STARTS, STARTS, 1)
learner = torch.optim.Adam(scorer.parameters())
pace = torch.optim.lr_scheduler.OneCycleLR(learner, 1e-2, EPOCHS * -(-COUNT // BATCH))
for epoch in range(EPOCHS):
    for groups in torch.randperm(COUNT).split(BATCH):
        rows = (STARTS * groups[:, None] + torch.arange(STARTS)).flatten()
        scores = scorer(customers[rows], route_of[rows]).view(-1, STARTS)
        is_shorter = (lengths[groups][:, first] < lengths[groups][:, second]).float()
        learner.zero_grad()
        nn.functional.binary_cross_entropy_with_logits(scores[:, second] - scores[:, first], is_shorter).backward()
        learner.step()
        pace.step()

# How well it orders starts that it has not seen, beside the linear scorer that comes with l2r.
unseen = l2r.generate_samples(SIZE, 500, starts=8, seed=2)
print(l2r.evaluate(unseen, {"linear": "linear", "PyTorch": scorer}, cycles=1))

# Guided against unguided searches: the same new instances, equally many runs.
RUNS, INSTANCES = 5, 400
found = [[l2r.solve(l2r.generate(SIZE, seed=3, number=number), l2r.MaxRuns(RUNS), optimiser="paper", cycles=1,
                    construction="random", **guidance).length for number in range(INSTANCES)]
         for guidance in (dict(scorer=scorer, candidates=20, keep_guidance=True), {})]
change = 100 * (np.divide(*found) - 1)
print(f"\nguided, {RUNS} runs each, {INSTANCES} instances: lengths change by {change.mean():+.2f} ± "
      f"{1.96 * change.std(ddof=1) / np.sqrt(INSTANCES):.2f} %")
