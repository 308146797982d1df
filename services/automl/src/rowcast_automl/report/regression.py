"""The regression section of the report: residuals on the evaluated rows."""

from __future__ import annotations

import numpy as np

from rowcast_automl.contracts.generated import (
    ErrorQuantile,
    Point,
    Quantile,
    RegressionReport,
    ResidualDecile,
    ResidualHistogramItem,
    ResidualSummary,
    TypicalValue,
)
from rowcast_automl.features.tensors import Array
from rowcast_automl.metrics.ties import evened
from rowcast_automl.profile.histogram import round_histogram

MAX_POINTS = 500
BINS = 30
SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
ERROR_SHARES = tuple(step / 20 for step in range(1, 21))
NORMAL_95 = 1.96


def regression_report(truth: Array, predictions: Array, seed: int) -> RegressionReport:
    """Return predicted and actual values of up to 500 rows, and the distribution of residuals."""
    rows = np.arange(len(truth))
    if len(rows) > MAX_POINTS:
        rows = np.sort(np.random.default_rng(seed).choice(len(truth), MAX_POINTS, replace=False))
    residuals = truth - predictions
    return RegressionReport(
        predicted_versus_actual=[Point(x=float(truth[row]), y=float(predictions[row])) for row in rows],
        residual_histogram=[
            ResidualHistogramItem(from_=low, to=high, count=count)
            for low, high, count in round_histogram(residuals, BINS)
        ],
        residuals=residual_summary(residuals),
        absolute_errors=error_quantiles(np.abs(residuals)),
        typical=typical_value(truth),
        deciles=residual_deciles(truth, predictions),
    )


def residual_summary(residuals: Array) -> ResidualSummary:
    """Return location, spread and quantiles of the residuals."""
    return ResidualSummary(
        mean=float(residuals.mean()),
        standard_deviation=float(residuals.std()),
        median_absolute=float(np.median(np.abs(residuals))),
        largest_absolute=float(np.abs(residuals).max()),
        quantiles=[
            Quantile(share=share, value=float(value))
            for share, value in zip(SHARES, np.quantile(residuals, SHARES), strict=True)
        ],
    )


def error_quantiles(errors: Array) -> list[ErrorQuantile]:
    """Return quantiles of the absolute errors with 95 % intervals from order statistics."""
    ordered = np.sort(errors)
    last = len(ordered) - 1
    quantiles = []
    for share in ERROR_SHARES:
        margin = NORMAL_95 * np.sqrt(share * (1 - share) * len(ordered))
        low, high = (np.clip(share * len(ordered) + side * margin, 0, last) for side in (-1, 1))
        quantiles.append(
            ErrorQuantile(
                share=share,
                value=float(np.quantile(ordered, share)),
                low=float(ordered[int(np.floor(low))]),
                high=float(ordered[int(np.ceil(high))]),
            )
        )
    return quantiles


def typical_value(truth: Array) -> TypicalValue:
    """Return the median of the true values and their middle 80 %."""
    low, median, high = np.quantile(truth, (0.1, 0.5, 0.9))
    return TypicalValue(low=float(low), median=float(median), high=float(high))


def residual_deciles(truth: Array, predictions: Array) -> list[ResidualDecile]:
    """Summarise residuals in ten groups of ascending prediction; fewer groups for fewer than ten rows."""
    parts = np.array_split(np.argsort(predictions, kind="stable"), min(10, len(predictions)))
    actual, errors = evened(truth, predictions), evened(np.abs(truth - predictions), predictions)
    return [
        ResidualDecile(
            from_=float(predictions[part].min()),
            to=float(predictions[part].max()),
            rows=len(part),
            mean_predicted=float(predictions[part].mean()),
            mean_actual=float(actual[part].mean()),
            mean_absolute_error=float(errors[part].mean()),
        )
        for part in parts
    ]
