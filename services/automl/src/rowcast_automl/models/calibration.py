"""The calibration that a published classifier applies to its probabilities."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rowcast_automl.estimators.probabilities import softmax
from rowcast_automl.features.tensors import Array

EPSILON = 1e-12
# Error of a served probability, summed in float32, and how much of it may show in the response.
NOISE, SHOWN = 2e-7, 5e-6
MAX_FLOOR = 0.01


@dataclass(frozen=True, slots=True)
class Calibration:
    """A calibration of probabilities: `softmax(slope * log(p) + offset)`.

    Parameters
    ----------
    slope : float
        Inverse of the temperature (Guo et al., 2017).
    offset : tuple of float
        One for each class; non-zero for binary tasks only (Platt, 1999).
    """

    slope: float
    offset: tuple[float, ...]

    @property
    def floor(self) -> float:
        """Lower limit of the uncalibrated probabilities.

        A slope below 1 is steep near 0. Without the limit, float32 rounding would make the exported model's
        predictions visibly different.
        """
        if self.slope >= 1:
            return EPSILON
        steepness = self.slope * math.exp(max(abs(each) for each in self.offset))
        share = min(1.0, steepness * NOISE / SHOWN)
        return min(MAX_FLOOR, max(EPSILON, math.pow(share, 1 / (1 - self.slope))))

    def apply(self, probabilities: Array) -> Array:
        """Return calibrated probabilities, shape (n_samples, n_classes)."""
        return softmax(self.slope * np.log(np.maximum(probabilities, self.floor)) + np.array(self.offset))
