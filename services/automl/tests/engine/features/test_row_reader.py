"""A row is read the same alone, in a batch and as CSV; invalid values are named or refused."""

from __future__ import annotations

import json
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

SCHEMA = ServingSchema(
    task="binary",
    target="target",
    labels=("no", "yes"),
    label_kind="text",
    fields=(
        InputField("age", "number", 0, integer=True, minimum=18, maximum=90),
        InputField("member", "boolean", 1, minimum=0, maximum=1),
        InputField("joined", "datetime", 2, minimum=1.4e9, maximum=1.7e9, date_formats=("%d/%m/%Y",)),
        InputField("city", "category", 0, categories=("Pune", "1", "true")),
        InputField("price", "number", 8, minimum=0, maximum=1e9, seen_missing=True, decimal=",", noise="."),
    ),
    ignored=("row_id",),
    missing_markers=("NA", "?"),
)
READER = RowReader(SCHEMA)
WHOLE = {"age": 40, "member": True, "joined": "2020-02-29", "city": "Pune", "price": 12.5}


def codes(row: dict[str, Any], from_text: bool = False) -> tuple[set[str], set[str]]:
    packed = READER.read([row], from_text)
    return {note.code for note in packed.warnings}, {note.field for note in packed.problems}


def test_a_plain_row_needs_no_words() -> None:
    packed = READER.read([WHOLE])
    assert not packed.warnings and not packed.problems
    assert packed.tensors.numbers[0, 2:8].tolist() == [18321, 2020, 2, 29, 5, 0]


@pytest.mark.parametrize(
    ("change", "warnings", "problems"),
    [
        ({"age": "42"}, set(), set()),
        ({"age": " 4.2e1 "}, set(), set()),
        ({"age": "42 years"}, set(), {"age"}),
        ({"age": "0x2A"}, set(), {"age"}),
        ({"age": "NaN"}, set(), {"age"}),
        ({"age": "1e999"}, {"OUT_OF_RANGE"}, set()),
        ({"age": 10**400}, {"OUT_OF_RANGE"}, set()),
        ({"age": -1e308}, {"OUT_OF_RANGE"}, set()),
        ({"age": "４２"}, set(), {"age"}),
        ({"age": "1_000"}, set(), {"age"}),
        ({"age": True}, set(), {"age"}),
        ({"age": [1]}, set(), {"age"}),
        ({"age": 17}, {"OUT_OF_RANGE"}, set()),
        ({"age": None}, {"MISSING_VALUE"}, set()),
        ({"age": ""}, {"MISSING_VALUE"}, set()),
        ({"price": None}, set(), set()),
        ({"member": "yes"}, set(), set()),
        ({"member": 2}, set(), {"member"}),
        ({"joined": "29/02/2020"}, set(), set()),
        ({"joined": "2020-02-29T10:00:00+05:30"}, set(), set()),
        ({"joined": "2020/2/9 10:00"}, set(), set()),
        ({"joined": "2020-02-30"}, set(), {"joined"}),
        ({"joined": 1_580_000_000}, set(), {"joined"}),
        ({"joined": "1970-01-01"}, {"OUT_OF_RANGE"}, set()),
        ({"city": "Oslo"}, {"UNSEEN_CATEGORY"}, set()),
        ({"city": 1}, set(), set()),
        ({"city": 1.0}, set(), set()),
        ({"city": True}, set(), set()),
        ({"city": {"a": 1}}, set(), {"city"}),
        ({"extra": 1}, {"UNKNOWN_FIELD"}, set()),
        ({"__proto__": {"age": 1}}, {"UNKNOWN_FIELD"}, set()),
        ({"target": "yes", "row_id": 7}, set(), set()),
        ({"age": "x", "member": "x", "joined": "x"}, set(), {"age", "member", "joined"}),
    ],
)
def test_odd_cells(change: dict[str, Any], warnings: set[str], problems: set[str]) -> None:
    assert codes(WHOLE | change) == (warnings, problems)


@pytest.mark.parametrize("from_text", [False, True])
@pytest.mark.parametrize(
    ("value", "read"),
    [
        ("inf", 90),
        ("+Infinity", 90),
        (" ∞ ", 90),
        ("1e999", 90),
        ("-inf", 18),
        ("-INFINITY", 18),
        ("\u2212∞", 18),
        ("-1.#INF", 18),
    ],
)
def test_an_infinite_value_is_the_end_of_the_range(value: str, read: float, from_text: bool) -> None:
    written = {"age": value, "member": "true", "joined": "2020-02-29", "city": "Pune", "price": "1"}
    packed = READER.read([written], from_text)
    assert packed.tensors.numbers[0, 0] == read and not packed.problems
    [note] = packed.warnings
    assert note.message == f"age is outside the training range of 18 to 90. {read} was used instead."
    strict = RowReader(replace(SCHEMA, fields=(replace(SCHEMA.fields[0], out_of_range="reject"),)))
    assert [note.code for note in strict.read([written], from_text).problems] == ["OUT_OF_RANGE"]


@pytest.mark.parametrize("value", ["infinite", "in f", "infinity war", "-", "1.#QNAN"])
def test_other_words_are_no_infinite_values(value: str) -> None:
    assert "age" in codes(WHOLE | {"age": value})[1]


def test_a_field_that_was_not_sent() -> None:
    assert codes({"age": 40, "member": False, "joined": "2020-01-01", "price": 1}) == (
        {"MISSING_FIELD"},
        set(),
    )


def test_a_row_without_any_field_is_refused() -> None:
    packed = READER.read([{}, {"other": 1}, WHOLE])
    assert [note.row for note in packed.problems] == [0, 1]


def test_csv_cells_follow_the_table() -> None:
    text = {"age": "NA", "member": "TRUE", "joined": "29/02/2020", "city": "Pune", "price": "1.234,5"}
    packed = READER.read([text], from_text=True)
    assert not packed.problems
    assert np.isnan(packed.tensors.numbers[0, 0])
    assert packed.tensors.numbers[0, 8] == 1234.5


def test_what_the_table_wrote_for_missing_is_missing_in_json_where_it_can_be_nothing_else() -> None:
    for name in ("age", "member", "joined", "price"):
        reported = READER.read([{**WHOLE, name: "NA"}])
        null = READER.read([{**WHOLE, name: None}])
        assert not reported.problems
        assert reported.warnings == null.warnings
        assert np.array_equal(reported.tensors.numbers, null.tensors.numbers, equal_nan=True)
    assert codes({**WHOLE, "city": "NA"}) == ({"UNSEEN_CATEGORY"}, set())


@pytest.mark.parametrize("cell", ["12.5", "1.5", "1.2345,5", "0.123", "1 5"])
def test_a_csv_cell_is_never_another_number_without_its_separators(cell: str) -> None:
    row = {"age": "40", "member": "TRUE", "joined": "29/02/2020", "city": "Pune", "price": cell}
    packed = READER.read([row], from_text=True)
    assert [problem.field for problem in packed.problems] == ["price"]
    assert not RequestReader(SCHEMA).read([{**row, "price": "1.234"}], True).problems
    assert RequestReader(SCHEMA).read([row], True).problems == packed.problems


@pytest.mark.parametrize("reader", [READER, RequestReader(SCHEMA)])
@pytest.mark.parametrize(
    ("price", "read"),
    [("1.234", 1234), (" -1.234 ", -1234), ("1.234,5", None), ("1234", None), (1.5, None)],
)
def test_a_json_string_that_is_another_number_to_programs_is_told(
    reader: RowReader | RequestReader, price: str | float, read: int | None
) -> None:
    row = {**WHOLE, "price": price}
    packed = reader.read([row], False)
    reported = [note for note in packed.warnings if note.code == "NUMBERS_CONVERTED"]
    assert not packed.problems and [note.field for note in reported] == ["price"] * (read is not None)
    if read is not None:
        assert packed.tensors.numbers[0, 8] == read
        assert str(read) in reported[0].message and reported[0].message.endswith(
            ". To be unambiguous, send a JSON number."
        )
    as_csv = {**WHOLE, "age": "40", "member": "true", "price": "1.234"}
    assert not reader.read([as_csv], True).warnings


def test_a_strict_api_takes_such_a_string_and_tells() -> None:
    packed = RequestReader(SCHEMA).read([{**WHOLE, "price": "1.234"}], False, parse_policy("strict"))
    assert not packed.problems
    assert [note.code for note in packed.warnings] == ["NUMBERS_CONVERTED"]


@pytest.mark.parametrize("from_text", [False, True])
@pytest.mark.parametrize(
    ("cell", "number"),
    [
        ("$32,978", 32978.0),
        ("32978", 32978.0),
        (" $ 1,000.50 ", 1000.5),
        ("($1,000.50)", -1000.5),
        (" $ (1,000.50)", -1000.5),
        ("(7)", -7.0),
        ("-$5", -5.0),
        ("(-5)", None),
        ("(5", None),
        ("1,5", None),
        ("€5", None),
        ("call(5)", None),
    ],
)
def test_text_of_an_amount_is_read_as_the_table_was(cell: str, number: float | None, from_text: bool) -> None:
    field = InputField("income", "number", 0, noise="$, ", bracketed=True)
    schema = ServingSchema("regression", "y", (), "number", (field,))
    alone, both = (RequestReader(schema).read([{"income": cell}] * n, from_text) for n in (1, 2))
    assert [len(each.problems) for each in (alone, both)] == ([0, 0] if number is not None else [1, 2])
    if number is not None:
        assert [*alone.tensors.numbers[:, 0], *both.tensors.numbers[:, 0]] == [number] * 3
    else:
        assert cell in alone.problems[0].message


@pytest.mark.parametrize(
    ("cell", "plain"),
    [("$32,978", "32978"), ("12 %", "12"), ("1.234,50", "1234.50"), ("($1,000.50)", "-1000.50")],
)
def test_a_refused_number_is_told_as_it_is_to_be_sent(cell: str, plain: str) -> None:
    (problem,) = READER.read([WHOLE | {"age": cell}]).problems
    assert problem.message == f'age must be a number, not "{cell}". Send {plain}.'


@pytest.mark.parametrize(
    "text", [" " * 200_000 + "x", "(" + "1" * 200_000, "(" + " 1" * 100_000, "9" * 200_000]
)
def test_a_long_text_is_refused_at_once(text: str) -> None:
    field = InputField("income", "number", 0, noise="$, ", bracketed=True)
    reader = RowReader(ServingSchema("regression", "y", (), "number", (field,)))
    packed = reader.read([{"income": text}] * 20)
    assert len(packed.problems) + len(packed.warnings) == 20


def test_what_can_be_read_in_two_ways_is_not_guessed() -> None:
    (problem,) = READER.read([WHOLE | {"age": "30,000"}]).problems
    assert problem.message == 'age must be a number, not "30,000".'


@pytest.mark.parametrize(("clip", "number"), [(None, None), ((0.0, 90.0), 90.0), ((0.0, None), None)])
def test_a_number_too_large_is_missing_as_in_training(
    clip: tuple[float | None, float | None] | None, number: float | None
) -> None:
    fields = (InputField("age", "number", 0, fill=33.0, clip=clip), InputField("b", "number", 1))
    packed = RowReader(ServingSchema("regression", "y", (), "number", fields)).read([{"age": 1e308, "b": 1}])
    [found] = packed.tensors.numbers[:, 0]
    assert np.isnan(found) if number is None else found == number
    assert [note.code for note in packed.warnings] == ([] if number else ["OUT_OF_RANGE"])


def test_a_marker_that_training_saw_with_blanks_is_a_category() -> None:
    fields = (InputField("city", "category", 0, categories=("Pune", " NA")),)
    reader = RowReader(replace(SCHEMA, fields=fields))
    packed = reader.read([{"city": " NA"}, {"city": "NA"}, {"city": "NA "}], from_text=True)
    assert packed.tensors.texts[:, 0].tolist() == [" NA", " NA", ""]


@pytest.mark.parametrize(
    ("categories", "sent", "read"),
    [
        ((" Private", " State"), "Private", " Private"),
        ((" Private", " State"), "  State ", " State"),
        (("Private", " Private"), "  Private", "Private"),
        ((" Private",), "private", "private"),
    ],
)
def test_a_category_that_an_older_table_wrote_behind_a_blank_is_known(
    categories: tuple[str, ...], sent: str, read: str
) -> None:
    work = InputField("work", "category", 0, categories=categories)
    packed = RowReader(replace(SCHEMA, fields=(work,))).read([{"work": sent}])
    assert packed.tensors.texts[0, 0] == read
    assert bool(packed.warnings) == (read not in categories)


def test_a_required_field_is_refused_when_missing() -> None:
    strict = ServingSchema(
        **{
            **{name: getattr(SCHEMA, name) for name in ("task", "target", "labels", "label_kind")},
            "fields": (InputField("age", "number", 0, nullable=False), InputField("b", "number", 1)),
        }
    )
    packed = RowReader(strict).read([{"b": 1}])
    assert [(note.field, note.code) for note in packed.problems] == [("age", "FIELD_REQUIRED")]


CELLS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
NAMES = st.sampled_from([*WHOLE, "target", "=1+1", "../x"]) | st.text()


@settings(max_examples=examples(60), deadline=None)
@given(rows=st.lists(st.dictionaries(NAMES, CELLS), min_size=1, max_size=5))
def test_any_row_is_read_alone_as_in_a_batch(rows: list[dict[str, Any]]) -> None:
    batch = READER.read(rows)
    for index, row in enumerate(rows):
        alone = READER.read([row])
        np.testing.assert_array_equal(alone.tensors.numbers[0], batch.tensors.numbers[index])
        assert alone.tensors.texts[0].tolist() == batch.tensors.texts[index].tolist()
        assert [note.field for note in alone.problems] == [
            note.field for note in batch.problems if note.row == index
        ]
    assert not np.isinf(batch.tensors.numbers).any()


def test_the_schema_survives_its_file() -> None:
    assert ServingSchema.from_json(json.loads(json.dumps(SCHEMA.as_json()))) == SCHEMA
