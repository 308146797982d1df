"""Columns with one everyday fault each: new cells are predicted as the clean cells say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rowcast_automl.serve.pool.loaded_model import LoadedModel
from tests.engine.tables import write_csv
from tests.engine.training import KEY, config, fewer_fits, train_file

ROWS = 320
CONTINENTS = ("AF", "AS", "EU", "NA", "OC", "SA", "")
Write = Callable[[int], str]


def spread(row: int, size: int) -> int:
    """Evenly over the range, and in no order."""
    return row * 7919 % size


def month(row: int) -> int:
    return 1 + spread(row, 12)


def ratio(row: int) -> str:
    infinite = "inf" if row % 2 == 0 else "-inf"
    return infinite if row < 12 else f"{spread(row, 1000) / 100:.3f}"


def day(row: int) -> str:
    return "0000-00-00" if row in (17, 130, 300) else f"2023-{month(row):02}-{1 + row % 28:02}"


# What writes a cell of the column, whether its row is positive, and new cells with their class.
COLUMNS: dict[str, tuple[Write, Callable[[int], bool], dict[Any, bool]]] = {
    "amount": (
        lambda row: "n.a. (see note)" if row == 200 else f"{spread(row, 1000) + 0.25:.2f}",
        lambda row: spread(row, 1000) >= 500,
        {700.25: True, 499.75: False, 900.5: True, 12.1: False},
    ),
    "signed_on": (day, lambda row: month(row) > 6, {"2023-11-05": True, "2023-02-05": False}),
    "ratio": (
        ratio,
        lambda row: row % 2 == 0 if row < 12 else spread(row, 1000) >= 500,
        {"9": True, "1": False, "inf": True, "-inf": False},
    ),
    "continent": (
        lambda row: CONTINENTS[spread(row, len(CONTINENTS))],
        lambda row: CONTINENTS[spread(row, len(CONTINENTS))] in ("NA", "EU"),
        {"NA": True, None: False, "EU": True, "SA": False},
    ),
    "meter": (
        lambda row: str(4_800_000_000 + spread(row, 2000)),
        lambda row: spread(row, 2000) >= 1000,
        {4_800_000_980: False, 4_800_001_020: True},
    ),
}


@pytest.mark.parametrize("name", COLUMNS)
def test_what_the_clean_cells_say_is_predicted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    fewer_fits(monkeypatch, models=1)
    write, positive, cells = COLUMNS[name]
    rows = [{name: write(row), "target": "ny"[positive(row)]} for row in range(ROWS)]
    bundle = tmp_path / "m.rowcast"
    one = {"modelType": "custom", "estimator": {"name": "xgboost", "maxDepth": 3}, "timeBudgetSeconds": 60}
    train_file(write_csv(tmp_path / "t.csv", rows), bundle, config(**one, epochs=30, learningRate=0.3))
    answers = LoadedModel(bundle, KEY.public_key()).predict([{name: cell} for cell in cells]).predictions
    assert {cell: each["prediction"] == "y" for cell, each in zip(cells, answers, strict=True)} == cells
