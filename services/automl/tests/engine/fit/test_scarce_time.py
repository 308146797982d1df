"""A fit gets the time that it needs, or is not started."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.estimators.base import Estimator, FoldData, FoldFit, margin_space
from rowcast_automl.estimators.learning_steps import LearningSettings
from rowcast_automl.estimators.linear import fit_linear
from rowcast_automl.fit.fit_scheduler import FitScheduler
from rowcast_automl.fit.time_allocation import has_similar_cost, largest_share
from rowcast_automl.plan.default_configurations import networks, normalised_networks
from rowcast_automl.plan.plan_inputs import PlanInputs
from rowcast_automl.prepare.table_preparation import prepare_table
from rowcast_automl.run.clock import Clock, StopSignal
from rowcast_automl.run.leaderboard import Leaderboard
from tests.engine.tables import mixed_rows, write_csv
from tests.engine.training import config, scheduler_on, typed_table

pytestmark = pytest.mark.own_processes

Start = Callable[..., tuple[FitScheduler, Leaderboard]]


@pytest.fixture
def start(tmp_path: Path) -> Start:
    """Begins to try, with a budget of so many seconds and two folds at once."""
    table, profile = typed_table(write_csv(tmp_path / "t.csv", mixed_rows(120, 1, "regression")), tmp_path)
    training_data = replace(prepare_table(table, profile, config()).training_data, folds=2)

    def begin(seconds: float, **remaining_time: float) -> tuple[FitScheduler, Leaderboard]:
        return scheduler_on(
            training_data, "rmse", Clock(seconds, time.monotonic(), StopSignal()), **remaining_time
        )

    return begin


def fit_for(data: FoldData, params: Mapping[str, Any], divisible: bool) -> FoldFit:
    """Learns for so many seconds, or fewer where it has to and can be divided."""
    end = time.monotonic() + params["seconds"]
    while time.monotonic() < end and not (divisible and data.late):
        time.sleep(0.01)
    return replace(fit_linear(data, params), cut_short=time.monotonic() < end)


DIVISIBLE, WHOLE = (
    Estimator("linear", "linear", margin_space, partial(fit_for, divisible=each), each)
    for each in (True, False)
)


UNLIKE = [replace(each, kind="svm") for each in (WHOLE, DIVISIBLE)]


def model(name: str, seconds: float, divisible: bool = True) -> Candidate:
    """Takes so many seconds, or fewer where it has to and can be divided."""
    estimator = DIVISIBLE if divisible else WHOLE
    return Candidate(name, estimator, {"shrinkage": 1.0, "seconds": seconds})


def statuses(leaderboard: Leaderboard) -> dict[str, str]:
    return {name: entry.status for name, entry in leaderboard.entries.items()}


def test_what_takes_as_long_as_one_that_was_cut_short_is_not_begun_with_less(start: Start) -> None:
    scheduler, leaderboard = start(8.0)
    with scheduler.reserving(for_refit=scheduler.seconds_left - 2.0):
        scheduler.fit_first_repeat([model("long", 30.0)])
    scheduler.fit_first_repeat([model("as long", 30.0), model("again", 30.0), model("last", 30.0)])
    assert scheduler.finished[0].cut_short
    assert statuses(leaderboard)["last"] == "skipped"


@pytest.mark.parametrize(("divisible", "status"), [(False, "skipped"), (True, "done")])
def test_what_was_foretold_to_take_far_longer_is_begun_only_where_it_can_be_divided(
    start: Start, divisible: bool, status: str
) -> None:
    scheduler, leaderboard = start(12.0, expected_seconds=60.0)
    scheduler.fit_first_repeat(
        [model("quick", 0.1), replace(model("long", 0.5, divisible), estimator=UNLIKE[divisible])]
    )
    assert statuses(leaderboard) == {"quick": "done", "long": status}


def test_what_takes_the_time_of_others_is_ended_once_there_is_a_model(start: Start) -> None:
    scheduler, leaderboard = start(12.0)
    scheduler.fit_first_repeat(
        [model("quick", 0.1), model("endless", 60.0, divisible=False), model("last", 0.1)]
    )
    assert statuses(leaderboard) == {"quick": "done", "endless": "skipped", "last": "done"}


def test_networks_of_fewer_passes_do_not_foretell_a_normalised_one() -> None:
    shape = PlanInputs("regression", 1_000, 10, 60.0, 5, skewed=False)
    nets, normal = (make(shape, LearningSettings(1_000)) for make in (networks, normalised_networks))
    assert has_similar_cost(nets[0], nets[1]) and has_similar_cost(normal[0], normal[1])
    assert not has_similar_cost(normal[0], nets[0]) and not has_similar_cost(nets[0], normal[0])


def test_what_there_was_no_time_for_is_tried_when_there_is(start: Start) -> None:
    scheduler, leaderboard = start(20.0)
    slow = [model(name, 2.0, divisible=False) for name in ("other", "slow")]
    with scheduler.reserving(for_refit=scheduler.seconds_left - 1.5):
        scheduler.fit_first_repeat([model("quick", 0.1), *slow])
    assert [each.name for each in scheduler.skipped_for_time] == ["other", "slow"]
    assert statuses(leaderboard) == {"quick": "done", "other": "skipped", "slow": "skipped"}
    scheduler.fit_first_repeat(scheduler.skipped_for_time)
    assert [each.model.name for each in scheduler.finished] == ["quick", "other", "slow"]
    assert [(each.status, each.reason) for each in leaderboard.entries.values()] == 3 * [("done", None)]
    assert not scheduler.skipped_for_time


@pytest.mark.parametrize(("slots", "folds", "share"), [(2, 2, 0.3), (1, 5, 0.3), (2, 1, 0.5), (16, 1, 0.5)])
def test_what_leaves_slots_to_others_may_take_longer(slots: int, folds: int, share: float) -> None:
    assert largest_share(slots, folds) == pytest.approx(share)
