"""Free text as numeric features: TF-IDF of a pinned vocabulary, projected on a few axes.

TF-IDF with one count a word, rows brought to length 1, then a truncated SVD (Deerwester et al., 1990).
Weights are whole numbers so small that no sum of them rounds in float32: a row gets the same bits here and
in the graph, alone and in a batch, whatever the order of summation, and no tree sees it on another side of a
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
    """Whole numbers, in float32 of shape (terms, columns), and what one of them is worth in each column."""

    whole: Array
    units: Array


@dataclass(frozen=True, slots=True)
class TextRows:
    """Rows of one text column.

    Parameters
    ----------
    present : sparse float64 matrix, shape (rows, terms)
        1 where the row holds the term.
    scaled : sparse float64 matrix, shape (rows, terms)
        TF-IDF, each row of length 1.
    length : float64 array, shape (rows,)
        Length of the row before that.
    words : int array, shape (rows,)
    """

    present: Any
    scaled: Any
    length: Array
    words: Array

    def take(self, rows: Array) -> TextRows:
        """The chosen rows."""
        return TextRows(self.present[rows], self.scaled[rows], self.length[rows], self.words[rows])

    def projected(self, weights: Weights) -> Array:
        """float64, shape (rows, columns): exact sums of weights, in units of the row's length."""
        sums = np.asarray(self.present @ weights.whole.astype(np.float64))
        result: Array = sums * weights.units / self.length[:, None]
        return result


@dataclass(frozen=True, slots=True)
class TextTable:
    """The fitted reading of one text column.

    Parameters
    ----------
    terms : tuple of str
        Single words, then pairs with a blank between; `singles` of them are words.
    idf : float64 array, shape (terms,)
    squares : Weights
        Squares of `idf`, one column.
    axes : Weights
    center, spread : float64 arrays, shape (axes + 1,)
        Bring the axes and the logarithm of the number of words to the scale of the linear view.
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
        """Looks the terms up in texts that `features.tokenizer` has read."""
        places = {term: place for place, term in enumerate(self.terms)}
        return rows_of(counter(vocabulary=places).transform(texts), self.idf, self.squares, texts)

    def features(self, rows: TextRows) -> Array:
        """float32, shape (rows, width): the axes, then the number of words."""
        return np.column_stack([rows.projected(self.axes), rows.words]).astype(np.float32)

    def scaled(self, rows: TextRows) -> Array:
        """float64 features for linear models and networks."""
        raw = np.column_stack([rows.projected(self.axes), np.log(1.0 + rows.words)])
        result: Array = (raw - self.center) / self.spread
        return result


def fit_text(texts: Array, columns: int, outputs: int, seed: int) -> TextTable:
    """Learns the vocabulary and the axes, from rows with some 250,000 words at most in all text columns.

    Parameters
    ----------
    texts : object array of str
        As `features.tokenizer` reads them; some hold a word.
    columns : int
        Text columns that share what may be read for a row.
    outputs : int
        Scores that later share it too.
    """
    filled = texts[texts != ""]
    share = FITTED_WORDS / columns / max(1, sum(text.count(" ") + 1 for text in filled))
    if share < 1:
        maximum = max(1, int(share * len(filled)))
        filled = filled[np.sort(np.random.default_rng(seed).choice(len(filled), maximum, replace=False))]
    most_axes = max(4, min(MAX_AXES, 2 * MAX_AXES // columns, len(filled) // 20))
    most_terms = min(MAX_TERMS, MAX_WEIGHTS // (columns * (most_axes + 1 + outputs)))
    terms, present = common_terms(filled, most_terms)
    idf = np.log((1 + len(filled)) / (1 + np.asarray(present.sum(axis=0)).ravel())) + 1
    squares = whole_weights((idf**2)[:, None])
    rows = rows_of(present, idf, squares, filled)
    axes = np.zeros((len(terms), 0))
    count = min(most_axes, len(terms) - 1, len(filled) - 1)
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
    """The terms that occur in most rows, in two at least where there are such, and where they are present."""
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
    """Finds words and pairs of neighbouring words."""
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
    """Rows from the terms that they hold."""
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
    """Weights in units such that the largest sum over one row's terms is exact in float32.

    Parameters
    ----------
    weights : float64 array, shape (terms, columns)
    """
    largest = np.sort(np.abs(weights), axis=0)[::-1][:MAX_GRAMS].sum(axis=0)
    # Rounding adds a half to each term at most.
    units = 2.0 ** np.ceil(np.log2(np.maximum(largest, 1e-30) / (EXACT - MAX_GRAMS)))
    return Weights(np.rint(weights / units).astype(np.float32), units)
