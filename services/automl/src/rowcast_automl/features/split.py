"""Held-out rows and cross-validation splits, the same for the same seed on every platform."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rowcast_automl.features.tensors import Array

MOST_HELD_OUT = 20_000
ROUNDS_BY_ROWS = ((1_000, 4), (3_000, 3), (10_000, 2))


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


@dataclass(frozen=True, slots=True)
class FoldPlan:
    """How cross-validation goes about the rows.

    Parameters
    ----------
    folds : int
        Parts that the rows are cut into.
    each_round : int
        Parts that are validated in one round; with all of them every row gets an out-of-fold answer.
    rounds : int
        Further rounds validate further parts or, once all have been, parts of a new cut.
    """

    folds: int
    each_round: int
    rounds: int


def plan_folds(n_samples: int, n_features: int, seconds: float) -> FoldPlan:
    """Whole and repeated cross-validation for small tables; for large ones a first round on few parts.

    A validation part of 5,000 rows ranks models well enough, and different models are then worth more than
    further folds of the same ones.
    """
    cells = n_samples * max(n_features, 1)
    if n_samples > 100_000 or cells > 500_000 * seconds:
        return FoldPlan(10, 1, 4)
    if n_samples > 10_000 or cells > 50_000 * seconds:
        return FoldPlan(8, 2, 4)
    rounds = next((count for limit, count in ROUNDS_BY_ROWS if n_samples <= limit), 1)
    return FoldPlan(5, 5, rounds)


def make_splits(values: Array, classes: int, plan: FoldPlan, seed: int, order: Order) -> list[list[Split]]:
    """Cross-validation splits, one list a round; an order in time allows one round."""
    if order.times is not None:
        return [time_splits(values, classes, plan, order.times)]
    made: list[list[Split]] = []
    cut = 0
    while len(made) < plan.rounds:
        random = np.random.default_rng([seed + 1, cut])
        if order.groups is not None:
            assigned = group_folds(order.groups, plan.folds, random)
        else:
            assigned = class_folds(values, classes, plan.folds, random)
        parts = [split(values, classes, np.flatnonzero(assigned == each)) for each in range(plan.folds)]
        made += [parts[start : start + plan.each_round] for start in range(0, plan.folds, plan.each_round)]
        cut += 1
    return made[: plan.rounds]


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


def time_splits(values: Array, classes: int, plan: FoldPlan, times: Array) -> list[Split]:
    """Blocks in time, the last ones validated, each by what came before it."""
    blocks = np.array_split(np.argsort(times, kind="stable"), plan.folds + 1)
    return [
        split(values, classes, np.sort(blocks[each]), np.sort(np.concatenate(blocks[:each])))
        for each in range(len(blocks) - plan.each_round, len(blocks))
    ]
