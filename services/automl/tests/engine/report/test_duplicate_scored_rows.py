"""Scored rows that equal a training row are counted and reported."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rowcast_automl.calibrate.evaluated_predictions import EvaluatedPredictions
from rowcast_automl.contracts.generated import LintFinding, TrainingProgress
from rowcast_automl.entrypoints.cli.leaderboard import show_result
from rowcast_automl.features.columns.column_reader import Column
from rowcast_automl.features.splits.duplicate_rows import row_keys
from rowcast_automl.features.tensors import Array
from rowcast_automl.prepare.table_preparation import PreparedTable, never, prepare_table
from rowcast_automl.profile.finding import finding
from rowcast_automl.report.duplicate_scored_rows import duplicate_scored_rows
from rowcast_automl.run.clock import StopSignal
from tests.engine.tables import mixed_rows, write_csv
from tests.engine.training import config, train_file, typed_table

COPIED = 60


def repeated_rows() -> list[dict[str, Any]]:
    """400 rows, of which the last 60 are copies of the first but for an identifier."""
    rows = mixed_rows(340, 2, "binary", gaps=0.05)
    return [*rows, *({**row, "note_id": f"C-{place}"} for place, row in enumerate(rows[:COPIED]))]


def prepared_from(folder: Path, rows: list[dict[str, Any]], **changes: Any) -> PreparedTable:
    table, profile = typed_table(write_csv(folder / "t.csv", rows), folder)
    return prepare_table(table, profile, config(**changes), may_search_interactions=never)


def held_out(prepared: PreparedTable) -> EvaluatedPredictions:
    count = len(prepared.test)
    truth, predictions = prepared.test_truth, np.zeros((count, 2))
    return EvaluatedPredictions(
        "holdout", truth, predictions, prepared.extra.take(slice(0, count)), truth, predictions
    )


def out_of_fold(prepared: PreparedTable) -> EvaluatedPredictions:
    truth, rows = prepared.training_data.truth, np.arange(len(prepared.train))
    predictions = np.zeros((len(rows), 2))
    return EvaluatedPredictions(
        "out_of_fold", truth, predictions, prepared.training_data.rows, truth, predictions, rows=rows
    )


def content(row: dict[str, Any]) -> tuple[str, ...]:
    return tuple(str(value) for name, value in row.items() if name != "note_id")


def told(found: LintFinding | None) -> tuple[int, set[int]]:
    assert found is not None and found.code == "SCORED_COPIES" and found.severity == "warning"
    assert found.params is not None
    return int(found.params["count"]), set(found.rows)


def test_copies_across_the_hold_out(tmp_path: Path) -> None:
    rows = repeated_rows()
    prepared = prepared_from(tmp_path, rows)
    learned = {content(rows[row]) for row in prepared.target.rows[prepared.train]}
    copied = [int(row) for row in prepared.target.rows[prepared.test] if content(rows[row]) in learned]
    count, evaluated = told(duplicate_scored_rows(prepared, held_out(prepared)))
    assert count == len(copied) > 10
    assert evaluated == {row + 1 for row in sorted(copied)[:20]}


def test_copies_across_the_folds(tmp_path: Path) -> None:
    prepared = prepared_from(tmp_path, repeated_rows(), testSize=0)
    count, evaluated = told(duplicate_scored_rows(prepared, out_of_fold(prepared)))
    # Both of a pair count, unless chance has put them into one fold.
    assert 1.5 * COPIED < count <= 2 * COPIED
    assert evaluated <= set(range(1, COPIED + 1))


@pytest.mark.parametrize(("size", "evaluated"), [(0.25, held_out), (0, out_of_fold)])
def test_groups_keep_copies_on_one_side(
    size: float, evaluated: Callable[[PreparedTable], EvaluatedPredictions], tmp_path: Path
) -> None:
    rows = repeated_rows()
    names = {content(row): f"g{place % 300}" for place, row in enumerate(rows[:340])}
    grouped = [{**row, "owner": names[content(row)]} for row in rows]
    settings = {"groupColumn": "owner", "testSize": size}
    prepared = prepared_from(tmp_path, grouped, **settings)
    assert duplicate_scored_rows(prepared, evaluated(prepared)) is None


def test_the_report_and_the_terminal_tell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stop, source = StopSignal(), write_csv(tmp_path / "t.csv", repeated_rows())

    def stop_early(progress: TrainingProgress) -> None:
        if sum(each.status == "done" for each in progress.leaderboard) > 1:
            stop.finish()

    out = tmp_path / "m.rowcast"
    report = train_file(source, out, config(timeBudgetSeconds=300), stop_early, stop).report
    (found,) = [each for each in report.findings if each.code == "SCORED_COPIES"]
    leak = finding("TARGET_LEAK", "tax", warning=True, target=report.target, share=0.98)
    show_result(report.model_copy(update={"findings": [leak, found]}), out, 1_000)
    told = " ".join(capsys.readouterr().err.split())
    assert " ".join(found.message.split()) in told
    assert f"The score is doubtful. tax: {leak.message}" in told


def columns_of(numbers: Array, texts: Array | None = None) -> list[Column]:
    words = [] if texts is None else [*texts.T]
    return [
        *(Column(f"n{place}", "number", False, each) for place, each in enumerate(numbers.T)),
        *(Column(f"t{place}", "category", False, each) for place, each in enumerate(words)),
    ]


def test_numbers_that_float32_makes_equal_are_no_copies(tmp_path: Path) -> None:
    rows = [
        {"meter": f"{4_800_000 + place / 1000:.3f}", "target": "ab"[place >= 200]} for place in range(400)
    ]
    prepared = prepared_from(tmp_path, rows)
    assert duplicate_scored_rows(prepared, held_out(prepared)) is None


def test_equal_cells_and_nothing_else_have_equal_keys() -> None:
    numbers = np.array([[1, np.nan], [1, np.nan], [1, 0], [1, -0.0], [0, 1], [1, 1]])
    texts = np.array([["a", ""], ["a", ""], ["a", "b"], ["a", "b"], ["a", "b"], ["b", "a"]], object)
    columns = columns_of(numbers, texts)
    keys = row_keys(columns, np.zeros(6))
    assert keys[0] == keys[1] and keys[2] == keys[3]
    assert len(set(keys)) == 4
    first = [each.take(np.arange(2)) for each in columns]
    assert len(set(row_keys(first, np.array([0, 1])))) == 2
    cells = np.random.default_rng(0).integers(0, 20, (50_000, 4))
    many = columns_of(cells[:, 1:].astype(float))
    assert len(np.unique(row_keys(many, cells[:, 0]))) == len(np.unique(cells, axis=0))
