"""Free text as numeric features: TF-IDF of a pinned vocabulary, projected on a few axes.

TF-IDF counts each word once per row. Rows are scaled to length 1, then projected by a truncated SVD
(Deerwester et al., 1990). Weights are integers so small that their sums are exact in float32. A row gets the
same bits here and in the graph, alone or in a batch. So it always falls on the same side of a tree's
threshold.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from rowcast_automl.features.tensors import Array
from rowcast_automl.features.tokenizer import MAX_WORDS

MAX_GRAMS = 2 * MAX_WORDS - 1
EXACT = 2**24
FITTED_WORDS = 250_000
MAX_TERMS, MAX_AXES = 8_192, 32
# Weights that are read for one row; with 4 bytes each they stay within a core's cache.
MAX_WEIGHTS = 600_000
MIN_SPREAD = 1e-6


@dataclass(frozen=True, slots=True)
class Weights:
    """Integer weights, float32 of shape (n_terms, n_columns), and the unit of each column."""

    whole: Array
    units: Array


@dataclass(frozen=True, slots=True)
class TextRows:
    """Parsed rows of one text column.

    Parameters
    ----------
    present : sparse float64 matrix, shape (n_samples, n_terms)
        1 if the row contains the term.
    scaled : sparse float64 matrix, shape (n_samples, n_terms)
        TF-IDF, each row of length 1.
    length : float64 array, shape (n_samples,)
        Length of the row before scaling.
    words : int array, shape (n_samples,)
        Number of words.
    """

    present: Any
    scaled: Any
    length: Array
    words: Array

    def take(self, rows: Array) -> TextRows:
        """Return the given rows."""
        return TextRows(self.present[rows], self.scaled[rows], self.length[rows], self.words[rows])

    def projected(self, weights: Weights) -> Array:
        """Return the exact sums of weights in units of the row's length.

        Returns a float64 array, shape (n_samples, n_columns).
        """
        sums = np.asarray(self.present @ weights.whole.astype(np.float64))
        result: Array = sums * weights.units / self.length[:, None]
        return result


@dataclass(frozen=True, slots=True)
class TextTable:
    """The fitted vocabulary and projection of one text column.

    Parameters
    ----------
    terms : tuple of str
        `singles` single words, then pairs of words separated by a blank.
    idf : float64 array, shape (n_terms,)
    squares : Weights
        Squares of `idf`, one column.
    axes : Weights
    center, spread : float64 arrays, shape (n_axes + 1,)
        Scale the axes and the logarithm of the word count for the linear view.
    """

    terms: tuple[str, ...]
    singles: int
    idf: Array
    squares: Weights
    axes: Weights
    center: Array
    spread: Array

    @property
    def width(self) -> int:
        """Features: the axes and the number of words."""
        return len(self.axes.units) + 1

    def read(self, texts: Array) -> TextRows:
        """Look up the terms of tokenized texts."""
        places = {term: place for place, term in enumerate(self.terms)}
        return rows_of(counter(vocabulary=places).transform(texts), self.idf, self.squares, texts)

    def features(self, rows: TextRows) -> Array:
        """Return float32 features, shape (n_samples, width): the axes, then the number of words."""
        return np.column_stack([rows.projected(self.axes), rows.words]).astype(np.float32)

    def scaled(self, rows: TextRows) -> Array:
        """Return the float64 features scaled for linear models and networks."""
        raw = np.column_stack([rows.projected(self.axes), np.log(1.0 + rows.words)])
        result: Array = (raw - self.center) / self.spread
        return result


def fit_text(texts: Array, columns: int, outputs: int, seed: int) -> TextTable:
    """Fit the vocabulary and the axes, on rows with about 250,000 words at most in all text columns.

    Parameters
    ----------
    texts : object array of str
        Tokenized by `features.tokenizer`. At least one contains a word.
    columns : int
        Number of text columns, which share the limits for one row.
    outputs : int
        Number of score columns, which share the limits too.
    """
    filled = texts[texts != ""]
    share = FITTED_WORDS / columns / max(1, sum(text.count(" ") + 1 for text in filled))
    if share < 1:
        maximum = max(1, int(share * len(filled)))
        filled = filled[np.sort(np.random.default_rng(seed).choice(len(filled), maximum, replace=False))]
    max_axes = max(4, min(MAX_AXES, 2 * MAX_AXES // columns, len(filled) // 20))
    max_terms = min(MAX_TERMS, MAX_WEIGHTS // (columns * (max_axes + 1 + outputs)))
    terms, present = common_terms(filled, max_terms)
    idf = np.log((1 + len(filled)) / (1 + np.asarray(present.sum(axis=0)).ravel())) + 1
    squares = whole_weights((idf**2)[:, None])
    rows = rows_of(present, idf, squares, filled)
    axes = np.zeros((len(terms), 0))
    count = min(max_axes, len(terms) - 1, len(filled) - 1)
    if count > 0:
        from sklearn.utils.extmath import randomized_svd

        _, _, directions = randomized_svd(rows.scaled, count, n_iter=4, random_state=seed)
        axes = idf[:, None] * directions.T
    weights = whole_weights(axes)
    raw = np.column_stack([rows.projected(weights), np.log(1.0 + rows.words)])
    spread = np.maximum(raw.std(axis=0), MIN_SPREAD)
    singles = sum(" " not in term for term in terms)
    return TextTable(terms, singles, idf, squares, weights, raw.mean(axis=0), spread)


def common_terms(texts: Array, maximum: int) -> tuple[tuple[str, ...], Any]:
    """Return the most frequent terms and the matrix of their occurrences.

    Terms occur in at least two rows, unless no term does.
    """
    try:
        counted = counter(min_df=2, max_features=maximum)
        found = counted.fit_transform(texts)
    except ValueError:
        counted = counter(max_features=maximum)
        found = counted.fit_transform(texts)
    places = counted.vocabulary_
    terms = sorted(places, key=lambda term: (" " in term, term))
    return tuple(terms), found[:, [places[term] for term in terms]]


def counter(**settings: Any) -> Any:
    """Create a vectorizer of words and pairs of adjacent words."""
    # Loaded here, as a table without free text has no use for it.
    from sklearn.feature_extraction.text import CountVectorizer

    return CountVectorizer(
        tokenizer=str.split,
        token_pattern=None,
        lowercase=False,
        ngram_range=(1, 2),
        binary=True,
        dtype=np.float64,
        **settings,
    )


def rows_of(present: Any, idf: Array, squares: Weights, texts: Array) -> TextRows:
    """Build rows from the terms that they contain."""
    present = sparse.csr_matrix(present)
    present.sort_indices()
    sums = np.asarray(present @ squares.whole.astype(np.float64)).ravel() * squares.units
    # An idf is 1 at least, so only a row without a known term is shorter.
    length = np.sqrt(np.maximum(sums, 0.5))
    held = np.diff(present.indptr)
    weights = idf[present.indices] / np.repeat(length, held)
    scaled = sparse.csr_matrix((weights, present.indices, present.indptr), shape=present.shape)
    words = np.array([text.count(" ") + 1 if text else 0 for text in texts], dtype=np.int64)
    return TextRows(present, scaled, length, words)


def whole_weights(weights: Array) -> Weights:
    """Round weights to integer units in which every sum over one row's terms is exact in float32.

    Parameters
    ----------
    weights : float64 array, shape (terms, columns)
    """
    largest = np.sort(np.abs(weights), axis=0)[::-1][:MAX_GRAMS].sum(axis=0)
    # Rounding adds a half to each term at most.
    units = 2.0 ** np.ceil(np.log2(np.maximum(largest, 1e-30) / (EXACT - MAX_GRAMS)))
    return Weights(np.rint(weights / units).astype(np.float32), units)
