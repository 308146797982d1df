"""A model of a table whose values were replaced is published, and answers rows as they stood in the file."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pydantic import TypeAdapter

from rowcast_automl.clean.recipe import Step
from rowcast_automl.serve.model import LoadedModel
from tests.engine.tables import write_csv
from tests.engine.training import KEY, config, train_file

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
    train_file(source, folder / "m.rowcast", config(), recipe=recipe)
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
