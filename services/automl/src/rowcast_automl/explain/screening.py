"""A fast screening for fields that are likely to be important, by the predictions alone."""

from __future__ import annotations

import numpy as np

from rowcast_automl.explain.field_values import missing_in, values_of
from rowcast_automl.features.schema import InputField
from rowcast_automl.features.tensors import Array, Tensors

PARTS = 8


def likely_first(
    tensors: Tensors, predictions: Array, fields: tuple[InputField, ...]
) -> tuple[InputField, ...]:
    """Sort the fields by the share of the variance of the predictions between their values, largest first.

    Parameters
    ----------
    predictions : array
        Probabilities (rows, classes) or numbers (rows,), aligned with `tensors`.
    """
    outputs = predictions.reshape(len(predictions), -1).astype(np.float64)
    outputs = outputs - outputs.mean(axis=0)
    whole = max(float((outputs**2).sum()), 1e-300)
    # Texts all differ, so they cannot be ranked; they are few and come first.
    shares = [
        1.0 if field.kind == "text" else between(codes_of(tensors, field), outputs) / whole
        for field in fields
    ]
    return tuple(fields[place] for place in np.argsort(-np.array(shares), kind="stable"))


def codes_of(tensors: Tensors, field: InputField) -> Array:
    """Return a small integer for each row: the eighth of the range with its value, or its category."""
    values = values_of(tensors, field)
    missing = missing_in(values, field)
    if field.kind == "category":
        return np.unique(values.astype(str), return_inverse=True)[1]
    if missing.all():
        return np.zeros(len(values), np.int64)
    edges = np.quantile(values[~missing], np.arange(1, PARTS) / PARTS)
    return np.where(missing, PARTS, np.searchsorted(edges, np.where(missing, 0, values), side="right"))


def between(codes: Array, outputs: Array) -> float:
    """Return the sum of squares between the groups, minus the value expected by chance."""
    counts = np.bincount(codes)
    sums = np.stack([np.bincount(codes, weights=column) for column in outputs.T], axis=1)
    filled = counts > 0
    shown = float((sums[filled] ** 2 / counts[filled, None]).sum())
    whole = float((outputs**2).sum())
    groups = int(filled.sum())
    return shown - whole * (groups - 1) / max(1, len(codes) - 1)
