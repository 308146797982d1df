"""Checks that the outputs of an uploaded graph fit the task."""

from __future__ import annotations

import numpy as np

from rowcast_automl.features.target.target import Target
from rowcast_automl.features.tensors import Array
from rowcast_automl.training.uploaded.column_matching import class_name
from rowcast_automl.training.uploaded.errors import refused

ROUNDING, SUM_ROUNDING = 1e-5, 1e-3
MIN_AGREEMENT = 0.95


def check_answers(predictions: Array, labels: list[str] | None, asked: Array, target: Target) -> None:
    """Reject missing predictions, invalid probabilities, and classes in a different order than matched.

    Parameters
    ----------
    predictions : array, shape (n_samples, classes) or (n_samples, 1)
    labels : list of str or None
        Class that the graph itself predicts, for the rows that `asked` selects.
    asked : bool array, shape (n_samples,)

    Raises
    ------
    RowcastError
        ONNX_OUTPUTS_MISMATCH.
    """
    gaps = int((~np.isfinite(predictions).all(axis=1)).sum())
    if gaps:
        raise refused(
            "ONNX_OUTPUTS_MISMATCH", f"The model gives no finite answer for {gaps} rows of the table."
        )
    if target.task == "regression":
        return
    sums = predictions.sum(axis=1)
    if (
        predictions.min() < -ROUNDING
        or predictions.max() > 1 + ROUNDING
        or np.abs(sums - 1).max() > SUM_ROUNDING
    ):
        raise refused(
            "ONNX_OUTPUTS_MISMATCH",
            f"The model's outputs are no probabilities: they range from {predictions.min():.3g} to "
            f"{predictions.max():.3g} and sum to {sums.min():.3g} to {sums.max():.3g}. Export probabilities.",
        )
    if labels is None:
        return
    named = np.array([class_name(each, target) for each in labels])[asked]
    likeliest = np.array([class_name(each, target) for each in target.labels])[predictions.argmax(axis=1)]
    known = np.isin(named, [class_name(each, target) for each in target.labels])
    if known.any() and (named == likeliest)[known].mean() < MIN_AGREEMENT:
        raise refused(
            "ONNX_OUTPUTS_MISMATCH",
            "The label that the model gives is not the class of its highest probability. "
            "Export it with the classes in the order of their names.",
        )
