"""Fits stay within the memory limit: a refused one is repeated alone."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest

from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.contracts.generated import TableProfile
from rowcast_automl.estimators.base import Estimator, FoldData, FoldFit, margin_space
from rowcast_automl.estimators.registry import LINEAR
from rowcast_automl.fit.compute.local import RESERVED_SHARE, LocalCompute
from rowcast_automl.plan.cost_estimate import MIN_ROWS, affordable_rows
from rowcast_automl.platform.process.memory_limits import resident_bytes
from rowcast_automl.prepare.table_preparation import PreparedTable, never, prepare_table
from rowcast_automl.run.clock import Clock, StopSignal
from rowcast_automl.run.leaderboard import Leaderboard
from tests.engine.tables import mixed_rows, write_csv
from tests.engine.training import config, scheduler_on, train_file, typed_table

pytestmark = pytest.mark.own_processes

MB = 1 << 20
# A quarter is held out.
FEWEST = int(MIN_ROWS / 0.75)


def fit_hungry(data: FoldData, params: Mapping[str, Any]) -> FoldFit:
    """A linear model that holds so many bytes meanwhile."""
    held = np.ones(int(params["bytes"]), np.uint8)
    fit = LINEAR.fit(data, {"shrinkage": 1.0})
    del held
    return fit


HUNGRY = Estimator("linear", "linear", margin_space, fit_hungry)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> PreparedTable:
    folder = tmp_path_factory.mktemp("table")
    table, profile = typed_table(write_csv(folder / "t.csv", mixed_rows(200, 1, "regression")), folder)
    return prepare_table(table, profile, config(), may_search_interactions=never)


def fitted(prepared: PreparedTable, wanted: int, free: int) -> tuple[Leaderboard, LocalCompute]:
    """Two candidates, of which one wants so many bytes, with so many left for both units."""
    clock = Clock(600, time.monotonic(), StopSignal())
    compute = LocalCompute(2, int((resident_bytes(psutil.Process()) + free) / RESERVED_SHARE))
    scheduler, leaderboard = scheduler_on(prepared.training_data, "rmse", clock, compute=compute)
    scheduler.fit_first_repeat(
        [Candidate("hungry", HUNGRY, {"bytes": wanted}), Candidate("plain", LINEAR, {"shrinkage": 1.0})]
    )
    return leaderboard, compute


def test_units_share_what_is_left(prepared: PreparedTable) -> None:
    leaderboard, compute = fitted(prepared, 100 * MB, 600 * MB)
    assert [each.status for each in leaderboard.entries.values()] == ["done", "done"]
    assert compute.slots == 2


def test_what_does_not_fit_beside_another_runs_alone(prepared: PreparedTable) -> None:
    leaderboard, compute = fitted(prepared, 400 * MB, 600 * MB)
    assert [each.status for each in leaderboard.entries.values()] == ["done", "done"]
    assert compute.slots == 1


def test_what_does_not_fit_at_all_fails_and_the_others_go_on(prepared: PreparedTable) -> None:
    leaderboard, _ = fitted(prepared, 2_000 * MB, 600 * MB)
    hungry, plain = leaderboard.entries["hungry"], leaderboard.entries["plain"]
    assert (hungry.status, plain.status) == ("failed", "done")
    assert "memory" in (hungry.reason or "")


@pytest.fixture
def profile(tmp_path: Path) -> TableProfile:
    return typed_table(write_csv(tmp_path / "t.csv", mixed_rows(300, 1, "binary")), tmp_path)[1]


def test_less_memory_suffices_for_fewer_rows(profile: TableProfile) -> None:
    long = profile.model_copy(update={"rows": 200_000})
    rows = [affordable_rows(long, config(), 2, size * MB, "binary") for size in (256, 1_024, 8_192)]
    assert rows[0] == FEWEST < rows[1] < rows[2]
    assert rows[2] == 200_000


def test_a_column_of_groups_takes_no_memory(tmp_path: Path) -> None:
    rows = [{**row, "customer": f"c{place % 150}"} for place, row in enumerate(mixed_rows(600, 1, "binary"))]
    profile = typed_table(write_csv(tmp_path / "t.csv", rows), tmp_path)[1]
    long = profile.model_copy(update={"rows": 300_000})

    def affordable(**changes: Any) -> int:
        return affordable_rows(long, config(**changes), 2, 1_024 * MB, "binary")

    assert affordable() < affordable(groupColumn="customer") == affordable(excludedColumns=["customer"])


def test_a_training_with_little_memory_says_from_how_many_rows_it_learned(tmp_path: Path) -> None:
    source = write_csv(tmp_path / "t.csv", mixed_rows(1_500, 1, "binary"))
    settings = config(modelType="custom", estimator={"name": "linear"})
    report = train_file(source, tmp_path / "m.rowcast", settings, memory_bytes=256 * MB).report
    assert "of 1,500 rows." in report.task_reason
    assert 0.99 * FEWEST < report.rows.train + report.rows.test <= FEWEST


@pytest.mark.parametrize("share", [0.18, 0.19, 0.41, 0.45])
def test_where_memory_is_ample_no_row_is_left_out(profile: TableProfile, share: float) -> None:
    for rows in (100, 1_000, 1_001, 54_321):
        table = profile.model_copy(update={"rows": rows})
        assert affordable_rows(table, config(testSize=share), 2, 64_000 * MB, "binary") == rows
