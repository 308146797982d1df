"""ID-like numeric columns, such as a shop number: target-encoded instead of read as amounts.

Trees cut numbers by their size, and all other models multiply it: neither says what a name stands for.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rowcast_automl.features.encoding.category_codes import FIRST, MISSING, UNKNOWN
from rowcast_automl.features.schema import InputField
from rowcast_automl.features.tensors import Array, Tensors

# Of fewer rows or values, cuts by size tell as much.
MIN_ROWS, MIN_VALUES, ROWS_PER_VALUE = 1_000, 30, 3.0
MAX_VALUES = 5_000
# Names lie apart and end in any digit; amounts are dense where most of them are, or round.
APART, MIDDLE = 3.0, (0.05, 0.95)
ROUND, MAX_ROUND = 5, 0.4
# Larger whole numbers are not told apart in single precision.
EXACT = 2**24


@dataclass(frozen=True, slots=True)
class IdColumn:
    """The values of one number that are learned one by one.

    Parameters
    ----------
    slot : int
        Column of the numbers.
    values : float32 array, shape (values,)
        Ascending; those that stand in several rows, the commonest if there are many.
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
        """int64 codes of the cells of the column, shape (rows,)."""
        places = np.minimum(np.searchsorted(self.values, numbers), len(self.values) - 1)
        known = self.values[places] == numbers
        found = np.where(known, places + FIRST, UNKNOWN)
        return np.where(np.isnan(numbers), self.missing, found).astype(np.int64)


def fit_id_columns(tensors: Tensors, fields: tuple[InputField, ...]) -> tuple[IdColumn, ...]:
    """Those of the columns of whole numbers that name something, as far as the training rows tell."""
    slots = [each.slot for each in fields if each.kind == "number" and each.integer]
    found = (keys_of(tensors.numbers[:, slot], slot) for slot in slots)
    return tuple(each for each in found if each is not None)


def keys_of(numbers: Array, slot: int) -> IdColumn | None:
    """The keys of a column, or None where its numbers are amounts, or too few to learn them one by one."""
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
