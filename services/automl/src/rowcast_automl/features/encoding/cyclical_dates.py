"""Cyclical encoding of dates: points on circles, so that December is next to January."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from rowcast_automl.features.schema import DATE_PARTS, InputField
from rowcast_automl.features.tensors import Array

Cycle = Literal["year", "week", "day"]
# The date part that goes round, after how many of it, and how far the rows must reach to have gone round.
ROUNDS: dict[Cycle, tuple[str, float, float]] = {
    "year": ("days", 365.2425, 365.0),
    "week": ("weekday", 7.0, 6.0),
    "day": ("second", 86_400.0, 43_200.0),
}


@dataclass(frozen=True, slots=True)
class CyclicalDates:
    """Cyclical features: `sin(number[source] * rate + phase)`, two for each cycle.

    Parameters
    ----------
    source : int array, shape (n_columns,)
        Number slot of each column.
    rate, phase : float64 arrays, shape (n_columns,)
    chosen : tuple of (str, Cycle)
        Field and cycle of each pair of columns.
    """

    source: Array
    rate: Array
    phase: Array
    chosen: tuple[tuple[str, Cycle], ...]

    def __len__(self) -> int:
        return len(self.source)

    def transform(self, filled: Array) -> Array:
        """Compute the features, float64, shape (n_samples, n_columns), from imputed numbers."""
        return np.asarray(np.sin(filled[:, self.source] * self.rate + self.phase))


def fit_cyclical_dates(filled: Array, fields: Sequence[InputField]) -> CyclicalDates:
    """Choose the cycles that the dates span at least once. On part of a cycle, the plain number suffices.

    Parameters
    ----------
    filled : float64 array, shape (rows, slots)
    """
    source, rate, chosen = [], [], list[tuple[str, Cycle]]()
    for field in fields:
        if field.kind != "datetime":
            continue
        for cycle in get_args(Cycle):
            part, length, minimum = ROUNDS[cycle]
            slot = field.slot + DATE_PARTS.index(part)
            if np.ptp(filled[:, slot]) >= minimum:
                source.append(slot)
                rate.append(2 * np.pi / length)
                chosen.append((field.name, cycle))
    phases = np.tile([0.0, np.pi / 2], len(source))
    return CyclicalDates(np.repeat(source, 2).astype(np.int64), np.repeat(rate, 2), phases, tuple(chosen))
