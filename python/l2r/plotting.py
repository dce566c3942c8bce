"""Pictures of instances, solutions and searches. They need matplotlib, which is imported when it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional, Union

import numpy as np

from . import _l2r
from ._l2r import InputError, Instance, Solution
from .optimiser import Routes
from .solving import Result

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_instance(instance: Instance, ax: Optional[Axes] = None) -> Axes:
    """Draw depot and customers, larger ones for larger demands.

    Parameters
    ----------
    instance : Instance
    ax : Axes, optional
        Where to draw; by default a new figure.

    Returns
    -------
    Axes
    """
    places = _places(instance)
    ax = _axes(ax)
    share = instance.demands[1:] / instance.capacity
    ax.scatter(*places[1:].T, s=10 + 120 * share, color="tab:gray", zorder=2)
    _finish_map(ax, places, instance.name)
    return ax


def plot_solution(instance: Instance, solution: Union[Routes, Result], ax: Optional[Axes] = None) -> Axes:
    """Draw the routes of a solution, or of a result's best.

    Parameters
    ----------
    instance : Instance
    solution : Solution, routes or Result
    ax : Axes, optional
        Where to draw; by default a new figure.

    Returns
    -------
    Axes
    """
    solution = solution.best if isinstance(solution, Result) else Solution(solution)
    length = solution.length(instance)
    places = _places(instance)
    ax = _axes(ax)
    for number, route in enumerate(solution):
        ax.plot(*places[[0, *route, 0]].T, color=f"C{number % 10}", marker="o", markersize=3, linewidth=1.2)
    _finish_map(ax, places, f"{instance.name or 'solution'}: length {length:.6g}, {len(solution)} routes")
    return ax


def plot_history(result: Result, ax: Optional[Axes] = None, over: str = "seconds", **line) -> Axes:
    """Draw the best length over time or runs.

    Parameters
    ----------
    result : Result
    ax : Axes, optional
        Where to draw; by default a new figure. Several results may share one.
    over : str
        'seconds' or 'runs'.
    **line
        Passed on to `Axes.step`: label, color, ...

    Returns
    -------
    Axes
    """
    if over not in ("seconds", "runs"):
        raise InputError(f"a history goes over 'seconds' or 'runs', not '{over}'")
    ax = _axes(ax)
    across = np.append(getattr(result.history, over), getattr(result, over))
    lengths = np.append(result.history.lengths, result.length)
    ax.step(across, lengths, where="post", **line)
    ax.set_xlabel(over)
    ax.set_ylabel("best length")
    return ax


def _axes(ax: Optional[Axes]) -> Axes:
    if ax is not None:
        return ax
    from matplotlib import pyplot

    return pyplot.subplots()[1]


def _places(instance: Instance) -> np.ndarray:
    """East and north of every node."""
    places = _l2r.map_places(instance)
    if places is None:
        raise InputError(f"{instance!r} has no coordinates, so there is nothing to draw")
    return places


def _finish_map(ax: Axes, places: np.ndarray, title: str) -> None:
    ax.scatter(*places[0], marker="s", s=50, color="black", zorder=3)
    ax.set_aspect("equal")
    ax.set_xticks([])
    ax.set_yticks([])
    ax.set_title(title)
