"""Contributions of the fields to one prediction: Shapley values against a few background rows.

A field counts as present when its cells come from the explained row and as absent when they come from a
background row. Few fields are enumerated (exact); otherwise permutations are sampled in pairs of opposite
order (Mitchell et al., "Sampling permutations for Shapley value estimation", 2022). Each permutation walks
from a background row to the explained one, so that contributions add up to the score without any remainder.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rowcast_automl.features.schema import InputField
from rowcast_automl.features.tensors import Array, Tensors

MAX_EVALUATIONS, MIN_EVALUATIONS = 8_192, 256
CHUNK = 4_096
EPSILON = 1e-12


@dataclass(frozen=True, slots=True)
class Contributions:
    """The contributions of the fields to one prediction.

    Parameters
    ----------
    values : float64 array, shape (fields,)
        In the order of the schema's fields; with `base` they add up to `score`.
    exact : bool
        False if permutations were sampled.
    """

    base: float
    score: float
    values: Array
    exact: bool


def contributions(
    predict: Callable[[Tensors], Array],
    row: Tensors,
    background: Tensors,
    fields: tuple[InputField, ...],
    position: int | None,
    seed: int,
    maximum: int = MAX_EVALUATIONS,
) -> Contributions:
    """Compute the contribution of each field to one prediction.

    Parameters
    ----------
    predict : callable
        Tensors to probabilities (rows, classes) or numbers (rows,).
    row : Tensors
        One row.
    background : Tensors
        Rows that stand for "unknown"; fewer of them are used the more fields there are.
    position : int or None
        Class whose log-odds are explained; None for a number.
    maximum : int
        Approximate maximum number of mixtures to predict.
    """
    exact = 2 ** min(len(fields), 40) * len(background) <= 2 * maximum
    if not exact:
        background = background.take(slice(0, affordable_background(len(fields), maximum)))
    score = float(scores(predict, row, position)[0])
    bases = scores(predict, background, position)
    game = CoalitionGame(predict, row, background, fields, position)
    values = enumerated(game, score, bases) if exact else sampled(game, score, bases, seed, maximum)
    return Contributions(float(bases.mean()), score, values, exact)


def shared_by(n_samples: int) -> int:
    """Return the number of evaluations per row, so that a call takes about as long as for one row."""
    return max(MIN_EVALUATIONS, MAX_EVALUATIONS // max(1, n_samples))


def affordable_background(fields: int, maximum: int = MAX_EVALUATIONS) -> int:
    """Return the number of background rows that can be walked from in both directions."""
    return max(1, maximum // (2 * max(1, fields)))


@dataclass(frozen=True, slots=True)
class CoalitionGame:
    """Scores of mixtures of the explained row and background rows."""

    predict: Callable[[Tensors], Array]
    row: Tensors
    background: Tensors
    fields: tuple[InputField, ...]
    position: int | None

    def play(self, present: Array, partner: Array) -> Array:
        """Return the scores of mixtures of the explained row and background rows.

        Parameters
        ----------
        present : bool array, shape (mixtures, fields)
        partner : int array, shape (mixtures,)
            Background row that fills in the absent fields.
        """
        parts = [np.zeros(0)]
        for start in range(0, len(present), CHUNK):
            chunk = slice(start, start + CHUNK)
            parts.append(scores(self.predict, self.mixed(present[chunk], partner[chunk]), self.position))
        return np.concatenate(parts)

    def differs(self) -> Array:
        """Whether each background row differs from the explained one, shape (background rows, fields)."""
        columns = []
        for field in self.fields:
            slots = slice(field.slot, field.slot + field.width)
            if field.textual:
                other = self.background.texts[:, slots] != self.row.texts[:, slots]
            else:
                here, there = self.row.numbers[:, slots], self.background.numbers[:, slots]
                other = (here != there) & ~(np.isnan(here) & np.isnan(there))
            columns.append(other.any(axis=1))
        return np.stack(columns, axis=1)

    def mixed(self, present: Array, partner: Array) -> Tensors:
        """Return the mixtures as tensors."""
        numbers = self.background.numbers[partner]
        texts = self.background.texts[partner]
        for index, field in enumerate(self.fields):
            columns = slice(field.slot, field.slot + field.width)
            here = present[:, index]
            if field.textual:
                texts[here, columns] = self.row.texts[0, columns]
            else:
                numbers[here, columns] = self.row.numbers[0, columns]
        return Tensors(numbers, texts)


def enumerated(game: CoalitionGame, score: float, bases: Array) -> Array:
    """Compute exact values from all subsets of the fields."""
    count, partners = len(game.fields), len(game.background)
    subsets = np.arange(2**count)
    present = (subsets[:, None] >> np.arange(count)) & 1 == 1
    inner = present[1:-1]
    played = game.play(np.repeat(inner, partners, axis=0), np.tile(np.arange(partners), len(inner)))
    worth = np.concatenate([[bases.mean()], played.reshape(len(inner), partners).mean(axis=1), [score]])
    sizes = present.sum(axis=1)
    values = np.zeros(count)
    for field in range(count):
        without = subsets[~present[:, field]]
        weights = np.array([1 / (count * math.comb(count - 1, int(size))) for size in sizes[without]])
        values[field] = np.sum(weights * (worth[without | (1 << field)] - worth[without]))
    return values


def sampled(game: CoalitionGame, score: float, bases: Array, seed: int, maximum: int) -> Array:
    """Estimate values from pairs of opposite permutations. Background rows are used equally often."""
    random = np.random.default_rng(seed)
    count, partners = len(game.fields), len(game.background)
    rounds = max(1, maximum // (2 * partners * max(1, count - 1)))
    differs = game.differs()
    partner = np.tile(np.arange(partners), 2)
    values = np.zeros(count)
    for _ in range(rounds):
        orders = np.stack([random.permutation(count) for _ in range(partners)])
        orders = np.concatenate([orders, orders[:, ::-1]])
        ranks = np.argsort(orders, axis=1)
        walk = walked(game, orders, ranks, partner, differs, bases, score)
        values += np.take_along_axis(np.diff(walk, axis=1), ranks, axis=1).mean(axis=0)
    return values / rounds


def walked(
    game: CoalitionGame,
    orders: Array,
    ranks: Array,
    partner: Array,
    differs: Array,
    bases: Array,
    score: float,
) -> Array:
    """Return scores along each walk, shape (walks, fields + 1). Steps that change no cell are skipped."""
    count = orders.shape[1]
    moves = np.take_along_axis(differs[partner], orders, axis=1)
    left = np.cumsum(moves[:, ::-1], axis=1)[:, ::-1]
    walk = np.full((len(orders), count + 1), np.nan)
    walk[:, 0] = bases[partner]
    walk[:, 1:count][left[:, 1:] == 0] = score
    walk[:, count] = score
    paths, steps = np.nonzero(moves[:, :-1] & (left[:, 1:] > 0))
    walk[paths, steps + 1] = game.play(ranks[paths] <= steps[:, None], partner[paths])
    known = np.where(np.isnan(walk), 0, np.arange(count + 1))
    filled: Array = np.take_along_axis(walk, np.maximum.accumulate(known, axis=1), axis=1)
    return filled


def scores(predict: Callable[[Tensors], Array], rows: Tensors, position: int | None) -> Array:
    """Return the log-odds of a class, or the number itself, float64, shape (n_samples,)."""
    predictions = predict(rows).astype(np.float64)
    if position is None:
        return predictions
    share = np.clip(predictions[:, position], EPSILON, 1 - EPSILON)
    return np.log(share) - np.log1p(-share)
