"""Searches for numeric interactions: pairs whose sum, difference, product or ratio improves the model.

A tree splits one column at a time, so it needs many splits to compare two numbers. Quick boosted trees train
with all pairs of the important columns, on the training part of several splits. Pairs that they use are kept
if they clearly improve predictions of the validation parts. Out-of-fold scores would be biased, because their
rows took part in the selection.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np
import structlog

from rowcast_automl.contracts.generated import Reason, TrainingConfig
from rowcast_automl.estimators.custom_estimator import grows_trees
from rowcast_automl.estimators.registry import LEAFWISE, load
from rowcast_automl.features.encoding.centering import Centering
from rowcast_automl.features.encoding.encoder import DENSE_ROWS, Coded, Encoder
from rowcast_automl.features.encoding.interactions import Interactions, Operation, interactions_of
from rowcast_automl.features.schema import Task
from rowcast_automl.features.splits.splitters import Split
from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.platform.process.forked_task import run_forked
from rowcast_automl.platform.reasons import english_text, reason

MIN_ROWS, MAX_ROWS, MAX_COLUMNS = 150, 5_000, 300
MIN_VALUES = 6
PAIRED_COLUMNS, MAX_DERIVED = 10, 8
ROUNDS, MODELS, EVALUATION_ROUNDS = 80, 3, 120
MIN_GAIN, MAX_CORRELATION = 0.01, 0.97
# Standard errors by which the loss must fall where a split's own choice is added.
MIN_IMPROVEMENT = 1.0
# Splits that are looked at, of tables up to so many rows and of larger ones.
FEW_ROWS, SPLITS_OF_FEW, SPLITS_OF_MANY = 2_000, 5, 3
# Each class takes a tree a round.
MAX_CLASSES = 20
EPSILON = 1e-9
# Of the time that is left.
SEARCH_SHARE = 0.1

Pair = tuple[Operation, int, int]


@dataclass(frozen=True, slots=True)
class InteractionTarget:
    """The target that interactions should predict.

    Parameters
    ----------
    y : array, shape (n_samples,)
        Class indices, or numbers if `classes` is 0.
    groups : int array, shape (n_samples,), or None
        Rows of one group are similar. They count as one row in the significance test.
    """

    task: Task
    classes: int
    y: Array
    groups: Array | None = None

    def take(self, rows: Array) -> InteractionTarget:
        """Return the target of the given rows."""
        return replace(self, y=self.y[rows], groups=None if self.groups is None else self.groups[rows])

    def quick_model(self, X: Array, rounds: int, feature_fraction: float, seed: int) -> Any:
        """Fit a booster with a number of rounds, which is reduced for many classes."""
        from rowcast_automl.estimators.trees.lightgbm_estimator import quick_model

        fewer = max(10, rounds // max(1, self.classes - 1))
        return quick_model(
            X, self.y, self.task, self.classes, rounds=fewer, feature_fraction=feature_fraction, seed=seed
        )


def used_by_models(config: TrainingConfig, n_samples: int) -> bool:
    """Whether a training with these settings fits a model that uses interactions."""
    return grows_trees(config) or n_samples >= DENSE_ROWS


def worth_searching(n_samples: int, slots: int, width: int, classes: int) -> bool:
    """Whether to search for pairs, given the number of numeric columns and the width of the tree view."""
    return n_samples >= MIN_ROWS and slots >= 2 and width <= MAX_COLUMNS and classes <= MAX_CLASSES


def search_seconds(n_samples: int, slots: int, width: int, classes: int, threads: int) -> float:
    """Estimate the seconds of a complete search on the reference machine, with a number of cores."""
    if not worth_searching(n_samples, slots, width, classes):
        return 0.0
    paired = min(slots, PAIRED_COLUMNS)
    made = len(pair_operations(0, 1)) * paired * (paired - 1) / 2
    rows = min(n_samples, MAX_ROWS)

    def round_seconds(columns: float) -> float:
        return 0.3e-3 + 0.045e-3 * columns + 2.2e-7 * rows

    each = ROUNDS * round_seconds(0.5 * width) + MODELS * ROUNDS * round_seconds(0.3 * (width + made))
    each += 2 * EVALUATION_ROUNDS * round_seconds(0.7 * width)
    return math.ceil(n_search_splits(n_samples) / threads) * each * min(classes, 2)


def n_search_splits(n_samples: int) -> int:
    """Return the number of splits used for the search."""
    return SPLITS_OF_FEW if n_samples <= FEW_ROWS else SPLITS_OF_MANY


def find_interactions(
    encoder: Encoder,
    rows: Tensors,
    coded: Coded,
    learning: InteractionTarget,
    splits: Sequence[Split],
    seed: int,
    may_continue: Callable[[float], bool],
    threads: int = 1,
) -> tuple[Interactions, Reason | None]:
    """Return the pairs that the finished split searches confirm, or the reason why there are none.

    Each split is searched in its own process.

    Parameters
    ----------
    encoder : Encoder
        Encoder without numeric interactions.
    rows, coded
        The training rows.
    splits : sequence of Split
        Splits by which models are evaluated. They respect groups and times.
    may_continue : callable
        Called often with the elapsed seconds. The search ends if it returns False.
    threads : int
        Number of splits searched at once.
    """
    slots, n_samples = rows.numbers.shape[1], len(learning.y)
    possible = worth_searching(n_samples, slots, encoder.tree_width, learning.classes)
    if not possible or not may_continue(0.0):
        return Interactions(), None
    try:
        load(LEAFWISE)
    except (ImportError, OSError):
        return Interactions(), None
    some = np.sort(np.random.default_rng(seed).permutation(n_samples)[:MAX_ROWS])
    sample = rows.take(some)
    X = encoder.trees(sample, coded.take(some), forest=False)
    numbers = NumbersOf(sample.numbers, encoder.centering) if encoder.centering else None
    sampled = learning.take(some)
    judged = [(np.isin(some, each.train), np.isin(some, each.valid)) for each in splits]
    judged = judged[: n_search_splits(n_samples)]
    # Of a sample some may be without rows.
    judged = [pair for pair in judged if pair[0].any() and pair[1].any()]
    if not judged:
        return Interactions(), None
    works = [partial(choose_on_split, X, slots, sampled, each, seed, numbers) for each in judged]
    found = run_forked(works, threads, may_continue)
    if unended := [each for each in found if isinstance(each, Reason)]:
        structlog.get_logger().warning("pairs_not_found", splits=len(unended), why=english_text(unended[0]))
    choices = [each for each in found if not isinstance(each, Reason)]
    if not choices:
        return Interactions(), reason("PAIRS_UNENDED")
    return interactions_of(confirmed_pairs(choices, sampled.groups)), None


@dataclass(frozen=True, slots=True)
class NumbersOf:
    """Numbers from which interactions are computed in float64.

    Parameters
    ----------
    raw : float64 array, shape (n_samples, slots)
    """

    raw: Array
    centering: Centering

    def take(self, rows: Array) -> NumbersOf:
        """Return the numbers of some rows."""
        return NumbersOf(self.raw[rows], self.centering)


@dataclass(frozen=True, slots=True)
class SplitChoice:
    """The pairs that one split selected.

    Parameters
    ----------
    check : bool array, shape (n_samples,)
        Mask of the split's validation rows.
    saved : array, shape (n_validation,)
        Reduction of each validation row's loss by the pairs.
    """

    pairs: list[Pair]
    check: Array
    saved: Array


def choose_on_split(
    X: Array,
    slots: int,
    learning: InteractionTarget,
    split: tuple[Array, Array],
    seed: int,
    numbers: NumbersOf | None = None,
) -> SplitChoice:
    """Select pairs on the training part of a split, and measure the reduced loss of its validation part.

    Parameters
    ----------
    X : float32 array, shape (n_samples, n_features)
        The boost view.
    slots : int
        Number of leading columns that are the table's numbers.
    split : (mask, mask)
        Training and validation rows.
    numbers : NumbersOf or None
        The table's numbers, if the graph reads them as float64.
    """
    learn, check = split
    learned = numbers.take(learn) if numbers else None
    chosen = best_pairs(X[learn], slots, learning.take(learn), seed, learned)
    if not chosen:
        return SplitChoice([], check, np.zeros(int(check.sum())))
    wide = np.concatenate([X, made_columns(interactions_of(chosen), X[:, :slots], numbers)], axis=1)
    without, having = (
        row_losses(each[learn], learning.take(learn), each[check], learning.y[check], seed)
        for each in (X, wide)
    )
    return SplitChoice(chosen, check, without - having)


def confirmed_pairs(choices: Sequence[SplitChoice], groups: Array | None) -> list[Pair]:
    """Return the pairs that most splits select, or none if they do not improve the validation rows."""
    savings = np.concatenate([each.saved for each in choices])
    if groups is not None:
        savings = means_by_group(savings, np.concatenate([groups[each.check] for each in choices]))
    if len(savings) < 2 or savings.mean() <= MIN_IMPROVEMENT * savings.std() / np.sqrt(len(savings)):
        return []
    found = Counter[Pair](pair for each in choices for pair in each.pairs)
    return [pair for pair, count in found.most_common(MAX_DERIVED) if 2 * count > len(choices)]


def means_by_group(values: Array, groups: Array) -> Array:
    """Return the mean of each group, shape (n_groups,)."""
    _, places, counts = np.unique(groups, return_inverse=True, return_counts=True)
    means: Array = np.bincount(places, weights=values) / counts
    return means


def row_losses(X: Array, learning: InteractionTarget, X_check: Array, y_check: Array, seed: int) -> Array:
    """Return each row's squared error or log-loss, from a quick model fitted on other rows."""
    model = learning.quick_model(X, EVALUATION_ROUNDS, 0.7, seed)
    predictions: Array = model.predict(X_check, num_threads=1)
    if not learning.classes:
        squared: Array = (predictions - y_check) ** 2
        return squared
    if predictions.ndim == 1:
        predictions = np.stack([1 - predictions, predictions], axis=1)
    losses: Array = -np.log(np.maximum(predictions[np.arange(len(y_check)), y_check], EPSILON))
    return losses


def gain_shares(X: Array, learning: InteractionTarget, feature_fraction: float, seed: int) -> Array:
    """Return each column's fraction of the total split gain of a quick model."""
    gains: Array = learning.quick_model(X, ROUNDS, feature_fraction, seed).feature_importance("gain")
    return gains / max(float(gains.sum()), EPSILON)


def made_columns(made: Interactions, X: Array, numbers: NumbersOf | None) -> Array:
    """Compute interactions of the numbers `X`, or of `numbers` in float64."""
    return made.columns(numbers.raw, numbers.centering) if numbers else made.columns(X)


def best_pairs(
    X: Array, slots: int, learning: InteractionTarget, seed: int, numbers: NumbersOf | None = None
) -> list[Pair]:
    """Rank pairs by their gain in quick models, best first, without pairs that order rows equally."""
    alone = gain_shares(X, learning, 0.5, seed)[:slots]
    ranked = [slot for slot in np.argsort(-alone, kind="stable").tolist() if has_many_values(X[:, slot])]
    # Their values alone may predict nothing, if they are of interest for their difference only.
    precise = numbers.centering.slots if numbers else ()
    useful = [slot for slot in ranked if slot in precise] + [
        slot for slot in ranked if slot not in precise and alone[slot] > 0
    ]
    candidates = [
        pair
        for left, right in combinations(sorted(map(int, useful[:PAIRED_COLUMNS])), 2)
        for pair in pair_operations(left, right)
    ]
    if not candidates:
        return []
    made = interactions_of(candidates)
    columns = made_columns(made, X[:, :slots], numbers)
    named = made.listed()
    both = np.concatenate([X, columns], axis=1)
    several = [gain_shares(both, learning, 0.3, seed + turn) for turn in range(MODELS)]
    gains = np.mean(several, axis=0)[X.shape[1] :]
    chosen: list[int] = []
    orders: list[Array] = []
    for place in np.argsort(-gains, kind="stable"):
        if gains[place] < MIN_GAIN or len(chosen) == MAX_DERIVED:
            break
        order = ranks(columns[:, place])
        if all(abs(float(order @ other)) < MAX_CORRELATION for other in orders):
            chosen.append(int(place))
            orders.append(order)
    return [named[place] for place in chosen]


def pair_operations(left: int, right: int) -> list[Pair]:
    """Return all interactions of two numbers."""
    return [
        ("add", left, right),
        ("subtract", left, right),
        ("multiply", left, right),
        ("divide", left, right),
        ("divide", right, left),
    ]


def has_many_values(column: Array) -> bool:
    """Whether a number has more than a few distinct values."""
    return len(np.unique(column[~np.isnan(column)])) >= MIN_VALUES


def ranks(column: Array) -> Array:
    """Return ranks scaled to mean 0 and length 1, so that dot products are correlations."""
    order = np.argsort(np.argsort(np.nan_to_num(column), kind="stable"), kind="stable").astype(np.float64)
    centred = order - order.mean()
    result: Array = centred / max(float(np.sqrt(centred @ centred)), 1.0)
    return result
