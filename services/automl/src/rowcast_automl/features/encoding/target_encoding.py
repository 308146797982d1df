"""Cross-fitted target encoding of high-cardinality columns.

No row's encoding uses its own target or that of its group.
"""

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
    """Target means and ridge scores of one cross-validation fold.

    Parameters
    ----------
    slots : tuple of int
        Encoded code columns: categories and ID-like numeric columns.
    tables : tuple of float32 arrays, shape (n_codes, n_outputs)
    train : float32 array, shape (n_train, width)
        Cross-fitted features of the fold's training rows.
    center, spread : float64 arrays, shape (width,)
        Scale the features for the piecewise view.
    scores : RidgeScores or None
        Their features come after those of the tables.
    others : mapping
        From a part of the training rows to the tables fitted on the other parts. Empty for random parts.
    """

    slots: tuple[int, ...]
    tables: tuple[Array, ...]
    train: Array
    center: Array
    spread: Array
    scores: RidgeScores | None = None
    others: Mapping[int, tuple[Array, ...]] = field(default_factory=dict)

    def apply(self, coded: Coded, part: int | None = None) -> Array:
        """Encode rows outside the training rows. Returns float32, shape (n_samples, width).

        `part` selects tables from `others`.
        """
        tables = self.tables if part is None else self.others[part]
        found = [table[coded.codes[:, slot]] for slot, table in zip(self.slots, tables, strict=True)]
        if self.scores:
            found.append(self.scores.apply(coded, part))
        return np.concatenate(found, axis=1) if found else np.zeros((len(coded.codes), 0), np.float32)

    def apply_beside(self, coded: Coded, parts: Array) -> Array:
        """Encode additional training rows, with the tables that exclude the part they belong to.

        Parameters
        ----------
        parts : int array, shape (n_samples,)
            As `parts_beside` returns them.

        Returns
        -------
        float32 array, shape (n_samples, width)
        """
        found = self.apply(coded)
        for part in self.others:
            rows = np.flatnonzero(parts == part)
            found[rows] = self.apply(coded.take(rows), part)
        return found

    def scaled(self, features: Array) -> Array:
        """Return the float64 features scaled for linear models and networks."""
        result: Array = (features.astype(np.float64) - self.center) / self.spread
        return result


def encoded_slots(dictionaries: tuple[Dictionary, ...], classes: int) -> tuple[int, ...]:
    """Return the text slots with more than 6 values; none for more than 10 classes."""
    return () if classes > MAX_CLASSES else many_valued(dictionaries)


def many_valued(dictionaries: tuple[Dictionary, ...]) -> tuple[int, ...]:
    """Return the text slots with more than 6 values."""
    return tuple(slot for slot, each in enumerate(dictionaries) if len(each.values) > ONE_HOT_TREE)


def scored_codes(dictionaries: tuple[Dictionary, ...], classes: int, columns: int) -> tuple[int, ...]:
    """Return how many codes of each text slot the ridge scores use; 0 for 10 or fewer classes.

    With many classes, a mean per class and category would make the tables too wide for trees.

    Parameters
    ----------
    columns : int
        Maximum number of score columns for one row.
    """
    slots = many_valued(dictionaries) if classes > MAX_CLASSES else ()
    maximum = MAX_LEVEL_WEIGHTS // max(1, columns * len(slots))
    return tuple(
        min(each.size, max(FIRST, maximum)) if slot in slots else 0 for slot, each in enumerate(dictionaries)
    )


def score_columns(classes: int) -> int:
    """Return the number of score columns per fold: one, or one per class for multiclass targets."""
    return classes if classes > 2 else 1


def fit_target_tables(
    coded: Coded, outputs: Array, encoder: Encoder, classes: int, seed: int, order: Order
) -> TargetTables:
    """Fit the tables of one fold.

    Parameters
    ----------
    coded : Coded
        The fold's training rows.
    outputs : float64 array, shape (n_samples, n_outputs)
        Class indicators, or the standardised target of a regression.
    order : Order
        Groups and times of the rows.
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
    """Assign each row to a part: whole groups, otherwise runs of whole times.

    Each row's features are fitted on the other parts. A single group or time is split at random.

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
    """Return the part that additional rows belong to, by their group or else their time.

    Parameters
    ----------
    order, beside : Order
        Order of the training rows and of the additional rows. Both have groups or times.

    Returns
    -------
    int array, shape (n_samples of beside,)
        -1 for a group outside the training rows, and if the training rows have a single group or time.
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
    """Return target means by code, shape (n_codes, n_outputs), shrunk to the overall mean.

    A code without rows gets the overall mean.

    Parameters
    ----------
    column : int array, shape (n_samples,)
    outputs : float64 array, shape (n_samples, n_outputs)
    size : int
        Number of codes.
    alone : bool
        Whether rows are independent. Rows of one group have similar targets, so their number proves little.
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
    """Return the weight of the overall mean, in rows: within-category variance / variance of category means.

    This is the weight in the best linear prediction of a random effect (Robinson, 1991). Both variances come
    from an analysis of variance. If rows of a category agree, a few rows suffice to estimate its mean.

    Parameters
    ----------
    counts : int array, shape (n_categories, 1)
        Rows of each category, at least one.
    sums : float64 array, shape (n_categories, n_outputs)
    outputs : float64 array, shape (n_samples, n_outputs)

    Returns
    -------
    float64 array, shape (n_outputs,)
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
