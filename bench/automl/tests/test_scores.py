import numpy as np
import pytest

from automl.scores import Array, lead_interval, score

RANDOM = np.random.default_rng(7)
# The leads are so clear that few resamples show them.
FEW = 60
TRUTH = RANDOM.integers(0, 2, 400).astype(np.float64)


def shares(noise: float) -> Array:
    positive = np.clip(0.5 + 0.3 * (TRUTH - 0.5) + noise * RANDOM.standard_normal(400), 0.01, 0.99)
    return np.column_stack([1 - positive, positive])


def test_scores_are_the_field_s_own() -> None:
    answers = np.array([[0.9, 0.1], [0.2, 0.8], [0.4, 0.6]])
    assert score("auc", np.array([0, 1, 0]), answers) == 1.0
    assert score("logloss", np.array([0, 1, 1]), answers) == pytest.approx(-np.log([0.9, 0.8, 0.6]).mean())
    assert score("rmse", np.array([1.0, 3.0]), np.array([2.0, 5.0])) == pytest.approx(2.5**0.5)


def test_a_share_of_zero_for_the_true_class_is_bad_but_finite() -> None:
    assert 10 < score("logloss", np.array([0, 1]), np.array([[1.0, 0.0], [1.0, 0.0]])) < 100


@pytest.mark.parametrize("metric", ["auc", "logloss"])
def test_a_clear_lead_excludes_zero_in_either_direction(metric: str) -> None:
    good, bad = shares(0.05), shares(0.6)
    assert lead_interval(metric, TRUTH, good, bad, resamples=FEW)[0] > 0
    assert lead_interval(metric, TRUTH, bad, good, resamples=FEW)[1] < 0


def test_noise_alone_is_no_lead() -> None:
    low, high = lead_interval("auc", TRUTH, shares(0.3), shares(0.3), resamples=FEW)
    assert low < 0 < high
