"""Cross-fitted ridge regression of the target on text and, with many classes, on categories.

A class takes one column, however many texts and categories there are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from scipy import sparse

from rowcast_automl.features.encoding.encoder import Coded, Encoder
from rowcast_automl.features.encoding.text_projection import Weights, whole_weights
from rowcast_automl.features.tensors import Array

PENALTY, STEPS, TOLERANCE = 1.0, 30, 1e-3


@dataclass(frozen=True, slots=True)
class RidgeWeights:
    """Weights of some rows' words and categories.

    Parameters
    ----------
    texts : tuple of Weights
        For each text column, shape (terms, outputs).
    levels : mapping
        Of a category slot, float32 of shape (scored codes + 1, outputs); the last is for all others, zero.
    """

    texts: tuple[Weights, ...]
    levels: Mapping[int, Array]


@dataclass(frozen=True, slots=True)
class RidgeScores:
    """Weights of one cross-validation fold.

    Parameters
    ----------
    learned : Learned
        From all its training rows.
    train : float32 array, shape (training rows of the fold, outputs)
        Cross-fitted scores.
    others : mapping
        Of a part of the training rows, what was learned from the other parts; none where rows were mixed.
    """

    learned: RidgeWeights
    train: Array
    others: Mapping[int, RidgeWeights] = field(default_factory=dict)

    def apply(self, coded: Coded, part: int | None = None) -> Array:
        """float32 scores, shape (rows, outputs), of rows not learned from; `part` as in `others`."""
        learned = self.learned if part is None else self.others[part]
        parts = [rows.projected(each) for rows, each in zip(coded.texts, learned.texts, strict=True)]
        for slot, table in learned.levels.items():
            parts.append(table[np.minimum(coded.codes[:, slot], len(table) - 1)].astype(np.float64))
        total = parts[0]
        for each in parts[1:]:
            total = total + each
        return total.astype(np.float32)


def fit_scores(
    encoder: Encoder, coded: Coded, outputs: Array, inner: Array, mixed: bool = True
) -> RidgeScores:
    """Learns the weights of one fold.

    Parameters
    ----------
    coded : Coded
        The fold's training rows.
    outputs : float64 array, shape (rows, outputs)
    inner : int array, shape (rows,)
        Part of each row; its score comes from the other parts.
    mixed : bool
        Whether rows were put into parts at random. If not, the mean of all rows would tell of the part's own.
    """
    slots = [slot for slot, count in enumerate(encoder.scored) if count]
    held = [one_hot(coded.codes[:, slot], encoder.scored[slot]) for slot in slots]
    said = sparse.hstack([*(each.scaled for each in coded.texts), *held], format="csr")
    centered = outputs - outputs.mean(axis=0)
    scores = np.zeros(outputs.shape, np.float32)
    idf = [each.idf for each in encoder.texts]
    ends = np.cumsum([*map(len, idf), *(each.shape[1] for each in held)])[:-1]

    def pinned(weights: Array) -> RidgeWeights:
        own = np.split(weights, ends)
        texts = tuple(whole_weights(each[:, None] * part) for each, part in zip(idf, own, strict=False))
        levels = (np.pad(each, ((0, 1), (0, 0))).astype(np.float32) for each in own[len(idf) :])
        return RidgeWeights(texts, dict(zip(slots, levels, strict=True)))

    kept = {}
    for part in np.unique(inner).tolist():
        chosen = inner == part
        others = centered[~chosen] if mixed else outputs[~chosen] - outputs[~chosen].mean(axis=0)
        weights = ridge(said[~chosen], others)
        scores[chosen] = said[chosen] @ weights
        if not mixed:
            kept[part] = pinned(weights)
    return RidgeScores(pinned(ridge(said, centered)), scores, kept)


def one_hot(codes: Array, count: int) -> sparse.csr_matrix:
    """1 in the column of each row's code; none for codes from `count` on."""
    rows = np.flatnonzero(codes < count)
    return sparse.csr_matrix((np.ones(len(rows)), (rows, codes[rows])), shape=(len(codes), count))


def ridge(said: sparse.csr_matrix, outputs: Array) -> Array:
    """Weights, shape (columns, outputs), without an offset: trees and scaled views need none.

    A column of a single row gets none. The vocabulary is that of all training rows, and holds terms that only
    this row and a validated one share; with a weight they would make the validated row's answer too good.

    Conjugate gradients go on for all outputs together, since dozens one after another take minutes.
    """
    rows = np.bincount(said.indices, minlength=said.shape[1])
    kept = sparse.csr_matrix(
        (said.data * (rows > 1)[said.indices], said.indices, said.indptr), shape=said.shape
    )
    turned = kept.T.tocsr()
    left = turned @ outputs
    weights: Array = np.zeros_like(left)
    direction = left.copy()
    length = (left**2).sum(axis=0)
    minimum = TOLERANCE**2 * length
    for _ in range(STEPS):
        open_ = length > minimum
        if not open_.any():
            break
        moved = turned @ (kept @ direction) + PENALTY * direction
        step = np.divide(length, (direction * moved).sum(axis=0), out=np.zeros_like(length), where=open_)
        weights += step * direction
        left -= step * moved
        after = (left**2).sum(axis=0)
        direction = left + np.divide(after, length, out=np.zeros_like(length), where=open_) * direction
        length = after
    return weights
