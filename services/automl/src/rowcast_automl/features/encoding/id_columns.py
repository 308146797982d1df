"""ID-like numeric columns, such as a shop number: target-encoded instead of used as amounts.

Trees split numbers by size, and other models multiply them. Neither represents an ID.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rowcast_automl.features.encoding.category_codes import FIRST, MISSING, UNKNOWN
from rowcast_automl.features.schema import InputField
from rowcast_automl.features.tensors import Array

# Of fewer rows or values, cuts by size tell as much.
MIN_ROWS, MIN_VALUES, ROWS_PER_VALUE = 1_000, 30, 3.0
MAX_VALUES = 5_000
# Names lie apart and end in any digit; amounts are dense where most of them are, or round.
APART, MIDDLE = 3.0, (0.05, 0.95)
ROUND, MAX_ROUND = 5, 0.4
# Integers further from their center are not distinct in single precision.
EXACT = 2**24


@dataclass(frozen=True, slots=True)
class IdColumn:
    """The values of an ID-like numeric column that are encoded separately.

    Parameters
    ----------
    slot : int
        Column in the tensor of numbers.
    values : float32 array, shape (n_values,)
        Ascending. Values that occur in several rows; the most frequent ones if there are many.
    missing : int
        Code of a missing number.
    """

    slot: int
    values: Array
    missing: int

    @property
    def size(self) -> int:
        """Number of codes: missing, unknown, and each value."""
        return FIRST + len(self.values)

    def codes(self, numbers: Array) -> Array:
        """Return the int64 codes of the column's cells, shape (n_samples,)."""
        places = np.minimum(np.searchsorted(self.values, numbers), len(self.values) - 1)
        known = self.values[places] == numbers
        found = np.where(known, places + FIRST, UNKNOWN)
        return np.where(np.isnan(numbers), self.missing, found).astype(np.int64)


def fit_id_columns(numbers: Array, fields: tuple[InputField, ...]) -> tuple[IdColumn, ...]:
    """Find the integer columns that look like IDs among the numbers of the training rows."""
    slots = [each.slot for each in fields if each.kind == "number" and each.integer]
    found = (keys_of(numbers[:, slot], slot) for slot in slots)
    return tuple(each for each in found if each is not None)


def keys_of(numbers: Array, slot: int) -> IdColumn | None:
    """Return the IDs of a column, or None if its numbers look like amounts or rarely repeat."""
    present = numbers[~np.isnan(numbers)]
    values, counts = np.unique(present, return_counts=True)
    if len(present) < MIN_ROWS or not MIN_VALUES <= len(values) <= len(present) / ROWS_PER_VALUE:
        return None
    low, high = np.quantile(values, MIDDLE)
    apart = (high - low) / (np.subtract(*MIDDLE[::-1]) * len(values)) >= APART
    if not apart or np.abs(values).max() > EXACT or np.mean(values % ROUND == 0) > MAX_ROUND:
        return None
    commonest = np.argsort(-counts, kind="stable")[:MAX_VALUES]
    kept = np.sort(commonest[counts[commonest] > 1])
    if not len(kept):
        return None
    usual = FIRST + int(np.argmax(counts[kept]))
    return IdColumn(slot, values[kept], MISSING if len(present) < len(numbers) else usual)
