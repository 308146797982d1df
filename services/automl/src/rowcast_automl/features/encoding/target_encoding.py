"""Cross-fitted target encoding of high-cardinality columns: no row sees its own target or its group's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from rowcast_automl.features.encoding.category_codes import FIRST
from rowcast_automl.features.encoding.encoder import ONE_HOT_TREE, Coded, Dictionary, Encoder
from rowcast_automl.features.encoding.ridge_scores import RidgeScores, fit_scores
from rowcast_automl.features.splits.splitters import Order
from rowcast_automl.features.tensors import Array

# Rows that the overall mean counts for in each category's: at least, at most, and where too few rows tell.
MIN_PRIOR, MAX_PRIOR, DEFAULT_PRIOR = 0.02, 100.0, 10.0
INNER_FOLDS = 5
MAX_CLASSES = 10
# Of all categories in the scores of every split; 4 bytes each.
MAX_LEVEL_WEIGHTS = 600_000
MIN_SPREAD = 1e-6


@dataclass(frozen=True, slots=True)
class TargetTables:
    """Mean tables and word weights of one cross-validation fold.

    Parameters
    ----------
    slots : tuple of int
        Columns of codes that are encoded: of categories, and of numbers that name something.
    tables : tuple of float32 arrays, shape (codes, outputs)
    train : float32 array, shape (training rows of the fold, width)
        Cross-fitted features, aligned with the fold's training rows.
    center, spread : float64 arrays, shape (width,)
        Bring the features to the scale of the pieces view.
    scores : Scores or None
        Their features come after those of the tables.
    others : mapping
        Of a part of the training rows, the tables learned from the other parts; none where rows were mixed.
    """

    slots: tuple[int, ...]
    tables: tuple[Array, ...]
    train: Array
    center: Array
    spread: Array
    scores: RidgeScores | None = None
    others: Mapping[int, tuple[Array, ...]] = field(default_factory=dict)

    def apply(self, coded: Coded, part: int | None = None) -> Array:
        """float32, shape (rows, width), for rows that were not learned from; `part` as in `others`."""
        tables = self.tables if part is None else self.others[part]
        found = [table[coded.codes[:, slot]] for slot, table in zip(self.slots, tables, strict=True)]
        if self.scores:
            found.append(self.scores.apply(coded, part))
        return np.concatenate(found, axis=1) if found else np.zeros((len(coded.codes), 0), np.float32)

    def apply_beside(self, coded: Coded, parts: Array) -> Array:
        """The same for rows beside the training rows, as those of their part of them got theirs.

        Parameters
        ----------
        parts : int array, shape (rows,)
            As `parts_beside` gives them.
        """
        found = self.apply(coded)
        for part in self.others:
            rows = np.flatnonzero(parts == part)
            found[rows] = self.apply(coded.take(rows), part)
        return found

    def scaled(self, features: Array) -> Array:
        """float64 features for linear models and networks."""
        result: Array = (features.astype(np.float64) - self.center) / self.spread
        return result


def encoded_slots(dictionaries: tuple[Dictionary, ...], classes: int) -> tuple[int, ...]:
    """Text slots with more than 6 values; none when there are more than 10 classes."""
    return () if classes > MAX_CLASSES else many_valued(dictionaries)


def many_valued(dictionaries: tuple[Dictionary, ...]) -> tuple[int, ...]:
    """Text slots with more than 6 values."""
    return tuple(slot for slot, each in enumerate(dictionaries) if len(each.values) > ONE_HOT_TREE)


def scored_codes(dictionaries: tuple[Dictionary, ...], classes: int, columns: int) -> tuple[int, ...]:
    """Of each text slot how many codes the scores read, the commonest: of many classes alone.

    A mean of each class for each category would make the tables wider than trees can use.

    Parameters
    ----------
    columns : int
        Columns of scores that one row may need.
    """
    slots = many_valued(dictionaries) if classes > MAX_CLASSES else ()
    maximum = MAX_LEVEL_WEIGHTS // max(1, columns * len(slots))
    return tuple(
        min(each.size, max(FIRST, maximum)) if slot in slots else 0 for slot, each in enumerate(dictionaries)
    )


def score_columns(classes: int) -> int:
    """Scores that one fold adds where there are any."""
    return classes if classes > 2 else 1


def fit_target_tables(
    coded: Coded, outputs: Array, encoder: Encoder, classes: int, seed: int, order: Order
) -> TargetTables:
    """Learns the tables of one fold.

    Parameters
    ----------
    coded : Coded
        The fold's training rows.
    outputs : float64 array, shape (rows, outputs)
        Class indicators, or the standardised target of a regression.
    order : Order
        The rows' groups and times.
    """
    codes, sizes = coded.codes, encoder.code_sizes
    slots = (*encoded_slots(encoder.dictionaries, classes), *range(len(encoder.dictionaries), len(sizes)))
    inner = inner_parts(len(codes), seed, order)

    def learned(rows: Array | slice) -> tuple[Array, ...]:
        tables = (
            means(codes[rows, slot], outputs[rows], sizes[slot], alone=order.groups is None) for slot in slots
        )
        return tuple(each.astype(np.float32) for each in tables)

    others = {part: learned(inner != part) for part in np.unique(inner).tolist()}
    features = []
    for place, slot in enumerate(slots):
        crossed = np.zeros((len(codes), outputs.shape[1]), np.float32)
        for part, tables in others.items():
            chosen = inner == part
            crossed[chosen] = tables[place][codes[chosen, slot]]
        features.append(crossed)
    scores = None
    if encoder.texts or any(encoder.scored):
        scores = fit_scores(encoder, coded, outputs, inner, mixed=order.free)
        features.append(scores.train)
    train = np.concatenate(features, axis=1) if features else np.zeros((len(codes), 0), np.float32)
    center = train.mean(axis=0, dtype=np.float64)
    spread = np.maximum(train.std(axis=0, dtype=np.float64), MIN_SPREAD)
    kept = {} if order.free else others
    return TargetTables(slots, learned(slice(None)), train, center, spread, scores, kept)


def inner_parts(n_samples: int, seed: int, order: Order, parts: int = INNER_FOLDS) -> Array:
    """Part of each row, whose features come from the other parts: whole groups, or else runs of whole times.

    Validated rows get theirs from other groups and times, too. Of a single group or time the rows are mixed.

    Returns
    -------
    int array, shape (n_samples,)
    """
    random = np.random.default_rng(seed)
    if order.groups is not None:
        names, places = np.unique(order.groups, return_inverse=True)
        if len(names) > 1:
            by_group: Array = (random.permutation(len(names)) % parts)[places]
            return by_group
    elif order.times is not None:
        names, places = np.unique(order.times, return_inverse=True)
        if len(names) > 1:
            by_time: Array = places * parts // len(names)
            return by_time
    return random.permutation(n_samples) % parts


def parts_beside(order: Order, seed: int, beside: Order) -> Array:
    """Part of the training rows that each row beside them belongs to, by its group or else its time.

    Parameters
    ----------
    order, beside : Order
        Of the training rows, and of the others. Neither is free.

    Returns
    -------
    int array, shape (n_samples of beside,)
        -1 for a group that is not among the training rows, and where these are of a single one or time.
    """
    if order.groups is not None and beside.groups is not None:
        inner = inner_parts(len(order.groups), seed, order)
        names, firsts = np.unique(order.groups, return_index=True)
        places = np.minimum(np.searchsorted(names, beside.groups), len(names) - 1)
        known = (names[places] == beside.groups) & (len(names) > 1)
        return np.where(known, inner[firsts][places], -1)
    times, others = np.asarray(order.times), np.asarray(beside.times)
    if times.min() == times.max():
        return np.full(len(others), -1)
    inner = inner_parts(len(times), seed, order)
    parts = np.unique(inner)
    starts = [times[inner == part].min() for part in parts[1:]]
    return np.asarray(parts[np.searchsorted(starts, others, side="right")])


def means(column: Array, outputs: Array, size: int, *, alone: bool = True) -> Array:
    """Means by code, shape (codes, outputs), shrunk to the overall mean, which a code without rows gets.

    Parameters
    ----------
    column : int array, shape (rows,)
    outputs : float64 array, shape (rows, outputs)
    size : int
        Codes that there are.
    alone : bool
        Whether each row speaks for itself. Rows of one group agree, which says nothing of their category.
    """
    counts = np.bincount(column, minlength=size)[:, None]
    sums = np.stack(
        [np.bincount(column, weights=outputs[:, index], minlength=size) for index in range(outputs.shape[1])],
        axis=1,
    )
    prior, seen = outputs.mean(axis=0), counts[:, 0] > 0
    rows = prior_rows(counts[seen], sums[seen], outputs) if alone else DEFAULT_PRIOR
    result: Array = (sums + rows * prior) / (counts + rows)
    return result


def prior_rows(counts: Array, sums: Array, outputs: Array) -> Array:
    """How many rows the overall mean counts for: the variance within categories over that of their means.

    That is what the best linear prediction of a random category asks for (Robinson, 1991); both are estimated
    by the analysis of variance. Where rows of a category agree, a few of them tell all about it.

    Parameters
    ----------
    counts : int array, shape (categories, 1)
        Rows of each category, none of which is empty.
    sums : float64 array, shape (categories, outputs)
    outputs : float64 array, shape (rows, outputs)

    Returns
    -------
    float64 array, shape (outputs,)
    """
    n_samples, categories = len(outputs), len(counts)
    if not 1 < categories < n_samples:
        return np.full(outputs.shape[1], DEFAULT_PRIOR)
    overall = outputs.mean(axis=0)
    between = (counts * (sums / counts - overall) ** 2).sum(axis=0)
    within = ((outputs - overall) ** 2).sum(axis=0) - between
    noise = np.maximum(within, 0.0) / (n_samples - categories)
    usual_count = (n_samples - (counts.astype(np.float64) ** 2).sum() / n_samples) / (categories - 1)
    spread = (between / (categories - 1) - noise) / usual_count
    # Where the means differ by no more than chance, their spread is not above zero.
    ratio = np.divide(noise, spread, out=np.full(len(noise), np.inf), where=spread > 0)
    result: Array = np.clip(ratio, MIN_PRIOR, MAX_PRIOR)
    return result
