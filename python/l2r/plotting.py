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
    ax.scatter(*places[1:].T, s=10 + 120 * share, color="#3b6ea8", edgecolors="white", linewidths=0.8, zorder=2)
    _finish_map(ax, places, instance, [])
    return ax


def plot_solution(instance: Instance, solution: Union[Routes, Result], ax: Optional[Axes] = None) -> Axes:
    """Draw the routes of a solution, or of a result's best, in the colours of `l2r plot`.

    Each route has a line through its customers, and a number where it is; the legs from and to the depot are faint.

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
    from matplotlib.collections import LineCollection

    solution = solution.best if isinstance(solution, Result) else Solution(solution)
    solution.length(instance)  # refuses customers that do not exist
    places = _places(instance)
    ax = _axes(ax)
    colours = _l2r.route_colours(instance, solution)
    dot = float(np.clip(60 / np.sqrt(len(places)), 1, 7))
    legs = [(places[[0, end]], colour) for route, colour in zip(solution, colours) for end in {*route[:1], *route[-1:]}]
    if legs:
        lines, own = zip(*legs)
        faint = 0.6 if len(colours) <= 15 else 0.45 if len(colours) <= 60 else 0.3
        ax.add_collection(LineCollection(lines, colors=own, linestyles=(0, (4, 3)), linewidths=0.8, alpha=faint, zorder=1))
    for number, (route, colour) in enumerate(zip(solution, colours), start=1):
        if len(route) == 0:
            continue
        stops = places[list(route)]
        ax.plot(*stops.T, color=colour, marker="o", markersize=dot, markeredgecolor="white",
                markeredgewidth=0.15 * dot, linewidth=max(0.7, 0.3 * dot), zorder=2)
        if len(solution) <= 60 and len(places) <= 1000:
            middle = stops[np.argmin(np.hypot(*(stops - stops.mean(axis=0)).T))]
            ax.annotate(str(number), middle, ha="center", va="center", size=7, weight="bold", color="white", zorder=4,
                        bbox={"boxstyle": "round,pad=0.25,rounding_size=0.8", "facecolor": colour, "edgecolor": "white"})
    _finish_map(ax, places, instance, solution)
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


def _finish_map(ax: Axes, places: np.ndarray, instance: Instance, solution: Routes) -> None:
    ax.scatter(*places[0], marker="s", s=50, color="#111", edgecolors="white", zorder=5)
    ax.set_aspect("equal")
    ax.set_axis_off()
    title = f"{instance.name}\n" if instance.name else ""
    ax.set_title(title + _l2r.map_facts(instance, solution), loc="left", size=10, color="#333")
