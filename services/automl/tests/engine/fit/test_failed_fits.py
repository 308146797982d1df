"""A failed fit costs one model, not the training."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.estimators.base import Estimator, FoldData, FoldFit, margin_space
from rowcast_automl.estimators.linear import fit_linear
from rowcast_automl.fit.fit_scheduler import FitScheduler
from rowcast_automl.prepare.table_preparation import prepare_table
from rowcast_automl.prepare.training_data import TrainingData
from rowcast_automl.run.clock import Clock, StopSignal
from rowcast_automl.run.leaderboard import Leaderboard
from tests.engine.tables import mixed_rows, write_csv
from tests.engine.training import config, scheduler_on, typed_table

pytestmark = pytest.mark.own_processes

PARAMS = {"shrinkage": 1.0}


def candidate(name: str, spoil: Callable[[FoldFit], FoldFit]) -> Candidate:
    """A linear model whose answers are spoiled."""

    def fit(data: FoldData, params: Mapping[str, Any]) -> FoldFit:
        return spoil(fit_linear(data, params))

    return Candidate(name, Estimator("linear", "linear", margin_space, fit), PARAMS)


def trials_of(folder: Path) -> tuple[FitScheduler, Leaderboard, TrainingData]:
    """Nothing tried yet, on a small table, with ample time."""
    table, profile = typed_table(write_csv(folder / "t.csv", mixed_rows(120, 1, "multiclass")), folder)
    training_data = prepare_table(table, profile, config()).training_data
    clock = Clock(60.0, time.monotonic(), StopSignal())
    return *scheduler_on(training_data, "log_loss", clock), training_data


@pytest.mark.parametrize(
    "spoil",
    [
        lambda fit: replace(fit, valid=fit.valid[:, :2]),
        lambda fit: replace(fit, extra=fit.extra[:, :1]),
        lambda fit: replace(fit, valid=fit.valid[:-1]),
        lambda fit: replace(fit, valid=np.full_like(fit.valid, np.nan)),
    ],
    ids=["a class is lacking", "one column", "a row is lacking", "no numbers"],
)
def test_answers_that_cannot_be_used(spoil: Callable[[FoldFit], FoldFit], tmp_path: Path) -> None:
    scheduler, leaderboard, _ = trials_of(tmp_path)
    scheduler.fit_first_repeat([candidate("spoiled", spoil), candidate("sound", lambda fit: fit)])
    assert [each.model.name for each in scheduler.finished] == ["sound"]
    entry = leaderboard.entries["spoiled"]
    assert entry.status == "failed"
    assert entry.reason == "Failed: ValueError"


@pytest.mark.parametrize(("again", "rounds"), [(0.0, 1), (0.4, 2)])
def test_a_member_cut_shorter_than_those_before_it_is_not_used(
    tmp_path: Path, again: float, rounds: int
) -> None:
    scheduler, leaderboard, training_data = trials_of(tmp_path)

    def fit(data: FoldData, params: Mapping[str, Any]) -> FoldFit:
        time.sleep(0.2 if data.seed < training_data.seed + training_data.folds else again)
        return replace(fit_linear(data, params), cut_short=True)

    scheduler.fit_first_repeat([Candidate("hasty", Estimator("linear", "linear", margin_space, fit), PARAMS)])
    scheduler.fit_repeat(["hasty"], 1)
    (fitted,) = scheduler.finished
    assert len(fitted.model.folds) == rounds * training_data.folds
    assert leaderboard.entries["hasty"].status == "done"
