"""Optimisers: a solution goes in, a solution that is at least as short comes out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Optional, Union

from . import _l2r
from ._l2r import Instance, NativeOptimiser, Solution

Routes = Union[Solution, Iterable[Iterable[int]]]


class Optimiser(ABC):
    """Derive from this to have `solve` and `generate_samples` run an optimiser of your own.

    A plain function with the arguments of `improve` does as well. What either returns is checked: a solution that is
    not feasible raises OutsideError, one that is longer than the start gives way to the start. It is never stopped in
    the midst of a run: a time limit is looked at between runs.

    Attributes
    ----------
    name : str
        What samples and trained scorers say that they were made with; by default that of the class.
    converges : bool
        Whether running it again on its own result changes nothing. Perturbed starts then say which routes are
        left as they were.
    """

    converges = False

    @property
    def name(self) -> str:
        return type(self).__name__

    @abstractmethod
    def improve(self, instance: Instance, start: Solution, seed: int) -> Routes:
        """Routes at least as short as those of `start`; the same ones for the same arguments.

        Parameters
        ----------
        instance : Instance
        start : Solution
        seed : int
            From 0 to 2**32 - 1, another one for each run.
        """


Optimiser.register(NativeOptimiser)


def make_optimiser(
    name: str, run_seconds: float = 60, settings: Optional[Mapping[str, float]] = None
) -> NativeOptimiser:
    """The optimiser of a name, as `l2r solve --optimiser` has it.

    Parameters
    ----------
    name : str
        'anneal' is destroy and repair under simulated annealing; 'paper' the five moves in cycles; 'granular' a local
        search with more moves; 'learnt' or 'learnt:FILE' the paper's in the order of a policy; 'exec:PROGRAM ARGS' any executable; 'lkh:PROGRAM' LKH-3.
    run_seconds : float
        Limit of one run of a program outside.
    settings : dict, optional
        Numbers of the optimiser by name, such as {'anneal.first_temperature': 0.2}; `settings` lists them.

    Raises
    ------
    InputError
        Where there is no such optimiser.
    OutsideError
        Where there is no such program.
    """
    shipped = Path(__file__).parent / "models" / "policy-20.safetensors"
    return _l2r.make_optimiser(f"learnt:{shipped}" if name == "learnt" else name, run_seconds, dict(settings or {}))
