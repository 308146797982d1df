"""Boosted trees are refitted on the rows beyond the sample that models are compared on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from rowcast_automl.features.columns.field_builder import pack_columns
from rowcast_automl.fit import more_rows_encoding
from rowcast_automl.fit.more_rows_encoding import encode_more_rows
from rowcast_automl.fit.refit_on_more_rows import rows_for_refit
from rowcast_automl.fit.unused_rows import UnusedRows
from rowcast_automl.prepare import table_preparation
from rowcast_automl.prepare.table_preparation import never, prepare_table
from rowcast_automl.prepare.training_data import encode
from tests.engine.tables import mixed_rows, write_csv
from tests.engine.text_tables import review_rows
from tests.engine.training import config, train_file, typed_table

ROWS, COMPARED = 4_000, 400


@pytest.fixture(autouse=True)
def few_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Models are compared on a tenth of the rows."""
    monkeypatch.setattr(table_preparation, "MAX_ROWS", COMPARED)
    monkeypatch.setattr(table_preparation, "MIN_ROWS", COMPARED)


@pytest.mark.parametrize(
    ("name", "task", "worded"),
    [("xgboost", "regression", False), ("lightgbm", "multiclass", False), ("lightgbm", "regression", True)],
)
def test_boosted_trees_learn_from_more_rows(tmp_path: Path, name: str, task: str, worded: bool) -> None:
    rows = review_rows(ROWS, 1, task, mixed=True) if worded else mixed_rows(ROWS, 1, task)
    source = write_csv(tmp_path / "t.csv", rows)
    # Twice the usual, since a row is timed beside other tests.
    served = {"maxRowMilliseconds": 2}
    trees = {"epochs": 30, "learningRate": 0.2}
    settings = config(modelType="custom", estimator={"name": name}, timeBudgetSeconds=120, **trees, **served)
    report = train_file(source, tmp_path / "m.rowcast", settings).report
    uses_more_rows = [
        each for each in report.leaderboard if each.name.endswith(" rows") and each.status == "done"
    ]
    assert uses_more_rows
    small, count = uses_more_rows[0].name.removesuffix(" rows").rsplit(", ", 1)
    learned_from = int(count.replace(",", ""))
    assert learned_from > 2 * COMPARED
    before = next(each for each in report.leaderboard if each.name == small)
    assert (uses_more_rows[0].score or 0.0) < (before.score or 0.0)
    assert max(uses_more_rows, key=lambda each: each.weight or 0.0).weight
    assert report.parity.max_delta < 1e-5
    assert f"The best boosted trees were refitted on {learned_from:,} rows." in report.task_reason


@pytest.mark.parametrize("worded", [False, True])
def test_further_rows_are_encoded_as_rows_that_are_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, worded: bool
) -> None:
    # Of texts so few rows at once that a row group takes several blocks.
    monkeypatch.setattr(more_rows_encoding, "CHARACTERS_AT_ONCE", 20_000)
    rows = review_rows(ROWS, 2, "binary", mixed=True) if worded else mixed_rows(ROWS, 2, "binary")
    table, profile = typed_table(write_csv(tmp_path / "t.csv", rows), tmp_path)
    pq.write_table(pq.read_table(table), table, row_group_size=700)
    prepared = prepare_table(table, profile, config())
    training_data = prepared.training_data
    for number in range(training_data.folds):
        training_data.prepare(number, "boost")
    assert bool(training_data.encoder.texts) == worded
    unused_rows = UnusedRows.of(prepared).draw(1_500, seed=1)
    assert len(unused_rows) == unused_rows.maximum == 1_500
    assert not np.isin(unused_rows.target.rows, prepared.target.rows).any()
    assert encode_more_rows(prepared, unused_rows, table, profile, tmp_path, lambda _: True)
    monkeypatch.setattr(table_preparation, "MAX_ROWS", ROWS)
    whole = prepare_table(table, profile, config(), may_search_interactions=never)
    places = np.searchsorted(whole.target.rows, unused_rows.target.rows)
    columns = [each.take(places) for each in whole.selection.columns]
    tensors = pack_columns(columns, prepared.schema.fields)
    coded = training_data.encoder.coded(tensors)
    encoded = encode(training_data.encoder, "boost", tensors, coded)
    for number in range(training_data.folds):
        added = training_data.tables[number].apply(coded)
        np.testing.assert_array_equal(
            training_data.more_rows[number].X, np.concatenate([encoded, added], axis=1)
        )
        np.testing.assert_array_equal(training_data.more_rows[number].y, whole.target.values[places])
    assert not any(tmp_path.glob("tmp*"))


def test_reading_is_given_up_when_it_takes_too_long(tmp_path: Path) -> None:
    table, profile = typed_table(write_csv(tmp_path / "t.csv", mixed_rows(ROWS, 2, "binary")), tmp_path)
    prepared = prepare_table(table, profile, config(), may_search_interactions=never)
    prepared.training_data.prepare(0, "boost")
    assert not encode_more_rows(prepared, UnusedRows.of(prepared), table, profile, tmp_path, lambda _: False)
    assert not prepared.training_data.more_rows


@pytest.mark.parametrize(
    ("changes", "seconds", "expected"),
    [({}, 600.0, True), ({}, 0.0, False), ({"reproducible": True}, 600.0, False)],
)
def test_nothing_grows_where_there_is_no_time_to_read(
    tmp_path: Path, changes: dict[str, Any], seconds: float, expected: bool
) -> None:
    source = write_csv(tmp_path / "t.csv", review_rows(ROWS, 2, "binary", mixed=True))
    table, profile = typed_table(source, tmp_path)
    settings = config(**changes)
    prepared = prepare_table(table, profile, settings, may_search_interactions=never)
    assert (rows_for_refit(prepared, settings, seconds) is not None) == expected


def test_tables_that_are_compared_on_whole_have_nothing_to_grow_onto(tmp_path: Path) -> None:
    table, profile = typed_table(write_csv(tmp_path / "t.csv", mixed_rows(COMPARED, 2, "binary")), tmp_path)
    prepared = prepare_table(table, profile, config(), may_search_interactions=never)
    assert rows_for_refit(prepared, config(), 600.0) is None


def test_models_that_cannot_grow_are_not_kept_waiting_for_it(tmp_path: Path) -> None:
    source = write_csv(tmp_path / "t.csv", mixed_rows(ROWS, 1, "regression"))
    said: list[str] = []
    settings = config(modelType="custom", estimator={"name": "linear"})
    train_file(source, tmp_path / "m.rowcast", settings, lambda progress: said.append(progress.message))
    assert "Trying 1 models" in said
    assert "Learning from more rows" not in said
