"""Limit on how far models that extrapolate may deviate from models that do not.

Trees and nearest neighbours predict what training rows support. Linear models, networks and kernels
extrapolate: on a row with several extreme values, their error is unbounded. In an ensemble for a regression,
they may deviate from the trees only as far as they usually did on rows that they were not trained on.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rowcast_automl.features.tensors import Array

# Quantile of a model's out-of-fold deviations that is its limit.
DEVIATION_QUANTILE = 0.98


def fit_max_deviations(
    oof: Sequence[Array], weights: Sequence[float], extrapolates: Sequence[bool]
) -> tuple[float, ...]:
    """Fit the maximum deviation of each model from the reference.

    Parameters
    ----------
    oof : sequence of arrays, shape (n_samples,)
        Out-of-fold predictions of each model for the same rows.
    extrapolates : sequence of bool
        Whether each model extrapolates.

    Returns
    -------
    tuple of float
        Infinite for models that do not extrapolate. Empty if all models extrapolate, or none.
    """
    if not any(extrapolates) or all(extrapolates) or not len(oof[0]):
        return ()
    limits = [0.0 if each else np.inf for each in extrapolates]
    reference = reference_of(oof, weights, limits)
    return tuple(
        np.inf if limit else float(np.quantile(np.abs(each - reference), DEVIATION_QUANTILE))
        for each, limit in zip(oof, limits, strict=True)
    )


def limit_deviations(
    predictions: Sequence[Array], weights: Sequence[float], max_deviations: Sequence[float]
) -> list[Array]:
    """Clip each prediction to its maximum deviation from the reference."""
    reference = reference_of(predictions, weights, max_deviations)
    return [
        reference + np.clip(each - reference, -limit, limit)
        for each, limit in zip(predictions, max_deviations, strict=True)
    ]


def reference_of(
    predictions: Sequence[Array], weights: Sequence[float], max_deviations: Sequence[float]
) -> Array:
    """Compute the weighted mean of the models without a limit."""
    unlimited = np.isinf(max_deviations)
    kept = [each for each, is_kept in zip(predictions, unlimited, strict=True) if is_kept]
    return np.asarray(np.average(kept, axis=0, weights=np.asarray(weights)[unlimited]))
