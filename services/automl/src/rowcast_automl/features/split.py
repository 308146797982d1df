"""Held-out rows and cross-validation splits, the same for the same seed on every platform."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rowcast_automl.features.tensors import Array

MOST_HELD_OUT = 20_000


@dataclass(frozen=True, slots=True)
class Order:
    """What a cut must respect.

    Parameters
    ----------
    groups : int array, shape (n_samples,), or None
        Rows of one group stay on one side.
    times : array, shape (n_samples,), or None
        Rows are validated only by models that learned from earlier ones.
    """

    groups: Array | None = None
    times: Array | None = None

    def take(self, rows: Array) -> Order:
        """The chosen rows' order."""
        return Order(
            None if self.groups is None else self.groups[rows],
            None if self.times is None else self.times[rows],
        )


@dataclass(frozen=True, slots=True)
class Split:
    """Sorted positions to learn from and to validate on."""

    train: Array
    valid: Array


def hold_out(values: Array, classes: int, share: float, seed: int, order: Order) -> tuple[Array, Array]:
    """Cuts the labelled rows into a training and a held-out part.

    Parameters
    ----------
    values : array, shape (n_samples,)
        Class indices, or numbers for regression.
    classes : int
        Number of classes; 0 for regression, where the cut is a plain shuffle.
    share : float
        Share of the rows held out, of each class alike; at most 20,000 rows in all, which is plenty for a
        narrow interval. A class with one row stays in training. With times the last rows are held out,
        with groups whole groups.

    Returns
    -------
    (train, test) : sorted int arrays of positions
    """
    everything = np.arange(len(values))
    if share == 0:
        return everything, everything[:0]
    random = np.random.default_rng(seed)
    share = min(share, MOST_HELD_OUT / len(values))
    wanted = min(max(round(len(values) * share), 1), len(values) - 1)
    if order.times is not None:
        chosen = np.argsort(order.times, kind="stable")[len(values) - wanted :]
    elif order.groups is not None:
        chosen = np.flatnonzero(group_folds(order.groups, max(2, round(1 / share)), random) == 0)
    else:
        parts = []
        for rows in of_each_class(values, classes):
            count = min(max(round(len(rows) * share), 1), len(rows) - 1)
            parts.append(random.permutation(rows)[:count])
        chosen = np.concatenate(parts)
    chosen = np.sort(keep_classes(values, classes, chosen))
    return np.setdiff1d(everything, chosen), chosen


def fold_count(n_samples: int, n_features: int, seconds: float) -> int:
    """Folds that the rows, the width and the time allow: 5, 3, or 1 for a single validation part."""
    cells = n_samples * max(n_features, 1)
    if n_samples > 300_000 or cells > 1_500_000 * seconds:
        return 1
    if n_samples > 100_000 or cells > 50_000 * seconds:
        return 3
    return 5


def make_splits(
    values: Array, classes: int, folds: int, repeats: int, seed: int, order: Order
) -> list[list[Split]]:
    """Cross-validation splits, one list a repeat.

    Parameters
    ----------
    folds : int
        1 gives a single validation part of a fifth.
    repeats : int
        How many times the rows are shuffled anew; an order in time allows one.
    """
    if order.times is not None:
        return [time_splits(values, classes, folds, order.times)]
    made = []
    for repeat in range(repeats):
        random = np.random.default_rng([seed + 1, repeat] if repeat else seed + 1)
        parts = max(folds, 5) if folds == 1 else folds
        if order.groups is not None:
            assigned = group_folds(order.groups, parts, random)
        else:
            assigned = class_folds(values, classes, parts, random)
        chosen = range(1 if folds == 1 else folds)
        made.append([split(values, classes, np.flatnonzero(assigned == each)) for each in chosen])
    return made


def split(values: Array, classes: int, valid: Array, train: Array | None = None) -> Split:
    """A split whose training part knows every class."""
    kept = keep_classes(values, classes, valid, train)
    others = np.setdiff1d(np.arange(len(values)), kept) if train is None else train
    if train is not None and len(kept) < len(valid):
        others = np.union1d(train, np.setdiff1d(valid, kept))
    return Split(others, kept)


def keep_classes(values: Array, classes: int, valid: Array, train: Array | None = None) -> Array:
    """The validation rows without those that training needs to know every class."""
    if not classes:
        return valid
    inside = np.zeros(len(values), bool)
    inside[valid] = True
    learned = np.flatnonzero(~inside) if train is None else train
    known = np.bincount(values[learned], minlength=classes) > 0
    given = [valid[values[valid] == index][:1] for index in np.flatnonzero(~known)]
    return np.setdiff1d(valid, np.concatenate(given)) if given else valid


def of_each_class(values: Array, classes: int) -> list[Array]:
    """Positions by class; all rows together for a regression."""
    return [np.flatnonzero(values == index) for index in range(classes)] or [np.arange(len(values))]


def class_folds(values: Array, classes: int, folds: int, random: np.random.Generator) -> Array:
    """Stratified fold of each row; the only row of a class gets none (-1)."""
    assigned = np.full(len(values), -1)
    offset = 0
    for rows in of_each_class(values, classes):
        if len(rows) < 2:
            continue
        assigned[random.permutation(rows)] = (np.arange(len(rows)) + offset) % folds
        offset += len(rows)
    return assigned


def group_folds(groups: Array, folds: int, random: np.random.Generator) -> Array:
    """Fold of each row; whole groups, the largest first into the emptiest fold."""
    names, inverse, counts = np.unique(groups, return_inverse=True, return_counts=True)
    shuffled = random.permutation(len(names))
    filled = np.zeros(folds, dtype=np.int64)
    fold_of = np.zeros(len(names), dtype=np.int64)
    for group in shuffled[np.argsort(-counts[shuffled], kind="stable")]:
        fold_of[group] = int(np.argmin(filled))
        filled[fold_of[group]] += counts[group]
    result: Array = fold_of[inverse]
    return result


def time_splits(values: Array, classes: int, folds: int, times: Array) -> list[Split]:
    """Blocks in time; each is validated by what came before it."""
    blocks = np.array_split(np.argsort(times, kind="stable"), folds + 1 if folds > 1 else 5)
    first = 1 if folds > 1 else len(blocks) - 1
    return [
        split(values, classes, np.sort(blocks[each]), np.sort(np.concatenate(blocks[:each])))
        for each in range(first, len(blocks))
    ]
