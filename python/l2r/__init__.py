"""Short routes for capacitated vehicle routing, with learned restarts.

>>> import l2r
>>> instance = l2r.read("examples/town-100.vrp")
>>> result = l2r.solve(instance, stop=5)
>>> print(result)

`solve` takes an optimiser, which may be a Python function, and a scorer, which says from which starts the optimiser is
worth running; `generate_samples` and `train_linear` make such a scorer for any optimiser. `evaluate` measures scorers,
`compare` whole searches at equal time.
"""

from . import _processor  # noqa: F401  first: it says where the module would crash
from ._l2r import (
    InputError,
    Instance,
    LocalSearch,
    NativeOptimiser,
    OutsideError,
    Samples,
    Solution,
    TestSet,
    TrainedScorer,
    __version__,
    generate,
    read,
    read_solution,
    test_set,
    write_solution,
)
from .comparison import Comparison, Difference, compare
from .evaluation import CalibrationBin, Evaluation, Gain, Interval, Ranking, evaluate
from .npz import load_npz, save_npz
from .optimiser import Optimiser, make_optimiser
from .plotting import plot_history, plot_instance, plot_solution
from .samples import generate_samples, read_samples, train_linear
from .scorer import Scorer
from .solving import FewestVehicles, Guidance, History, Improvement, Result, Setting, settings, solve
from .stop import MaxRuns, MaxRuntime, NoImprovement, Target

__all__ = [
    "CalibrationBin",
    "Comparison",
    "Difference",
    "Evaluation",
    "FewestVehicles",
    "Gain",
    "Guidance",
    "History",
    "Improvement",
    "InputError",
    "Instance",
    "Interval",
    "LocalSearch",
    "MaxRuns",
    "MaxRuntime",
    "NativeOptimiser",
    "NoImprovement",
    "Optimiser",
    "OutsideError",
    "Ranking",
    "Result",
    "Samples",
    "Scorer",
    "Setting",
    "Solution",
    "Target",
    "TestSet",
    "TrainedScorer",
    "compare",
    "evaluate",
    "generate",
    "generate_samples",
    "load_npz",
    "make_optimiser",
    "plot_history",
    "plot_instance",
    "plot_solution",
    "read",
    "read_samples",
    "read_solution",
    "save_npz",
    "settings",
    "solve",
    "test_set",
    "train_linear",
    "write_solution",
]

for _name in ("Instance", "LocalSearch", "NativeOptimiser", "Samples", "Solution", "TestSet", "TrainedScorer"):
    globals()[_name].__module__ = "l2r"  # where users find them, and pickles too
