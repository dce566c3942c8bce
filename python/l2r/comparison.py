"""Settings of `solve` compared on the same instances, at equal time."""

from __future__ import annotations

import math
import numbers
import resource
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Union

import numpy as np

from ._l2r import InputError, Instance, OutsideError, TrainedScorer
from .evaluation import Interval
from .scorer import Scorer
from .solving import solve

_NOT_SETTINGS = ("instance", "stop", "seed", "threads", "display", "callback")
_BUSY = 0.9  # CPU time over time by the clock, below which other work has disturbed a measurement


class Difference(NamedTuple):
    """Lengths of a name against those of the baseline.

    `percent` is the mean over instances with its 95 % interval; of a single instance it is a number without one. Below
    0 is shorter. On so many instances the mean length over seeds is shorter, or longer.
    """

    percent: Union[Interval, float]
    shorter: int
    longer: int


@dataclass(frozen=True, repr=False)
class Comparison:
    """What `compare` measured; printed, it is a table.

    Attributes
    ----------
    names : list of str
        The first one is the baseline.
    instances : list of str
        Their names.
    seeds : list of int
    seconds : float
        That each search had.
    lengths, cpu_seconds : array (names, instances, seeds)
        A scorer 'exec:COMMAND' stays alive from one search to the next; its CPU time is not counted.
    """

    names: list[str]
    instances: list[str]
    seeds: list[int]
    seconds: float
    lengths: np.ndarray
    cpu_seconds: np.ndarray

    def difference(self, name: str, to: Union[str, None] = None) -> Difference:
        """Lengths of `name` against those of another, by default the baseline: paired by instance, means over seeds."""
        one, other = (self.lengths[self._index(which)].mean(axis=1) for which in (name, to or self.names[0]))
        percent = 100 * (one - other) / np.where(other > 0, other, 1)
        near = 1e-9 * other
        return Difference(_interval(percent), int((one < other - near).sum()), int((one > other + near).sum()))

    def _index(self, name: str) -> int:
        if name not in self.names:
            raise InputError(f"'{name}' was not compared; there is {', '.join(self.names)}")
        return self.names.index(name)

    def __repr__(self) -> str:
        def counted(count: int, what: str) -> str:
            return f"{count} {what}" + "s" * (count != 1)

        width = max(map(len, self.names))
        heads = f"{'mean length':>14}  {'difference, %':>18}  {'shorter':>7}  {'longer':>7}  {'CPU, s':>8}"
        lines = [f"{counted(len(self.instances), 'instance')}, {counted(len(self.seeds), 'seed')}, {self.seconds:g} s "
                 f"for each search; differences to {self.names[0]} are paired by instance, with 95 % intervals", "",
                 f"{'':<{width}}  {heads}"]
        for number, name in enumerate(self.names):
            cells = ("", "", "")
            if number > 0:
                percent, shorter, longer = self.difference(name)
                cells = (f"{percent:+.3f}" if isinstance(percent, float) else
                         f"{percent.value:+.3f} ± {percent.half_width:.3f}", str(shorter), str(longer))
            lines.append(f"{name:<{width}}  {self.lengths[number].mean():>14.8g}  {cells[0]:>18}  {cells[1]:>7}  "
                         f"{cells[2]:>7}  {self.cpu_seconds[number].mean():>8.2f}")
        return "\n".join(lines)


def compare(
    instances: Union[Instance, Iterable[Instance]],
    settings: Mapping[str, Mapping[str, Any]],
    seconds: float = 1,
    seeds: Union[int, Iterable[int]] = 3,
    *,
    threads: int = 1,
    display: bool = False,
) -> Comparison:
    """Compare ways to search, at equal time on the same instances with the same seeds.

    They take turns, another one first each time, so that what else runs on the machine disturbs all alike. A search
    that got much less CPU time than time by the clock is warned of, unless a program scores for it.

    Before that each has a moment on the first instance, which pays for what is prepared once and shows at once what
    makes no sense. A scorer 'exec:COMMAND' is started then, in half the time of a search, and serves all searches.

    Parameters
    ----------
    instances : Instances
    settings : dict of dicts
        By name, what `solve` is given besides: {"default": {}, "guided": dict(optimiser="paper", scorer="network")}.
        The first is the baseline.
    seconds : float
        For each search, by the clock.
    seeds : int or ints
        Which, or how many from 1 on.
    threads : int
        For each search.
    display : bool
        Show on standard output how far it is.

    Raises
    ------
    OutsideError
        Where a program fails.
    KeyboardInterrupt
        For Ctrl-C before the first instance was done; later the result has the instances until then.
    """
    instances = [instances] if isinstance(instances, Instance) else list(instances)
    seeds = list(range(1, seeds + 1)) if isinstance(seeds, numbers.Integral) else list(seeds)
    names = list(settings)
    _check(instances, settings, seeds, seconds)
    settings = {name: _started_once(options) for name, options in settings.items()}
    for options in settings.values():
        _search(instances[0], options, seconds if _asks_program(options) else min(seconds, 0.1), seeds[0], threads)
    measured = np.full((2, len(names), len(instances), len(seeds)), np.nan)
    turns = [(i, s) for i in range(len(instances)) for s in range(len(seeds))]
    done = len(instances)
    try:
        for turn, (i, s) in enumerate(turns):
            if display:
                name = instances[i].name or f"instance {i}"
                print(f"{name}, seed {seeds[s]}: {turn} of {len(turns)} done", flush=True)
            for k in range(len(names)):
                k = (k + turn) % len(names)
                measured[:, k, i, s] = _search(instances[i], settings[names[k]], seconds, seeds[s], threads)
    except KeyboardInterrupt:
        done = i
        if done == 0:
            raise
    lengths, cpu_seconds = measured[:, :, :done]
    here = cpu_seconds[[not _asks_program(settings[name]) for name in names]]
    starved = int((here < _BUSY * seconds).any(axis=0).sum()) if threads == 1 else 0
    if starved > 0:
        warnings.warn(f"in {starved} of {cpu_seconds[0].size} turns a search had less than {_BUSY:.0%} of its time on "
                      "a processor: the machine was busy, or a function waited; compare on an idle one", RuntimeWarning,
                      stacklevel=2)
    return Comparison(names, [instance.name for instance in instances[:done]], seeds, seconds, lengths, cpu_seconds)


def _check(instances: list, settings: Mapping[str, Mapping[str, Any]], seeds: list, seconds: float) -> None:
    for given, what in ((instances, "instances"), (settings, "settings"), (seeds, "seeds")):
        if not given:
            raise InputError(f"there are no {what} to compare with")
    if not 0 < seconds < math.inf:
        raise InputError(f"searches are compared at a number of seconds above 0, not {seconds}")
    for name, options in settings.items():
        for option in _NOT_SETTINGS:
            if option in options:
                raise InputError(f"'{name}' sets {option}, which has to be the same for all")


def _started_once(options: Mapping[str, Any]) -> Mapping[str, Any]:
    """With a scorer that is a program loaded, so that all searches ask the same process."""
    scorer = options.get("scorer")
    is_program = isinstance(scorer, str) and scorer.startswith("exec:")
    return {**options, "scorer": Scorer.load(scorer)} if is_program else options


def _asks_program(options: Mapping[str, Any]) -> bool:
    scorer = options.get("scorer")
    return isinstance(scorer, TrainedScorer) and scorer.name.startswith("exec:")


def _search(
    instance: Instance, options: Mapping[str, Any], seconds: float, seed: int, threads: int
) -> tuple[float, float]:
    """The length, and the CPU time that it took."""
    begun = _cpu_seconds()
    result = solve(instance, seconds, seed, threads=threads, **options)
    if result.stopped_by == "failure":
        raise OutsideError(result.last_failure)
    if result.stopped_by == "interrupted":
        raise KeyboardInterrupt
    return result.length, _cpu_seconds() - begun


def _cpu_seconds() -> float:
    """Of this process and of programs that it waited for."""
    return sum(used.ru_utime + used.ru_stime
               for used in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))


def _interval(values: np.ndarray) -> Union[Interval, float]:
    mean = float(values.mean())
    if len(values) < 2:
        return mean
    half_width = _student(len(values) - 1) * float(values.std(ddof=1)) / math.sqrt(len(values))
    return Interval(mean, mean - half_width, mean + half_width)


def _student(freedom: int) -> float:
    """The 97.5 % quantile of Student's distribution; from 5 degrees of freedom on by its expansion, within 0.2 %."""
    if freedom < 5:
        return (12.706, 4.303, 3.182, 2.776)[freedom - 1]
    z = 1.959964
    terms = (z, (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384)
    return sum(term / freedom**power for power, term in enumerate(terms))
