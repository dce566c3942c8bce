"""Scorers: which of several starts will end shortest, without running the optimiser."""

from __future__ import annotations

import math
import os
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Optional, Union

from . import _l2r
from ._l2r import InputError, Instance, Solution, TrainedScorer

SHIPPED = ("network", "linear", "cycle", "cycle-network", "perturb")
"""Kinds of trained scorers that come with l2r, each for some sizes."""

_SIZES = (20, 50, 100)
_MODELS = Path(__file__).parent / "models"


class Scorer(ABC):
    """Derive from this to have `solve` choose among starts by your own model.

    A plain function with the arguments of `score` does as well. `Scorer.load` gives those that l2r knows.
    """

    @property
    def name(self) -> str:
        return type(self).__name__

    @abstractmethod
    def score(self, instance: Instance, solutions: Sequence[Solution]) -> Sequence[float]:
        """One number for each solution; lower is predicted shorter."""

    @staticmethod
    def load(what: Union[str, os.PathLike], size: Optional[int] = None, cycles: Optional[int] = None) -> TrainedScorer:
        """A scorer that l2r knows.

        Parameters
        ----------
        what : str or path
            'network', 'linear', 'cycle', 'cycle-network' or, for perturbed starts, 'perturb', trained ones that come
            with l2r; a safetensors file;
            'exec:COMMAND', any program that answers in lines of JSON (docs/formats.md, "Outside scorers");
            'length', for which short starts end short; 'race', for which those do that are short after one cycle of
            the paper's optimiser; or 'stage', which knows nothing but what it learns on the way.
        size : int, optional
            Of those that come with l2r, the one trained on the nearest number of customers is taken.
        cycles : int, optional
            Predict the length after so many cycles, where the scorer was trained to; by default that at the end.
        """
        what = os.fspath(what)
        if what in SHIPPED:
            if size is None:
                raise InputError(f"the scorer '{what}' comes in several sizes: say how many customers (size=)")
            if not size >= 1:
                raise InputError(f"a size is a number of customers, not {size}")
            nearest = min(_SIZES, key=lambda trained: abs(math.log(size / trained)))
            what = str(_MODELS / f"{what}-{nearest}.safetensors")
        return _l2r.load_scorer(what, cycles)


Scorer.register(TrainedScorer)
