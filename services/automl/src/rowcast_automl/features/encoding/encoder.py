"""The encoder: preprocessing fitted on the training rows, for each kind of estimator.

Each category code selects a row of a table, so that the graph needs one dictionary lookup and one gather.
Known values are sorted by descending frequency.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from rowcast_automl.features.encoding.category_codes import FIRST, MISSING, UNKNOWN
from rowcast_automl.features.encoding.centering import Centering, fit_centering
from rowcast_automl.features.encoding.cyclical_dates import CyclicalDates, fit_cyclical_dates
from rowcast_automl.features.encoding.id_columns import IdColumn
from rowcast_automl.features.encoding.interactions import Interactions
from rowcast_automl.features.encoding.numeric_scaling import Filled, Scaling, dense_parts, shaped, tree_fills
from rowcast_automl.features.encoding.piecewise_linear import PiecewiseLinear
from rowcast_automl.features.encoding.text_projection import TextRows, TextTable, fit_text
from rowcast_automl.features.schema import InputField
from rowcast_automl.features.tensors import Array, Tensors

MAX_LEVELS = 5_000
ONE_HOT_TREE = 6
ONE_HOT_LINEAR = 60
CLIP = 8.0
DENSE_ROWS = 2_000


@dataclass(frozen=True, slots=True)
class Dictionary:
    """The known values of one category column. All other values are unknown.

    Parameters
    ----------
    ranks : float64 array, shape (n_codes,), or None
        Rank of each code if the values have an order. Missing is -1 and unknown is in the middle.
    seen : int
        Number of values that occur in the training rows. Unseen values of a known order come last.
    """

    values: tuple[str, ...]
    seen_missing: bool
    seen: int
    ranks: Array | None = None

    @property
    def size(self) -> int:
        """Number of codes, missing and unknown included."""
        return FIRST + len(self.values)

    @property
    def missing(self) -> int:
        """Code of a missing value. If training had none, it is the code of the most frequent value."""
        if self.seen_missing:
            return MISSING
        return FIRST if self.values else UNKNOWN

    def codes(self, texts: Array) -> Array:
        """Return int64 codes, shape (n_samples,)."""
        table = {value: code for code, value in enumerate(self.values, FIRST)}
        table[""] = self.missing
        return np.array([table.get(text, UNKNOWN) for text in texts], dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Coded:
    """Category codes, ID codes and parsed texts of some rows.

    Parameters
    ----------
    codes : int64 array, shape (n_samples, n_category_slots + n_id_columns)
    texts : tuple of TextRows
        One for each slot of free text.
    """

    codes: Array
    texts: tuple[TextRows, ...]

    def take(self, rows: Array) -> Coded:
        """Return the given rows."""
        return Coded(self.codes[rows], tuple(each.take(rows) for each in self.texts))


@dataclass(frozen=True, slots=True)
class Encoder:
    """The fitted preprocessing. `trees`, `linear` and `bent` return its views.

    Parameters
    ----------
    derived, dense_interactions : Interactions
        Numeric interactions appended to the numbers of the tree views, and of the other views.
    boost_fill, forest_fill : float32 arrays, shape (slots,)
        Value for a missing number. NaN in `boost_fill` leaves it missing. Slots include the interactions.
    tree_tables, linear_tables : lists of float32 arrays, shape (n_codes, width)
    texts : tuple of TextTable
        For the text slots after those of `dictionaries`.
    centering : Centering or None
        Transformation of numbers that are read as float64.
    scored : tuple of int
        Number of codes of each dictionary that the ridge scores use; empty for none.
    keys : tuple of IdColumn
        ID-like numeric columns. Their codes come after those of `dictionaries`.
    """

    dictionaries: tuple[Dictionary, ...]
    texts: tuple[TextTable, ...]
    derived: Interactions
    dense_interactions: Interactions
    boost_fill: Array
    forest_fill: Array
    tree_tables: tuple[Array, ...]
    linear_tables: tuple[Array, ...]
    scaling: Scaling
    pieces: PiecewiseLinear
    cycles: CyclicalDates
    centering: Centering | None = None
    scored: tuple[int, ...] = ()
    keys: tuple[IdColumn, ...] = ()

    def coded(self, tensors: Tensors) -> Coded:
        """Look up categories, IDs and texts."""
        columns = [each.codes(tensors.texts[:, slot]) for slot, each in enumerate(self.dictionaries)]
        numbers = self.centered(tensors)
        columns += [each.codes(numbers[:, each.slot]) for each in self.keys]
        codes = np.stack(columns, axis=1) if columns else np.zeros((len(tensors), 0), np.int64)
        first = len(self.dictionaries)
        read = [each.read(tensors.texts[:, first + slot]) for slot, each in enumerate(self.texts)]
        return Coded(codes, tuple(read))

    def centered(self, tensors: Tensors) -> Array:
        """Return the table's numbers, float32, shape (n_samples, slots)."""
        return self.centering.apply(tensors.numbers) if self.centering else tensors.numbers

    def numbers(self, tensors: Tensors, derived: Interactions) -> Array:
        """Return the numbers and interactions, float32, shape (n_samples, slots + n_interactions)."""
        if not derived.pairs:
            return self.centered(tensors)
        made = derived.columns(tensors.numbers, self.centering)
        return np.concatenate([self.centered(tensors), made], axis=1)

    def fill(self, forest: bool) -> Array:
        """Return the value for missing numbers in a tree view, float32, shape (slots,)."""
        return self.forest_fill if forest else self.boost_fill

    def trees(self, tensors: Tensors, coded: Coded, forest: bool) -> Array:
        """Return a tree view, float32, shape (n_samples, n_features): imputed numbers, tree tables, texts."""
        numbers = self.numbers(tensors, self.derived)
        numbers = np.where(np.isnan(numbers), self.fill(forest), numbers).astype(np.float32)
        looked_up = [table[coded.codes[:, slot]] for slot, table in enumerate(self.tree_tables)]
        read = [table.features(rows) for table, rows in zip(self.texts, coded.texts, strict=True)]
        return np.concatenate([numbers, *looked_up, *read], axis=1)

    def linear(self, tensors: Tensors, coded: Coded) -> Array:
        """Return the linear view, float64, shape (n_samples, n_features).

        Columns: scaled numbers, missing flags, cyclical dates, one-hot categories, texts.
        """
        return self._scaled(*self._dense_numbers(tensors), coded)

    def bent(self, tensors: Tensors, coded: Coded) -> Array:
        """Return the piecewise view, float64, shape (n_samples, n_features).

        Columns: those of the linear view, then the piecewise encoding of each number.
        """
        filled, missing = self._dense_numbers(tensors)
        return np.concatenate([self._scaled(filled, missing, coded), self.pieces.transform(filled)], axis=1)

    def _dense_numbers(self, tensors: Tensors) -> tuple[Array, Array]:
        """Return the imputed numbers and the mask of missing ones."""
        raw = self.numbers(tensors, self.dense_interactions).astype(np.float64)
        missing = np.isnan(raw)
        return np.where(missing, self.scaling.fill, raw), missing

    def _scaled(self, filled: Array, missing: Array, coded: Coded) -> Array:
        scaling = self.scaling
        evened = shaped(filled, scaling.logarithm)
        scaled = np.clip((evened - scaling.center) / scaling.scale, -CLIP, CLIP)
        flags = missing[:, scaling.flags].astype(np.float64)
        looked_up = [table[coded.codes[:, slot]] for slot, table in enumerate(self.linear_tables)]
        read = [table.scaled(rows) for table, rows in zip(self.texts, coded.texts, strict=True)]
        around = self.cycles.transform(filled)
        return np.concatenate([scaled, flags, around, *looked_up, *read], axis=1).astype(np.float64)

    def with_interactions(self, derived: Interactions, tensors: Tensors) -> Encoder:
        """Return a copy with numeric interactions, fitted on the training rows.

        On few rows they improve trees, but not kernels and networks, for which each adds a dimension.
        """
        if not len(derived):
            return self
        filled = Filled.of(self.numbers(tensors, derived))
        boost_fill, forest_fill = tree_fills(filled)
        with_trees = replace(self, derived=derived, boost_fill=boost_fill, forest_fill=forest_fill)
        if len(tensors) < DENSE_ROWS:
            return with_trees
        scaling, pieces = dense_parts(filled, tensors.numbers.shape[1])
        return replace(with_trees, dense_interactions=derived, scaling=scaling, pieces=pieces)

    @property
    def code_sizes(self) -> tuple[int, ...]:
        """Number of codes in each code column."""
        return (*(each.size for each in self.dictionaries), *(each.size for each in self.keys))

    @property
    def linear_width(self) -> int:
        """Columns of the linear view."""
        numbers = len(self.scaling.fill) + len(self.scaling.flags) + len(self.cycles)
        return numbers + sum(int(table.shape[1]) for table in self.linear_tables) + self.text_width

    @property
    def tree_width(self) -> int:
        """Columns of the tree view."""
        return len(self.boost_fill) + sum(int(table.shape[1]) for table in self.tree_tables) + self.text_width

    def text_weights(self, scores: int) -> int:
        """Return the number of weights of the text features, given the number of score columns."""
        return sum(len(each.terms) * (each.width + scores) for each in self.texts)

    def level_weights(self, scores: int) -> int:
        """Return the number of category weights, given the number of score columns."""
        return sum(self.scored) * scores

    @property
    def text_width(self) -> int:
        """Columns of the texts in either view."""
        return sum(each.width for each in self.texts)


def fit_encoder(
    tensors: Tensors, fields: tuple[InputField, ...] = (), scores: int = 0, seed: int = 0
) -> Encoder:
    """Fit the preprocessing to the training rows.

    Parameters
    ----------
    fields : tuple of InputField
        Fields that need more than their cells: free texts, ordered categories, and dates.
    scores : int
        Maximum number of text-score columns for one row.
    """
    free = [each for each in fields if each.kind == "text"]
    levels = {each.slot: each.levels for each in fields if each.kind == "category"}
    first = tensors.texts.shape[1] - len(free)
    dictionaries = tuple(
        fit_dictionary(tensors.texts[:, slot], levels.get(slot, ())) for slot in range(first)
    )
    texts = (fit_text(tensors.texts[:, each.slot], len(free), scores, seed) for each in free)
    centering = fit_centering(tensors.numbers, fields)
    filled = Filled.of(centering.apply(tensors.numbers) if centering else tensors.numbers)
    boost_fill, forest_fill = tree_fills(filled)
    scaling, pieces = dense_parts(filled, tensors.numbers.shape[1])
    return Encoder(
        dictionaries=dictionaries,
        texts=tuple(texts),
        derived=Interactions(),
        dense_interactions=Interactions(),
        boost_fill=boost_fill,
        forest_fill=forest_fill,
        tree_tables=tuple(tree_table(each) for each in dictionaries),
        linear_tables=tuple(linear_table(each) for each in dictionaries),
        scaling=scaling,
        pieces=pieces,
        cycles=fit_cyclical_dates(filled.numbers, fields),
        centering=centering,
    )


def fit_dictionary(texts: Array, levels: tuple[str, ...] = ()) -> Dictionary:
    """Select the values with enough rows, at most 5,000, or all values of a known order."""
    counts = Counter(texts.tolist())
    seen_missing = counts.pop("", 0) > 0
    minimum = 1 if len(counts) <= 30 or levels else 2
    kept = [value for value, count in counts.items() if count >= minimum]
    kept.sort(key=lambda value: (-counts[value], value))
    values = kept[:MAX_LEVELS]
    if not levels:
        return Dictionary(tuple(values), seen_missing, len(values))
    places = {level: place for place, level in enumerate(levels)}
    values = [value for value in values if value in places]
    seen = len(values)
    middle = float(np.median(np.repeat([places[each] for each in values], [counts[each] for each in values])))
    values += [level for level in levels if level not in counts]
    ranks = np.array([-1.0, middle, *(places[value] for value in values)])
    return Dictionary(tuple(values), seen_missing, seen, ranks)


def tree_table(dictionary: Dictionary) -> Array:
    """Encode codes for trees: rank if ordered, one-hot up to 6 values, otherwise ordinal by frequency.

    Missing is -1. Unknown is in the middle of a known order, otherwise last.
    """
    if dictionary.ranks is not None:
        return dictionary.ranks[:, None].astype(np.float32)
    if len(dictionary.values) <= ONE_HOT_TREE:
        return one_hot(dictionary, ONE_HOT_TREE)
    ordinal = np.arange(dictionary.size, dtype=np.float32) - FIRST
    ordinal[MISSING], ordinal[UNKNOWN] = -1, len(dictionary.values)
    return ordinal[:, None]


def linear_table(dictionary: Dictionary) -> Array:
    """Encode codes one-hot, plus the rank from -1 to 1 if values are ordered. Missing ranks in the middle."""
    table = one_hot(dictionary, ONE_HOT_LINEAR)
    if dictionary.ranks is None:
        return table
    places = dictionary.ranks.copy()
    places[MISSING] = places[UNKNOWN]
    scaled = 2 * places / max(1.0, float(places.max())) - 1
    return np.column_stack([table, scaled]).astype(np.float32)


def one_hot(dictionary: Dictionary, limit: int) -> Array:
    """Return 0/1 columns for the most frequent values, and for missing cells if training had any.

    Unknown values are all zero.
    """
    width = min(dictionary.seen, limit)
    table = np.zeros((dictionary.size, width + dictionary.seen_missing), dtype=np.float32)
    table[np.arange(FIRST, FIRST + width), np.arange(width)] = 1
    if dictionary.seen_missing:
        table[MISSING, width] = 1
    return table
