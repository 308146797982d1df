"""Intervals and sets reach their target coverage, whatever the noise."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rowcast_automl.calibrate.conformal import Conformal, fit_intervals, fit_sets
from rowcast_automl.calibrate.coverage import cross_coverage, held_out_coverage
from rowcast_automl.features.tensors import Array
from rowcast_automl.report.low_coverage import low_coverage

NOISES = ("even", "growing", "skewed", "heavy")


def numbers(seed: int, rows: int, noise: str) -> tuple[Array, Array]:
    """Truth and answers with the noise named."""
    random = np.random.default_rng(seed)
    predictions = random.uniform(1, 100, rows)
    shape = {
        "even": random.normal(size=rows) * 5,
        "growing": random.normal(size=rows) * predictions / 5,
        "skewed": random.exponential(8, rows) - 8,
        "heavy": random.standard_t(2, rows) * 3,
    }[noise]
    return predictions + shape, predictions


def classes(seed: int, rows: int, count: int) -> tuple[Array, Array]:
    """Classes drawn from the probabilities themselves."""
    random = np.random.default_rng(seed)
    probabilities = random.dirichlet(np.full(count, 0.7), rows)
    drawn = (probabilities.cumsum(axis=1) < random.random((rows, 1))).sum(axis=1)
    return np.minimum(drawn, count - 1), probabilities


@settings(deadline=None, max_examples=40)
@given(
    seed=st.integers(0, 10_000),
    noise=st.sampled_from(NOISES),
    coverage=st.floats(0.5, 0.99),
)
def test_intervals_cover_on_new_rows(seed: int, noise: str, coverage: float) -> None:
    conformal = fit_intervals(*numbers(seed, 2_000, noise), seed=0)
    assert conformal is not None
    truth, predictions = numbers(seed + 20_000, 4_000, noise)
    low, high = conformal.intervals(predictions, coverage)
    assert np.mean((low <= truth) & (truth <= high)) == pytest.approx(coverage, abs=0.07)
    assert (low <= high).all()


@settings(deadline=None, max_examples=40)
@given(seed=st.integers(0, 10_000), count=st.integers(2, 8), coverage=st.floats(0.5, 0.99))
def test_sets_cover_on_new_rows(seed: int, count: int, coverage: float) -> None:
    conformal = fit_sets(*classes(seed, 2_000, count))
    assert conformal is not None
    truth, probabilities = classes(seed + 20_000, 4_000, count)
    held = conformal.sets(probabilities, coverage)
    assert np.mean(held[np.arange(len(truth)), truth]) >= coverage - 0.07
    assert held[np.arange(len(truth)), probabilities.argmax(axis=1)].all()


def test_noise_that_grows_gets_intervals_that_grow() -> None:
    conformal = fit_intervals(*numbers(1, 3_000, "growing"), seed=0)
    assert conformal is not None and conformal.method.startswith("normalised")
    low, high = conformal.intervals(np.array([10.0, 90.0]), 0.9)
    assert high[1] - low[1] > 3 * (high[0] - low[0])
    truth, predictions = numbers(2, 3_000, "growing")
    for part in (predictions < 30, predictions > 70):
        low, high = conformal.intervals(predictions[part], 0.9)
        assert np.mean((low <= truth[part]) & (truth[part] <= high)) == pytest.approx(0.9, abs=0.05)


def test_even_noise_keeps_the_plain_score() -> None:
    conformal = fit_intervals(*numbers(1, 3_000, "even"), seed=0)
    assert conformal is not None and conformal.method == "absolute"


def test_a_target_that_is_never_negative_has_no_negative_interval() -> None:
    random = np.random.default_rng(0)
    predictions = random.uniform(0, 2, 500)
    conformal = fit_intervals(np.maximum(predictions + random.normal(size=500), 0), predictions, 0, floor=0.0)
    assert conformal is not None
    assert (conformal.intervals(predictions, 0.95)[0] >= 0).all()


def test_few_rows_promise_no_more_than_they_can_keep() -> None:
    truth, predictions = numbers(0, 40, "even")
    conformal = fit_intervals(truth, predictions, seed=0)
    assert conformal is not None and 0.9 <= conformal.max_coverage < 0.99
    conformal.intervals(predictions, conformal.max_coverage)
    with pytest.raises(ValueError, match="too few rows"):
        conformal.intervals(predictions, 0.99)
    assert fit_intervals(truth[:19], predictions[:19], seed=0) is None
    assert fit_sets(*classes(0, 19, 3)) is None


def test_more_than_is_tabulated_is_promised_by_no_number_of_rows() -> None:
    intervals, sets = fit_intervals(*numbers(0, 5_000, "even"), seed=0), fit_sets(*classes(0, 5_000, 3))
    assert intervals is not None and sets is not None
    for ask in (
        lambda: intervals.intervals(np.zeros(3), 0.999),
        lambda: sets.sets(np.full((3, 3), 1 / 3), 0.999),
    ):
        with pytest.raises(ValueError, match="coverage"):
            ask()


def test_rows_that_are_all_alike_are_no_trouble() -> None:
    conformal = fit_intervals(np.full(200, 3.0), np.full(200, 3.0), seed=0)
    assert conformal is not None
    low, high = conformal.intervals(np.full(5, 3.0), 0.9)
    assert (low == 3).all() and (high == 3).all()


@pytest.mark.parametrize("noise", NOISES)
def test_json_keeps_every_answer(noise: str) -> None:
    conformal = fit_intervals(*numbers(3, 700, noise), seed=0)
    assert conformal is not None
    again = Conformal.from_json(json.loads(json.dumps(conformal.as_json())))
    predictions = np.linspace(-50, 200, 100)
    assert np.array_equal(conformal.intervals(predictions, 0.9), again.intervals(predictions, 0.9))


def test_coverage_is_told_as_it_is() -> None:
    truth, predictions = numbers(5, 1_000, "skewed")
    conformal = fit_intervals(truth, predictions, seed=0)
    assert conformal is not None
    held = held_out_coverage(conformal, *numbers(6, 1_000, "skewed"))
    crossed = cross_coverage(conformal, lambda t, a: fit_intervals(t, a, seed=0), truth, predictions, 0)
    for summary in (held, crossed):
        assert [each.asked for each in summary.levels] == [0.5, 0.8, 0.9, 0.95, 0.99]
        for each in summary.levels:
            assert each.low <= each.found <= each.high
            assert each.found == pytest.approx(each.asked, abs=0.05)
    # Twice the noise: an honest table shows that the promise is broken.
    broken = held_out_coverage(conformal, predictions + 3 * (truth - predictions), predictions)
    assert next(each.found for each in broken.levels if each.asked == 0.9) < 0.8


@pytest.mark.parametrize("calibrating", [120, 600, 5_000])
@pytest.mark.parametrize("checked", [60, 250, 4_000])
def test_coverage_that_chance_explains_is_not_told_of(calibrating: int, checked: int) -> None:
    reported = 0
    for seed in range(60):
        conformal = fit_intervals(*numbers(seed, calibrating, "even"), seed=0)
        assert conformal is not None
        reported += (
            low_coverage(held_out_coverage(conformal, *numbers(seed + 900, checked, "even"))) is not None
        )
    assert reported <= 2


def test_coverage_that_falls_short_is_told_of_with_its_rows() -> None:
    conformal = fit_intervals(*numbers(1, 2_000, "even"), seed=0)
    assert conformal is not None
    truth, predictions = numbers(2, 1_000, "even")
    found = low_coverage(held_out_coverage(conformal, predictions + 2 * (truth - predictions), predictions))
    assert found is not None and found.code == "COVERAGE_SHORT" and found.severity == "warning"
    assert found.params is not None and found.params["count"] == 1_000
    assert found.params["foundShare"] < found.params["askedShare"] - 0.1
    assert "of 1,000 rows" in found.message


def test_few_rows_that_fall_a_little_short_are_not_told_of() -> None:
    conformal = fit_intervals(*numbers(1, 2_000, "even"), seed=0)
    assert conformal is not None
    truth, predictions = numbers(2, 40, "even")
    assert (
        low_coverage(held_out_coverage(conformal, predictions + 1.1 * (truth - predictions), predictions))
        is None
    )
    assert low_coverage(None) is None


def test_a_target_that_is_negative_elsewhere_has_no_floor() -> None:
    random = np.random.default_rng(0)
    predictions = random.uniform(0, 2, 500)
    conformal = fit_intervals(np.abs(predictions + random.normal(size=500)), predictions, seed=0)
    assert conformal is not None and (conformal.intervals(np.array([-5.0]), 0.9)[0] < -5).all()


@pytest.mark.parametrize("rows", [20, 24, 30, 39, 40])
def test_no_coverage_is_lost_to_narrower_intervals(rows: int) -> None:
    random = np.random.default_rng(rows)
    predictions = random.normal(size=rows)
    skewed = predictions + random.exponential(size=rows) ** 2
    conformal = fit_intervals(skewed, predictions, seed=0)
    assert conformal is not None
    for level in (0.8, 0.9, 0.95):
        assert (level <= conformal.max_coverage) == (level <= rows / (rows + 1))
