"""The recalibration factor follows the rows once there are many."""

from __future__ import annotations

import numpy as np
import pytest

from rowcast_automl.calibrate.calibrated_ensemble import recalibrated
from rowcast_automl.calibrate.linear_recalibration import DEFAULT_FACTOR, fit_linear_recalibration
from rowcast_automl.features.tensors import Array
from rowcast_automl.models.blend import Blend


def reported(n_samples: int, share: float, noise: float = 0.5, mean: float = 0.0) -> tuple[Array, Array]:
    """Numbers, and answers that lie only such a share of what can be known from the mean."""
    random = np.random.default_rng(3)
    known = random.normal(size=n_samples)
    return mean + known + noise * random.normal(size=n_samples), mean + share * known


@pytest.mark.parametrize("share", [0.8, 0.95, 1.0, 1.25])
def test_many_rows_say_how_far(share: float) -> None:
    truth, predictions = reported(20_000, share)
    assert fit_linear_recalibration(truth, predictions) == pytest.approx(1 / share, abs=0.01)


def test_what_few_rows_say_is_drawn_to_what_is_usual() -> None:
    truth, predictions = reported(200, 0.5, noise=3.0)
    assert DEFAULT_FACTOR < fit_linear_recalibration(truth, predictions) < 1.3


def test_a_few_numbers_that_nobody_foretells_do_not_decide() -> None:
    truth, predictions = reported(10_000, 0.95)
    furthest = np.argsort(predictions)[-10:]
    truth[furthest] += 1_000.0
    assert fit_linear_recalibration(truth, predictions) == pytest.approx(1 / 0.95, abs=0.02)


def test_no_answer_becomes_negative_where_the_target_never_is() -> None:
    truth, predictions = reported(20_000, 0.8, mean=7.0)
    assert truth.min() > 0 and fit_linear_recalibration(truth, predictions) == pytest.approx(1.25, abs=0.03)
    low = predictions - predictions.min() + 0.01
    factor = fit_linear_recalibration(truth - truth.min(), low)
    assert 1 <= factor < 1.01 and (low.mean() + factor * (low - low.mean())).min() >= -1e-9


def test_single_answers_and_exact_ones_are_left_alone() -> None:
    truth, _ = reported(500, 0.8)
    assert fit_linear_recalibration(truth, np.full(500, truth.mean())) == 1
    assert fit_linear_recalibration(truth, truth) == 1


def test_a_stretched_blend_keeps_the_mean_answer() -> None:
    predictions = np.array([1.0, 2.0, 6.0])
    blend = recalibrated(Blend("regression", 0, (), (), center=2.0, scale=4.0), 1.5, predictions)
    standardised = (predictions - 2.0) / 4.0
    assert standardised * blend.scale + blend.center == pytest.approx(3.0 + 1.5 * (predictions - 3.0))
