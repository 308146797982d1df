"""A request's row goes through the same cleaning steps as the training rows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pydantic import TypeAdapter

from rowcast_automl.clean.recipe import Step
from rowcast_automl.contracts.generated import TableProfile
from rowcast_automl.entrypoints.cli.train_command import read_file
from rowcast_automl.explain.field_values import cell_of
from rowcast_automl.features.rows.recipe_at_prediction import at_prediction
from rowcast_automl.features.rows.recipe_replay import Rewrite, Rewriter
from rowcast_automl.features.rows.row_reader import RowReader
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.platform.storage.object_store import Storage
from rowcast_automl.prepare.table_preparation import PreparedTable, prepare_table
from rowcast_automl.serve.options.value_policy import parse_policy
from rowcast_automl.serve.requests.request_reader import RequestReader
from rowcast_automl.training.publication import check_reading
from tests.engine.tables import write_csv
from tests.engine.training import config

STEPS = TypeAdapter(list[Step])
RECIPE = [
    {"op": "cast", "column": "weight", "to": "number"},
    {"op": "cast", "column": "pieces", "to": "integer"},
    {"op": "cast", "column": "gift", "to": "boolean"},
    {"op": "parse_dates", "column": "sent", "formats": ["%Y-%d-%m", "%d %b %Y"]},
    {"op": "drop_column", "column": "remark"},
    {"op": "trim", "column": "city"},
    {"op": "impute", "column": "age", "strategy": "median"},
    {"op": "clip", "column": "age", "low": 20, "high": 60},
    {"op": "impute", "column": "price", "strategy": "mean"},
    {"op": "clip", "column": "price", "low": None, "high": 900.5},
    {"op": "impute", "column": "city", "strategy": "value", "value": "nowhere"},
    {"op": "impute", "column": "sent", "strategy": "median"},
    {"op": "impute", "column": "gift", "strategy": "most_frequent"},
]


def parcel_rows(rows: int) -> list[dict[str, Any]]:
    """Rows as a person types them: signs, blanks, gaps, dates in two ways, words among numbers."""
    random = np.random.default_rng(8)
    months = ("Jan", "Feb", "Mar", "Oct", "Nov", "Dec")
    made = []
    for row in range(rows):
        day, month = int(random.integers(1, 28)), int(random.integers(0, 6))
        iso = f"2024-{day:02d}-{(1, 2, 3, 10, 11, 12)[month]:02d}"
        cells: dict[str, Any] = {
            "age": "" if row % 6 == 0 else str(int(random.integers(5, 95))),
            "price": "" if row % 7 == 0 else f"{random.uniform(100, 2_000):.2f}",
            "weight": "unknown" if row % 9 == 0 else f"€{random.uniform(1, 5_000):,.2f}",
            "pieces": "2.5" if row % 11 == 0 else str(int(random.integers(1, 9))),
            "gift": ("on", "off", "yes", "", "perhaps")[row % 5],
            "sent": "" if row % 8 == 0 else iso if row % 2 else f"{day:02d} {months[month]} 2024",
            "city": (" Oslo", "Bergen ", "Oslo", "", "  ")[row % 5],
            "remark": f"r{row}",
            "target": "yes" if random.random() < 0.5 else "no",
        }
        made.append(cells)
    return made


def prepared_with(
    folder: Path, rows: list[dict[str, Any]], recipe: list[dict[str, Any]]
) -> tuple[PreparedTable, TableProfile]:
    """The table after the recipe, made ready for a training."""
    source = write_csv(folder / "t.csv", rows)
    read = read_file(source, Storage(folder.as_uri()), folder, 2, STEPS.validate_python(recipe))
    return prepare_table(folder / "table.parquet", read.profile, config(testSize=0)), read.profile


def test_raw_rows_become_what_training_learned_from(tmp_path: Path) -> None:
    rows = parcel_rows(120)
    prepared, _ = prepared_with(tmp_path, rows, RECIPE)
    sent = [{name: value for name, value in row.items() if name != "target"} for row in rows]
    for reader in (RowReader(prepared.schema), RequestReader(prepared.schema)):
        found = reader.read(sent, from_text=True)
        assert found.problems == []
        assert np.array_equal(found.tensors.numbers, prepared.training_data.rows.numbers, equal_nan=True)
        assert found.tensors.texts.tolist() == prepared.training_data.rows.texts.tolist()


@pytest.mark.parametrize("recipe", [[], [{"op": "cast", "column": "price", "to": "number"}]])
def test_lakhs_mean_the_same_in_a_request_as_in_the_table(
    tmp_path: Path, recipe: list[dict[str, Any]]
) -> None:
    cells = [f"₹{row % 90 + 1},{row % 100:02},{row * 7 % 1000:03}.50" for row in range(60)]
    rows = [{"price": cell, "target": "yn"[row % 2]} for row, cell in enumerate(cells)]
    prepared, _ = prepared_with(tmp_path, rows, recipe)
    wanted = [float(cell.replace(",", "")[1:]) for cell in cells]
    assert prepared.training_data.rows.numbers[:, 0].tolist() == wanted
    for reader in (RowReader(prepared.schema), RequestReader(prepared.schema)):
        found = reader.read([{"price": cell} for cell in cells], from_text=True)
        assert (found.problems, found.tensors.numbers[:, 0].tolist()) == ([], wanted)


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> ServingSchema:
    folder = tmp_path_factory.mktemp("cleaned")
    prepared, _ = prepared_with(folder, parcel_rows(120), RECIPE)
    return ServingSchema.from_json(prepared.schema.as_json())


PLAIN = {
    **{"age": 30, "price": 500, "weight": 20, "pieces": 3, "gift": True, "sent": "2024-03-02"},
    **{"city": "Oslo"},
}


def slots(schema: ServingSchema, row: dict[str, Any], name: str, policy: str = "lenient") -> list[Any]:
    """What the field's first slot holds, and the codes of what was noted."""
    found = RequestReader(schema).read([row], policy=parse_policy(policy))
    field = schema.by_name[name]
    tensor = found.tensors.texts if field.textual else found.tensors.numbers
    return [tensor[0, field.slot], *(note.code for note in (*found.warnings, *found.problems))]


def test_nulls_are_filled_and_ends_are_clipped(schema: ServingSchema) -> None:
    filled = {each.name: each.fill for each in schema.fields if each.fill is not None}
    assert filled.keys() == {"age", "price", "city", "sent", "gift"}
    assert slots(schema, PLAIN | {"age": None}, "age") == [filled["age"]]
    assert slots(schema, PLAIN | {"price": None}, "price") == [pytest.approx(filled["price"])]
    assert slots(schema, PLAIN | {"city": None}, "city") == ["nowhere"]
    assert slots(schema, PLAIN | {"age": 99}, "age") == [60]
    assert slots(schema, PLAIN | {"age": 3}, "age") == [20]
    assert slots(schema, PLAIN | {"price": 1e9}, "price") == [900.5]
    without = {name: value for name, value in PLAIN.items() if name != "age"}
    assert slots(schema, without, "age") == [filled["age"], "MISSING_FIELD"]


def test_what_did_not_fit_in_training_is_missing_and_told(schema: ServingSchema) -> None:
    assert np.isnan(slots(schema, PLAIN | {"weight": "unknown"}, "weight")[0])
    assert slots(schema, PLAIN | {"weight": "unknown"}, "weight")[1:] == ["FIELD_INVALID"]
    assert slots(schema, PLAIN | {"pieces": 2.5}, "pieces")[1:] == ["FIELD_INVALID"]
    # Nothing of the kind was among the ages, so it is refused as ever.
    found = RequestReader(schema).read([PLAIN | {"age": "old"}])
    assert [(note.field, note.code) for note in found.problems] == [("age", "FIELD_INVALID")]


def test_a_policy_goes_before_the_cleaning(schema: ServingSchema) -> None:
    refusing = '{"fields": {"weight": {"type": "reject"}, "age": {"null": "reject"}}}'
    found = RequestReader(schema).read(
        [PLAIN | {"weight": "unknown", "age": None}], policy=parse_policy(refusing)
    )
    assert sorted(note.field for note in found.problems) == ["age", "weight"]
    imputing = '{"fields": {"age": {"type": "impute", "null": "impute"}}}'
    fill = schema.by_name["age"].fill
    assert slots(schema, PLAIN | {"age": "old"}, "age", imputing) == [fill, "FIELD_INVALID"]
    assert slots(schema, PLAIN | {"age": None}, "age", imputing) == [fill, "MISSING_VALUE"]


@pytest.mark.parametrize(("order", "filled"), [(1, "OSLO"), (-1, "Oslo")])
def test_any_spelling_is_read_as_the_one_that_was_learned(tmp_path: Path, order: int, filled: str) -> None:
    spelt = ("New York", "new  york", "NEW YORK ", "Oslo", "", "New York", "Oslo")
    rows = [{"town": spelt[row % 7], "n": row % 9, "target": "yn"[row % 2]} for row in range(140)]
    recipe = [
        {"op": "impute", "column": "town", "strategy": "value", "value": "OSLO"},
        {"op": "unify", "column": "town"},
    ]
    prepared, profile = prepared_with(tmp_path, rows, recipe[::order])
    schema = ServingSchema.from_json(prepared.schema.as_json())
    assert schema.by_name["town"].categories == ("New York", "Oslo")
    sent = [{"town": row["town"], "n": row["n"]} for row in rows]
    for reader in (RowReader(schema), RequestReader(schema)):
        found = reader.read(sent, from_text=True)
        assert found.tensors.texts.tolist() == prepared.training_data.rows.texts.tolist()
    read = [slots(schema, {"town": town, "n": 1}, "town") for town in (" nEw\tYORK", "osLO", None)]
    assert read == [["New York"], ["Oslo"], ["Oslo"]]
    assert slots(schema, {"town": "Bergen", "n": 1}, "town") == ["Bergen", "UNSEEN_CATEGORY"]
    reported = at_prediction(profile, "target", schema.fields)
    assert [each.handling for each in reported] == ["same", "same"]
    assert [each.value for each in reported if each.step.op == "impute"] == [filled]


def test_a_fill_that_a_unified_column_does_not_have_is_learned_as_it_is(tmp_path: Path) -> None:
    spelt = ("Oslo", "OSLO", "Oslo", "", "Bergen")
    rows = [{"town": spelt[row % 5], "n": row % 9, "target": "yn"[row % 2]} for row in range(100)]
    recipe = [
        {"op": "unify", "column": "town"},
        {"op": "impute", "column": "town", "strategy": "value", "value": "Nowhere"},
    ]
    schema = prepared_with(tmp_path, rows, recipe)[0].schema
    assert schema.by_name["town"].categories == ("Oslo", "Bergen", "Nowhere")
    read = [slots(schema, {"town": town, "n": 1}, "town") for town in (None, "nowhere", "OSLO")]
    assert read == [["Nowhere"], ["Nowhere"], ["Oslo"]]


def on(column: str, *steps: dict[str, Any]) -> list[dict[str, Any]]:
    """The steps about one column."""
    return [{"column": column, **step} for step in steps]


def replacing(*values: str, by: str | None) -> dict[str, Any]:
    return {"op": "replace", "values": list(values), "by": by}


UNIFY, TRIM = {"op": "unify"}, {"op": "trim"}


@pytest.mark.parametrize(
    "recipe",
    [
        on("paid", replacing("y", "Y", by="Yes"), replacing("N/K", by=None)),
        on("paid", replacing("y", by="no"), replacing("no", by="N/K"), replacing("N/K", by="y")),
        on("paid", UNIFY, replacing("Y", by="YES"), replacing("N/K", by=None)),
        on("paid", replacing("y", "Y", by="yes"), UNIFY),
        on(
            "paid",
            TRIM,
            replacing("N/K", by=None),
            {"op": "impute", "strategy": "value", "value": " no"},
            TRIM,
        ),
        on("paid", {"op": "impute", "strategy": "value", "value": "no"}, replacing("N/K", by=None)),
        on("paid", {"op": "impute", "strategy": "value", "value": "z"}, replacing("z", "y", by="no")),
        on("age", replacing("999", by=None), {"op": "impute", "strategy": "median"}),
        on("age", {"op": "clip", "low": None, "high": 60}, replacing("60", by=None)),
        on("age", replacing("999", by="-1"), {"op": "clip", "low": 30, "high": 900.5}),
        on("age", {"op": "impute", "strategy": "median"}, replacing("999", by=None)),
        on("weight", replacing("unknown", "7", by=None), {"op": "cast", "to": "number"}, TRIM, UNIFY),
        on("weight", {"op": "cast", "to": "integer"}, replacing("unknown", "2.5", by=None)),
        on("weight", UNIFY, {"op": "cast", "to": "integer"}, replacing("3", by="4")),
        on("paid", replacing("N/K", by=None), UNIFY, {"op": "cast", "to": "boolean"}),
        on("seen", TRIM, replacing("??", by=None), {"op": "parse_dates", "formats": ["%d/%m/%Y"]}),
        on("seen", {"op": "parse_dates", "formats": ["%d/%m/%Y"]}, replacing("??", "2024-03-04", by=None)),
        on("born", replacing("1900-01-01", by=None), {"op": "impute", "strategy": "most_frequent"}),
        on("born", replacing("1900-01-01", by="2001-02-03")),
        on("age", replacing("22", by="21"), replacing("23", by="22"), replacing("24", by="23")),
        on("age", {"op": "impute", "strategy": "value", "value": "30"}, replacing("999", by=None)),
        on("paid", replacing("no", by="N"), replacing("Yes", by="no"), replacing("N", by="Yes")),
        on("said", replacing("no comment at all", by=None)),
        on("said", TRIM, replacing("no comment at all", by="it was as good as gold")),
    ],
)
def test_a_replaced_value_is_replaced_in_a_row_that_is_sent(
    tmp_path: Path, recipe: list[dict[str, Any]]
) -> None:
    paid = ("Yes", "y", "no", "N/K", "Yes ", "no", "", "Y", "yes", "Yes")
    rows = [
        {
            "paid": paid[row % 10],
            "age": ("", "999")[row % 2] if row % 7 == 0 else str(20 + row % 50),
            "born": "" if row % 11 == 0 else "1900-01-01" if row % 5 == 0 else f"1990-03-{1 + row % 28:02}",
            "weight": ("unknown", "2.5", "3", "2", "7", " 8 ")[row % 6],
            "seen": "??" if row % 6 == 0 else f"{1 + row % 28:02}/03/2024",
            "said": ("no comment at all", " no comment at all ")[row % 2]
            if row % 3 == 0
            else f"word{row} said {row * row} of what the parcel number {row} was like",
            "target": "yn"[row % 2],
        }
        for row in range(140)
    ]
    prepared, profile = prepared_with(tmp_path, rows, recipe)
    schema = ServingSchema.from_json(json.loads(json.dumps(prepared.schema.as_json())))
    sent = [{name: value for name, value in row.items() if name != "target"} for row in rows]
    # Cells among others, on their own, and all of them by the slower reader.
    whole = [reader.read(sent, from_text=True) for reader in (RowReader(schema), RequestReader(schema))]
    lone = [RequestReader(schema).read([row], from_text=True) for row in sent]
    numbers, texts = prepared.training_data.rows.numbers, prepared.training_data.rows.texts.tolist()
    for found in whole:
        assert found.problems == []
        assert {note.code for note in found.warnings} <= {"FIELD_INVALID"}
        assert np.array_equal(found.tensors.numbers, numbers, equal_nan=True)
        assert found.tensors.texts.tolist() == texts
    assert np.array_equal(np.vstack([each.tensors.numbers for each in lone]), numbers, equal_nan=True)
    assert [each.tensors.texts.tolist()[0] for each in lone] == texts
    check_reading(prepared)
    reported = at_prediction(profile, "target", schema.fields)
    assert {each.handling for each in reported} == {"same"}
    assert [each.value for each in reported if each.step.op == "replace"] == [None] * sum(
        each["op"] == "replace" for each in recipe
    )


class Folds(str):
    """Counts how often it is folded."""

    count = 0

    def split(self, *parts: Any) -> list[str]:
        Folds.count += 1
        return str(self).split(*parts)


@pytest.mark.parametrize(("before", "folds"), [([], 0), ([Rewrite("unify")], 200)])
def test_replaced_values_are_folded_once_and_only_behind_a_unify(before: list[Rewrite], folds: int) -> None:
    Folds.count = 0
    values = tuple(Folds(f"Value {place}") for place in range(200))
    rewriter = Rewriter("category", [*before, Rewrite("replace", values, "other"), Rewrite("unify")])
    cells = ["Value 7", "value  7", "VALUE 8 ", "elsewhere", None] * 20
    found = [rewriter(cell) for cell in cells]
    spelt = ["other", "other"] if before else ["value  7", "VALUE 8 "]
    assert found == ["other", *spelt, "elsewhere", None] * 20
    assert Folds.count == folds


def test_a_policy_on_nulls_speaks_of_emptied_values_too(tmp_path: Path) -> None:
    rows = [{"paid": ("yes", "no", "N/K")[row % 3], "n": row, "target": "yn"[row % 2]} for row in range(90)]
    schema = prepared_with(tmp_path, rows, on("paid", replacing("N/K", by=None)))[0].schema
    refusing = '{"fields": {"paid": {"null": "reject"}}}'
    assert slots(schema, {"paid": "N/K", "n": 1}, "paid") == [""]
    assert slots(schema, {"paid": "N/K", "n": 1}, "paid", refusing)[1:] == ["MISSING_VALUE"]
    assert slots(schema, {"paid": "yes", "n": 1}, "paid", refusing) == ["yes"]


LEARNED: dict[str, list[Any]] = {"category": ["0", "1", "2", "4"], "integer": [0, 1, 2, 4]}


def test_what_a_field_shows_is_what_a_client_sends(tmp_path: Path) -> None:
    rows = [{"code": "1234"[row % 4], "n": row % 9, "target": "yn"[row % 2]} for row in range(120)]
    recode = [replacing(old, by=new) for old, new in ("10", "21", "32")]
    for kind in ("category", "integer"):
        folder = tmp_path / kind
        folder.mkdir()
        cast = {"op": "cast", "to": kind}
        schema = prepared_with(folder, rows, on("code", cast, *recode))[0].schema
        field = schema.by_name["code"]
        read = [slots(schema, {"code": cell_of(cell, field), "n": 1}, "code") for cell in LEARNED[kind]]
        assert read == [[cell] for cell in LEARNED[kind]]
        assert slots(schema, {"code": field.example, "n": 1}, "code")[0] in LEARNED[kind]
        if kind == "category":
            sent = field.public()["categories"]
            read = [slots(schema, {"code": each, "n": 1}, "code") for each in sent]
            assert read == [[each] for each in field.categories]


@pytest.mark.parametrize("from_text", [False, True])
@pytest.mark.parametrize("times", [1, 3])
def test_a_null_is_filled_though_training_saw_emptied_values(
    tmp_path: Path, times: int, *, from_text: bool
) -> None:
    rows = [{"paid": ("yes", "", "N/K")[row % 3], "n": row % 9, "target": "yn"[row % 2]} for row in range(90)]
    fill = {"op": "impute", "strategy": "value", "value": "no"}
    schema = prepared_with(tmp_path, rows, on("paid", fill, replacing("N/K", by=None)))[0].schema
    assert schema.by_name["paid"].seen_missing
    sent = [{"paid": None, "n": "1" if from_text else 1}] * times
    found = RequestReader(schema).read(sent, from_text)
    assert (found.tensors.texts.tolist(), found.warnings, found.problems) == ([["no"]] * times, [], [])


def test_texts_without_words_are_null_to_a_policy_after_rewriting_too(tmp_path: Path) -> None:
    said = [f"word{row} said {row * row} of what parcel {row} was like" for row in range(90)]
    said = ["no comment at all" if row % 9 == 0 else text for row, text in enumerate(said)]
    rows = [{"said": text, "n": row % 9, "target": "yn"[row % 2]} for row, text in enumerate(said)]
    refusing = '{"fields": {"said": {"null": "reject"}}}'
    schema = prepared_with(tmp_path, rows, on("said", replacing("no comment at all", by=None)))[0].schema
    for text in ("?!", "no comment at all"):
        assert slots(schema, {"said": text, "n": 1}, "said", refusing)[1:] == ["MISSING_VALUE"]


@pytest.mark.parametrize("blank", ["\u00a0", "\u2003", "\u3000", "\u1680"])
def test_texts_are_trimmed_of_the_same_blanks(tmp_path: Path, blank: str) -> None:
    said = [f"word{row} said {row * row} of what parcel {row} was like" for row in range(90)]
    said = [f"{blank}no comment at all{blank}" if row % 9 == 0 else text for row, text in enumerate(said)]
    rows = [{"said": text, "n": row, "target": "yn"[row % 2]} for row, text in enumerate(said)]
    recipe = on("said", TRIM, replacing("no comment at all", by=None))
    prepared, _ = prepared_with(tmp_path, rows, recipe)
    found = RowReader(prepared.schema).read([{"said": row["said"], "n": row["n"]} for row in rows])
    assert found.tensors.texts.tolist() == prepared.training_data.rows.texts.tolist()


def test_a_dropped_column_may_be_sent_without_a_word(schema: ServingSchema) -> None:
    found = RequestReader(schema).read([PLAIN | {"remark": "x"}])
    assert found.warnings == []


def test_the_report_says_what_becomes_of_each_step(tmp_path: Path) -> None:
    recipe = [
        *RECIPE,
        {"op": "deduplicate"},
        {"op": "filter_rows", "column": "age", "condition": "above", "value": "58"},
        {"op": "trim", "column": "target"},
    ]
    prepared, profile = prepared_with(tmp_path, parcel_rows(120), recipe)
    reported = at_prediction(profile, "target", prepared.schema.fields)
    assert [each.handling for each in reported] == [
        *["same"] * 4,
        "ignored",
        *["same"] * 8,
        *["training_only"] * 3,
    ]
    values = {each.step.column: each.value for each in reported if each.step.op == "impute"}
    assert values["city"] == "nowhere"
    assert float(values["age"] or 0) == prepared.schema.by_name["age"].fill
    shown = {each["name"]: each for each in (field.public() for field in prepared.schema.fields)}
    assert shown["age"]["clippedTo"] == {"low": 20.0, "high": 60.0}
    assert shown["price"]["clippedTo"] == {"low": None, "high": 900.5}
    assert shown["city"]["filledWith"] == "nowhere"
    assert "filledWith" not in shown["weight"]


def test_an_older_version_without_the_value_is_not_promised(tmp_path: Path) -> None:
    recipe = [{"op": "impute", "column": "age", "strategy": "median"}]
    prepared, profile = prepared_with(tmp_path, parcel_rows(60), recipe)
    older = [done.model_copy(update={"value": None}) for done in profile.applied or []]
    profile = profile.model_copy(update={"applied": older})
    (reported,) = at_prediction(profile, "target", prepared.schema.fields)
    assert (reported.handling, reported.value) == ("training_only", None)
