"""The regression section of the report: residuals on the evaluated rows."""

from __future__ import annotations

import numpy as np

from rowcast_automl.contracts.generated import (
    Point,
    Quantile,
    RegressionReport,
    ResidualDecile,
    ResidualHistogramItem,
    ResidualSummary,
)
from rowcast_automl.features.tensors import Array
from rowcast_automl.metrics.ties import evened
from rowcast_automl.profile.histogram import histogram

MAX_POINTS = 500
BINS = 30
SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)


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
            for low, high, count in histogram(residuals, BINS)
        ],
        residuals=residual_summary(residuals),
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
