"""Empirical coverage of intervals and sets, on rows that did not calibrate them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from rowcast_automl.calibrate.conformal import FOLDS, Conformal
from rowcast_automl.contracts.generated import ConformalSummary, CoverageLevel
from rowcast_automl.features.encoding.target_encoding import inner_parts
from rowcast_automl.features.splits.splitters import Order
from rowcast_automl.features.tensors import Array
from rowcast_automl.metrics.reliability import wilson

SHOWN = (0.5, 0.8, 0.9, 0.95, 0.99)
Fit = Callable[[Array, Array], Conformal | None]


def held_out_coverage(conformal: Conformal, truth: Array, predictions: Array) -> ConformalSummary:
    """Measure the coverage on held-out rows."""
    levels = [level for level in SHOWN if level <= conformal.max_coverage]
    found = [(level, *covered(conformal, truth, predictions, level)) for level in levels]
    return summary(conformal, "holdout", found)


def cross_coverage(
    conformal: Conformal,
    fit: Fit,
    truth: Array,
    predictions: Array,
    seed: int,
    groups: Array | None = None,
) -> ConformalSummary:
    """Measure the coverage on the calibration rows, by calibrations on the other four fifths.

    Parameters
    ----------
    conformal : Conformal
        The published calibration, which gives the method and levels.
    fit : callable
        Fits a Conformal to true values and predictions.
    groups : int array, shape (n_samples,), or None
        Groups of the rows. Rows of one group are in the same fold, because errors within a group are similar.
    """
    part = inner_parts(len(truth), seed + 1, Order(groups=groups), FOLDS)
    fitted = [fit(truth[part != number], predictions[part != number]) for number in range(FOLDS)]
    checked = [
        (each, truth[part == number], predictions[part == number]) for number, each in enumerate(fitted)
    ]
    found = [
        (level, *covered_by_parts(checked, level))
        for level in SHOWN
        if all(each is not None and level <= each.max_coverage for each in fitted)
    ]
    return summary(conformal, "cross_calibration", found)


def covered_by_parts(
    checked: Sequence[tuple[Conformal | None, Array, Array]], level: float
) -> tuple[Array, Array]:
    """Compute coverage as `covered` does, for parts with separate calibrations."""
    pieces = [
        covered(each, truth, predictions, level) for each, truth, predictions in checked if each is not None
    ]
    inside, sizes = (np.concatenate([piece[index] for piece in pieces]) for index in (0, 1))
    return inside, sizes


def covered(conformal: Conformal, truth: Array, predictions: Array, level: float) -> tuple[Array, Array]:
    """Return whether each row is covered, and the width of its interval or the size of its set."""
    if predictions.ndim == 1:
        low, high = conformal.intervals(predictions, level)
        return (low <= truth) & (truth <= high), high - low
    sets = conformal.sets(predictions, level)
    return sets[np.arange(len(truth)), truth], sets.sum(axis=1)


def summary(conformal: Conformal, source: str, found: list[tuple[float, Array, Array]]) -> ConformalSummary:
    """Build the contract's summary of the coverage by level."""
    classes = conformal.method == "least_ambiguous_sets"
    levels = []
    for asked, inside, sizes in found:
        low, high = wilson(float(inside.mean()), len(inside))
        levels.append(
            CoverageLevel(
                asked=asked,
                found=float(inside.mean()),
                low=low,
                high=high,
                rows=len(inside),
                mean_width=None if classes else float(sizes.mean()),
                mean_set_size=float(sizes.mean()) if classes else None,
            )
        )
    return ConformalSummary.model_validate(
        {
            "method": conformal.method,
            "calibrationRows": conformal.rows,
            "source": source,
            "levels": levels,
        }
    )
