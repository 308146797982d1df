"""Reliability of probabilities: calibration bins and expected calibration error."""

from __future__ import annotations

import numpy as np

from rowcast_automl.contracts.generated import CalibrationBin, CalibrationError
from rowcast_automl.features.tensors import Array
from rowcast_automl.metrics.ties import evened

BINS = 10
ERROR_BINS = 15


def calibration_bins(positive: Array, scores: Array) -> list[CalibrationBin]:
    """Compare mean predicted probability and observed frequency in ten bins of equal width.

    Parameters
    ----------
    positive : bool array, shape (n_samples,)
    scores : array, shape (n_samples,)
    """
    bins = np.minimum((scores * BINS).astype(int), BINS - 1)
    found = []
    for index in range(BINS):
        chosen = bins == index
        rows = int(chosen.sum())
        if not rows:
            continue
        observed = float(positive[chosen].mean())
        low, high = wilson(observed, rows)
        found.append(
            CalibrationBin(
                from_=index / BINS,
                to=(index + 1) / BINS,
                predicted=float(scores[chosen].mean()),
                observed=observed,
                low=low,
                high=high,
                rows=rows,
            )
        )
    return found


def wilson(share: float, rows: int) -> tuple[float, float]:
    """Return the 95 % interval of a proportion observed in `rows` rows (Wilson, 1927)."""
    squared = 1.959964**2
    middle = (share + squared / (2 * rows)) / (1 + squared / rows)
    half = np.sqrt(squared * (share * (1 - share) / rows + squared / (4 * rows**2))) / (1 + squared / rows)
    return max(0.0, float(middle - half)), min(1.0, float(middle + half))


def expected_calibration_error(truth: Array, probabilities: Array) -> float:
    """Return the mean gap between confidence and accuracy (Naeini et al., 2015).

    It uses fifteen bins with equally many rows. For two classes, it compares the probability and frequency of
    the second class, so that errors on both sides count. For more, it uses the predicted class and its
    accuracy.

    Parameters
    ----------
    truth : int array, shape (n_samples,)
    probabilities : array, shape (n_samples, n_classes)
    """
    if probabilities.shape[1] == 2:
        scores, hits = probabilities[:, 1], truth == 1
    else:
        scores, hits = probabilities.max(axis=1), probabilities.argmax(axis=1) == truth
    order = np.argsort(scores, kind="stable")
    parts = np.array_split(order, min(ERROR_BINS, len(order)))
    shares = evened(hits, scores)
    gaps = [len(part) * abs(float(scores[part].mean() - shares[part].mean())) for part in parts]
    return float(sum(gaps) / len(order))


def calibration_error(
    truth: Array, probabilities: Array, before: Array | None, method: str | None
) -> CalibrationError:
    """Return the calibration error of the exported model, with that before calibration."""
    return CalibrationError(
        method=method if before is not None else None,
        bins=ERROR_BINS,
        after=expected_calibration_error(truth, probabilities),
        before=None if before is None else expected_calibration_error(truth, before),
    )
