"""How the time reserved for refitting on more rows is used."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from rowcast_automl.contracts.generated import TrainingProgress
from rowcast_automl.fit import candidate_fitting
from rowcast_automl.fit.candidate_fitting import fit_plan
from rowcast_automl.fit.early_ending import EarlyEnding
from rowcast_automl.fit.refit_on_more_rows import MoreRowsRefit
from rowcast_automl.fit.unused_rows import UnusedRows
from rowcast_automl.plan import plan_inputs
from rowcast_automl.plan.training_plan import plan_training
from rowcast_automl.prepare import table_preparation
from rowcast_automl.prepare.table_preparation import never, prepare_table
from rowcast_automl.run.clock import Clock, StopSignal
from rowcast_automl.run.training_run import Resources, TrainingRun
from tests.engine.tables import mixed_rows, write_csv
from tests.engine.training import KEY, config, fewer_fits, scheduler_on, typed_table

ROWS, COMPARED = 2_000, 400
SETTINGS = "Trying settings near the best ones"


@dataclass(frozen=True, slots=True)
class Settled(MoreRowsRefit):
    """MoreRowsRefit of which it is settled whether it happens; notes what had been left out by then."""

    happens: bool = False
    left_out: list[str] = field(default_factory=list)

    def refit(self) -> bool:
        self.left_out.extend(each.name for each in self.scheduler.skipped_for_time)
        self.training.leaderboard.set_message("Growth")
        return self.happens


@dataclass(frozen=True, slots=True)
class Searched:
    """A search and what it said."""

    more_rows_refit: Settled
    statuses: dict[str, str]
    said: list[str]


def searched(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    kept: float,
    happens: bool,
    seconds: float,
    enough: Callable[[TrainingProgress, list[str]], bool] = lambda *_: False,
) -> Searched:
    """A search of a table with more rows than are compared, that keeps a share of its time for growing.

    It is stopped when its progress, with what had been left out, is enough.
    """
    for name, rows in (("MAX_ROWS", COMPARED), ("MIN_ROWS", COMPARED)):
        monkeypatch.setattr(table_preparation, name, rows)
    monkeypatch.setattr(candidate_fitting, "RESERVED_SHARE", kept)
    table, profile = typed_table(write_csv(folder / "t.csv", mixed_rows(ROWS, 1, "regression")), folder)
    settings = config(modelType="xgboost", timeBudgetSeconds=seconds)
    prepared = prepare_table(table, profile, settings, may_search_interactions=never)
    said, left_out, stop = list[str](), list[str](), StopSignal()

    def listen(progress: TrainingProgress) -> None:
        if not said or said[-1] != progress.message:
            said.append(progress.message)
        if enough(progress, left_out):
            stop.finish()

    clock = Clock(seconds, time.monotonic(), stop)
    scheduler, leaderboard = scheduler_on(prepared.training_data, "rmse", clock, listen)
    training = TrainingRun(
        table=table,
        profile=profile,
        config=settings,
        out=folder / "m",
        key=KEY,
        resources=Resources(2),
        clock=clock,
        leaderboard=leaderboard,
    )
    more_rows_refit = Settled(training, scheduler, prepared, UnusedRows.of(prepared), happens, left_out)
    plan, ending = plan_training(prepared, settings), EarlyEnding(prepared.training_data, clock)
    fit_plan(scheduler, prepared, plan, leaderboard, lambda: more_rows_refit, ending)
    return Searched(more_rows_refit, {name: each.status for name, each in leaderboard.entries.items()}, said)


def test_what_was_left_out_is_tried_where_nothing_grows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def one_is_done(progress: TrainingProgress, left_out: list[str]) -> bool:
        return any(each.name in left_out and each.status == "done" for each in progress.leaderboard)

    found = searched(tmp_path, monkeypatch, kept=0.97, happens=False, seconds=40, enough=one_is_done)
    assert found.more_rows_refit.left_out
    assert any(found.statuses[name] == "done" for name in found.more_rows_refit.left_out)
    assert SETTINGS not in found.said[: found.said.index("Growth")]


def test_what_was_left_out_is_not_tried_where_models_grow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = searched(tmp_path, monkeypatch, kept=0.97, happens=True, seconds=40)
    assert found.more_rows_refit.left_out
    assert {found.statuses[name] for name in found.more_rows_refit.left_out} == {"skipped"}
    assert SETTINGS not in found.said


def test_with_ample_time_settings_are_looked_for_before_models_grow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def uses_more_rows(progress: TrainingProgress, _left_out: list[str]) -> bool:
        return progress.message == "Growth"

    monkeypatch.setattr(plan_inputs, "ROUNDS", 40)
    fewer_fits(monkeypatch, models=2)
    found = searched(tmp_path, monkeypatch, kept=0.5, happens=True, seconds=150, enough=uses_more_rows)
    assert not found.more_rows_refit.left_out
    assert found.said.index(SETTINGS) < found.said.index("Growth")


def test_nothing_grows_where_nothing_was_learned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, profile = typed_table(write_csv(tmp_path / "t.csv", mixed_rows(300, 1, "regression")), tmp_path)
    prepared = prepare_table(table, profile, config(), may_search_interactions=never)
    clock = Clock(60.0, time.monotonic(), StopSignal())
    scheduler, leaderboard = scheduler_on(prepared.training_data, "rmse", clock)
    training = TrainingRun(
        table=table,
        profile=profile,
        config=config(),
        out=tmp_path / "m",
        key=KEY,
        resources=Resources(2),
        clock=clock,
        leaderboard=leaderboard,
    )
    assert not MoreRowsRefit(training, scheduler, prepared, UnusedRows.of(prepared)).refit()
    assert not leaderboard.entries
