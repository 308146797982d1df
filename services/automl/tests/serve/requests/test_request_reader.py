"""The quick reading of requests says exactly what the row reader says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rowcast_automl.features.rows.row_reader import RowReader
from rowcast_automl.features.schema import InputField, ServingSchema
from rowcast_automl.serve.options.value_policy import parse_policy
from rowcast_automl.serve.requests.request_reader import RequestReader
from tests.examples import examples

FIELDS = (
    InputField("age", "number", 0, minimum=0.0, maximum=100.0),
    InputField("income", "number", 1, seen_missing=True, minimum=-5.0, maximum=1e6),
    InputField("member", "boolean", 2, seen_missing=True),
    InputField("joined", "datetime", 3, minimum=1.5e9, maximum=1.7e9, date_formats=("%d.%m.%Y",)),
    InputField("price", "number", 9, decimal=",", noise=".", minimum=0.0, maximum=9e9, nullable=False),
    InputField("city", "category", 0, categories=("Pune", "Oslo", "1.0", "true", " ")),
    InputField("street", "category", 1, seen_missing=True, categories=("High", "NA")),
)
SCHEMA = ServingSchema("binary", "target", ("0", "1"), "integer", FIELDS, ("note",), ("NA", "?"))
# Without dates a row that comes alone is read value by value.
DATELESS = replace(SCHEMA, fields=(*FIELDS[:3], replace(FIELDS[4], slot=3), *FIELDS[5:]))
# Fields that training cleaned, nulls in every field, free text.
CLEANED = replace(
    SCHEMA,
    fields=(
        InputField("age", "number", 0, fill=33.0, clip=(10.0, None), minimum=10.0, maximum=80.0),
        InputField("income", "number", 1, integer=True, tolerant=True, minimum=0.0, maximum=9e9),
        InputField("joined", "datetime", 2, fill="2020-01-01", tolerant=True, out_of_range="reject"),
        InputField("city", "category", 0, categories=("Pune", "Oslo"), fill="Oslo", unseen="reject"),
        InputField("street", "text", 1),
    ),
)
NULLS = replace(
    SCHEMA,
    fields=(
        InputField("age", "number", 0, seen_missing=True, minimum=0.0, maximum=100.0),
        InputField("city", "category", 0, seen_missing=True, categories=("Pune", "Oslo")),
    ),
)
PLAIN: dict[str, Any] = {
    "age": 30,
    "income": 1.5,
    "member": True,
    "joined": "2020-05-06",
    "price": 3.0,
    "city": "Oslo",
    "street": "High",
}
ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63), 2**63),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(["", " ", "NA", "?", "5", "1e3", "nan", "Atlantis", "true", "2020-01-01", "06.05.2020"]),
    st.just([1]),
    st.just({}),
)
NAMES = [each.name for each in FIELDS]
ROWS = st.lists(st.dictionaries(st.sampled_from([*NAMES, "note", "target", "planet"]), ODD), max_size=4)
CELLS = st.sampled_from(
    ["", " ", "NA", "?", "5", "1_0", "inf", " 7", "1.234,5", "yes", "High", "Pune", "2020-01-01"]
)
TEXTS = st.lists(st.dictionaries(st.sampled_from(NAMES), CELLS), max_size=4)
WRITTEN = {name: str(value) for name, value in PLAIN.items()} | {"price": "3,5"}


def same(rows: list[dict[str, Any]], from_text: bool, schema: ServingSchema = SCHEMA) -> None:
    wanted = RowReader(schema).read(rows, from_text)
    found = RequestReader(schema).read(rows, from_text)
    assert found.problems == wanted.problems and found.warnings == wanted.warnings
    if not wanted.problems:
        np.testing.assert_array_equal(found.tensors.numbers, wanted.tensors.numbers)
        np.testing.assert_array_equal(found.tensors.texts, wanted.tensors.texts)


@settings(max_examples=examples(300), deadline=None)
@given(ROWS, st.lists(st.booleans(), min_size=5, max_size=5))
def test_any_json_rows(changes: list[dict[str, Any]], plain: list[bool]) -> None:
    rows = [PLAIN | change for change in changes] + [PLAIN for keep in plain if keep]
    rows += changes
    if rows:
        same(rows, from_text=False)


@settings(max_examples=examples(300), deadline=None)
@given(st.dictionaries(st.sampled_from(NAMES), ODD, max_size=2))
def test_any_row_alone(change: dict[str, Any]) -> None:
    plain = {name: value for name, value in PLAIN.items() if name != "joined"}
    same([plain | change], False, DATELESS)


@settings(max_examples=examples(300), deadline=None)
@given(
    st.dictionaries(st.sampled_from(NAMES), CELLS, max_size=3), st.sets(st.sampled_from(NAMES), max_size=2)
)
def test_any_csv_row_alone(change: dict[str, Any], left_out: set[str]) -> None:
    row = WRITTEN | change
    same([{name: cell for name, cell in row.items() if name not in {"joined", *left_out}}], True, DATELESS)


@pytest.mark.parametrize("from_text", [False, True])
def test_one_odd_cell_leaves_the_others_to_the_columns(
    from_text: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_fields, left = RowReader.read_fields, list[tuple[str, ...]]()

    def watched(self: RowReader, packed: Any, index: int, row: Any, fields: Any, from_text: bool) -> None:
        left.append(tuple(each.name for each in fields))
        read_fields(self, packed, index, row, fields, from_text)

    monkeypatch.setattr(RowReader, "read_fields", watched)
    row = WRITTEN if from_text else PLAIN
    usual = ("member", "price") if from_text else ()
    RequestReader(SCHEMA).read([row, row | {"city": "Atlantis"}, row], from_text)
    assert left == [fields for fields in (usual, (*usual, "city"), usual) if fields]


def test_a_plain_row_alone_needs_no_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = {name: value for name, value in PLAIN.items() if name != "joined"}
    reader = RequestReader(DATELESS)
    monkeypatch.setattr(RowReader, "read_fields", lambda *_: pytest.fail("read by the row reader"))
    for change in ({}, {"income": None}, {"street": None}, {"age": 100}, {"member": False}):
        row = plain | change
        alone, among = reader.read([row]).tensors, reader.read([row, row]).tensors
        np.testing.assert_array_equal(alone.numbers, among.numbers[:1])
        np.testing.assert_array_equal(alone.texts, among.texts[:1])


@pytest.mark.parametrize("from_text", [False, True])
@pytest.mark.parametrize("schema", [CLEANED, NULLS])
@settings(max_examples=examples(200), deadline=None)
@given(data=st.data())
def test_any_rows_of_other_schemas(schema: ServingSchema, from_text: bool, data: st.DataObject) -> None:
    names = st.sampled_from([*(each.name for each in schema.fields), "note", "planet"])
    changes = data.draw(st.lists(st.dictionaries(names, CELLS if from_text else ODD), max_size=20))
    plain = WRITTEN if from_text else PLAIN
    known = {each.name: plain[each.name] for each in schema.fields}
    same([{}, *(known | change for change in changes), *changes], from_text, schema)
    for row in changes:
        same([row], from_text, schema)


@pytest.mark.parametrize("rows", [1, 2])
def test_a_blank_row_is_answered_with_a_warning_and_one_without_fields_rejected(rows: int) -> None:
    reader = RequestReader(NULLS)
    blank: list[dict[str, Any]] = [{"age": None, "city": None}] * rows
    written = [{"age": "", "city": " "}] * rows
    for found in (reader.read(blank), reader.read(written), reader.read(written, from_text=True)):
        assert (found.problems, {each.code for each in found.warnings}) == ([], {"ROW_EMPTY"})
        assert np.isnan(found.tensors.numbers).all() and (found.tensors.texts == "").all()
    strict = reader.read(blank, policy=parse_policy("strict"))
    others: list[dict[str, Any]] = [{"planet": 1}] * rows
    for found in (strict, reader.read(others), reader.read([{}] * rows)):
        assert [each.code for each in found.problems if each.field == ""] == ["ROW_EMPTY"] * rows
    assert reader.read_plain([*blank, {"age": 3, "city": "Oslo"}]) is None


@settings(max_examples=examples(200), deadline=None)
@given(TEXTS)
def test_any_csv_rows(changes: list[dict[str, Any]]) -> None:
    same([WRITTEN, *(WRITTEN | change for change in changes), *changes], from_text=True)


@pytest.mark.parametrize("name", NAMES)
def test_a_field_excluded_or_null(name: str) -> None:
    same([{key: value for key, value in PLAIN.items() if key != name}], from_text=False)
    same([PLAIN | {name: None}, PLAIN], from_text=False)
