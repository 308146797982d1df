"""Conformal intervals of time-ordered rows: calibrated on recent rows, checked on later ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rowcast_automl.calibrate.conformal import Conformal
from rowcast_automl.calibrate.coverage import SHOWN, covered_by_parts, summary
from rowcast_automl.calibrate.recent_errors import recent_rows
from rowcast_automl.contracts.generated import ConformalSummary
from rowcast_automl.features.encoding.target_encoding import inner_parts
from rowcast_automl.features.splits.splitters import Order
from rowcast_automl.features.tensors import Array

RUNS, MAX_ROWS = 5, 50_000
Fit = Callable[[Array, Array], Conformal | None]


@dataclass(frozen=True, slots=True)
class RowsInTime:
    """Rows with predictions by models that did not train on them, the earliest first.

    Parameters
    ----------
    order : Order
        Times of the rows, and groups if there are any.
    evaluated : bool array, shape (n_samples,)
        Mask of the rows that the report evaluates. The other rows are earlier.
    """

    truth: Array
    predictions: Array
    order: Order
    evaluated: Array

    def take(self, rows: Array) -> RowsInTime:
        """Return the rows at the given positions."""
        return RowsInTime(
            self.truth[rows], self.predictions[rows], self.order.take(rows), self.evaluated[rows]
        )

    @property
    def scores(self) -> Array:
        """The error of each prediction."""
        if self.predictions.ndim == 1:
            return np.asarray(np.abs(self.truth - self.predictions))
        return np.asarray(1 - self.predictions[np.arange(len(self.truth)), self.truth])


def time_ordered_coverage(rows: RowsInTime, fit: Fit) -> tuple[Conformal, ConformalSummary] | None:
    """Calibrate on the most recent rows, and measure how often earlier quantiles cover later rows.

    The evaluated rows form up to five runs. Each run is checked with quantiles of the rows before it.

    Returns
    -------
    tuple of (Conformal, ConformalSummary), or None
        None if no run comes after enough rows.
    """
    rows = rows.take(np.arange(len(rows.truth))[-MAX_ROWS:])
    conformal = fit_on_latest(rows, fit)
    if conformal is None:
        return None
    places = np.flatnonzero(rows.evaluated)
    run = inner_parts(len(places), 0, Order(times=rows.order.take(places).times), RUNS)
    checked = []
    for number in np.unique(run):
        later = places[run == number]
        known = fit_on_latest(rows.take(np.flatnonzero(rows.order.apart(rows.order.take(later)))), fit)
        if known is not None:
            checked.append((known, rows.truth[later], rows.predictions[later]))
    found = []
    for level in SHOWN:
        able = [each for each in checked if level <= each[0].max_coverage]
        if able and level <= conformal.max_coverage:
            found.append((level, *covered_by_parts(able, level)))
    return (conformal, summary(conformal, "later_rows", found)) if found else None


def fit_on_latest(rows: RowsInTime, fit: Fit) -> Conformal | None:
    """Calibrate on the number of most recent rows that forecasts the next errors best."""
    latest = slice(len(rows.truth) - recent_rows(rows.scores), None)
    return fit(rows.truth[latest], rows.predictions[latest])
