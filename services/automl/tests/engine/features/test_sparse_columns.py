"""A column with few values is used where these are enough to learn from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rowcast_automl.serve.pool.loaded_model import LoadedModel
from tests.engine.tables import write_csv
from tests.engine.training import KEY, config, train_file


def rows_of(filled: int, rows: int = 3_000) -> list[dict[str, Any]]:
    """`alarm` is known in few rows and decides them, high for yes; of the others `x` decides."""
    random = np.random.default_rng(5)
    table = []
    for row in range(rows):
        x, alarm = random.normal(), random.normal() * 10
        known = row % (rows // filled) == 7 and row // (rows // filled) < filled
        answer = alarm > 0 if known else x > 1
        table.append(
            {"x": f"{x:.4f}", "alarm": f"{alarm:.2f}" if known else "", "target": "yes" if answer else "no"}
        )
    return table


@pytest.mark.parametrize(
    "estimator",
    [{"name": "random_forest", "nEstimators": 40}, {"name": "xgboost"}, {"name": "linear"}],
    ids=["forest", "boosting", "linear"],
)
def test_forty_of_three_thousand_rows_are_learned_from(tmp_path: Path, estimator: dict[str, Any]) -> None:
    few_steps = {"epochs": 60, "learningRate": 0.1}
    settings = config(modelType="custom", estimator=estimator, testSize=0, timeBudgetSeconds=30, **few_steps)
    report = train_file(write_csv(tmp_path / "t.csv", rows_of(40)), tmp_path / "m", settings).report
    assert [each.column for each in report.dropped_columns] == []
    assert "alarm" in [each.name for each in report.fields]
    model = LoadedModel(tmp_path / "m", KEY.public_key())
    asked: list[dict[str, Any]] = [{"x": -0.5, "alarm": alarm} for alarm in (12.0, None, -12.0)]
    high, none, low = (each["probabilities"]["yes"] for each in model.predict(asked).predictions)
    assert high > none + 0.3 and none < 0.2 and low < 0.4


def test_a_handful_is_not(tmp_path: Path) -> None:
    settings = config(
        modelType="custom", estimator={"name": "random_forest", "nEstimators": 20}, timeBudgetSeconds=30
    )
    report = train_file(write_csv(tmp_path / "t.csv", rows_of(12)), tmp_path / "m", settings).report
    (dropped,) = report.dropped_columns
    assert dropped.column == "alarm" and dropped.why
    assert dropped.why[0].code == "COLUMN_MOSTLY_MISSING"
