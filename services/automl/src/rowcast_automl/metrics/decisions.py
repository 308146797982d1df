"""Class decisions from probabilities, by a threshold or by costs."""

from __future__ import annotations

import numpy as np

from rowcast_automl.features.tensors import Array


def cost_table(labels: tuple[str, ...], costs: dict[str, dict[str, float]]) -> Array:
    """Convert costs to an array, shape (true classes, predicted classes).

    Missing pairs cost 0 if the prediction is correct, otherwise 1.

    Raises
    ------
    KeyError
        For an unknown class.
    """
    position = {label: index for index, label in enumerate(labels)}
    table = 1.0 - np.eye(len(labels))
    for true, row in costs.items():
        for predicted, cost in row.items():
            table[position[true], position[predicted]] = cost
    return table


def least_cost(probabilities: Array, table: Array) -> tuple[Array, Array]:
    """Return the class with the lowest expected cost, and that cost, each of shape (n_samples,).

    A tie between two classes gives the second.
    """
    expected = probabilities @ table
    two = expected.shape[1] == 2
    chosen = (expected[:, 1] <= expected[:, 0]).astype(np.int64) if two else expected.argmin(axis=1)
    return chosen, expected[np.arange(len(chosen)), chosen]
