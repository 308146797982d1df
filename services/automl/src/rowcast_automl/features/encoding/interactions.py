"""Numeric interactions: sums, differences, products and ratios of two columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from rowcast_automl.features.schema import DATE_PARTS, InputField
from rowcast_automl.features.tensors import Array

Operation = Literal["add", "subtract", "multiply", "divide"]
OPERATIONS: dict[Operation, np.ufunc] = {
    "add": np.add,
    "subtract": np.subtract,
    "multiply": np.multiply,
    "divide": np.divide,
}


@dataclass(frozen=True, slots=True)
class Interactions:
    """Columns after a table's own numbers: `operation(numbers[left], numbers[right])`.

    Parameters
    ----------
    pairs : tuple of (operation, left, right)
        Number slots; each operation once, with as many of one as of the other.
    """

    pairs: tuple[tuple[Operation, tuple[int, ...], tuple[int, ...]], ...] = ()

    def extended(self, numbers: Array) -> Array:
        """float32, shape (rows, slots + derived)."""
        return np.concatenate([numbers, self.columns(numbers)], axis=1) if self.pairs else numbers

    def columns(self, numbers: Array) -> Array:
        """float32, shape (rows, derived); there is at least one.

        What has a missing part, or is too large for a float32, is missing, and so is a ratio to zero.
        """
        parts = []
        with np.errstate(all="ignore"):
            for operation, left, right in self.pairs:
                made = OPERATIONS[operation](numbers[:, left], numbers[:, right], dtype=np.float32)
                parts.append(np.where(np.isinf(made), np.float32(np.nan), made))
        return np.concatenate(parts, axis=1)

    def listed(self) -> list[tuple[Operation, int, int]]:
        """Each with its two slots, in the order of the columns."""
        return [
            (operation, left, right)
            for operation, lefts, rights in self.pairs
            for left, right in zip(lefts, rights, strict=True)
        ]

    def __len__(self) -> int:
        return sum(len(left) for _, left, _ in self.pairs)


def describe_interactions(
    interactions_of: Interactions, fields: tuple[InputField, ...]
) -> list[dict[str, Any]]:
    """The contract's DerivedNumber of each."""
    sides = {
        field.slot + place: {"field": field.name, "part": part}
        for field in fields
        if not field.textual
        for place, part in enumerate(DATE_PARTS if field.kind == "datetime" else (None,))
    }
    return [
        {"operation": operation, "left": sides[left], "right": sides[right]}
        for operation, left, right in interactions_of.listed()
    ]


def interactions_of(chosen: list[tuple[Operation, int, int]]) -> Interactions:
    """The chosen ones in the order of their operations."""
    pairs = []
    for operation in OPERATIONS:
        sides = [(left, right) for name, left, right in chosen if name == operation]
        if sides:
            left, right = zip(*sides, strict=True)
            pairs.append((operation, left, right))
    return Interactions(tuple(pairs))
