"""A model of a cleaned table is published and predicts rows as they were in the file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pydantic import TypeAdapter

from rowcast_automl.clean.recipe import Step
from rowcast_automl.features.rows.row_reader import RowReader
from rowcast_automl.features.tensors import Tensors
from rowcast_automl.serve.pool.loaded_model import LoadedModel
from tests.engine.tables import write_csv
from tests.engine.training import KEY, config, train_file

SETTINGS = config(timeBudgetSeconds=300, modelType="custom", estimator={"name": "linear"})
# As a person says it who changes the types last.
RECIPE = [
    {"op": "replace", "column": "age", "values": ["unknown"], "by": None},
    {"op": "trim", "column": "age"},
    {"op": "replace", "column": "seen", "values": ["??"], "by": None},
    {"op": "replace", "column": "paid", "values": ["y", "Y"], "by": "yes"},
    {"op": "replace", "column": "paid", "values": ["N/K"], "by": None},
    {"op": "replace", "column": "debt", "values": ["999"], "by": None},
    {"op": "cast", "column": "age", "to": "number"},
    {"op": "parse_dates", "column": "seen", "formats": ["%d/%m/%Y"]},
]


def patients(rows: int) -> list[dict[str, Any]]:
    """Rows with the values of `RECIPE` and a target that depends on what they stand for."""
    random = np.random.default_rng(5)
    made = []
    for _ in range(rows):
        age, debt, paid = random.integers(20, 90), random.integers(0, 50), random.random() < 0.5
        score = age / 20 + paid * 2 - debt / 25 + random.normal(0, 0.5)
        made.append(
            {
                "age": "unknown" if random.random() < 0.05 else str(age),
                "seen": "??" if random.random() < 0.05 else f"{random.integers(1, 29):02}/03/2024",
                "paid": "N/K"
                if random.random() < 0.05
                else random.choice(("yes", "y", "Y") if paid else ("no",)),
                "debt": "999" if random.random() < 0.05 else str(debt),
                "target": "high" if score > 2.7 else "low",
            }
        )
    return made


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    return patients(400)


@pytest.fixture(scope="module")
def model(rows: list[dict[str, Any]], tmp_path_factory: pytest.TempPathFactory) -> LoadedModel:
    folder = tmp_path_factory.mktemp("replaced")
    source = write_csv(folder / "t.csv", rows)
    recipe = TypeAdapter(list[Step]).validate_python(RECIPE)
    train_file(source, folder / "m.rowcast", SETTINGS, recipe=recipe)
    return LoadedModel(folder / "m.rowcast", KEY.public_key())


ROW = {"age": 41, "seen": "2024-03-04", "paid": "yes", "debt": 12}


@pytest.mark.parametrize(
    ("written", "meant", "codes"),
    [
        ({"age": "unknown"}, {"age": None}, {"FIELD_INVALID"}),
        ({"age": " 41 "}, {}, set()),
        ({"seen": "04/03/2024"}, {}, set()),
        ({"seen": "??"}, {"seen": None}, {"FIELD_INVALID"}),
        ({"paid": "y"}, {}, set()),
        ({"paid": "N/K"}, {"paid": None}, set()),
        ({"debt": 999}, {"debt": None}, set()),
    ],
)
def test_a_row_is_answered_as_what_its_values_stand_for(
    model: LoadedModel, written: dict[str, Any], meant: dict[str, Any], codes: set[str]
) -> None:
    found = model.predict([ROW | written])
    assert {note.code for note in found.warnings} == codes
    assert found.predictions == model.predict([ROW | meant]).predictions


def test_the_rows_of_the_file_are_answered_in_any_form(
    model: LoadedModel, rows: list[dict[str, Any]]
) -> None:
    assert model.golden_rows > 0
    sent = [{name: value for name, value in row.items() if name != "target"} for row in rows]
    together = model.predict(sent, from_text=True).predictions
    assert together[::40] == [model.predict([row], from_text=True).predictions[0] for row in sent[::40]]
    right = [answer["prediction"] == row["target"] for answer, row in zip(together, rows, strict=True)]
    assert np.mean(right) > 0.75


FILL = {"op": "impute", "column": "b", "strategy": "value"}


@pytest.mark.parametrize(
    ("odd", "usual", "value"),
    [(1e300, "{}.5", "3"), ("?!.", "the rain fell {} times on the plain", "no comment at all")],
)
def test_where_gaps_are_filled_what_no_model_can_read_stays_missing(
    tmp_path: Path, odd: float | str, usual: str, value: str
) -> None:
    random = np.random.default_rng(1)
    cells = [odd if at % 10 == 0 else "" if at % 7 == 0 else usual.format(at) for at in range(200)]
    rows = [{"a": random.normal(), "b": cell, "target": random.choice(("yes", "no"))} for cell in cells]
    recipe = TypeAdapter(list[Step]).validate_python([FILL | {"value": value}])
    train_file(write_csv(tmp_path / "t.csv", rows), tmp_path / "m.rowcast", SETTINGS, recipe=recipe)
    reader = RowReader(LoadedModel(tmp_path / "m.rowcast", KEY.public_key()).schema)
    of_gap, of_odd = (reader.read([{"a": 0.5, "b": cell}]).tensors for cell in (None, odd))
    assert is_missing(of_odd) and not is_missing(of_gap)


def is_missing(tensors: Tensors) -> bool:
    """Whether `b`, a text or a number, is missing."""
    return not tensors.texts[0, 0] if tensors.texts.size else bool(np.isnan(tensors.numbers).any())
