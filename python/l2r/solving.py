"""`solve`, and what it returns."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Optional, Union

import numpy as np

from . import _l2r
from ._l2r import InputError, Instance, NativeOptimiser, Solution, TrainedScorer
from .display import Display
from .optimiser import Optimiser, Routes, make_optimiser
from .scorer import Scorer
from .stop import Criterion, apply_stop, stop_text

_DEFAULT_SECONDS = 10  # as `l2r solve` has it

OptimiserLike = Union[str, NativeOptimiser, Optimiser, Callable[[Instance, Solution, int], Routes]]
ScorerLike = Union[None, str, os.PathLike, TrainedScorer, Scorer,
                   Callable[[Instance, Sequence[Solution]], Sequence[float]]]


class Improvement(NamedTuple):
    """A better solution, found in run number `run` (the first is 0), `seconds` from the beginning."""

    run: int
    seconds: float
    length: float


class History(NamedTuple):
    """All improvements, as arrays of one length."""

    runs: np.ndarray
    seconds: np.ndarray
    lengths: np.ndarray


class Setting(NamedTuple):
    """A number of the search: its default, its range, and what it is for."""

    default: float
    least: float
    most: float
    reason: str


@dataclass(frozen=True)
class Guidance:
    """What the scorer was worth: guided runs, and those that went without.

    `cost_ratio` is the time of a guided run in runs without; `dropped_at` the run from which on there was no guidance,
    because it did not pay, or None. Lengths are means.
    """

    guided_runs: int
    control_runs: int
    guided_length: float
    control_length: float
    guided_improvements: int
    control_improvements: int
    cost_ratio: float
    dropped_at: Optional[int]


class FewestVehicles(NamedTuple):
    """How few vehicles were found, and how few the demand takes at least; equal numbers are a proof."""

    found: int
    least: int
    proven: bool


@dataclass(frozen=True)
class Result:
    """What a search found.

    Attributes
    ----------
    best : Solution
    length : float
        Of `best`, computed from the instance.
    runs : int
        Of the optimiser.
    iterations : int
        Of optimisers that anneal, over all runs; else 0.
    seconds : float
        By the clock.
    threads : int
        That were at work.
    strategy, optimiser : str
        What was run.
    scorer : str or None
        What chose among starts.
    candidates : int
        Starts that there were to choose from for each run.
    stopped_by : str
        'time limit', 'number of runs', 'target length', 'no improvement', 'callback', 'interrupted' or, of a scorer
        that is a program, 'failure': `last_failure` says why.
    history : History
    guidance : Guidance or None
        Where a scorer was used and watched.
    fewest_vehicles : FewestVehicles or None
        Where `vehicles` was 'min'.
    failed_runs : int
        Runs of which an outside program made nothing; `last_failure` says why the last of them.
    instance : Instance
    """

    best: Solution
    length: float
    runs: int
    iterations: int
    seconds: float
    threads: int
    strategy: str
    optimiser: str
    scorer: Optional[str]
    candidates: int
    stopped_by: str
    history: History = field(repr=False)
    guidance: Optional[Guidance]
    fewest_vehicles: Optional[FewestVehicles]
    failed_runs: int
    last_failure: str
    instance: Instance = field(repr=False)

    def cost(self) -> float:
        """The length, as it is called elsewhere."""
        return self.length

    def is_feasible(self) -> bool:
        """Whether `best` is a feasible solution of the instance; it always is."""
        return self.best.is_feasible(self.instance)

    def __str__(self) -> str:
        lines = [f"length {self.length:.10g}, {len(self.best)} route{'s' * (len(self.best) != 1)}, {self.runs} "
                 f"run{'s' * (self.runs != 1)} in {self.seconds:.2f} s, stopped by: {self.stopped_by}; "
                 f"strategy {self.strategy}, optimiser {self.optimiser}, "
                 + ("no scorer" if self.scorer is None else f"scorer {self.scorer}")]
        if self.fewest_vehicles is not None:
            found, least, proven = self.fewest_vehicles
            lines.append(f"fewest vehicles: {found}; the demand takes " + ("no fewer" if proven else f"at least {least}"))
        if self.guidance is not None:
            guidance = self.guidance
            lines.append(f"guidance: {guidance.guided_runs} guided runs, {guidance.control_runs} without")
            if guidance.dropped_at is not None:
                lines.append(f"guidance was dropped after {guidance.dropped_at} runs: it did not pay")
        if self.failed_runs > 0:
            lines.append(f"the optimiser made nothing of {self.failed_runs} runs; the last time, {self.last_failure}")
        return "\n".join(lines)


def solve(
    instance: Instance,
    stop: Union[None, Criterion, Iterable[Criterion]] = None,
    seed: int = 1,
    display: bool = False,
    *,
    optimiser: Optional[OptimiserLike] = None,
    scorer: ScorerLike = "auto",
    candidates: Optional[int] = None,
    strategy: Optional[str] = None,
    routes: Union[None, int, tuple[int, int]] = None,
    pick: Optional[str] = None,
    construction: Optional[str] = None,
    cycles: Optional[int] = None,
    population: Optional[int] = None,
    most_alike: Optional[float] = None,
    adapt: bool = False,
    keep_guidance: bool = False,
    start: Optional[Routes] = None,
    vehicles: Union[None, int, str] = None,
    threads: Optional[int] = None,
    settings: Optional[Mapping[str, float]] = None,
    callback: Optional[Callable[[Improvement, Solution], Any]] = None,
) -> Result:
    """Run an optimiser from one start after another and keep the best result.

    An argument that does not belong to the chosen strategy, optimiser or scorer is refused by name.

    With the same seed and a stop rule that does not look at the clock, the result is the same on any number of
    threads. Ctrl-C, in the main thread, ends the search: the result is the best so far, `stopped_by` 'interrupted'.

    Parameters
    ----------
    instance : Instance
    stop : float, MaxRuntime, MaxRuns, NoImprovement, Target, or a list of them
        A number means seconds. By default 10 seconds.
    seed : int
    display : bool
        Show a table of improvements on standard output while it searches.
    optimiser : str, Optimiser or function, optional
        A name that `make_optimiser` knows, or your own: see `Optimiser`. By default 'anneal'.
    scorer : str, path, Scorer or function, optional
        What chooses among several starts for each run: see `Scorer.load`, or your own. None: nothing does. 'auto' is
        what was measured to pay: a race for 'perturb' of 75 customers and more, else nothing, since an optimiser as
        fast as 'paper' does better with more runs.
    candidates : int, optional
        How many starts it chooses from. By default, with a time limit, by what a score and a run take on the
        instance; else 20, or 5 for a race.
    strategy : str, optional
        Where the next start comes from: 'restart', the default, 'perturb', 'perturb-best', 'population',
        'population-replace' or 'climb'.
    routes : int or (int, int)
        How many routes a perturbation takes apart, or a range to draw from; by default (2, 3).
    pick : str, optional
        Which ones: 'random' or 'near'; by default near ones from 200 customers on.
    construction : str, optional
        How a start that is no perturbation is made: 'savings', the default, 'random', as in the paper, 'sweep' or
        'nearest'.
    cycles : int, optional
        At most so many rounds of all moves in each run, of optimisers that work in cycles.
    population, most_alike : int, float
        Of populations: how many starts they hold, by default 20, and the share of edges in common above which starts
        crowd them, by default 1.
    adapt : bool
        Let the scorer learn from this instance's own runs.
    keep_guidance : bool
        Score to the end, even where guided runs turn out not to be worth their time.
    start : Solution or routes, optional
        Start from this solution; the result is never longer, unless `vehicles` makes do with fewer routes.
    vehicles : int or 'min', optional
        At most so many routes; 'min' looks for the fewest first, with 'anneal'. By default as the instance says.
    threads : int, optional
        For the strategies 'restart' and 'perturb-best'; the others are one chain. By default all that pay.
    settings : dict, optional
        Numbers of the search by name, such as {'anneal.first_temperature': 0.2}; `settings` lists them.
    callback : function, optional
        Called with an `Improvement` and the new best solution, whenever there is one; ends the search by returning
        True. What it raises comes out of `solve`.

    Raises
    ------
    InputError
        For settings that make no sense, and for a `start` that is not feasible.
    OutsideError
        Where an optimiser returns something that is not feasible, and where a scorer that is a program fails before
        there are routes. Later its failure ends the search with a warning, and the result is the best so far.
    """
    options = dict(routes=routes, pick=pick, cycles=cycles, candidates=candidates, population=population,
                   most_alike=most_alike, keep_guidance=keep_guidance or None, threads=threads if threads != 1 else None)
    given = [name for name, value in options.items() if value is not None]
    strategy = "restart" if strategy is None else strategy
    optimiser = "anneal" if optimiser is None else optimiser
    if isinstance(scorer, str) and scorer == "auto":
        name = optimiser if isinstance(optimiser, str) else ""
        scorer = _l2r.scorer_that_pays(strategy, name, instance.customers) or None
    scorer = _scorer_for(scorer, instance.customers)
    guided = scorer is not None
    if adapt and not guided:
        raise InputError("adapt needs a scorer to begin with; one that knows nothing is 'stage'")
    explore = _l2r.ExploreSettings()
    apply_stop(_DEFAULT_SECONDS if stop is None else stop, explore)
    explore.strategy = strategy
    if routes is not None:
        explore.least_routes, explore.most_routes = routes if isinstance(routes, Iterable) else (routes, routes)
    explore.pick = _l2r.default_pick(instance.customers) if pick is None else pick
    if construction is not None:
        explore.construction = construction
    explore.watch_guidance = guided and not keep_guidance
    if population is not None:
        explore.population = population
    if most_alike is not None:
        explore.most_alike = most_alike
    if cycles is not None:
        explore.cycles = cycles
    explore.seed = seed
    if threads is not None:
        explore.threads = threads
        if explore.threads < 1:
            raise InputError("threads must be at least 1, or None for all that pay")
    of_optimiser = _apply_settings(settings or {}, optimiser, explore)
    given += [name for name in settings or {} if name not in of_optimiser]

    stopped = False
    count = _l2r.RunCount()
    table = Display(instance, stop_text(explore), count) if display else None

    def improved(run: int, seconds: float, length: float, solution: Solution) -> bool:
        nonlocal stopped
        if table is not None:
            table.improved(len(solution), length)
        stopped = callback is not None and callback(Improvement(run, seconds, length), solution) is True
        return stopped

    with nullcontext() if table is None else table:
        found = _l2r.explore(instance, optimiser_for(optimiser, of_optimiser), scorer, explore, start, adapt,
                             candidates, None if callback is None and table is None else improved, given,
                             None if vehicles == "min" else vehicles, vehicles == "min", count)
    found["history"] = History(*found["history"])
    if found["fewest_vehicles"] is not None:
        found["fewest_vehicles"] = FewestVehicles(*found["fewest_vehicles"])
    if found["guidance"] is not None:
        found["guidance"] = Guidance(**found["guidance"])
    if stopped:
        found["stopped_by"] = "callback"
    result = Result(**found, instance=instance)
    if table is not None:
        table.end(result.seconds, result.runs, len(result.best), result.length, str(result))
    if result.stopped_by == "failure":
        warnings.warn(f"{result.last_failure}; the best solution until then was kept", RuntimeWarning, stacklevel=2)
    return result


def settings(optimiser: str = "anneal") -> dict[str, Setting]:
    """All numbers that `solve` takes in `settings` with this optimiser, by name."""
    listed = _l2r.settings_of(optimiser) + _l2r.ExploreSettings.described()
    return {name: Setting(*rest) for name, *rest in listed}


def _apply_settings(given: Mapping[str, float], optimiser: OptimiserLike, explore: Any) -> dict[str, float]:
    """Sets those of the exploration, and returns the others, which are the optimiser's."""
    of_exploration = {name for name, *_ in _l2r.ExploreSettings.described()}
    for name, value in given.items():
        if name in of_exploration:
            explore.set(name, value)
    others = {name: value for name, value in given.items() if name not in of_exploration}
    if others and not isinstance(optimiser, str):
        raise InputError(f"the setting '{next(iter(others))}' is of no optimiser that was named")
    return others


def optimiser_for(optimiser: OptimiserLike, settings: Optional[Mapping[str, float]] = None) -> Any:
    """What `_l2r` takes for an optimiser."""
    return make_optimiser(optimiser, settings=settings) if isinstance(optimiser, str) else optimiser


def _scorer_for(scorer: ScorerLike, customers: int) -> Any:
    if isinstance(scorer, str) and scorer == "none":
        return None
    return Scorer.load(scorer, size=customers) if isinstance(scorer, (str, os.PathLike)) else scorer
