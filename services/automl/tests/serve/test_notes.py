"""What is said of fields carries a code and the parts of its sentence, for other languages."""

from __future__ import annotations

import json
from typing import Any, get_args

import httpx

from rowcast_automl.contracts.generated import FieldNoteParts, FieldProblem
from rowcast_automl.features.notes import SENTENCES
from rowcast_automl.serve.policy import read_policy
from rowcast_automl.serve.reading import RequestReader
from tests.conftest import Trained
from tests.serve.test_policy import ODD
from tests.serve.test_predictions import LINES, ROW, path
from tests.serve.test_reading import CLEANED, SCHEMA

Said = dict[tuple[str, str], Any]


def said(notes: list[dict[str, Any]]) -> Said:
    for each in notes:
        FieldProblem.model_validate(each)
    return {(each["field"], each["code"]): each.get("parts") for each in notes}


def read(row: dict[str, Any], policy: str = "", schema: Any = SCHEMA) -> Said:
    found = RequestReader(schema).read([row], policy=read_policy(policy))
    return said([each.shown() for each in [*found.problems, *found.warnings]])


def test_every_code_of_the_contract_has_its_sentence() -> None:
    codes, *_ = get_args(FieldProblem.model_fields["code"].annotation)
    assert set(get_args(codes)) == set(SENTENCES)


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
        ("member", "FIELD_INVALID"): {"expected": "boolean", "given": "[]"},
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
    refused = (await client.post(url, json=ODD, headers=strict)).json()["fields"]
    assert said(refused) == {
        ("age", "OUT_OF_RANGE"): age,
        ("income", "FIELD_INVALID"): {"expected": "number", "given": "much"},
        ("city", "UNSEEN_CATEGORY"): {"given": "Atlantis"},
        ("street", "MISSING_FIELD"): None,
        ("planet", "UNKNOWN_FIELD"): None,
    }
    told = (await client.post(url, json={**ODD, "income": 3})).json()["warnings"]
    assert said(told)["street", "MISSING_FIELD"] == {"outcome": "missing"}
    assert said(told)["age", "OUT_OF_RANGE"] == age
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
