"""Held-out rows and cross-validation folds, the same for the same seed on every platform."""

from __future__ import annotations

import numpy as np

from rowcast_automl.features.tensors import Array

ALWAYS_TRAIN = -1
MOST_HELD_OUT = 20_000


def hold_out(values: Array, classes: int, share: float, seed: int) -> tuple[Array, Array]:
    """Cuts the labelled rows into a training and a held-out part.

    Parameters
    ----------
    values : array, shape (rows,)
        Class indices, or numbers for regression.
    classes : int
        Number of classes; 0 for regression, where the cut is a plain shuffle.
    share : float
        Share of the rows held out, of each class alike; at most 20,000 rows in all, which is plenty for a
        narrow interval. A class with one row stays in training.

    Returns
    -------
    (train, test) : sorted int arrays of positions
    """
    random = np.random.default_rng(seed)
    share = min(share, MOST_HELD_OUT / len(values))
    groups = [np.flatnonzero(values == index) for index in range(classes)] or [np.arange(len(values))]
    test = []
    for rows in groups:
        count = min(max(round(len(rows) * share), 1), len(rows) - 1)
        test.append(random.permutation(rows)[:count])
    chosen = np.sort(np.concatenate(test))
    return np.setdiff1d(np.arange(len(values)), chosen), chosen


def fold_count(rows: int, features: int, seconds: float) -> int:
    """Folds that the rows, the width and the time allow: 5, 3, or 1 for a single validation part."""
    cells = rows * max(features, 1)
    if rows > 300_000 or cells > 1_500_000 * seconds:
        return 1
    if rows > 50_000 or cells > 25_000 * seconds:
        return 3
    return 5


def assign_folds(values: Array, classes: int, folds: int, seed: int) -> Array:
    """The fold in which each row is validated.

    Returns
    -------
    int array, shape (rows,)
        `ALWAYS_TRAIN` for the only row of a class, so that every fold learns every class, and for the
        rows outside the single validation part when `folds` is 1.
    """
    random = np.random.default_rng(seed + 1)
    assigned = np.full(len(values), ALWAYS_TRAIN)
    groups = [np.flatnonzero(values == index) for index in range(classes)] or [np.arange(len(values))]
    offset = 0
    for rows in groups:
        if len(rows) < 2:
            continue
        shuffled = random.permutation(rows)
        if folds == 1:
            assigned[shuffled[: max(1, len(rows) // 5)]] = 0
        else:
            assigned[shuffled] = (np.arange(len(rows)) + offset) % folds
            offset += len(rows)
    return assigned
