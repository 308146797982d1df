"""What is said of fields carries a code and the parts of its sentence, for other languages."""

from __future__ import annotations

import json
from typing import Any, get_args

import httpx
import pytest

from rowcast_automl.contracts.generated import FIELD_NOTE_SENTENCES, FieldNoteParts, FieldProblem
from rowcast_automl.features.rows.field_notes import Note, oddity, outcome
from rowcast_automl.serve.options.value_policy import parse_policy
from rowcast_automl.serve.requests.request_reader import RequestReader
from tests.bundles.mixed import Trained
from tests.serve.http.test_predictions import LINES, ROW, path
from tests.serve.options.test_value_policy import ODD
from tests.serve.requests.test_request_reader import CLEANED, SCHEMA

Said = dict[tuple[str, str], Any]


def said(notes: list[dict[str, Any]]) -> Said:
    for each in notes:
        FieldProblem.model_validate(each)
    return {(each["field"], each["code"]): each.get("parts") for each in notes}


def read(row: dict[str, Any], policy: str = "", schema: Any = SCHEMA) -> Said:
    found = RequestReader(schema).read([row], policy=parse_policy(policy))
    return said([each.shown() for each in [*found.problems, *found.warnings]])


NOTES = [
    (Note(0, "age", "FIELD_REQUIRED"), "age is required."),
    (Note(0, "age", "MISSING_VALUE"), "age has no value."),
    (
        Note(0, "age", "MISSING_VALUE", {"new": True, "outcome": "typical"}),
        "age has no value. No training row was missing this field, so a typical value was used.",
    ),
    (
        Note(0, "age", "MISSING_VALUE", {"new": True, "outcome": "wordless"}),
        "age has no value. No training row was missing this field, "
        "so the missing value was treated as empty text.",
    ),
    (
        Note(0, "age", "MISSING_FIELD", {"outcome": "missing"}),
        "age was not sent. It was treated as missing.",
    ),
    (
        Note(0, "age", "MISSING_FIELD", {"outcome": "filled", "fill": 4.5}),
        "age was not sent. 4.5 was used instead.",
    ),
    (
        Note(0, "city", "UNSEEN_CATEGORY", {"given": "O'Hara"}),
        'city has a value that is not in the training data: "O\'Hara".',
    ),
    (
        Note(0, "age", "OUT_OF_RANGE", {"low": 20.0, "high": 64.5, "outcome": "typical"}),
        "age is outside the training range of 20 to 64.5. A typical value was used.",
    ),
    (
        Note(0, "street", "OUT_OF_RANGE", {"words": 1000, "outcome": "wordless"}),
        "street is longer than the limit of 1,000 words. It was treated as empty text.",
    ),
    (
        Note(0, "age", "OUT_OF_RANGE", {"outcome": "gap"}),
        "age is too large for a number. It was treated as missing, as in training.",
    ),
    (
        Note(0, "age", "NUMBERS_CONVERTED", {"given": "1.234", "read": 1234.0}),
        'age "1.234" was read as 1234, as in the training data. To be unambiguous, send a JSON number.',
    ),
    (
        Note(0, "Age", "UNKNOWN_FIELD", {"outcome": "ignored", "meant": "age"}),
        'Age is not a field of this model. It was ignored. Did you mean "age"?',
    ),
    (
        Note(0, "age", "FIELD_INVALID", {"expected": "number", "kind": "list"}),
        "age must be a number, not a list.",
    ),
    (
        Note(0, "age", "FIELD_INVALID", {"expected": "number", "given": "$3", "send": "3"}),
        'age must be a number, not "$3". Send 3.',
    ),
    (
        Note(0, "age", "FIELD_INVALID", {"expected": "number", "such": "1,234.5", "given": "1,2"}),
        'age must be a number in the format of the training data, such as 1,234.5, not "1,2".',
    ),
    (Note(0, "age", "FIELD_INVALID", {"expected": "whole"}), "age must be a whole number."),
    (
        Note(0, "member", "FIELD_INVALID", {"expected": "boolean", "given": "{who}"}),
        'member must be true or false, not "{who}".',
    ),
    (
        Note(0, "joined", "FIELD_INVALID", {"expected": "date", "kind": "number"}),
        "joined must be a date such as 2026-01-31, not a number.",
    ),
    (
        Note(0, "joined", "FIELD_INVALID", {"expected": "day", "given": "30.02.2024", "most": 29}),
        'joined must be a valid date. "30.02.2024" does not exist: the month has 29 days.',
    ),
    (
        Note(0, "city", "FIELD_INVALID", {"expected": "text", "kind": "object"}),
        "city must be text, not an object.",
    ),
    (
        Note(0, "start", "FIELD_INVALID", {"expected": "clock", "given": "soon", "unit": "min"}),
        'start must be a time or duration such as 15:19 or 1h 18m, or a number in min, not "soon".',
    ),
    (
        Note(0, "start", "FIELD_INVALID", {"expected": "unit", "given": "90", "unit": "min"}),
        'start "90" has no unit. Write it as 15:19 or 1h 18m, or send a JSON number in min.',
    ),
    (
        Note(0, "age", "FIELD_INVALID", {"expected": "date", "kind": "boolean"}),
        "age must be a date such as 2026-01-31, not a boolean.",
    ),
    (
        Note(0, "", "ROW_EMPTY", {"fields": ["age", "city"], "sent": True}),
        "The row has no value in any field of the model (age, city …).",
    ),
    (
        Note(0, "", "ROW_EMPTY", {"fields": ["age", "city"], "sent": False}),
        "The row contains no field of the model (age, city …). Send at least one.",
    ),
    (
        Note(0, "rows", "ROWS_MISNAMED", {"fields": ["age", "city"]}),
        '"rows" is not a field of this model. Send rows as {"instances": [{"age": …, "city": …}]}.',
    ),
    (
        Note(0, "", "ROW_NARROW", {"cells": 1, "width": 2}),
        "The row has too few cells: 1 instead of 2.",
    ),
    (
        Note(0, "", "ROW_WIDE", {"cells": 3, "width": 2}),
        "The row has too many cells: 3 instead of 2.",
    ),
    (
        Note(0, "", "ROW_AFTER_QUOTE"),
        'Unexpected text after a closing quote. Write a quote inside a quoted value twice ("").',
    ),
    (Note(0, "", "ROW_UNREADABLE"), "The row could not be parsed as CSV."),
    (Note(0, "", "QUOTE_OPENS"), "A quote opens in this row and is never closed."),
    (
        Note(0, "", "ROWS_BARE", {"fields": ["age"]}),
        'The rows are not wrapped in an object. Send them as {"instances": [{"age": …}]}.',
    ),
    (
        Note(0, "instances", "ROWS_NOT_LISTED", {"fields": ["age"]}),
        '"instances" must be a list of rows. Send it as {"instances": [{"age": …}]}.',
    ),
    (
        Note(0, "", "ROW_NOT_OBJECT", {"fields": ["age"]}),
        'The row is not an object. Send each row as {"age": …}.',
    ),
]


@pytest.mark.parametrize(("note", "sentence"), NOTES)
def test_a_note_in_english(note: Note, sentence: str) -> None:
    assert note.message == sentence
    FieldProblem.model_validate(note.shown())


def test_every_code_and_sentence_of_the_contract_is_said() -> None:
    codes, *_ = get_args(FieldProblem.model_fields["code"].annotation)
    assert {note.code for note, _ in NOTES} == set(get_args(codes))
    said = {key for note, _ in NOTES for key in (oddity(note.code, note.parts), *outcome(note.parts))}
    said |= {f"kind.{note.parts['kind']}" for note, _ in NOTES if "kind" in note.parts}
    assert {"meant", "more", *said} == set(FIELD_NOTE_SENTENCES)


def test_parts_say_what_the_sentence_does() -> None:
    row = {
        "age": "old",
        "income": 1e9,
        "member": [],
        "joined": 5,
        "city": "Atlantis",
        "street": {},
        "Price": 1,
    }
    assert read(row) == {
        ("age", "FIELD_INVALID"): {"expected": "number", "given": "old"},
        ("income", "OUT_OF_RANGE"): {"low": -5.0, "high": 1e6},
        ("member", "FIELD_INVALID"): {"expected": "boolean", "kind": "list"},
        ("joined", "FIELD_INVALID"): {"expected": "date", "kind": "number"},
        ("city", "UNSEEN_CATEGORY"): {"given": "Atlantis"},
        ("street", "FIELD_INVALID"): {"expected": "text", "kind": "object"},
        ("price", "FIELD_REQUIRED"): None,
        ("Price", "UNKNOWN_FIELD"): {"outcome": "ignored", "meant": "price"},
    }
    assert read({"planet": 1})["", "ROW_EMPTY"] == {
        "fields": ["age", "income", "member", "joined", "price"],
        "sent": False,
    }
    odd = {"age": None, "income": 2.5, "joined": "2020-01-01", "street": "High"}
    assert read(odd, schema=CLEANED) == {
        ("income", "FIELD_INVALID"): {"expected": "whole", "outcome": "gap"},
        ("city", "MISSING_FIELD"): {"outcome": "filled", "fill": "Oslo"},
    }
    assert (
        read({**odd, "street": None}, '{"fields": {"street": {"null": "reject"}}}', CLEANED)[
            "street", "MISSING_VALUE"
        ]
        is None
    )


async def test_refusals_warnings_and_lines_carry_them(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    url, strict = path(binary_model), {"x-rowcast-policy": "strict"}
    age = read_age(binary_model)
    rejected = (await client.post(url, json=ODD, headers=strict)).json()["fields"]
    assert said(rejected) == {
        ("age", "OUT_OF_RANGE"): age,
        ("income", "FIELD_INVALID"): {"expected": "number", "given": "much"},
        ("city", "UNSEEN_CATEGORY"): {"given": "Atlantis"},
        ("street", "MISSING_FIELD"): None,
        ("planet", "UNKNOWN_FIELD"): None,
    }
    reported = (await client.post(url, json={**ODD, "income": 3})).json()["warnings"]
    assert said(reported)["street", "MISSING_FIELD"] == {"outcome": "missing"}
    assert said(reported)["age", "OUT_OF_RANGE"] == age
    lines = "".join(json.dumps(row) + "\n" for row in ({**ROW, "age": 200}, {**ROW, "age": "old"}))
    answer = await client.post(path(binary_model, "stream"), content=lines, headers=LINES)
    good, bad = map(json.loads, answer.text.splitlines())
    assert good["warnings"][0]["parts"] == age
    assert (bad["fields"][0]["code"], bad["fields"][0]["parts"]["given"]) == ("FIELD_INVALID", "old")


def read_age(model: Trained) -> dict[str, Any]:
    (field,) = (each for each in model.result.report.fields if each.name == "age")
    parts = {"low": field.min, "high": field.max}
    FieldNoteParts.model_validate(parts)
    return parts
