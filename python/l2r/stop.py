"""When to stop a search. `solve` takes one of these, a number of seconds, or a list: whichever comes first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from numbers import Real
from typing import Union

from ._l2r import ExploreSettings, InputError


@dataclass(frozen=True)
class MaxRuntime:
    """Stop after this many seconds."""

    seconds: float

    def __post_init__(self) -> None:
        _require(self.seconds >= 0, "a time limit is a number of seconds from 0 on", self.seconds)

    def _apply(self, settings: ExploreSettings) -> None:
        settings.seconds = min(settings.seconds, self.seconds)


@dataclass(frozen=True)
class MaxRuns:
    """Stop after this many runs of the optimiser."""

    runs: int

    def __post_init__(self) -> None:
        _require_runs(self.runs)

    def _apply(self, settings: ExploreSettings) -> None:
        settings.runs = min(settings.runs, self.runs)


@dataclass(frozen=True)
class NoImprovement:
    """Stop after this many runs in a row that improve nothing."""

    runs: int

    def __post_init__(self) -> None:
        _require_runs(self.runs)

    def _apply(self, settings: ExploreSettings) -> None:
        settings.idle_runs = min(settings.idle_runs, self.runs)


@dataclass(frozen=True)
class Target:
    """Stop at a solution no longer than this."""

    length: float

    def __post_init__(self) -> None:
        _require(self.length >= 0, "a target is a length from 0 on", self.length)

    def _apply(self, settings: ExploreSettings) -> None:
        settings.target = max(settings.target, self.length)


def _require(holds: bool, rule: str, given: object) -> None:
    if not holds:  # NaN is on neither side of any number
        raise InputError(f"{rule}, not {given}")


def _require_runs(runs: int) -> None:
    _require(runs >= 1 and runs == runs // 1, "a number of runs is a whole number from 1 on", runs)


Criterion = Union[float, MaxRuntime, MaxRuns, NoImprovement, Target]


def apply_stop(stop: Union[Criterion, Iterable[Criterion]], settings: ExploreSettings) -> None:
    """Have `settings` stop as `stop` says."""
    if isinstance(stop, Real):
        stop = MaxRuntime(float(stop))
    if hasattr(stop, "_apply"):
        stop._apply(settings)
    elif isinstance(stop, Iterable) and not isinstance(stop, str):
        criteria = list(stop)
        _require(len(criteria) > 0, "a search stops by at least one rule", stop)
        for criterion in criteria:
            apply_stop(criterion, settings)
    else:
        raise TypeError(f"a search stops after a number of seconds, or by MaxRuntime, MaxRuns, NoImprovement or "
                        f"Target, not by {stop!r}")


def stop_text(settings: ExploreSettings) -> str:
    """What ends a search, in words."""
    ends = {"seconds": "after {:g} s", "runs": "after {} runs", "idle_runs": "after {} runs that improve nothing",
            "target": "at a length of {:g}"}
    none = ExploreSettings()
    said = [text.format(getattr(settings, name)) for name, text in ends.items()
            if getattr(settings, name) != getattr(none, name)]
    return "ends " + " or ".join(said)
