"""Conformal intervals of time-ordered rows: fitted on the latest, checked on later ones."""

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
    """Rows answered by models that had not seen them, the earliest first.

    Parameters
    ----------
    order : Order
        Their times, and their groups where there are such.
    evaluated : bool array, shape (n_samples,)
        Those that the report is about; the others came before them.
    """

    truth: Array
    predictions: Array
    order: Order
    evaluated: Array

    def take(self, rows: Array) -> RowsInTime:
        """The chosen rows."""
        return RowsInTime(
            self.truth[rows], self.predictions[rows], self.order.take(rows), self.evaluated[rows]
        )

    @property
    def scores(self) -> Array:
        """How far each answer was off."""
        if self.predictions.ndim == 1:
            return np.asarray(np.abs(self.truth - self.predictions))
        return np.asarray(1 - self.predictions[np.arange(len(self.truth)), self.truth])


def time_ordered_coverage(rows: RowsInTime, fit: Fit) -> tuple[Conformal, ConformalSummary] | None:
    """Conformal quantiles of the latest rows, and how often such held later ones.

    Up to five runs of the evaluated rows are each checked by quantiles of the rows before them.

    Returns
    -------
    tuple or None
        None where no run comes after enough rows.
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
        able = [each for each in checked if level <= each[0].most_coverage]
        if able and level <= conformal.most_coverage:
            found.append((level, *covered_by_parts(able, level)))
    return (conformal, summary(conformal, "later_rows", found)) if found else None


def fit_on_latest(rows: RowsInTime, fit: Fit) -> Conformal | None:
    """By as many of the latest rows as foretell best how far off the next are."""
    latest = slice(len(rows.truth) - recent_rows(rows.scores), None)
    return fit(rows.truth[latest], rows.predictions[latest])
