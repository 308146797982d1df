"""Intervals of changing time series cover what comes next; those of stable series stay as they are."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from rowcast_automl.calibrate.conformal import Conformal, fit_intervals, fit_sets
from rowcast_automl.calibrate.coverage import covered
from rowcast_automl.calibrate.evaluated_predictions import EvaluatedPredictions
from rowcast_automl.calibrate.recent_errors import recent_rows
from rowcast_automl.calibrate.time_ordered_coverage import RowsInTime, time_ordered_coverage
from rowcast_automl.features.splits.splitters import Order
from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.report.low_coverage import low_coverage
from rowcast_automl.report.report_builder import conformal_coverage

KNOWN, HELD_OUT, NEXT = 280, 200, 100
# The time of each row, 1 where the training ends, and a source of chance, to how far off each answer is.
Errors = Callable[[np.random.Generator, Array], Array]


def rising(random: np.random.Generator, time: Array) -> Array:
    """What the model learned lags ever further behind."""
    return 3 * time + random.normal(size=len(time))


def roughening(random: np.random.Generator, time: Array) -> Array:
    return (0.5 + 3 * time) * random.normal(size=len(time))


def steady(random: np.random.Generator, time: Array) -> Array:
    return random.normal(size=len(time))


def series(errors: Errors, seed: int) -> tuple[RowsInTime, Array, Array]:
    """Rows in time, and truth and answers of those that follow."""
    random = np.random.default_rng(seed)
    time = np.arange(KNOWN + HELD_OUT + NEXT) / (KNOWN + HELD_OUT)
    predictions = random.uniform(-5, 5, len(time))
    truth, known = predictions + errors(random, time), KNOWN + HELD_OUT
    rows = RowsInTime(
        truth[:known], predictions[:known], Order(times=time[:known]), np.arange(known) >= KNOWN
    )
    return rows, truth[known:], predictions[known:]


def fit(truth: Array, predictions: Array) -> Conformal | None:
    return fit_intervals(truth, predictions, 0)


@pytest.mark.parametrize(("errors", "alike"), [(rising, 0.68), (roughening, 0.72)])
def test_intervals_of_a_changing_series_hold_what_comes_next(errors: Errors, alike: float) -> None:
    next_held, reported, before = [], [], []
    for seed in range(10):
        rows, truth, predictions = series(errors, seed)
        found = time_ordered_coverage(rows, fit)
        assert found is not None
        conformal, summary = found
        assert summary.source == "later_rows" and summary.calibration_rows < KNOWN + HELD_OUT
        reported.append(next(each.found for each in summary.levels if each.asked == 0.9))
        next_held.append(covered(conformal, truth, predictions, 0.9)[0].mean())
        whole = fit(rows.truth, rows.predictions)
        assert whole is not None
        before.append(covered(whole, truth, predictions, 0.9)[0].mean())
    # By all rows alike, held-out ones included.
    assert np.mean(before) < alike
    assert np.mean(next_held) > 0.79
    assert np.mean(reported) == pytest.approx(np.mean(next_held), abs=0.06)


def test_a_series_that_does_not_change_is_calibrated_by_all_of_its_rows() -> None:
    whole, reported, short = 0, [], 0
    for seed in range(40):
        rows, _, _ = series(steady, seed)
        found = time_ordered_coverage(rows, fit)
        assert found is not None
        whole += found[1].calibration_rows == KNOWN + HELD_OUT
        reported.append(next(each.found for each in found[1].levels if each.asked == 0.9))
        short += low_coverage(found[1]) is not None
    assert whole >= 36 and short <= 1
    assert np.mean(reported) == pytest.approx(0.9, abs=0.015)


def test_sets_of_a_rule_that_breaks_hold_what_comes_next() -> None:
    next_held, before = [], []
    for seed in range(10):
        random = np.random.default_rng(seed)
        time = np.arange(1_200) / 1_000
        probabilities = random.dirichlet(np.full(3, 0.5), len(time))
        drawn = np.array([random.choice(3, p=each) for each in probabilities])
        # From one day on, half of the rows are of any class.
        truth = np.where(
            random.random(len(time)) < (time > 0.6) * 0.5, random.integers(0, 3, len(time)), drawn
        )
        rows = RowsInTime(
            truth[:1_000], probabilities[:1_000], Order(times=time[:1_000]), np.arange(1_000) >= 800
        )
        found = time_ordered_coverage(rows, fit_sets)
        whole = fit_sets(truth[:1_000], probabilities[:1_000])
        assert found is not None and whole is not None
        for into, conformal in ((next_held, found[0]), (before, whole)):
            into.append(covered(conformal, truth[1_000:], probabilities[1_000:], 0.8)[0].mean())
    assert np.mean(before) < 0.7 < 0.75 < np.mean(next_held)


def test_no_run_is_checked_by_rows_of_its_own_time_or_group() -> None:
    seen: list[set[float]] = []

    def spy(truth: Array, predictions: Array) -> Conformal | None:
        seen.append(set(truth.tolist()))
        return fit_intervals(truth, predictions, 0)

    # The truth tells the time of a row, and of which group it is.
    times, groups = np.repeat(np.arange(20.0), 10), np.arange(200) % 7
    rows = RowsInTime(times, times + 0.1, Order(times=times), np.arange(200) >= 100)
    assert time_ordered_coverage(rows, spy) is not None
    assert [max(each) for each in seen] == [19, 9, 11, 13, 15, 17]
    # Each run has rows of all groups.
    assert time_ordered_coverage(RowsInTime(times, times, Order(groups, times), rows.evaluated), fit) is None


def test_few_rows_are_all_taken() -> None:
    for count in (0, 5, 150):
        assert recent_rows(np.arange(count, dtype=float)) == count


def test_a_training_with_times_is_calibrated_on_its_held_out_rows_too() -> None:
    rows, _, _ = series(rising, 0)
    mixed = np.random.default_rng(0).permutation(KNOWN)
    evidence = EvaluatedPredictions(
        "holdout",
        rows.truth[KNOWN:],
        rows.predictions[KNOWN:],
        Tensors(np.zeros((HELD_OUT, 0), np.float32), np.zeros((HELD_OUT, 0), dtype=object)),
        rows.truth[mixed],
        rows.predictions[mixed],
        order=rows.order.take(np.arange(KNOWN, KNOWN + HELD_OUT)),
        oof_order=rows.order.take(mixed),
    )
    conformal, summary = conformal_coverage(evidence, 0)
    again = time_ordered_coverage(rows, fit)
    assert summary is not None and again is not None and conformal == again[0]
    assert summary.source == "later_rows" and {each.rows for each in summary.levels[:4]} == {HELD_OUT}


def test_a_change_too_fast_to_follow_is_told_of_as_one() -> None:
    random, time = np.random.default_rng(0), np.arange(1_000) / 1_000
    predictions = random.uniform(-5, 5, 1_000)
    truth = predictions + 400 * time**3 + random.normal(size=1_000)
    found = time_ordered_coverage(RowsInTime(truth, predictions, Order(times=time), time > 0.7), fit)
    reported = low_coverage(found[1]) if found else None
    assert reported is not None and reported.code == "COVERAGE_SHORT_LATER"
    assert "later rows" in reported.message
