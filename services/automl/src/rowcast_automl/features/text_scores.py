"""What the words say of the target: a ridge regression on TF-IDF, cross-fitted like target means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from scipy import sparse

from rowcast_automl.features.tensors import Array
from rowcast_automl.features.text import TextRows, TextTable, Weights, whole_weights

PENALTY, STEPS, TOLERANCE = 1.0, 30, 1e-3


@dataclass(frozen=True, slots=True)
class TextScores:
    """Word weights of one cross-validation fold.

    Parameters
    ----------
    tables : tuple of Weights
        For each text column, shape (terms, outputs).
    train : float32 array, shape (training rows of the fold, outputs)
        Cross-fitted scores.
    others : mapping
        Of a part of the training rows, the weights learned from the other parts; none where rows were mixed.
    """

    tables: tuple[Weights, ...]
    train: Array
    others: Mapping[int, tuple[Weights, ...]] = field(default_factory=dict)

    def apply(self, texts: tuple[TextRows, ...], part: int | None = None) -> Array:
        """float32 scores, shape (rows, outputs), of rows not learned from; `part` as in `others`."""
        tables = self.tables if part is None else self.others[part]
        total = texts[0].projected(tables[0])
        for rows, weights in zip(texts[1:], tables[1:], strict=True):
            total = total + rows.projected(weights)
        return total.astype(np.float32)


def fit_text_scores(
    read: tuple[TextTable, ...], texts: tuple[TextRows, ...], outputs: Array, inner: Array, mixed: bool = True
) -> TextScores:
    """Learns the weights of one fold.

    Parameters
    ----------
    outputs : float64 array, shape (rows, outputs)
    inner : int array, shape (rows,)
        Part of each row; its score comes from the other parts.
    mixed : bool
        Whether rows were put into parts at random. If not, the mean of all rows would tell of the part's own.
    """
    words = sparse.hstack([each.scaled for each in texts], format="csr")
    centered = outputs - outputs.mean(axis=0)
    scores = np.zeros(outputs.shape, np.float32)
    idf = np.concatenate([each.idf for each in read])
    ends = np.cumsum([len(each.terms) for each in read])[:-1]

    def pinned(weights: Array) -> tuple[Weights, ...]:
        return tuple(whole_weights(each) for each in np.split(idf[:, None] * weights, ends))

    kept = {}
    for part in np.unique(inner).tolist():
        chosen = inner == part
        others = centered[~chosen] if mixed else outputs[~chosen] - outputs[~chosen].mean(axis=0)
        weights = ridge(words[~chosen], others)
        scores[chosen] = words[chosen] @ weights
        if not mixed:
            kept[part] = pinned(weights)
    return TextScores(pinned(ridge(words, centered)), scores, kept)


def ridge(words: sparse.csr_matrix, outputs: Array) -> Array:
    """Weights, shape (terms, outputs), without an offset: trees and scaled views need none.

    A term of a single row gets none. The vocabulary is that of all training rows, and holds terms that only
    this row and a validated one share; with a weight they would make the validated row's answer too good.
    """
    from sklearn.linear_model import Ridge

    rows = np.bincount(words.indices, minlength=words.shape[1])
    kept = sparse.csr_matrix(
        (words.data * (rows > 1)[words.indices], words.indices, words.indptr), shape=words.shape
    )
    model = Ridge(alpha=PENALTY, fit_intercept=False, solver="sparse_cg", max_iter=STEPS, tol=TOLERANCE)
    return np.asarray(model.fit(kept, outputs).coef_).reshape(outputs.shape[1], -1).T
