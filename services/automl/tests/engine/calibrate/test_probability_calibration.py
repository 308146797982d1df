"""Calibration does not amplify the rounding noise of the served form."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowcast_automl.calibrate.probability_calibration import MIN_ROWS, fit_calibration, log_loss
from rowcast_automl.features.splits.splitters import Order
from rowcast_automl.features.tensors import Array
from rowcast_automl.models.calibration import Calibration

NOISE = 1e-7
slopes = st.floats(0.05, 8.0)
offsets = st.floats(-2.0, 2.0)


@given(slopes, offsets, st.one_of(st.just(0.0), st.floats(0.0, 1e-3), st.floats(0.0, 1.0)))
def test_what_float32_leaves_of_a_probability_does_not_show(
    slope: float, offset: float, share: float
) -> None:
    calibration = Calibration(slope, (0.0, offset))
    shares = np.array([share, min(share + NOISE, 1.0)])
    reported = calibration.apply(np.stack([1 - shares, shares], axis=1))
    assert np.abs(reported[0] - reported[1]).max() < 1e-5


def test_a_slope_that_sharpens_keeps_small_probabilities_apart() -> None:
    reported = Calibration(1.5, (0.0, 0.0)).apply(np.array([[1 - 1e-9, 1e-9], [1 - 1e-6, 1e-6]]))
    assert 0 < reported[0, 1] < reported[1, 1] < 1e-8


def reporting(slope: float, n_samples: int, seed: int) -> tuple[Array, Array]:
    """Classes, and probabilities whose log-odds need so many times themselves to be right."""
    random = np.random.default_rng(seed)
    odds = random.normal(0, 1.2, n_samples)
    second = 1 / (1 + np.exp(-odds / slope))
    truth = (random.random(n_samples) < 1 / (1 + np.exp(-odds))).astype(np.int64)
    return truth, np.column_stack([1 - second, second])


@pytest.mark.parametrize("slope", [0.25, 1.0, 3.0])
def test_many_rows_say_how_sure_to_be(slope: float) -> None:
    found = fit_calibration(*reporting(slope, 20_000, 1), 0, Order())
    assert found is not None and found.slope == pytest.approx(slope, rel=0.07)


@pytest.mark.parametrize(("slope", "minimum"), [(1.0, -0.002), (1.1, -0.001), (1.3, 0.001), (0.3, 0.2)])
def test_few_rows_cost_little_where_all_is_well_and_help_where_it_is_not(
    slope: float, minimum: float
) -> None:
    new_truth, new_told = reporting(slope, 20_000, 99)
    before = log_loss(new_truth, new_told)
    gains = []
    for seed in range(30):
        found = fit_calibration(*reporting(slope, MIN_ROWS, seed), 0, Order())
        assert found is not None
        gains.append(before - log_loss(new_truth, found.apply(new_told)))
    assert np.mean(gains) > minimum


def test_too_few_rows_and_those_of_one_class_are_left_as_they_are() -> None:
    truth, reported = reporting(3.0, MIN_ROWS - 1, 1)
    assert fit_calibration(truth, reported, 0, Order()) is None
    assert fit_calibration(np.zeros(500, np.int64), reporting(3.0, 500, 1)[1], 0, Order()) is None
