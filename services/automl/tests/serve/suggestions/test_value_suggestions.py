"""A value that training never saw is reported with the known one that was probably meant."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from rowcast_automl.features.schema import InputField, ServingSchema
from rowcast_automl.serve.requests.request_reader import RequestReader
from rowcast_automl.serve.suggestions.fuzzy_match import (
    CACHE_SIZE,
    MAX_CANDIDATES,
    MAX_COMPARISONS,
    FuzzyNames,
)
from rowcast_automl.serve.suggestions.suggestions import MAX_VALUES, Suggester
from tests.bundles.mixed import Trained
from tests.serve.http.test_predictions import LINES, ROW, as_csv, path
from tests.serve.suggestions.test_field_suggestions import compared, meant

__all__ = ["compared"]

KNOWN = (
    *("Pune", "New York", "St. Louis", "O'Neil", "United States", "Plan A", "A+", "<5", "15", "10-20"),
    *("SKU-1023", "east", "C++", "10 years", "red"),
)


def reader_of(*fields: tuple[str, ...], unseen: Any = "warn") -> RequestReader:
    made = tuple(
        InputField(f"f{at}", "category", at, categories=known, unseen=unseen)
        for at, known in enumerate(fields)
    )
    return RequestReader(ServingSchema("binary", "y", ("0", "1"), "integer", made))


@pytest.mark.parametrize(
    ("sent", "known"),
    [
        *(("pune", "Pune"), (" PUNE ", "Pune"), ("Pnue", "Pune"), ("Punee", "Pune"), ("Pne", "Pune")),
        *(("new-york", "New York"), ("NewYork", "New York"), ("New  Yrok", "New York")),
        *(("St Louis", "St. Louis"), ("ONeil", "O'Neil"), ("untied states", "United States")),
        *(("a+", "A+"), ("10_20", "10-20"), ("10 yaers", "10 years"), ("weast", "east")),
    ],
)
def test_a_slip_is_reported_with_a_suggestion(sent: str, known: str) -> None:
    found = reader_of(KNOWN).read([{"f0": sent}])
    assert meant(found, 0) == {"f0": known}
    (note,) = found.warnings
    assert note.message == (
        f'f0 has a value that is not in the training data: "{note.parts["given"]}". Did you mean "{known}"?'
    )
    rejected = reader_of(KNOWN, unseen="reject").read([{"f0": sent}])
    assert meant(rejected, 0) == {"f0": known} and len(rejected.problems) == 1


@pytest.mark.parametrize(
    "sent",
    [
        *("Plan B", "A-", "A", "AB+", "C#", "<6", ">5", "5", "1.5", "14", "16", "SKU-1024", "11 years"),
        *("west", "rod", "Atlantis", "?", "🙂", "x" * 500),
    ],
)
def test_another_value_is_no_slip(sent: str) -> None:
    found = reader_of(KNOWN).read([{"f0": sent}])
    assert [note.code for note in found.warnings] == ["UNSEEN_CATEGORY"] and meant(found, 0) == {}


async def test_every_form_of_rows_reports_the_value_that_is_suggested(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    known = ROW["city"]
    sent = ROW | {"city": f"{known.upper()}  "}
    city = sent["city"].strip()
    said = f'city has a value that is not in the training data: "{city}". Did you mean "{known}"?'
    url, comma = path(binary_model), {"content-type": "text/csv"}
    lines = (json.dumps(sent) + "\n").encode()
    bodies = [
        (json.dumps(sent).encode(), {"content-type": "application/json"}),
        (json.dumps({"instances": [ROW, sent]}).encode(), {"content-type": "application/json"}),
        (as_csv([sent]), comma | {"accept": "application/json"}),
        (lines, LINES | {"accept": "application/json"}),
    ]
    for body, headers in bodies:
        answer = await client.post(url, content=body, headers=headers)
        (warning,) = answer.json()["warnings"]
        assert warning["message"] == said and warning["parts"]["meant"] == known
    streamed = await client.post(path(binary_model, "stream"), content=lines, headers=LINES)
    assert json.loads(streamed.text)["warnings"][0]["message"] == said
    strict = await client.post(url, json=sent, headers={"x-rowcast-policy": "strict"})
    assert strict.status_code == 422 and strict.json()["fields"][0]["message"] == said


def test_a_request_with_known_values_looks_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("looked for what was meant")

    monkeypatch.setattr(Suggester, "add_suggestions", refuse)
    reader = reader_of(KNOWN, KNOWN)
    for rows in ([{"f0": "Pune", "f1": "red"}], [{"f0": "Pune", "f1": "red"}] * 3, [{"f0": "Pune"}]):
        reader.read(rows)


def test_values_made_to_cost_time_are_compared_with_few(compared: list[int]) -> None:
    fields = [tuple(f"value {at} of {name}" for at in range(2_000)) for name in "abcdefgh"]
    reader = reader_of(*fields)
    hostile = [{f"f{at}": f"{row} fo eulav" * 1_500 for at in range(8)} for row in range(300)]
    found = reader.read(hostile)
    assert len(found.warnings) == 1_000
    assert sum(compared) <= MAX_COMPARISONS + 2 * MAX_CANDIDATES * 80**2


def test_the_most_common_values_are_linted() -> None:
    names = tuple(f"{''.join(chr(97 + int(digit)) for digit in str(at))} street" for at in range(1, 2_000))
    found = reader_of(names).read([{"f0": names[MAX_VALUES - 1].upper()}, {"f0": names[-1].upper()}])
    assert meant(found, 0) == {"f0": names[MAX_VALUES - 1]}
    assert meant(found, 1).get("f0") != names[-1]


@pytest.mark.parametrize(
    ("sent", "known"), [("uninsured", "insured"), ("inactive", "active"), ("diabetic", "nondiabetic")]
)
def test_an_opposite_is_not_suggested(sent: str, known: str) -> None:
    assert meant(reader_of((known, "other")).read([{"f0": sent}]), 0) == {}
    assert FuzzyNames([known]).find(sent)[0] == []


def test_what_is_remembered_of_all_fields_of_a_model_is_bounded() -> None:
    schema = ServingSchema(
        "binary",
        "y",
        ("0", "1"),
        "integer",
        tuple(InputField(f"f{at}", "category", at, categories=KNOWN) for at in range(4)),
    )
    known = Suggester(schema)
    for field in ("f0", "f1", "f2", "f3"):
        similar, _ = known.build_values(field)
        for number in range(CACHE_SIZE // 2):
            similar.find(f"pun{number}")
            known.fields.find(f"field {number}")
    assert 0 < len(known.found) <= CACHE_SIZE
    assert known.build_values("f0")[0].find("pnue")[0] == ["Pune"]
    assert known.build_values("f0")[0].cached("pnue") == ["Pune"]
    assert known.build_values("f1")[0].cached("pnue") is None
