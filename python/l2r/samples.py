"""Samples to learn from: starts, and what an optimiser makes of them."""

from __future__ import annotations

import os
import tempfile
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Optional, Union

from . import _l2r
from ._l2r import Samples, TrainedScorer
from .solving import OptimiserLike, optimiser_for

_PathLike = Union[str, os.PathLike]


def read_samples(paths: Union[_PathLike, Iterable[_PathLike]]) -> Samples:
    """Read a folder of samples, or some of its files.

    Raises InputError where a file is damaged, or is of another set than the first.
    """
    if isinstance(paths, (str, os.PathLike)):
        paths = [paths]
    return _l2r.read_sample_files([Path(path) for path in paths])


def generate_samples(
    size: int,
    count: int,
    starts: int = 2,
    seed: int = 1,
    *,
    optimiser: OptimiserLike = "paper",
    folder: Optional[_PathLike] = None,
    construction: str = "random",
    perturb: int = 0,
    parents: int = 1,
    orders: int = 1,
    capacity: int = 0,
    per_file: int = 0,
    threads: int = 1,
    progress: Optional[Callable[[int, int], Any]] = None,
) -> Samples:
    """Run an optimiser from several starts of each of many random instances, and keep the lengths.

    Interrupted, it leaves the files that are whole in `folder`; the same call goes on.

    Parameters
    ----------
    size : int
        Customers in each instance.
    count : int
        How many instances.
    starts : int
        How many starts of each, to be compared with one another.
    seed : int
        Of instances and starts. Samples to check a scorer with need another seed than those to train it with.
    optimiser : str, Optimiser or function
        As `solve` has it. Samples of an optimiser in Python say 'python:' and its name.
    folder : path, optional
        For the files; by default they are not kept.
    construction : str
        How starts that are no perturbations are made: 'random', 'savings', 'sweep' or 'nearest'.
    perturb : int
        Perturb so many routes of a good solution, the parent; 0: new starts.
    parents : int
        So many parents of each instance: the best after 1, 4, 16, ... runs of a search.
    orders : int
        Run each start in so many orders of its routes and keep the mean length.
    capacity : int
        Of each vehicle; 0 means the paper's.
    per_file : int
        Instances in each file; 0: what takes a minute or so.
    threads : int
    progress : function, optional
        Called now and then, on any thread, with the number of instances done and that of all.
    """
    recipe = _l2r.SampleRecipe()
    recipe.customers, recipe.instances, recipe.starts, recipe.seed = size, count, starts, seed
    recipe.perturbed_routes, recipe.parents, recipe.orders, recipe.capacity = perturb, parents, orders, capacity
    recipe.construction = construction
    improves = optimiser_for(optimiser)

    def generate_in(place: _PathLike) -> Samples:
        failed = _l2r.generate_sample_files(improves, recipe, Path(place), per_file, threads, progress)
        if failed > 0:
            warnings.warn(f"the optimiser made nothing of {failed} runs; their starts have their own lengths as labels",
                          RuntimeWarning, stacklevel=3)
        return read_samples(place)

    if folder is not None:
        return generate_in(folder)
    with tempfile.TemporaryDirectory(prefix="l2r-") as place:
        return generate_in(place)


def train_linear(
    samples: Samples,
    *,
    loss: str = "pairs",
    view: str = "tidied",
    ridge: float = 1e-4,
    validation: float = 0.02,
    margin: float = 0.01,
    threads: int = 1,
) -> TrainedScorer:
    """Train a linear scorer on samples: weak, but cheap and quickly made.

    Its `about` holds the share of held-out pairs that it puts into the right order
    (`scorer.about["record"]["held_out_accuracy"]`). Networks are trained by the program: `l2r train`.

    Parameters
    ----------
    samples : Samples
    loss : str
        What is learned: 'pairs', the order of a group's starts; 'regression', their lengths; or 'improve', whether
        they end shorter than the parent (perturbed starts only).
    view : str
        How it looks at starts: as 'given', 'tidied', each route put into order, or after a 'cycle' of the paper's
        optimiser.
    ridge : float
        Weight of the penalty on coefficients.
    validation : float
        Share of the groups that is held out.
    margin : float
        Held-out pairs whose lengths differ by less are not counted.
    threads : int
    """
    return _l2r.train_linear(samples, loss, view, ridge, validation, margin, threads)
