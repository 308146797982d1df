"""With groups or times, no model is refitted on rows that validate or test it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rowcast_automl.features.tensors import Array
from rowcast_automl.fit.more_rows_encoding import encode_more_rows
from rowcast_automl.fit.unused_rows import UnusedRows
from rowcast_automl.prepare import table_preparation
from rowcast_automl.prepare.table_preparation import PreparedTable, never, prepare_table
from tests.engine.tables import write_csv
from tests.engine.training import config, train_file, typed_table

ROWS, COMPARED, ACCOUNTS, DAYS = 6_000, 600, 300, 150
NOISE, UNTOLD = 0.1, 1.0
GROUPS: dict[str, Any] = {"groupColumn": "account", "excludedColumns": []}
TIME: dict[str, Any] = {"timeColumn": "day", "excludedColumns": ["account", "number"]}


@pytest.fixture(autouse=True)
def few_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Models are compared on a tenth of the rows."""
    monkeypatch.setattr(table_preparation, "MAX_ROWS", COMPARED)
    monkeypatch.setattr(table_preparation, "MIN_ROWS", COMPARED)


def visit_rows(seed: int, by_account: bool, by_day: bool) -> list[dict[str, Any]]:
    """Visits of an account, which `number` tells, too, on a day; `size` is another one for each of them.

    The target holds an amount of the account's or the day's own: whoever learned from other rows of those can
    tell it, and no one else.
    """
    random = np.random.default_rng(seed)
    account, day = random.integers(0, ACCOUNTS, ROWS), random.integers(0, DAYS, ROWS)
    own = random.normal(0, UNTOLD, ACCOUNTS)[account] * by_account
    own += random.normal(0, UNTOLD, DAYS)[day] * by_day
    size, dose = random.permutation(ROWS) / ROWS, random.uniform(-1, 1, ROWS)
    target = 3 * np.sin(9 * size) * dose + own + random.normal(0, NOISE, ROWS)
    return [
        {
            "account": f"account {account[row]}",
            "number": int(account[row]),
            "day": int(day[row]),
            "size": round(float(size[row]), 6),
            "dose": round(float(dose[row]), 4),
            "target": round(float(target[row]), 4),
        }
        for row in range(ROWS)
    ]


def grown_onto(folder: Path, rows: list[dict[str, Any]], **changes: Any) -> PreparedTable:
    """A training that has read its further rows."""
    table, profile = typed_table(write_csv(folder / "t.csv", rows), folder)
    prepared = prepare_table(table, profile, config(**changes), may_search_interactions=never)
    for number in range(prepared.training_data.folds):
        prepared.training_data.prepare(number, "boost")
    assert encode_more_rows(prepared, UnusedRows.of(prepared), table, profile, folder, lambda _: True)
    return prepared


def cells(prepared: PreparedTable, number: int, name: str) -> tuple[Array, Array, Array]:
    """A field in the rows that a split learns from at first and besides, and in those that are scored."""
    slot = next(each.slot for each in prepared.schema.fields if each.name == name)
    training_data, split = prepared.training_data, prepared.training_data.splits[number]
    own, held_out = training_data.rows.numbers[:, slot], prepared.extra.numbers[: len(prepared.test), slot]
    scored = np.concatenate([own[split.valid], held_out])
    return own[split.train], np.asarray(training_data.more_rows[number].X[:, slot]), scored


@pytest.mark.parametrize("times", [{}, {"timeColumn": "day"}], ids=["groups", "groups and time"])
def test_further_rows_are_of_no_group_that_is_scored(tmp_path: Path, times: dict[str, str]) -> None:
    rows = visit_rows(1, by_account=True, by_day=False)
    prepared = grown_onto(tmp_path, rows, **GROUPS, **times)
    targets = {np.float32(row["size"]): row["target"] for row in rows}
    for number in range(prepared.training_data.folds):
        first, more_rows, scored = cells(prepared, number, "number")
        assert len(more_rows) > len(first)
        assert not np.isin(more_rows, scored).any()
        known = np.isin(more_rows, first)
        assert known.any() and not known.all()
        _, sizes, _ = cells(prepared, number, "size")
        assert [targets[size] for size in sizes] == prepared.training_data.more_rows[number].y.tolist()


@pytest.mark.parametrize("groups", [{}, GROUPS], ids=["time", "groups and time"])
def test_further_rows_come_before_all_that_are_scored(tmp_path: Path, groups: dict[str, Any]) -> None:
    rows = visit_rows(2, by_account=False, by_day=True)
    prepared = grown_onto(tmp_path, rows, **{**TIME, **groups})
    ends = []
    for number in range(prepared.training_data.folds):
        first, more_rows, scored = cells(prepared, number, "day")
        assert len(more_rows) > len(first)
        assert more_rows.max() < scored.min()
        ends.append(more_rows.max())
    assert ends == sorted(ends) and ends[0] < ends[-1]


@pytest.mark.parametrize("settings", [GROUPS, TIME], ids=["groups", "time"])
def test_what_has_grown_is_served_and_knows_no_group_or_time_that_scores(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    by_day = "timeColumn" in settings
    rows = visit_rows(3, by_account=not by_day, by_day=by_day)
    custom = {
        "modelType": "custom",
        "estimator": {"name": "lightgbm"},
        "timeBudgetSeconds": 90,
        "learningRate": 0.1,
    }
    report = train_file(
        write_csv(tmp_path / "t.csv", rows),
        tmp_path / "m.rowcast",
        config(metric="rmse", **settings, **custom),
    ).report
    uses_more_rows = [
        each for each in report.leaderboard if each.name.endswith(" rows") and each.status == "done"
    ]
    before = next(
        each for each in report.leaderboard if each.name == uses_more_rows[0].name.rsplit(", ", 1)[0]
    )
    # Better by what more rows tell, and not by what they cannot know.
    assert 0.85 * UNTOLD < (uses_more_rows[0].score or 0.0) < (before.score or 0.0)
    assert 0.85 * UNTOLD < (report.score.value or 0.0) < (report.baseline.value or 0.0)
    assert max(uses_more_rows, key=lambda each: each.weight or 0.0).weight
    assert "The best boosted trees were refitted on" in report.task_reason
