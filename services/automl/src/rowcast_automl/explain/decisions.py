"""From probabilities to the class that is answered, for a threshold or for costs given after training."""

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
    """The class with the least expected cost, and that cost, shapes (rows,)."""
    expected = probabilities @ table
    chosen = expected.argmin(axis=1)
    return chosen, expected[np.arange(len(chosen)), chosen]


def cost_threshold(table: Array) -> float | None:
    """The probability of the second class from which on answering it costs less (Elkan, 2001).

    None where one answer is never worse than the other, whatever the probability.
    """
    false_alarm = table[0, 1] - table[0, 0]
    miss = table[1, 0] - table[1, 1]
    if false_alarm < 0 or miss < 0 or false_alarm + miss <= 0:
        return None
    return float(false_alarm / (false_alarm + miss))
