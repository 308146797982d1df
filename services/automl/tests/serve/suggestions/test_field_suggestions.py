"""A name that the model does not know is told with the field that was probably meant."""

from __future__ import annotations

import json
from collections.abc import Iterable
from difflib import get_close_matches
from random import Random
from typing import Any

import httpx
import pytest

from rowcast_automl.features.rows.field_notes import UNKNOWN
from rowcast_automl.features.rows.row_reader import MAX_NAME, PackedRows
from rowcast_automl.features.schema import InputField, ServingSchema
from rowcast_automl.serve.requests.body import parse_instances
from rowcast_automl.serve.requests.request_reader import RequestReader
from rowcast_automl.serve.suggestions.fuzzy_match import MAX_CANDIDATES, MAX_COMPARISONS
from tests.bundles.mixed import Trained
from tests.serve.http.test_predictions import LINES, ROW, as_csv, path

SENT = {"Age": 44, "incom": 30_000.5, **{name: ROW[name] for name in ("member", "city", "street", "joined")}}
HINTS = {
    "Age": 'Age is not a field of this model. It was ignored. Did you mean "age"?',
    "incom": 'incom is not a field of this model. It was ignored. Did you mean "income"?',
}


def hints(warnings: list[dict[str, Any]]) -> dict[str, str]:
    return {each["field"]: each["message"] for each in warnings if each["code"] == "UNKNOWN_FIELD"}


async def test_every_form_of_rows_reports_the_fields_that_are_suggested(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    url, comma = path(binary_model), {"content-type": "text/csv"}
    lines = (json.dumps(SENT) + "\n").encode()
    bodies = [
        (json.dumps(SENT).encode(), {"content-type": "application/json"}),
        (json.dumps({"instances": [SENT]}).encode(), {"content-type": "application/json"}),
        (as_csv([SENT]), comma | {"accept": "application/json"}),
        (lines, LINES | {"accept": "application/json"}),
    ]
    for body, headers in bodies:
        answer = await client.post(url, content=body, headers=headers)
        assert hints(answer.json()["warnings"]) == HINTS

    stream = path(binary_model, "stream")
    for content, headers in ((lines, LINES), (as_csv([SENT]), comma | {"accept": "application/x-ndjson"})):
        streamed = await client.post(stream, content=content, headers=headers)
        assert hints(json.loads(streamed.text)["warnings"]) == HINTS

    kinds = {"Age": "FP64", "incom": "FP64", "member": "BOOL"}
    inputs = [
        {"name": name, "datatype": kinds.get(name, "BYTES"), "shape": [1], "data": [value]}
        for name, value in SENT.items()
    ]
    infer = f"/v2/models/{binary_model.result.bundle_hash}/infer"
    tensors = await client.post(infer, json={"inputs": inputs})
    assert hints(json.loads(tensors.json()["parameters"]["warnings"])) == HINTS


async def test_what_was_meant_stands_in_the_refusal_of_its_row(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    rows = [ROW, {"Age": 44, "CITY": "Pune", "planet": "Mars"}]
    rejected = await client.post(path(binary_model), json={"instances": rows})
    assert rejected.status_code == 422
    empty, *others = rejected.json()["fields"]
    assert empty["message"].startswith("The row contains no field of the model")
    assert [(each["row"], each["message"]) for each in others] == [
        (1, 'Age is not a field of this model. Did you mean "age"?'),
        (1, 'CITY is not a field of this model. Did you mean "city"?'),
    ]
    strict = await client.post(
        path(binary_model), json=SENT, headers={"x-rowcast-policy": '{"default": {"extra": "reject"}}'}
    )
    said = {each["field"]: each["message"] for each in strict.json()["fields"]}
    assert said == {name: hint.replace(" It was ignored.", "") for name, hint in HINTS.items()}


async def test_a_field_that_was_sent_is_not_meant_by_another_name(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    answer = await client.post(path(binary_model), json={**ROW, "Age": 3, "planet": "Mars"})
    assert [each["message"] for each in answer.json()["warnings"]] == [
        "Age is not a field of this model. It was ignored.",
        "planet is not a field of this model. It was ignored.",
    ]


@pytest.mark.parametrize("name", ["rows", "data", "inputs", "records", "samples"])
async def test_rows_under_another_name_are_rejected_with_the_form_that_is_read(
    client: httpx.AsyncClient, binary_model: Trained, name: str
) -> None:
    for body in ({name: [ROW]}, {name: ROW}, {"options": None, name: []}):
        rejected = await client.post(path(binary_model), json=body)
        assert (rejected.status_code, rejected.json()["error"]["code"]) == (422, "INSTANCES_INVALID")
        assert rejected.json()["message"] == (
            f'"{name}" is not a field of this model. '
            'Send rows as {"instances": [{"age": …, "income": …}]}.'
        )
        (reported,) = rejected.json()["fields"]
        assert (reported["field"], reported["code"], reported["parts"]) == (
            name,
            "ROWS_MISNAMED",
            {"fields": ["age", "income"]},
        )
    reported = await client.post(path(binary_model), json={**ROW, name: [1]})
    assert reported.status_code == 200


@pytest.mark.parametrize(
    ("body", "row", "code", "message"),
    [
        ([ROW], None, "ROWS_BARE", "The rows are not wrapped in an object. Send them as {form}."),
        (
            {"instances": ROW},
            None,
            "ROWS_NOT_LISTED",
            '"instances" must be a list of rows. Send it as {form}.',
        ),
        (
            {"instances": [ROW, "a"]},
            1,
            "ROW_NOT_OBJECT",
            'Row 1 (counted from 0): The row is not an object. Send each row as {"age": …, "income": …}.',
        ),
    ],
)
async def test_rows_that_stand_elsewhere_are_rejected_with_the_form_that_is_read(
    client: httpx.AsyncClient, binary_model: Trained, body: Any, row: int | None, code: str, message: str
) -> None:
    rejected = await client.post(path(binary_model), json=body)
    answer = rejected.json()
    assert (rejected.status_code, answer["error"]["code"]) == (422, "INSTANCES_INVALID")
    assert answer["message"] == message.replace("{form}", '{"instances": [{"age": …, "income": …}]}')
    (reported,) = answer["fields"]
    assert (reported["field"], reported.get("row"), reported["code"]) == ("instances", row, code)
    assert reported["parts"] == {"fields": ["age", "income"]}


def test_a_field_of_such_a_name_is_a_field() -> None:
    schema = ServingSchema("binary", "y", ("0", "1"), "integer", (InputField("data", "text", 0),))
    assert parse_instances({"data": ["a"], "inputs": [1]}, schema) == [{"data": ["a"], "inputs": [1]}]


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Pairs of letters that were compared, by name. Counted, since what it takes hangs on the machine."""
    found: list[int] = []

    def counted(word: str, possibilities: list[str], *how: Any) -> list[str]:
        found.append(sum(len(word) * len(each) for each in possibilities))
        return get_close_matches(word, possibilities, *how)

    monkeypatch.setattr("rowcast_automl.serve.suggestions.fuzzy_match.get_close_matches", counted)
    return found


def model_of(names: Iterable[str]) -> ServingSchema:
    fields = tuple(InputField(name, "number", at) for at, name in enumerate(names))
    return ServingSchema("binary", "y", ("0", "1"), "integer", fields)


def meant(found: PackedRows, row: int) -> dict[str, str]:
    notes = [*found.warnings, *found.problems]
    return {note.field: note.parts["meant"] for note in notes if note.row == row and "meant" in note.parts}


def test_names_made_to_cost_time_are_compared_with_few_fields(compared: list[int]) -> None:
    reader = RequestReader(model_of(f"charge_{at}" for at in range(900)))
    hostile = [{f"{at}{row}" + "egrahc_" * 1_500: 1 for at in range(2_000)} for row in range(3)]
    found = reader.read(hostile)
    assert found.problems and sum(compared) <= MAX_COMPARISONS + MAX_CANDIDATES * MAX_NAME**2


@pytest.mark.parametrize("length", [20, 70])
def test_letters_in_another_order_cost_no_more_the_longer_the_names_are(
    compared: list[int], length: int
) -> None:
    random = Random(length)
    letters = [random.choice("etaoinshrdlu") for _ in range(length)]
    reader = RequestReader(model_of("".join(random.sample(letters, length)) for _ in range(200)))
    few = {"".join(random.sample(letters, length)): 1 for _ in range(5)}
    reader.read([few])
    assert 0 < sum(compared) <= len(few) * MAX_CANDIDATES * length**2
    reader.read([{"".join(random.sample(letters, length)): 1 for _ in range(1_000)}])
    assert sum(compared[5:]) <= MAX_COMPARISONS + MAX_CANDIDATES * length**2


def test_a_row_that_lacks_nothing_is_linted_once(compared: list[int]) -> None:
    class Counted(dict[str, Any]):
        looked = 0

        def __contains__(self, name: object) -> bool:
            type(self).looked += 1
            return super().__contains__(name)

    names = [f"charge_{at}" for at in range(900)]
    row = Counted(dict.fromkeys([*names, *(f"charged_{at}" for at in range(1_000))], 1))
    found = RequestReader(model_of(names)).read([row])
    assert len(found.warnings) == 1_000 and not compared
    assert Counted.looked <= 2 * len(names)


def test_a_name_is_compared_once_whatever_it_was_meant_for(compared: list[int]) -> None:
    names = [f"charge_{at}" for at in range(60)]
    reader = RequestReader(model_of(names))
    rows = [dict.fromkeys([*names[:40], "request_uuid", "charge_x5y9"], 1) for _ in range(500)]
    reader.read(rows)
    assert len(compared) <= 2
    # A stream asks again for ever smaller parts of what was refused.
    for row in rows:
        reader.read([row])
    assert len(compared) <= 2


def test_names_that_mean_nothing_leave_time_for_those_that_do() -> None:
    reader = RequestReader(model_of(["tenure", "monthly_charges", *(f"charge_{at}" for at in range(200))]))
    strange = ["request_uuid", "trace_id", "sent_at", "client_version", "tenant_ref", "source_host"]
    found = reader.read([dict.fromkeys(["tenure", *strange, "monthly_charge"], 1)])
    assert meant(found, 0) == {"monthly_charge": "monthly_charges"}


def test_where_the_nearest_field_was_sent_the_next_may_be_meant() -> None:
    reader = RequestReader(model_of(["charges_1", "charges_2", "tenure"]))
    found = reader.read([{"charges_1": 1, "charge_1": 2, "tenure": 3}, {"charges_2": 1, "charge_1": 2}])
    assert meant(found, 0) == {"charge_1": "charges_2"}
    assert meant(found, 1) == {"charge_1": "charges_1"}


def test_names_of_signs_alone_mean_nothing() -> None:
    reader = RequestReader(model_of(["#", "%", "income"]))
    found = reader.read([{"income": 1, "@": 2, "---": 3}])
    assert {note.field for note in found.warnings if note.code == UNKNOWN} == {"@", "---"}
    assert meant(found, 0) == {}
    assert meant(RequestReader(model_of(["#"])).read([{"@": 2, "No.": 3}]), 0) == {}
