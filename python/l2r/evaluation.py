"""How well scorers tell good starts from bad ones: what `l2r evaluate` says."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Optional, Union

from . import _l2r
from ._l2r import InputError, Samples, TrainedScorer
from .samples import read_samples
from .scorer import Scorer
from .solving import OptimiserLike, ScorerLike, optimiser_for


class Interval(NamedTuple):
    """A value, and the ends of its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        return (self.high - self.low) / 2


class Gain(NamedTuple):
    """What running the best of so many `candidates` changes a run's length by, in percent, against running any.

    Of perturbed starts `improving` is the percentage of runs that end shorter than the parent, else None.
    """

    candidates: int
    change: Interval
    improving: Optional[Interval]


class CalibrationBin(NamedTuple):
    """Pairs with about the same prediction, and the share of them in which the first start ends shorter."""

    predicted: float
    observed: float
    pairs: int


@dataclass(frozen=True)
class Ranking:
    """What was measured of one scorer.

    Attributes
    ----------
    accuracy : Interval
        Share of pairs in the right order; equal scores are half right.
    auc : Interval
    accuracy_difference, auc_difference : Interval or None
        To the first scorer, on the same samples; None of itself.
    calibration_error : float
        Mean distance between predicted and observed shares.
    calibration : list of CalibrationBin
    gains : list of Gain
    score_seconds : float
        CPU time for one start; of programs outside, time by the clock.
    score_to_run : float or None
        The same in runs of the optimiser, where these were timed.
    """

    accuracy: Interval
    auc: Interval
    accuracy_difference: Optional[Interval]
    auc_difference: Optional[Interval]
    calibration_error: float
    calibration: list[CalibrationBin] = field(repr=False)
    gains: list[Gain]
    score_seconds: float
    score_to_run: Optional[float]


@dataclass(frozen=True, repr=False)
class Evaluation:
    """What `evaluate` measured; printed, it is a table.

    Attributes
    ----------
    rankings : dict of Ranking
        Of each scorer, by its name; `evaluation["linear"]` is short for `evaluation.rankings["linear"]`.
    oracle_gains : list of Gain
        Of one who knows the outcomes.
    instances, groups, pairs : int
    run_seconds : float or None
        What a run of the optimiser took, where these were timed.
    cycles : int or None
    recipe : dict
        Of the samples.
    """

    rankings: dict[str, Ranking]
    oracle_gains: list[Gain]
    instances: int
    groups: int
    pairs: int
    run_seconds: Optional[float]
    cycles: Optional[int]
    recipe: dict[str, Any]

    def __getitem__(self, name: str) -> Ranking:
        return self.rankings[name]

    def __repr__(self) -> str:
        goal = "optimised to the end" if self.cycles is None else f"after {self.cycles} cycle" + "s" * (self.cycles > 1)
        width = max(6, *map(len, self.rankings))
        best = self.oracle_gains[-1]
        heads = [f"{'scorer':<{width}}", f"{'accuracy, %':>12}", f"{'AUC':>15}", f"{'calibration':>11}",
                 f"{f'best of {best.candidates}, %':>14}", f"{'score, us':>9}", f"{'score/run':>9}"]
        lines = [f"{self.pairs} pairs from {self.instances} instances of {self.recipe['size']} customers, {goal}; "
                 "intervals of 95 %", "", "  ".join(heads)]
        for name, ranking in self.rankings.items():
            ratio = "-" if ranking.score_to_run is None else f"{ranking.score_to_run:.3f}"
            lines.append("  ".join([
                f"{name:<{width}}", f"{_plus_minus(ranking.accuracy, 2, 100):>12}",
                f"{_plus_minus(ranking.auc, 4):>15}", f"{ranking.calibration_error:>11.4f}",
                f"{_plus_minus(ranking.gains[-1].change, 3):>14}", f"{1e6 * ranking.score_seconds:>9.2f}", f"{ratio:>9}"]))
        lines += ["", f"Knowing all outcomes would change the best of {best.candidates} by {best.change.value:.3f} %."]
        first, *others = self.rankings
        if others:
            lines += ["", f"Against {first}:"]
        lines += [f"{name:<{width}}  accuracy {_difference(self[name].accuracy_difference, 2, 100)} points, "
                  f"AUC {_difference(self[name].auc_difference, 4)}" for name in others]
        return "\n".join(lines)


def _plus_minus(interval: Interval, digits: int, unit: float = 1) -> str:
    return f"{unit * interval.value:.{digits}f} ± {unit * interval.half_width:.{digits}f}"


def _difference(interval: Interval, digits: int, unit: float = 1) -> str:
    value, low, high = (f"{unit * number:+.{digits}f}" for number in interval)
    return f"{value} [{low}, {high}]"


def evaluate(
    samples: Union[Samples, str, os.PathLike],
    scorers: Union[ScorerLike, Iterable[ScorerLike], Mapping[str, ScorerLike]],
    *,
    optimiser: Optional[OptimiserLike] = None,
    cycles: Optional[int] = None,
    margin: float = 0.01,
    limit: int = 0,
    in_sample: bool = False,
    seed: int = 1,
    threads: int = 1,
) -> Evaluation:
    """Measure how well scorers tell good starts from bad ones, as `l2r evaluate` does.

    Parameters
    ----------
    samples : Samples or path
        Not those that a scorer was trained on.
    scorers : scorers, or dict of them by name
        Each as `solve` has it: a name, a weights file, 'exec:COMMAND', a Scorer or a function. Others are held against
        the first.
    optimiser : str, Optimiser or function, optional
        Whose runs are timed, to say what a score costs in runs. By default 'paper', where the samples are of it.
    cycles : int, optional
        What is to be predicted: the length after so many cycles; by default that at the end.
    margin : float
        Pairs whose lengths differ by less are left out.
    limit : int
        Only the first so many groups; 0: all.
    in_sample : bool
        Accept samples that a scorer was trained on.
    seed : int
        Of the resamples that intervals are from.
    threads : int

    Raises
    ------
    InputError
        Where a scorer was trained on these instances, or no pair is left.
    OutsideError
        Where a program outside gives no scores.
    """
    if not isinstance(samples, Samples):
        samples = read_samples(samples)
    if not isinstance(scorers, Mapping):
        is_one = isinstance(scorers, (str, os.PathLike, TrainedScorer)) or not isinstance(scorers, Iterable)
        scorers = _by_name([scorers] if is_one else scorers)
    if not scorers:
        raise InputError("there are no scorers to evaluate")
    loaded = {name: _loaded(scorer, samples, cycles) for name, scorer in scorers.items()}
    for name, scorer in loaded.items():
        if isinstance(scorer, TrainedScorer):
            _check_fit(samples, name, scorer, in_sample)
    if optimiser is None and samples.recipe["optimiser"] == "paper":
        optimiser = "paper"
    measured = _l2r.evaluate(samples, list(loaded.values()), None if optimiser is None else optimiser_for(optimiser),
                             cycles, limit, margin, seed, threads)
    run_seconds = measured.pop("run_seconds") or None
    rankings = [_ranking(told, run_seconds, number == 0) for number, told in enumerate(measured.pop("rankings"))]
    return Evaluation(rankings=dict(zip(loaded, rankings)), oracle_gains=_gains(measured.pop("oracle_gains")),
                      run_seconds=run_seconds, cycles=cycles, recipe=samples.recipe, **measured)


def _by_name(scorers: Iterable[ScorerLike]) -> dict[str, ScorerLike]:
    """Those of one name are numbered."""
    named: dict[str, ScorerLike] = {}
    for scorer in scorers:
        if isinstance(scorer, (str, os.PathLike)):
            name = os.fspath(scorer)
        else:
            name = getattr(scorer, "name", getattr(scorer, "__name__", type(scorer).__name__))
        unused, number = name, 2
        while unused in named:
            unused, number = f"{name} #{number}", number + 1
        named[unused] = scorer
    return named


def _loaded(scorer: ScorerLike, samples: Samples, cycles: Optional[int]) -> Any:
    if scorer is None:
        scorer = "none"
    return Scorer.load(scorer, samples.recipe["size"], cycles) if isinstance(scorer, (str, os.PathLike)) else scorer


def _check_fit(samples: Samples, name: str, scorer: TrainedScorer, in_sample: bool) -> None:
    was_trained_on_them, mismatch = _l2r.doubts(samples, scorer)
    if was_trained_on_them:
        reason = f"{name} was trained on instances like these, {samples.recipe['size']} customers of seed " \
                 f"{samples.recipe['seed']}"
        if not in_sample:
            raise InputError(f"{reason}: make samples with another seed, or look at them all the same (in_sample=True)")
        warnings.warn(f"{reason}: how good it is elsewhere is not seen here", stacklevel=3)
    if mismatch:
        warnings.warn(f"{name}: {mismatch}", stacklevel=3)


def _gains(told: Iterable[Any]) -> list[Gain]:
    return [Gain(candidates, Interval(*change), None if improving is None else Interval(*improving))
            for candidates, change, improving in told]


def _ranking(told: dict[str, Any], run_seconds: Optional[float], is_first: bool) -> Ranking:
    def difference(name: str) -> Optional[Interval]:
        return None if is_first else Interval(*told[name])

    return Ranking(accuracy=Interval(*told["accuracy"]), auc=Interval(*told["auc"]),
                   accuracy_difference=difference("accuracy_difference"), auc_difference=difference("auc_difference"),
                   calibration_error=told["calibration_error"],
                   calibration=[CalibrationBin(*calibration) for calibration in told["calibration"]],
                   gains=_gains(told["gains"]), score_seconds=told["score_seconds"],
                   score_to_run=None if run_seconds is None else told["score_seconds"] / run_seconds)
