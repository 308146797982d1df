"""Bootstrap intervals of scores: wide for few rows, null where the score is undefined."""

from __future__ import annotations

import numpy as np
import pytest

from rowcast_automl.contracts.generated import ScoreInterval
from rowcast_automl.features.tensors import Array
from rowcast_automl.metrics.bootstrap import score_difference, score_intervals
from rowcast_automl.platform.contract_json import json_value


def mae_interval(truth: Array, predictions: Array, groups: Array | None = None) -> ScoreInterval:
    (found,) = score_intervals(("mae",), truth, predictions, 0, 20.0, groups=groups)
    return found


def width(found: ScoreInterval) -> float:
    assert found.low is not None and found.value is not None and found.high is not None
    assert found.low <= found.value <= found.high and found.gap is None
    return found.high - found.low


@pytest.mark.parametrize("each", [25, 1_000])
def test_rows_of_a_group_count_as_one_where_they_are_alike(each: int) -> None:
    random = np.random.default_rng(0)
    truth, predictions = np.zeros(60), random.normal(size=60)
    alone = width(mae_interval(truth, predictions))
    copied = width(mae_interval(np.repeat(truth, each), np.repeat(predictions, each)))
    grouped = mae_interval(
        np.repeat(truth, each), np.repeat(predictions, each), np.repeat(np.arange(60), each)
    )
    assert width(grouped) == pytest.approx(alone, rel=0.25)
    assert copied < alone / 3


def test_groups_of_one_row_are_rows() -> None:
    random = np.random.default_rng(1)
    truth, predictions = np.zeros(300), random.normal(size=300)
    groups = random.permutation(300)
    rows, each_alone = mae_interval(truth, predictions), mae_interval(truth, predictions, groups)
    assert width(each_alone) == pytest.approx(width(rows), rel=0.25)


def test_the_interval_of_many_groups_has_the_width_of_many_groups() -> None:
    random = np.random.default_rng(2)
    groups = random.integers(0, 4_000, 80_000)
    errors = np.exp(random.normal(size=4_000))[groups]
    found = mae_interval(np.zeros(80_000), errors, groups)
    sums = np.bincount(groups, errors - errors.mean())
    expected = 2 * 1.96 * sums.std() * np.sqrt(len(sums)) / len(errors)
    assert width(found) == pytest.approx(expected, rel=0.25)


def two_models(seed: int, rows: int, better_by: float) -> tuple[Array, tuple[Array, Array]]:
    """Truth, and answers of two models that err alike, but for a little."""
    random = np.random.default_rng(seed)
    truth, shared = random.normal(size=rows), random.normal(size=rows)
    one, other = (truth + size * shared + 0.1 * random.normal(size=rows) for size in (1 - better_by, 1.0))
    return truth, (one, other)


def apart(truth: Array, predictions: tuple[Array, Array], groups: Array | None = None) -> bool:
    found = score_difference("rmse", truth, predictions, 0, 20.0, groups=groups)
    assert found is not None and found.low <= found.high
    return found.low > 0 or found.high < 0


def test_models_that_err_alike_differ_clearly_where_one_errs_less_on_the_same_rows() -> None:
    reported, independent = 0, 0
    for seed in range(20):
        truth, predictions = two_models(seed, 300, 0.04)
        reported += apart(truth, predictions)
        one, other = (score_intervals(("rmse",), truth, each, 0, 20.0)[0] for each in predictions)
        assert one.value and one.high and other.value and other.low
        gap = np.hypot(one.high - one.value, other.value - other.low)
        independent += other.value - one.value > gap
    assert reported >= 19 and independent <= 2


@pytest.mark.parametrize("rows", [60, 400])
def test_models_of_one_worth_are_rarely_told_apart(rows: int) -> None:
    assert sum(apart(*two_models(seed, rows, 0.0)) for seed in range(200)) <= 20


def test_rows_of_a_group_say_once_which_model_is_better() -> None:
    wrong = {"rows": 0, "groups": 0}
    for seed in range(40):
        truth, predictions = two_models(seed, 60, 0.0)
        copied = np.repeat(truth, 20), (np.repeat(predictions[0], 20), np.repeat(predictions[1], 20))
        wrong["rows"] += apart(*copied)
        wrong["groups"] += apart(*copied, groups=np.repeat(np.arange(60), 20))
    assert wrong["groups"] <= 6 < 20 <= wrong["rows"]


def test_the_difference_of_a_resample_of_many_rows_is_scaled_to_all() -> None:
    truth, predictions = two_models(0, 80_000, 0.002)
    found = score_difference("mae", truth, predictions, 0, 20.0)
    errors = np.abs(truth - predictions[0]) - np.abs(truth - predictions[1])
    assert found is not None
    assert found.high - found.low == pytest.approx(2 * 1.96 * errors.std() / np.sqrt(80_000), rel=0.25)


def test_where_a_score_is_undefined_or_of_few_groups_there_is_no_difference() -> None:
    even = np.full((20, 2), 0.5)
    assert score_difference("roc_auc", np.ones(20, int), (even, even), 0, 20.0) is None
    truth, predictions = two_models(0, 40, 0.5)
    assert score_difference("mae", truth, predictions, 0, 20.0, groups=np.arange(40) % 4) is None


def test_few_groups_have_a_score_and_no_interval() -> None:
    random = np.random.default_rng(0)
    truth, predictions = np.zeros(200), random.normal(size=200)
    found = mae_interval(truth, predictions, np.arange(200) % 4)
    assert found.value == pytest.approx(np.abs(predictions).mean())
    assert (found.low, found.high, found.gap) == (None, None, "too_few")
    assert mae_interval(truth, predictions, np.arange(200) % 5).gap is None


@pytest.mark.parametrize(
    ("metric", "truth", "predictions", "gap"),
    [
        ("roc_auc", np.ones(20, int), np.full((20, 2), 0.5), "one_class"),
        ("roc_auc", np.full(20, 2), np.full((20, 3), 1 / 3), "one_class"),
        ("f1", np.zeros(20, int), np.tile([0.9, 0.1], (20, 1)), "one_class"),
        ("r2", np.full(20, 3.0), np.arange(20.0), "one_value"),
        ("rmse", np.full(20, 1e200), np.arange(20.0), "too_large"),
        ("r2", np.arange(20.0) * 1e200, np.arange(20.0), "too_large"),
    ],
)
def test_a_score_that_is_not_defined_is_none(metric: str, truth: Array, predictions: Array, gap: str) -> None:
    with np.errstate(over="ignore", invalid="ignore"):
        (found,) = score_intervals((metric,), truth, predictions, 0, 1.0)
    assert json_value(found) == {"metric": metric, "value": None, "low": None, "high": None, "gap": gap}


def test_what_is_defined_says_nothing_of_a_gap() -> None:
    assert "gap" not in json_value(mae_interval(np.zeros(20), np.arange(20.0)))


def test_an_interval_of_the_fewest_resamples_holds_as_often_as_it_says() -> None:
    expected, held = float(np.sqrt(2 / np.pi)), 0
    for seed in range(100):
        errors = np.random.default_rng(seed).normal(size=400)
        (found,) = score_intervals(("mae",), np.zeros(400), errors, seed, 0.0)
        assert found.low is not None and found.high is not None
        held += found.low <= expected <= found.high
    assert held >= 88


def test_an_interval_of_few_resamples_stays_where_scores_are() -> None:
    truth = np.arange(40) % 2
    right = np.where(np.arange(40) < 38, truth, 1 - truth)
    predictions = np.column_stack([1.0 - right, right])
    (found,) = score_intervals(("accuracy",), truth, predictions, 0, 0.0)
    assert found.value == 0.95 and found.high == 1.0 and found.low is not None and found.low < 0.95
