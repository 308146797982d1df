"""Numeric interactions: sums, differences, products and ratios of two columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from rowcast_automl.features.encoding.centering import Centering
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
    """Interaction columns, `operation(numbers[left], numbers[right])`, appended to a table's numbers.

    Parameters
    ----------
    pairs : tuple of (operation, left, right)
        Left and right number slots of each operation, as tuples of equal length. Each operation occurs once.
    """

    pairs: tuple[tuple[Operation, tuple[int, ...], tuple[int, ...]], ...] = ()

    def columns(self, numbers: Array, centering: Centering | None = None) -> Array:
        """Compute the interactions, float32, shape (n_samples, n_interactions). There must be at least one.

        A result is missing if an input is missing, if it exceeds float32, or if it divides by zero.

        Parameters
        ----------
        numbers : array, shape (n_samples, slots)
            The table's numbers. With a centering they are float64, and so is the computation.
        """
        parts = []
        with np.errstate(all="ignore"):
            for operation, left, right in self.pairs:
                if centering:
                    made = computed_in_float64(numbers, operation, left, right, centering)
                else:
                    made = OPERATIONS[operation](numbers[:, left], numbers[:, right], dtype=np.float32)
                parts.append(np.where(np.isinf(made), np.float32(np.nan), made))
        return np.concatenate(parts, axis=1)

    def listed(self) -> list[tuple[Operation, int, int]]:
        """Return (operation, left slot, right slot) of each interaction, in the order of the columns."""
        return [
            (operation, left, right)
            for operation, lefts, rights in self.pairs
            for left, right in zip(lefts, rights, strict=True)
        ]

    def __len__(self) -> int:
        return sum(len(left) for _, left, _ in self.pairs)


def computed_in_float64(
    numbers: Array, operation: Operation, left: tuple[int, ...], right: tuple[int, ...], centering: Centering
) -> Array:
    """Compute one operation in float64. Returns float32, shape (n_samples, len(left)).

    Sums and differences are of the centered numbers, so that they have no offset either.
    """
    additive, center, factor = is_additive(operation), centering.center, centering.factor
    sides = [numbers[:, each] - center[[*each]] * additive for each in (left, right)]
    factors = side_factors(operation, factor, left, right)
    sides = [each * by for each, by in zip(sides, factors, strict=True)]
    made: Array = OPERATIONS[operation](*sides).astype(np.float32)
    return made


def is_additive(operation: Operation) -> bool:
    """Whether a constant that is added to a side is added to the result."""
    return operation in ("add", "subtract")


def side_factors(
    operation: Operation, factor: Array, left: tuple[int, ...], right: tuple[int, ...]
) -> tuple[Array, Array]:
    """Return the factor of each side. Both sides of a sum or difference have the smaller one."""
    sides = factor[[*left]], factor[[*right]]
    smaller = np.minimum(*sides)
    return (smaller, smaller) if is_additive(operation) else sides


def describe_interactions(
    interactions_of: Interactions, fields: tuple[InputField, ...]
) -> list[dict[str, Any]]:
    """Return the contract's DerivedNumber of each interaction."""
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
    """Group the chosen interactions by operation, in the order of OPERATIONS."""
    pairs = []
    for operation in OPERATIONS:
        sides = [(left, right) for name, left, right in chosen if name == operation]
        if sides:
            left, right = zip(*sides, strict=True)
            pairs.append((operation, left, right))
    return Interactions(tuple(pairs))
