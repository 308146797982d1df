"""Models over packed rows whose right explanation is known."""

from __future__ import annotations

import numpy as np

from rowcast_automl.features.schema import InputField
from rowcast_automl.features.tensors import Array, Tensors


def fields_of(numbers: int, texts: int) -> tuple[InputField, ...]:
    """Number fields n0, n1, … from -3 to 3, and category fields t0, t1, … over a, b and c."""
    return (
        *(InputField(f"n{slot}", "number", slot, minimum=-3.0, maximum=3.0) for slot in range(numbers)),
        *(InputField(f"t{slot}", "category", slot, categories=("a", "b", "c")) for slot in range(texts)),
    )


def rows_of(random: np.random.Generator, count: int, numbers: int, texts: int) -> Tensors:
    """Rows of those fields."""
    words = np.array(["a", "b", "c"], dtype=object)
    return Tensors(
        random.normal(size=(count, numbers)).astype(np.float32), random.choice(words, (count, texts))
    )


def additive(rows: Tensors) -> Array:
    """Sum of (slot + 1) times each number, and of 10 for each "a"."""
    weights = np.arange(1, rows.numbers.shape[1] + 1)
    total: Array = rows.numbers.astype(np.float64) @ weights + 10.0 * (rows.texts == "a").sum(axis=1)
    return total


def tangled(rows: Tensors) -> Array:
    """Products of neighbours, and a category that switches a number on."""
    numbers = rows.numbers.astype(np.float64)
    total = (numbers[:, :-1] * numbers[:, 1:]).sum(axis=1) + np.abs(numbers[:, 0])
    if rows.texts.shape[1]:
        total = total + np.where(rows.texts[:, 0] == "a", numbers[:, -1] * 5, -1.0)
    return np.asarray(total)


def shares(rows: Tensors) -> Array:
    """Probabilities of three classes."""
    total = tangled(rows)
    raw = np.stack([np.zeros(len(rows)), total / 2, -np.abs(total)], axis=1)
    raised = np.exp(raw - raw.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))
