"""Permutation importance, measured on the exported model."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from rowcast_automl.contracts.generated import LOWER_IS_BETTER, FeatureImportance
from rowcast_automl.features.schema import InputField
from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.metrics.scores import score

MAX_ROWS, MIN_ROWS, TIMED_ROWS = 1_000, 100, 50
REPEATS, ROUNDS_AIMED_AT = 5, 2


def permutation_importance(
    predict: Callable[[Tensors], Array],
    tensors: Tensors,
    truth: Array,
    fields: tuple[InputField, ...],
    metric: str,
    seed: int,
    seconds: float,
    threshold: float = 0.5,
) -> list[FeatureImportance]:
    """Measure how much the score drops when the values of one field are shuffled.

    Parameters
    ----------
    predict : callable
        Tensors to probabilities (rows, classes) or numbers (rows,).
    seconds : float
        Time limit. Rounds over all fields are repeated up to five times while it lasts; fields that the
        first round did not reach are left out. `row_count` returns how many rows to use.
    threshold : float
        As in `score`.

    Returns
    -------
    list of FeatureImportance
        Largest drop first; the spread is the standard deviation over the repeats.
    """
    random = np.random.default_rng(seed)
    deadline = time.monotonic() + seconds
    sign = -1.0 if metric in LOWER_IS_BETTER else 1.0
    whole = score(metric, truth, predict(tensors), threshold)
    drops: dict[str, list[float]] = {}
    for _ in range(REPEATS):
        for field in fields:
            if time.monotonic() > deadline:
                break
            shuffled = shuffle(tensors, field, random.permutation(len(tensors)))
            drop = sign * (whole - score(metric, truth, predict(shuffled), threshold))
            if np.isfinite(drop):
                drops.setdefault(field.name, []).append(drop)
    found = [
        FeatureImportance(column=name, importance=float(np.mean(each)), spread=float(np.std(each)))
        for name, each in drops.items()
    ]
    return sorted(found, key=lambda each: -each.importance)


def row_count(predict: Callable[[Tensors], Array], tensors: Tensors, fields: int, seconds: float) -> int:
    """Return the number of rows for which two rounds over the fields fit the time, at most 1,000."""
    few = tensors.take(slice(0, TIMED_ROWS))
    begun = time.monotonic()
    predict(few)
    each = (time.monotonic() - begun) / max(1, len(few))
    fitting = seconds / max(1e-9, each * max(1, fields) * ROUNDS_AIMED_AT)
    return int(min(MAX_ROWS, max(MIN_ROWS, fitting)))


def shuffle(tensors: Tensors, field: InputField, order: Array) -> Tensors:
    """Return the rows with the cells of one field in another order."""
    columns = slice(field.slot, field.slot + field.width)
    if field.textual:
        texts = tensors.texts.copy()
        texts[:, columns] = texts[order, columns]
        return Tensors(tensors.numbers, texts)
    numbers = tensors.numbers.copy()
    numbers[:, columns] = numbers[order, columns]
    return Tensors(numbers, tensors.texts)
