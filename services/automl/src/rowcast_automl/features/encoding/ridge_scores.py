"""Cross-fitted ridge regression of the target on text and, with many classes, on categories.

Each class adds one column, regardless of the number of text and category columns.
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
    """Ridge weights of words and categories, fitted on some rows.

    Parameters
    ----------
    texts : tuple of Weights
        For each text column, shape (n_terms, n_outputs).
    levels : mapping
        From category slot to float32 weights, shape (scored codes + 1, n_outputs). The last row, for all
        other codes, is zero.
    """

    texts: tuple[Weights, ...]
    levels: Mapping[int, Array]


@dataclass(frozen=True, slots=True)
class RidgeScores:
    """Ridge weights of one cross-validation fold, and the cross-fitted scores of its training rows.

    Parameters
    ----------
    learned : RidgeWeights
        Fitted on all training rows of the fold.
    train : float32 array, shape (n_train, n_outputs)
        Cross-fitted scores.
    others : mapping
        From a part of the training rows to the weights fitted on the other parts. Empty for random parts.
    """

    learned: RidgeWeights
    train: Array
    others: Mapping[int, RidgeWeights] = field(default_factory=dict)

    def apply(self, coded: Coded, part: int | None = None) -> Array:
        """Score rows outside the training rows. Returns float32, shape (n_samples, n_outputs).

        `part` selects weights from `others`.
        """
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
    """Fit the weights of one fold.

    Parameters
    ----------
    coded : Coded
        The fold's training rows.
    outputs : float64 array, shape (n_samples, n_outputs)
    inner : int array, shape (n_samples,)
        Part of each row. Its score comes from the other parts.
    mixed : bool
        Whether rows were assigned to parts at random. If not, the mean of all rows would leak the part's own
        mean.
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
    """Encode codes one-hot. Codes from `count` on have no column."""
    rows = np.flatnonzero(codes < count)
    return sparse.csr_matrix((np.ones(len(rows)), (rows, codes[rows])), shape=(len(codes), count))


def ridge(said: sparse.csr_matrix, outputs: Array) -> Array:
    """Fit ridge weights without an intercept, which trees and scaled views do not need.

    A column that occurs in a single row gets weight 0. The vocabulary comes from all training rows. A term
    shared only by this row and a validation row would make the validation score too optimistic.

    Conjugate gradients solve all outputs together, because solving dozens one by one takes minutes.

    Returns
    -------
    float64 array, shape (n_columns, n_outputs)
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
