"""The time left that is told while a training runs."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from rowcast_automl.contracts.generated import TrainingProgress
from rowcast_automl.estimators.families import LINEAR
from rowcast_automl.search.board import Board
from rowcast_automl.search.clock import Clock, StopSignal
from rowcast_automl.search.outlook import Ahead, Outlook
from rowcast_automl.search.portfolio import Candidate
from tests.engine.tables import mixed_rows, write_csv
from tests.engine.training import config, train_file

FIRST, SECOND = (Candidate(name, LINEAR, {"shrinkage": 1.0}) for name in ("first", "second"))


@pytest.fixture
def outlook() -> Outlook:
    """Two candidates of five folds, of which a unit takes two seconds, and five to come after them."""
    made = Outlook(lambda _: 2.0, closing=3.0)
    made.plan([FIRST, SECOND], 5, 5)
    made.begin(2)
    return made


def test_what_was_foretold_is_told_until_a_unit_has_ended(outlook: Outlook) -> None:
    ahead = [Ahead(FIRST, 5, None), Ahead(SECOND, 5, None)]
    assert outlook.left(ahead, slots=2) == pytest.approx((20 + 50) / 2 + 3)


def test_units_that_take_longer_put_off_the_end_and_quick_ones_bring_it_near(outlook: Outlook) -> None:
    ahead = [Ahead(FIRST, 0, None), Ahead(SECOND, 5, None)]
    as_foretold = outlook.left(ahead, slots=2)
    for _ in range(5):
        outlook.ended(FIRST, 6.0)
    slower = outlook.left(ahead, slots=2)
    for _ in range(40):
        outlook.ended(FIRST, 0.2)
    assert outlook.left(ahead, slots=2) < as_foretold < slower


def test_what_a_candidate_took_counts_for_the_rest_of_it(outlook: Outlook) -> None:
    outlook.expect(0)
    assert outlook.left([Ahead(FIRST, 3, 7.0)], slots=1) == pytest.approx(3 * 7 + 3)


@pytest.fixture
def told() -> list[float | None]:
    return []


@pytest.fixture
def board(told: list[float | None]) -> Board:
    clock = Clock(60.0, time.monotonic(), StopSignal())
    return Board(clock, lambda progress: told.append(progress.remaining_seconds))


def test_the_smaller_of_budget_and_outlook_is_told(board: Board, told: list[float | None]) -> None:
    for seconds in (None, 500.0, 12.0):
        if seconds is not None:
            board.foresee(seconds)
        board.tell()
    assert told[0] is None
    assert told[1] == pytest.approx(60, abs=1)
    assert told[2] == pytest.approx(12, abs=1)


def test_a_little_more_is_no_reason_to_put_off_the_end(board: Board, told: list[float | None]) -> None:
    for seconds in (10.0, 11.0, 30.0):
        board.foresee(seconds)
        board.tell()
    assert told == pytest.approx([10, 10, 30], abs=1)


def test_a_training_that_will_be_over_soon_does_not_tell_its_budget(tmp_path: Path) -> None:
    heard: list[TrainingProgress] = []
    source = write_csv(tmp_path / "t.csv", mixed_rows(300, 1, "binary"))
    settings = config(timeBudgetSeconds=300, modelType="custom", estimator={"name": "linear", "alpha": 1.0})
    train_file(source, tmp_path / "m.rowcast", settings, heard.append)
    left = [each.remaining_seconds for each in heard if each.phase not in ("starting", "loading")]
    assert all(each is not None and each < 60 for each in left)
    assert left[-1] is not None and left[-1] < 5
    assert {each.metric for each in heard if each.leaderboard} == {"roc_auc"}
