"""Class decisions from probabilities, by a threshold or by costs."""

from __future__ import annotations

import numpy as np

from rowcast_automl.features.tensors import Array


def cost_table(labels: tuple[str, ...], costs: dict[str, dict[str, float]]) -> Array:
    """Costs as an array, shape (true classes, predicted classes).

    Pairs that are not given cost 0 where right and 1 where wrong.

    Raises
    ------
    KeyError
        For a name that is no class.
    """
    position = {label: index for index, label in enumerate(labels)}
    table = 1.0 - np.eye(len(labels))
    for true, row in costs.items():
        for predicted, cost in row.items():
            table[position[true], position[predicted]] = cost
    return table


def least_cost(probabilities: Array, table: Array) -> tuple[Array, Array]:
    """The class with the least expected cost, and that cost, shapes (rows,); the second of two at a tie."""
    expected = probabilities @ table
    two = expected.shape[1] == 2
    chosen = (expected[:, 1] <= expected[:, 0]).astype(np.int64) if two else expected.argmin(axis=1)
    return chosen, expected[np.arange(len(chosen)), chosen]
