"""The remaining time that is reported during training."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.contracts.generated import TrainingProgress
from rowcast_automl.estimators.registry import LINEAR
from rowcast_automl.fit.remaining_time import RemainingFits, RemainingTime
from rowcast_automl.run.clock import UNLIMITED_SECONDS, Clock, StopSignal
from rowcast_automl.run.leaderboard import Leaderboard
from tests.engine.tables import mixed_rows, write_csv
from tests.engine.training import config, train_file

FIRST, SECOND = (Candidate(name, LINEAR, {"shrinkage": 1.0}) for name in ("first", "second"))


@pytest.fixture
def remaining_time() -> RemainingTime:
    """Two candidates of five folds, of which a unit takes two seconds, and five to come after them."""
    made = RemainingTime(lambda _: 2.0, closing=3.0)
    made.plan([FIRST, SECOND], 5, 5)
    made.begin(2)
    return made


def test_what_was_foretold_is_told_until_a_unit_has_ended(remaining_time: RemainingTime) -> None:
    ahead = [RemainingFits(FIRST, 5, 0.0), RemainingFits(SECOND, 5, 0.0)]
    assert remaining_time.left(ahead, slots=2) == pytest.approx((20 + 50) / 2 + 3)


def test_units_that_take_longer_put_off_the_end_and_quick_ones_bring_it_near(
    remaining_time: RemainingTime,
) -> None:
    ahead = [RemainingFits(FIRST, 0, 0.0), RemainingFits(SECOND, 5, 0.0)]
    as_foretold = remaining_time.left(ahead, slots=2)
    for _ in range(5):
        remaining_time.ended(FIRST, 6.0)
    slower = remaining_time.left(ahead, slots=2)
    for _ in range(40):
        remaining_time.ended(FIRST, 0.2)
    assert remaining_time.left(ahead, slots=2) < as_foretold < slower


def test_what_a_candidate_took_counts_for_the_rest_of_it(remaining_time: RemainingTime) -> None:
    remaining_time.expect_later(0)
    assert remaining_time.left([RemainingFits(FIRST, 3, 7.0)], slots=1) == pytest.approx(3 * 7 + 3)


@pytest.fixture
def told() -> list[TrainingProgress]:
    return []


def leaderboard(told: list[TrainingProgress], budget: float) -> Leaderboard:
    return Leaderboard(Clock(budget, time.monotonic(), StopSignal()), told.append)


def test_used_and_left_are_the_budget_unless_the_end_is_surely_nearer(told: list[TrainingProgress]) -> None:
    told_by = leaderboard(told, 60.0)
    told_by.notify()
    for seconds in (500.0, 25.0, 12.0, 40.0):
        told_by.set_remaining(seconds)
        told_by.notify()
    ends = [each.elapsed_seconds + (each.remaining_seconds or 0) for each in told]
    assert ends == pytest.approx([60, 60, 60, 38, 38], abs=0.3)
    told_by.phase("done", "Done")
    assert told[-1].remaining_seconds == 0


def test_a_training_that_counts_tells_no_end_before_it_is_foreseen(told: list[TrainingProgress]) -> None:
    told_by = leaderboard(told, UNLIMITED_SECONDS)
    told_by.notify()
    told_by.set_remaining(10.0)
    told_by.notify()
    assert told[0].remaining_seconds is None
    assert told[1].remaining_seconds == pytest.approx(32, abs=0.3)


def test_the_time_left_never_grows(tmp_path: Path, told: list[TrainingProgress]) -> None:
    source = write_csv(tmp_path / "t.csv", mixed_rows(1_500, 2, "binary"))
    train_file(source, tmp_path / "m.rowcast", config(timeBudgetSeconds=5), told.append)
    assert told[0].elapsed_seconds + (told[0].remaining_seconds or 0) == pytest.approx(5, abs=0.1)
    left = [each.remaining_seconds for each in told]
    assert None not in left and left == sorted(left, reverse=True)


def test_a_training_that_will_be_over_soon_does_not_tell_its_budget(tmp_path: Path) -> None:
    heard: list[TrainingProgress] = []
    source = write_csv(tmp_path / "t.csv", mixed_rows(300, 1, "binary"))
    settings = config(timeBudgetSeconds=300, modelType="custom", estimator={"name": "linear", "alpha": 1.0})
    train_file(source, tmp_path / "m.rowcast", settings, heard.append)
    left = [each.remaining_seconds for each in heard if each.phase not in ("starting", "loading")]
    assert all(each is not None and each < 60 for each in left)
    assert left[-1] is not None and left[-1] < 5
    assert {each.metric for each in heard if each.leaderboard} == {"roc_auc"}
