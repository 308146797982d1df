"""Held-out rows and cross-validation splits, the same for the same seed on every platform."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from rowcast_automl.features.splits.fold_plan import FoldPlan
from rowcast_automl.features.splits.group_folds import Groups
from rowcast_automl.features.splits.split_errors import no_class_twice, none_is_new, one_time, too_short
from rowcast_automl.features.tensors import Array
from rowcast_automl.platform.errors import RowcastError

MAX_HELD_OUT = 20_000
# Of the rows in their order in time, how many validate: earlier ones are all learned from, by every member.
LATER_SHARE = 0.35
# Of the rows of all times: with fewer members than this, each would learn from too few of them.
MIN_PARTS = 5


@dataclass(frozen=True, slots=True)
class Order:
    """The groups and times that splits must respect.

    Parameters
    ----------
    groups : int array, shape (n_samples,), or None
        Rows of one group stay on the same side of a split.
    times : array, shape (n_samples,), or None
        Models train on earlier rows than they validate. If nearly all rows share one time, they train on rows
        higher up in the table. With groups, only rows of new groups are validated.
    columns : tuple of str
        Names of both columns, for error messages.
    """

    groups: Array | None = None
    times: Array | None = None
    columns: tuple[str, str] = ("", "")

    @property
    def free(self) -> bool:
        """Whether rows may be on either side of a split, since there are no groups or times."""
        return self.groups is None and self.times is None

    @property
    def moments(self) -> Array | None:
        """The times, or None if all are equal."""
        return self.times if self.times is not None and len(changes(self.times)) else None

    def take(self, rows: Array) -> Order:
        """Return the order of the given rows."""
        return Order(
            None if self.groups is None else self.groups[rows],
            None if self.times is None else self.times[rows],
            self.columns,
        )

    def apart(self, scored: Order) -> Array:
        """Return which rows a model may train on if it is evaluated on other rows.

        These rows share no group with the evaluated rows, and are earlier than all of them.

        Parameters
        ----------
        scored : Order
            Groups and times of the evaluated rows, at least one.

        Returns
        -------
        bool array, shape (n_samples,)
        """
        masks: list[Array] = []
        if self.groups is not None and scored.groups is not None:
            masks.append(np.isin(self.groups, scored.groups, invert=True))
        if self.times is not None and scored.times is not None:
            masks.append(self.times < scored.times.min())
        result: Array = np.logical_and.reduce(masks)
        return result


@dataclass(frozen=True, slots=True)
class Split:
    """Sorted positions of training and validation rows."""

    train: Array
    valid: Array


def hold_out(values: Array, classes: int, share: float, seed: int, order: Order) -> tuple[Array, Array]:
    """Split the labelled rows into a training and a held-out part.

    Parameters
    ----------
    values : array, shape (n_samples,)
        Class indices, or numbers for regression.
    classes : int
        Number of classes; 0 for regression, which splits at random.
    share : float
        Fraction of rows to hold out, stratified by class, at most 20,000 rows. A class with one row stays in
        training. With times, the last rows are held out (see `starts_of`). With groups, whole groups are held
        out. With both, the last rows of new groups are held out.

    Returns
    -------
    train, test : sorted int arrays of positions
        Rows that would leak information between both parts are in neither.

    Raises
    ------
    RowcastError
        VALIDATION_FAILED if the groups cannot be separated, or no later rows are left to evaluate on.
    """
    everything = np.arange(len(values))
    if order.times is not None and order.moments is None:
        raise one_time(order.columns[1])
    if share == 0:
        return everything, everything[:0]
    random = np.random.default_rng(seed)
    share = min(share, MAX_HELD_OUT / len(values))
    wanted = min(max(round(len(values) * share), 1), len(values) - 1)
    if order.times is not None:
        ranks = np.argsort(order.times, kind="stable")
        (start,) = starts_of(order.times, [len(ranks) - wanted])
        cut = ahead(values, classes, ranks, start, len(ranks), order.groups)
        if not len(cut.valid):
            raise nothing_later(order)
        return cut.train, at_most_held_out(cut.valid, random)
    if order.groups is not None:
        drawn = Groups.of(order.groups, values, classes).draw(wanted, random)
        return np.flatnonzero(~drawn), at_most_held_out(np.flatnonzero(drawn), random)
    parts = []
    for rows in of_each_class(values, classes):
        count = min(max(round(len(rows) * share), 1), len(rows) - 1)
        parts.append(random.permutation(rows)[:count])
    chosen = np.sort(np.concatenate(parts))
    return np.setdiff1d(everything, chosen), chosen


def make_splits(values: Array, classes: int, plan: FoldPlan, seed: int, order: Order) -> list[list[Split]]:
    """Create the cross-validation splits, one list per repeat. With times there is a single repeat.

    Each split trains on rows of every class. Rows that all have the same time are split as if they had none.

    Raises
    ------
    RowcastError
        VALIDATION_FAILED if the groups cannot be separated, or no later rows are left to evaluate on.
        TOO_FEW_LABELLED_ROWS if no class has two rows.
    """
    if (times := order.moments) is not None:
        return [time_splits(values, classes, plan, order, times)]
    groups = None if order.groups is None else Groups.of(order.groups, values, classes)
    parted = int(groups.spared.sum()) if groups else sum(map(len, of_repeated_classes(values, classes)))
    if not groups and not parted:
        raise no_class_twice()
    plan = plan.at_most(parted)
    everything = np.arange(len(values))
    made: list[list[Split]] = []
    cut = 0
    while len(made) < plan.rounds:
        random = np.random.default_rng([seed + 1, cut])
        folds = (
            groups.folds(plan.folds, random) if groups else class_folds(values, classes, plan.folds, random)
        )
        parts = [Split(np.setdiff1d(everything, valid), valid) for valid in folds]
        made += [parts[start : start + plan.each_round] for start in range(0, plan.folds, plan.each_round)]
        cut += 1
    return made[: plan.rounds]


def time_splits(values: Array, classes: int, plan: FoldPlan, order: Order, times: Array) -> list[Split]:
    """Create splits of consecutive time blocks. Each is validated by models trained on earlier rows."""
    ranks, total = np.argsort(times, kind="stable"), len(times)
    whole = plan.folds / (plan.folds + 1)
    latest = min(LATER_SHARE, whole * plan.each_round / plan.folds)
    # Groups that all began earlier are validated where they began.
    for share, blocks in ((latest, plan.each_round), (whole, plan.folds)):
        wanted = np.linspace(total * (1 - share), total, blocks, endpoint=False).round().astype(int)
        made = [
            ahead(values, classes, ranks, start, end, order.groups)
            for start, end in pairwise([*starts_of(times, wanted.tolist()), total])
        ]
        if validated := [each for each in made if len(each.valid)]:
            return validated[-plan.each_round :]
    raise nothing_later(order)


def recent_splits(values: Array, classes: int, folds: int, seed: int, order: Order) -> list[Split]:
    """Create splits that train on rows of all times and groups; none for rows without times.

    Each of several splits leaves out a different part. A single split leaves out none. The validation part is
    one row, because every fit needs some. It is no estimate of the error on later rows.
    """
    if order.moments is None:
        return []
    everything = np.arange(len(values))
    if folds == 1:
        return [Split(everything, everything[-1:])]
    parts = class_folds(values, classes, max(folds, MIN_PARTS), np.random.default_rng([seed, 1]))
    left_out = [part for part in parts if len(part)][:folds]
    return [Split(np.setdiff1d(everything, part), part[:1]) for part in left_out]


def changes(times: Array) -> Array:
    """Return the positions in the sorted times at which a later time begins."""
    ordered = np.sort(times)
    return np.flatnonzero(ordered[1:] != ordered[:-1]) + 1


def starts_of(times: Array, wanted: list[int]) -> list[int]:
    """Return the positions in the sorted times, closest to the wanted ones, at which validation rows begin.

    Rows of one time stay together, unless that leaves less than half of the wanted rows to train on or to
    validate. Then the rows of that time are split in table order.
    """
    total, places = len(times), changes(times)
    maximum = total - (total - wanted[-1]) / 2
    places = places[(places >= wanted[0] / 2) & (places <= maximum)]
    if not len(places):
        return sorted({max(each, 1) for each in wanted})
    return sorted({int(places[np.argmin(np.abs(places - each))]) for each in wanted})


def at_most_held_out(rows: Array, random: np.random.Generator) -> Array:
    """Sample at most the maximum number of held-out rows, sorted.

    A single group or time can have more rows.
    """
    return np.sort(random.permutation(rows)[:MAX_HELD_OUT])


def ahead(values: Array, classes: int, ranks: Array, start: int, end: int, groups: Array | None) -> Split:
    """Create a split that validates the rows from `start` to `end` in time order, and trains on earlier rows.

    For a class that appears later, its first row is added to training, because every model needs all classes.
    Rows of a training group are not validated.
    """
    firsts = ranks[np.unique(values[ranks], return_index=True)[1]] if classes else ranks[:0]
    train = np.union1d(ranks[:start], firsts)
    valid = np.setdiff1d(ranks[start:end], train)
    if groups is not None:
        valid = valid[~np.isin(groups[valid], groups[train])]
    return Split(train, valid)


def nothing_later(order: Order) -> RowcastError:
    """Create the error for a table without rows that a split by time could validate on."""
    return too_short() if order.groups is None else none_is_new(*order.columns)


def of_each_class(values: Array, classes: int) -> list[Array]:
    """Return the row positions of each class; all rows together for regression."""
    return [np.flatnonzero(values == index) for index in range(classes)] or [np.arange(len(values))]


def of_repeated_classes(values: Array, classes: int) -> list[Array]:
    """Return the row positions of each class with two or more rows."""
    return [rows for rows in of_each_class(values, classes) if len(rows) > 1]


def class_folds(values: Array, classes: int, folds: int, random: np.random.Generator) -> list[Array]:
    """Return the rows of each stratified fold. The only row of a class is in no fold."""
    assigned = np.full(len(values), -1)
    offset = 0
    for rows in of_repeated_classes(values, classes):
        assigned[random.permutation(rows)] = (np.arange(len(rows)) + offset) % folds
        offset += len(rows)
    return [np.flatnonzero(assigned == each) for each in range(folds)]
