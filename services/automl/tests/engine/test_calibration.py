"""Calibrated probabilities of the trained form against those of a form that is off by float32's noise."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rowcast_automl.ensemble.calibration import Calibration

NOISE = 1e-7
slopes = st.floats(0.05, 8.0)
offsets = st.floats(-2.0, 2.0)


@given(slopes, offsets, st.one_of(st.just(0.0), st.floats(0.0, 1e-3), st.floats(0.0, 1.0)))
def test_what_float32_leaves_of_a_probability_does_not_show(
    slope: float, offset: float, share: float
) -> None:
    calibration = Calibration(slope, (0.0, offset))
    shares = np.array([share, min(share + NOISE, 1.0)])
    told = calibration.apply(np.stack([1 - shares, shares], axis=1))
    assert np.abs(told[0] - told[1]).max() < 1e-5


def test_a_slope_that_sharpens_keeps_small_probabilities_apart() -> None:
    told = Calibration(1.5, (0.0, 0.0)).apply(np.array([[1 - 1e-9, 1e-9], [1 - 1e-6, 1e-6]]))
    assert 0 < told[0, 1] < told[1, 1] < 1e-8
