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
    """What a cut must respect.

    Parameters
    ----------
    groups : int array, shape (n_samples,), or None
        Rows of one group stay on one side.
    times : array, shape (n_samples,), or None
        Rows are validated only by models that learned from earlier ones, or where nearly all are of one time
        from rows above them, and with groups only those of a group that was not there before.
    columns : tuple of str
        The names of both, for whom a cut is refused.
    """

    groups: Array | None = None
    times: Array | None = None
    columns: tuple[str, str] = ("", "")

    @property
    def free(self) -> bool:
        """Whether any row may be on either side."""
        return self.groups is None and self.times is None

    @property
    def moments(self) -> Array | None:
        """The times, unless all are the same, which makes no order."""
        return self.times if self.times is not None and len(changes(self.times)) else None

    def take(self, rows: Array) -> Order:
        """The chosen rows' order."""
        return Order(
            None if self.groups is None else self.groups[rows],
            None if self.times is None else self.times[rows],
            self.columns,
        )

    def apart(self, scored: Order) -> Array:
        """Which rows a model may learn from that others score: those of none of their groups, before all.

        Parameters
        ----------
        scored : Order
            By the same columns, of one row at least; there are some.

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
        narrow interval. A class with one row stays in training. With times the last rows are held out, as
        `starts_of` cuts, with groups whole groups, and with both the last rows of groups that were not there
        before.

    Returns
    -------
    (train, test) : sorted int arrays of positions
        Rows that are on neither side would tell one of the other.

    Raises
    ------
    RowcastError
        VALIDATION_FAILED when the groups cannot be kept apart, or nothing later is there to score by.
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
    """Cross-validation splits, one list a round, each as long; an order in time allows one round.

    Each split learns from rows of every class, and validates some rows. Rows that are all of one time have no
    order, and are divided as if they had none.

    Raises
    ------
    RowcastError
        VALIDATION_FAILED when the groups cannot be kept apart, or nothing later is there to score by.
        TOO_FEW_LABELLED_ROWS when no class has two rows.
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
    """Blocks in time, the last that can be validated, each by what came before it."""
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
    """So many that learn from rows of all times and groups; none where rows have no order in time.

    Each leaves out a part of its own, but one alone leaves out none. What is left out lies among what is
    learned from and says nothing of later rows; a row stands for it, since every fit answers some.
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
    """Places among the sorted times at which a later one begins."""
    ordered = np.sort(times)
    return np.flatnonzero(ordered[1:] != ordered[:-1]) + 1


def starts_of(times: Array, wanted: list[int]) -> list[int]:
    """Places among the sorted times, next to the wanted ones, at which rows to validate begin.

    Rows of one time stay on one side, unless less than half of what is wanted would be left to learn from or
    to validate: then those of that time are parted in the order of the table.
    """
    total, places = len(times), changes(times)
    maximum = total - (total - wanted[-1]) / 2
    places = places[(places >= wanted[0] / 2) & (places <= maximum)]
    if not len(places):
        return sorted({max(each, 1) for each in wanted})
    return sorted({int(places[np.argmin(np.abs(places - each))]) for each in wanted})


def at_most_held_out(rows: Array, random: np.random.Generator) -> Array:
    """Sorted; a single group or time can be larger than what is ever held out."""
    return np.sort(random.permutation(rows)[:MAX_HELD_OUT])


def ahead(values: Array, classes: int, ranks: Array, start: int, end: int, groups: Array | None) -> Split:
    """The rows from `start` to `end`, in the order of time of `ranks`, validated by those before.

    Of a class that comes later its first row is learned from too, since every model has to know it. Rows of a
    group that is learned from are not validated.
    """
    firsts = ranks[np.unique(values[ranks], return_index=True)[1]] if classes else ranks[:0]
    train = np.union1d(ranks[:start], firsts)
    valid = np.setdiff1d(ranks[start:end], train)
    if groups is not None:
        valid = valid[~np.isin(groups[valid], groups[train])]
    return Split(train, valid)


def nothing_later(order: Order) -> RowcastError:
    """Why no row is left that a cut in time could be validated by."""
    return too_short() if order.groups is None else none_is_new(*order.columns)


def of_each_class(values: Array, classes: int) -> list[Array]:
    """Positions by class; all rows together for a regression."""
    return [np.flatnonzero(values == index) for index in range(classes)] or [np.arange(len(values))]


def of_repeated_classes(values: Array, classes: int) -> list[Array]:
    """The same without classes of one row, which has to be learned from."""
    return [rows for rows in of_each_class(values, classes) if len(rows) > 1]


def class_folds(values: Array, classes: int, folds: int, random: np.random.Generator) -> list[Array]:
    """Rows of each stratified fold; the only row of a class is in none."""
    assigned = np.full(len(values), -1)
    offset = 0
    for rows in of_repeated_classes(values, classes):
        assigned[random.permutation(rows)] = (np.arange(len(rows)) + offset) % folds
        offset += len(rows)
    return [np.flatnonzero(assigned == each) for each in range(folds)]
