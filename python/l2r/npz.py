"""Instances in .npz files as RL4CO has them."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterable
from typing import Optional, Union

import numpy as np

from ._l2r import InputError, Instance

_PathLike = Union[str, os.PathLike]


def load_npz(path: _PathLike, capacity: Optional[int] = None) -> list[Instance]:
    """Read the instances of an RL4CO file.

    The keys are `depot` (B, 2), `locs` (B, n, 2), the customers without the depot, `demand` (B, n) and `capacity` (B,)
    or (B, 1). RL4CO's generated files hold demands as whole numbers in floats; what its environments and generators
    give holds them divided by the capacity. Both are read: demands that are not all whole are multiplied by the
    capacity. Without `depot`, the first of `locs` (B, n + 1, 2) is the depot.

    Parameters
    ----------
    path : path
    capacity : int, optional
        For files that have none, or in its place.
    """
    try:
        file = np.load(path)
        arrays = {key: file[key] for key in file.files} if isinstance(file, np.lib.npyio.NpzFile) else None
    except (OSError, ValueError, EOFError, zipfile.BadZipFile) as error:
        raise InputError(f"{path}: cannot be read: {error}") from error
    if arrays is None:
        raise InputError(f"{path}: is one array, not an .npz file with several")
    return _instances(arrays, capacity, os.fspath(path))


def _instances(arrays: dict[str, np.ndarray], capacity: Optional[int], path: str) -> list[Instance]:
    for key in ("locs", "demand"):
        if key not in arrays:
            raise InputError(f"{path}: has no array '{key}'")
    places, demands = arrays["locs"].astype(float), arrays["demand"].astype(float)
    if "depot" in arrays and places.ndim == 3 and arrays["depot"].size == 2 * len(places):
        depots = arrays["depot"].astype(float).reshape(len(places), 1, 2)
        places = np.concatenate([depots, places], axis=1)
    if places.ndim != 3 or places.shape[2] != 2 or demands.shape != (len(places), places.shape[1] - 1):
        raise InputError(f"{path}: there must be a demand for each customer; the shapes are "
                         + ", ".join(f"{key} {array.shape}" for key, array in arrays.items()))
    if capacity is None and "capacity" not in arrays:
        raise InputError(f"{path}: does not say the capacity; give it (capacity=)")
    capacities = np.broadcast_to(np.ravel(arrays["capacity"] if capacity is None else capacity), len(places)) \
        if capacity is not None or arrays["capacity"].size in (1, len(places)) else None
    if capacities is None or not np.array_equal(capacities, np.rint(capacities)):
        raise InputError(f"{path}: there must be one whole capacity for each instance, or one for all")
    if not np.array_equal(demands, np.rint(demands)):
        shares, demands = demands, np.rint(demands * capacities[:, None])
        if shares.max() > 1 or np.abs(shares * capacities[:, None] - demands).max() > 1e-3:
            raise InputError(f"{path}: demands are neither whole numbers nor shares of a capacity of {capacities[0]:g}")
    demands = np.insert(demands, 0, 0, axis=1)  # the depot's
    return [Instance(places[i], demands[i], capacities[i], name=f"{os.path.basename(path)}-{i}")
            for i in range(len(places))]


def save_npz(path: _PathLike, instances: Iterable[Instance], dtype: str = "float32") -> None:
    """Write instances, all of one size, as RL4CO's `generate_data` does.

    `depot` (B, 2), `locs` (B, n, 2) without the depot, `demand` (B, n) as whole numbers and `capacity` (B,): RL4CO
    divides demands by the capacity when it reads them.

    Parameters
    ----------
    path : path
    instances : iterable of Instance
        With places, exact Euclidean distances and a capacity, which is all that such files can say.
    dtype : str
        RL4CO's is 'float32', which rounds places; with 'float64' `load_npz` gives the same instances again.
    """
    instances = list(instances)
    if not instances:
        raise InputError("there are no instances to write")
    for instance in instances:
        if instance.places is None or instance.metric != "euclidean" or instance.rounding != "none":
            raise InputError(f"{instance!r} does not have exact Euclidean distances, the only ones that fit in {path}")
        if instance.route_limit is not None or instance.vehicles is not None or instance.windows is not None:
            raise InputError(f"{instance!r} limits its routes or vehicles, which {path} could not say")
        if instance.customers != instances[0].customers:
            raise InputError(f"{path}: all instances must be of one size, but there are {instances[0].customers} and "
                             f"{instance.customers} customers")
    places = np.stack([instance.places for instance in instances])
    with open(path, "wb") as file:  # NumPy would add .npz to another name
        np.savez(
            file,
            depot=places[:, 0].astype(dtype),
            locs=places[:, 1:].astype(dtype),
            demand=np.stack([instance.demands[1:] for instance in instances]).astype(dtype),
            capacity=np.array([instance.capacity for instance in instances]).astype(dtype),
        )
