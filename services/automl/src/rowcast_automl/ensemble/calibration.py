"""Probabilities that mean what they say: fitted on out-of-fold answers, applied inside the served graph."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rowcast_automl.features.split import Order
from rowcast_automl.features.target_encoding import inner_parts
from rowcast_automl.features.tensors import Array

SMALLEST = 1e-12
FEWEST_ROWS = 200
RIDGE = 1e-3
LEAST_GAIN = 1e-4
# How far a served probability, summed in float32, may be off, and how much of that may show in the answer.
NOISE, SHOWN = 2e-7, 5e-6
HIGHEST_FLOOR = 0.01


@dataclass(frozen=True, slots=True)
class Calibration:
    """`softmax(slope * log(p) + offset)`.

    Parameters
    ----------
    slope : float
        One over the temperature (Guo et al., 2017).
    offset : tuple of float
        One for each class; only a binary task has any but zeros (Platt, 1999).
    """

    slope: float
    offset: tuple[float, ...]

    @property
    def floor(self) -> float:
        """Probabilities below are taken for this one.

        A slope under 1 is steep near 0, where the mere noise of float32 would become a visible difference
        between the trained and the served form: the floor lies where it no longer does.
        """
        if self.slope >= 1:
            return SMALLEST
        steepness = self.slope * math.exp(max(abs(each) for each in self.offset))
        share = min(1.0, steepness * NOISE / SHOWN)
        return min(HIGHEST_FLOOR, max(SMALLEST, math.pow(share, 1 / (1 - self.slope))))

    def apply(self, probabilities: Array) -> Array:
        """Calibrated probabilities, shape (n_samples, n_classes)."""
        logits = self.slope * np.log(np.maximum(probabilities, self.floor)) + np.array(self.offset)
        raised = np.exp(logits - logits.max(axis=1, keepdims=True))
        result: Array = raised / raised.sum(axis=1, keepdims=True)
        return result


def fit_calibration(truth: Array, probabilities: Array, seed: int, order: Order) -> Calibration | None:
    """Slope, and for two classes an offset; None where rows are few or cross-validation sees no gain.

    Rows of a single class have none either: no answer would be sure enough for them.

    Parameters
    ----------
    truth : int array, shape (n_samples,)
    probabilities : array, shape (n_samples, n_classes)
        Out-of-fold answers of the blend.
    order : Order
        Groups and times of the rows: rows of one group gain alike, and say little of others.
    """
    if len(truth) < FEWEST_ROWS or one_class(truth):
        return None
    half = inner_parts(len(truth), seed, order, 2) == 0
    gain = 0.0
    for learn, check in ((half, ~half), (~half, half)):
        fitted = solve(truth[learn], probabilities[learn])
        gain += log_loss(truth[check], probabilities[check]) - log_loss(
            truth[check], fitted.apply(probabilities[check])
        )
    return solve(truth, probabilities) if gain > LEAST_GAIN else None


def one_class(truth: Array) -> bool:
    """Whether all rows are of one class, for which no answer would be sure enough."""
    return bool((truth == truth[0]).all())


def solve(truth: Array, probabilities: Array) -> Calibration:
    """The calibration with the least log-loss, barely held towards none."""
    # Loaded here: a second that only a training needs, and this module is everywhere.
    from scipy.optimize import minimize

    classes = probabilities.shape[1]

    def unpack(values: Array) -> Calibration:
        offset = (0.0, float(values[1])) if classes == 2 else (0.0,) * classes
        return Calibration(float(np.exp(values[0])), offset)

    # Classes first: reducing over the long axis is many times quicker.
    logs = np.ascontiguousarray(np.log(np.maximum(probabilities, SMALLEST)).T)
    rows = np.arange(len(truth))

    def loss(values: Array) -> float:
        tried = unpack(values)
        logits = tried.slope * logs + np.array(tried.offset)[:, None]
        highest = logits.max(axis=0)
        total = highest + np.log(np.exp(logits - highest).sum(axis=0))
        return float(np.mean(total - logits[truth, rows])) + RIDGE * float((values**2).sum())

    start = np.zeros(2 if classes == 2 else 1)
    found = minimize(
        loss, start, method="Nelder-Mead", options={"maxiter": 200, "xatol": 1e-4, "fatol": 1e-8}
    )
    return unpack(np.asarray(found.x))


def log_loss(truth: Array, probabilities: Array) -> float:
    """Mean negative log-probability of the true class."""
    share = probabilities[np.arange(len(truth)), truth]
    return float(-np.mean(np.log(np.maximum(share, SMALLEST))))
