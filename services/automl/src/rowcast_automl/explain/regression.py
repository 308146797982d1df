"""Residuals of a regression on held-out rows."""

from __future__ import annotations

import numpy as np

from rowcast_automl.contracts.generated import Point, RegressionReport, ResidualHistogramItem
from rowcast_automl.features.tensors import Array

MAX_POINTS = 500
BINS = 30


def regression_report(truth: Array, answers: Array, seed: int) -> RegressionReport:
    """Predicted against actual for up to 500 rows, and the histogram of actual minus predicted."""
    rows = np.arange(len(truth))
    if len(rows) > MAX_POINTS:
        rows = np.sort(np.random.default_rng(seed).choice(len(truth), MAX_POINTS, replace=False))
    counts, edges = np.histogram(truth - answers, bins=BINS)
    return RegressionReport(
        predicted_versus_actual=[Point(x=float(truth[row]), y=float(answers[row])) for row in rows],
        residual_histogram=[
            ResidualHistogramItem(from_=float(low), to=float(high), count=int(count))
            for low, high, count in zip(edges, edges[1:], counts, strict=False)
        ],
    )
