"""Tables with rare values, a single row of a class, or numbers at the limits of float32."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from rowcast_automl.bundle.archive import read_bundle
from rowcast_automl.features.schema import InputField
from rowcast_automl.prepare.edge_case_rows import edge_values
from rowcast_automl.serve.pool.loaded_model import LoadedModel
from tests.engine.tables import write_csv
from tests.engine.training import KEY, config, train_file

BOOSTED = {"modelType": "custom", "estimator": {"name": "xgboost"}, "epochs": 5}


def loaded(folder: Path, rows: list[dict[str, Any]], **settings: Any) -> LoadedModel:
    """The model that is published for the rows, as it is served."""
    train_file(
        write_csv(folder / "t.csv", rows), folder / "m.rowcast", config(timeBudgetSeconds=300, **settings)
    )
    return LoadedModel(folder / "m.rowcast", KEY.public_key())


def test_golden_rows_hold_something_to_answer(tmp_path: Path) -> None:
    rows = [{"a": place % 7 if place % 4 == 0 else "", "target": place % 11} for place in range(80)]
    model = loaded(tmp_path, rows, **BOOSTED, task="regression")
    _, files = read_bundle(tmp_path / "m.rowcast", KEY.public_key())
    golden = json.loads(files["golden.json"])["rows"]
    assert model.golden_rows == len(golden) > 0
    assert all(row["a"] is not None for row in golden)


def test_where_no_held_out_row_holds_a_value_a_golden_row_was_learned_from(tmp_path: Path) -> None:
    rows = [{"at": place, "a": "" if place >= 30 else place % 7, "target": place % 5} for place in range(60)]
    settings = {"timeColumn": "at", "excludedColumns": ["at"], "task": "regression", "testSize": 0.4}
    assert loaded(tmp_path, rows, **BOOSTED, **settings).golden_rows == 1


def test_a_support_vector_machine_learns_a_class_of_one_row(tmp_path: Path) -> None:
    rows = [{"a": place, "b": place % 3, "target": "yn"[place > 20]} for place in range(40)]
    rows[7]["target"] = "once"
    model = loaded(tmp_path, rows, modelType="custom", estimator={"name": "svm"})
    assert model.schema.labels == ("n", "once", "y")


def test_edges_of_a_wide_range_are_numbers() -> None:
    field = InputField("a", "number", 0, minimum=-3e38, maximum=3.4e38)
    assert np.isfinite(np.array(edge_values(field), np.float32)[1:]).all()


def test_edges_of_dates_are_both_ends_and_far_beyond() -> None:
    field = InputField("at", "datetime", 0, minimum=0.0, maximum=86_400.0)
    nothing, zero, *ends = edge_values(field)
    assert np.isnan(nothing) and zero == 0
    assert [int(parts[1]) for parts in ends] == [1970, 1970, 1, 9999]
    assert [int(parts[3]) for parts in ends] == [1, 2, 1, 31]
