"""What an API says about odd values is what happens to them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from rowcast_automl.bundle.archive import read_bundle, write_bundle
from rowcast_automl.serve.options.value_policy import parse_policy
from rowcast_automl.serve.requests.request_reader import RequestReader
from tests.bundles.mixed import Trained
from tests.engine.training import KEY
from tests.serve.http.test_predictions import ROW, numbers, path
from tests.serve.requests.test_request_reader import CLEANED

ODD = {**ROW, "age": 200, "city": "Atlantis", "planet": "Mars", "income": "much"}
del ODD["street"]
CASES = {"missing": "street", "extra": "planet", "unseen": "city", "range": "age", "type": "income"}


@pytest.fixture
def client(shared_client: httpx.AsyncClient) -> httpx.AsyncClient:
    return shared_client


@pytest.fixture
def store(shared_store: Path) -> Path:
    return shared_store


async def ask(client: httpx.AsyncClient, model: Trained, row: dict[str, Any], policy: Any) -> httpx.Response:
    text = policy if isinstance(policy, str) else json.dumps(policy)
    return await client.post(path(model), json=row, headers={"x-rowcast-policy": text})


def rewritten(store: Path, model: Trained, change: Callable[[str, bytes], bytes]) -> str:
    """A bundle with other files, deployed."""
    _, files = read_bundle(model.bundle, KEY.public_key())
    changed = {name: change(name, content) for name, content in files.items()}
    bundle = write_bundle(store / "next", changed, KEY)
    (store / "next").rename(store / "bundles" / f"{bundle}.rowcast")
    return bundle


async def test_strict_rejects_all_that_lenient_reports(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    rejected = await ask(client, binary_model, ODD, "strict")
    assert rejected.status_code == 422
    assert {each["field"] for each in rejected.json()["fields"]} == set(CASES.values())
    said = {each["field"]: each["message"] for each in rejected.json()["fields"]}
    assert said["street"] == "street was not sent."
    assert said["planet"] == "planet is not a field of this model."
    row = {**ODD, "income": 30_000}
    reported = await ask(client, binary_model, row, "lenient")
    assert {each["field"] for each in reported.json()["warnings"]} == set(CASES.values()) - {"income"}


@pytest.mark.parametrize("case", CASES)
async def test_one_case_is_rejected_and_the_others_are_passed_over(
    client: httpx.AsyncClient, binary_model: Trained, case: str
) -> None:
    default = dict.fromkeys(CASES, "ignore") | {"type": "impute", case: "reject"}
    rejected = await ask(client, binary_model, ODD, {"default": default})
    assert [each["field"] for each in rejected.json()["fields"]] == [CASES[case]]


@pytest.mark.parametrize("case", ["unseen", "range", "type"])
async def test_an_imputed_value_is_predicted_like_a_missing_one(
    client: httpx.AsyncClient, binary_model: Trained, case: str
) -> None:
    field = CASES[case]
    odd = await ask(client, binary_model, ROW | {field: ODD[field]}, {"fields": {field: {case: "impute"}}})
    null = await ask(client, binary_model, ROW | {field: None}, "")
    assert odd.status_code == 200
    (warning,) = odd.json()["warnings"]
    assert warning["field"] == field
    assert warning["message"].endswith(". A typical value was used.")
    assert (numbers(odd.json()["predictions"]) == numbers(null.json()["predictions"])).all()


@pytest.mark.parametrize(
    ("actions", "odd", "message"),
    [
        ({"missing": "impute"}, {}, "street was not sent. A typical value was used."),
        ({"null": "reject"}, {"street": None}, "street has no value."),
        ({"type": "reject"}, {"street": 7, "age": "old"}, 'age must be a number, not "old".'),
    ],
)
async def test_what_is_said_is_what_became_of_the_value(
    client: httpx.AsyncClient, binary_model: Trained, actions: dict[str, str], odd: Any, message: str
) -> None:
    row = {name: value for name, value in ROW.items() if name != "street"} | odd
    answer = (await ask(client, binary_model, row, {"default": actions})).json()
    notes = answer.get("fields") or answer["warnings"]
    assert [each["message"] for each in notes] == [message]


@pytest.mark.parametrize(
    ("odd", "case", "reported", "rejected", "imputed"),
    [
        (
            {"street": "high " * 2_000},
            "range",
            "street is longer than the limit of 1,000 words.",
            "street is longer than the limit of 1,000 words.",
            "street is longer than the limit of 1,000 words. It was treated as empty text.",
        ),
        (
            {"street": None},
            "null",
            "street has no value. No training row was missing this field, "
            "so the missing value was treated as empty text.",
            "street has no value.",
            "street has no value. It was treated as empty text.",
        ),
        (
            {"income": 1.5},
            "type",
            "income must be a whole number. It was treated as missing, as in training.",
            "income must be a whole number.",
            "income must be a whole number. A typical value was used.",
        ),
        (
            {"age": 99},
            "range",
            "age is outside the training range of 10 to 80.",
            "age is outside the training range of 10 to 80.",
            "age is outside the training range of 10 to 80. 33.0 was used instead.",
        ),
        (
            {"planet": "Mars"},
            "extra",
            "planet is not a field of this model. It was ignored.",
            "planet is not a field of this model.",
            "planet is not a field of this model. It was ignored.",
        ),
    ],
)
def test_a_sentence_ends_with_what_became_of_the_value(
    odd: dict[str, Any], case: str, reported: str, rejected: str, imputed: str
) -> None:
    row = {"age": 30, "income": 2, "joined": "2020-05-06", "city": "Oslo", "street": "High"} | odd
    (field,) = odd
    for action, said in (("", reported), ("reject", rejected), ("impute", imputed)):
        requested = {"fields": {field: {case: action}}} if action else {}
        found = RequestReader(CLEANED).read([row], policy=parse_policy(json.dumps(requested)))
        notes = found.problems if action == "reject" else found.warnings
        assert [(each.field, each.message) for each in notes] == [(field, said)]


async def test_a_value_of_a_wrong_type_is_read_as_training_read_gaps(
    client: httpx.AsyncClient, store: Path, binary_model: Trained
) -> None:
    def filled(name: str, content: bytes) -> bytes:
        if name == "golden.json":
            golden = json.loads(content)
            # Gaps are read otherwise now.
            kept = [at for at, row in enumerate(golden["rows"]) if row["age"] is not None]
            return json.dumps(
                golden | {each: [golden[each][at] for at in kept] for each in ("rows", "answers")}
            ).encode()
        if name != "schema.json":
            return content
        schema = json.loads(content)
        for each in schema["fields"]:
            if each["name"] == "age":
                each.update(fill=80.0, seen_missing=False)
        return json.dumps(schema).encode()

    path_of = f"/bundles/{rewritten(store, binary_model, filled)}/predict"
    null = await client.post(path_of, json=ROW | {"age": None})
    assert null.status_code == 200
    for action in ("impute", "warn", "ignore"):
        headers = {"x-rowcast-policy": json.dumps({"default": {"type": action}})}
        odd = await client.post(path_of, json=ROW | {"age": "old"}, headers=headers)
        assert odd.status_code == 200
        assert (numbers(odd.json()["predictions"]) == numbers(null.json()["predictions"])).all()
        assert len(odd.json()["warnings"]) == (action != "ignore")


async def test_a_null_is_rejected_where_it_is_said(client: httpx.AsyncClient, binary_model: Trained) -> None:
    for name in ROW:
        policy = {"fields": {name: {"null": "reject"}}}
        assert (await ask(client, binary_model, ROW | {name: None}, policy)).status_code == 422
        assert (await ask(client, binary_model, ROW, policy)).status_code == 200


async def test_nulls_of_every_field_are_rejected_where_it_is_said(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    policy = {"default": {"null": "reject"}}
    for name in ROW:
        answer = await ask(client, binary_model, ROW | {name: None}, policy)
        assert [each["field"] for each in answer.json()["fields"]] == [name]
    one = {**policy, "fields": {"income": {"null": "ignore"}}}
    assert (await ask(client, binary_model, ROW | {"income": None}, one)).json()["warnings"] == []


async def test_a_cell_that_says_missing_is_a_null(client: httpx.AsyncClient, binary_model: Trained) -> None:
    headers = {"content-type": "text/csv", "x-rowcast-policy": '{"fields": {"income": {"null": "reject"}}}'}
    for cell in ("", " ", "NA"):
        line = ",".join(str(each) for each in (ROW | {"income": cell}).values())
        answer = await client.post(path(binary_model), content=f"{','.join(ROW)}\n{line}\n", headers=headers)
        assert answer.status_code == 422, cell


async def test_every_row_is_held_to_the_policy(client: httpx.AsyncClient, binary_model: Trained) -> None:
    noisy = ROW | {f"extra {index}": 1 for index in range(30)}
    rows = [noisy] * 60 + [ROW | {"city": "Atlantis"}]
    answer = await ask(client, binary_model, {"instances": rows}, {"default": {"unseen": "reject"}})
    assert [(each["row"], each["field"]) for each in answer.json()["fields"]] == [(60, "city")]


@pytest.mark.parametrize(
    "policy",
    ["loose", "[]", '"strict"', {"mode": "x"}, {"default": {"odd": "warn"}}, {"default": {"null": "drop"}}]
    + [{"fields": []}, {"fields": {"age": "reject"}}, {"default": []}],
)
async def test_a_policy_that_is_none_is_rejected_with_its_name(
    client: httpx.AsyncClient, binary_model: Trained, policy: Any
) -> None:
    answer = await ask(client, binary_model, ROW, policy)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "VALIDATION_FAILED")
    assert answer.json()["fields"][0]["field"].startswith("policy")


@pytest.mark.parametrize("policy", [{"fields": {"agee": {"range": "reject"}}}, {"fields": {"größe": {}}}])
async def test_a_policy_for_a_field_that_is_none_names_those_there_are(
    client: httpx.AsyncClient, binary_model: Trained, policy: Any
) -> None:
    answer = await ask(client, binary_model, ROW, json.dumps(policy, ensure_ascii=True))
    (name,) = policy["fields"]
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "VALIDATION_FAILED")
    assert answer.json()["fields"][0]["field"] == f"policy.{name}"
    assert all(f'"{each}"' in answer.json()["message"] for each in (name, *ROW))


@pytest.mark.parametrize(
    ("policy", "field", "code", "parts"),
    [
        ("loose", "policy", "POLICY_FORM", None),
        ({"mode": "x"}, "policy.mode", "POLICY_MODE", None),
        ({"default": []}, "policy.default", "POLICY_OBJECT", None),
        (
            {"default": {"Unsen": "warn"}},
            "policy.default",
            "POLICY_CASE",
            {
                "given": "Unsen",
                "meant": "unseen",
                "names": ["missing", "null", "extra", "unseen", "range", "type"],
            },
        ),
        (
            {"fields": {"age": {"null": "drop"}}},
            "policy.age",
            "POLICY_ACTION",
            {"given": "null", "names": ["reject", "impute", "warn", "ignore"], "action": "drop"},
        ),
        (
            {"fields": {"agee": {"range": "reject"}}},
            "policy.agee",
            "POLICY_FIELD",
            {"given": "agee", "meant": "age", "fields": list(ROW)},
        ),
    ],
)
async def test_what_is_wrong_with_a_policy_is_reported_in_code_and_parts(
    client: httpx.AsyncClient, binary_model: Trained, policy: Any, field: str, code: str, parts: Any
) -> None:
    (problem,) = (await ask(client, binary_model, ROW, policy)).json()["fields"]
    assert (problem["field"], problem["code"], problem.get("parts")) == (field, code, parts)
    if parts and "meant" in parts:
        assert problem["message"].endswith(f'Did you mean "{parts["meant"]}"?')


async def test_a_field_that_the_model_does_not_read_may_be_passed_over(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    policy = {"default": {"extra": "reject"}, "fields": {"planet": {"extra": "ignore"}}}
    answer = await ask(client, binary_model, ROW | {"planet": "Mars"}, policy)
    assert (answer.status_code, answer.json()["warnings"]) == (200, [])
    assert (await ask(client, binary_model, ROW | {"moon": "Io"}, policy)).status_code == 422


@pytest.mark.parametrize("coding", ["utf-8", "latin-1", "ascii"])
@pytest.mark.parametrize("verb", ["predict", "stream", "infer"])
async def test_names_in_a_header_may_have_any_letters(
    client: httpx.AsyncClient, store: Path, binary_model: Trained, verb: str, coding: str
) -> None:
    german = '"größe"'.encode()
    bundle = rewritten(store, binary_model, lambda _, content: content.replace(b'"age"', german))
    row = {"größe": 200}
    policy = json.dumps({"fields": {"größe": {"range": "reject"}}}, ensure_ascii=coding == "ascii")
    tensor = {"name": "größe", "datatype": "FP64", "shape": [1], "data": [200]}
    url = f"/{'v2/models' if verb == 'infer' else 'bundles'}/{bundle}/{verb}"
    content: Any = {"inputs": [tensor]} if verb == "infer" else row
    kind = "application/x-ndjson" if verb == "stream" else "application/json"
    headers = {b"x-rowcast-policy": policy.encode(coding), b"content-type": kind.encode()}
    answer = await client.post(url, json=content, headers=headers)
    assert [each["field"] for each in answer.json()["fields"]] == ["größe"]
    assert "outside" in answer.json()["message"]


async def test_policy_and_options_may_stand_in_the_address(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    rejected = await client.post(path(binary_model) + "?policy=strict", json=ODD)
    assert rejected.status_code == 422
    topped = await client.post(path(binary_model) + "?topK=1&threshold=0.9", json=ROW)
    assert len(topped.json()["predictions"][0]["topK"]) == 1
    wrong = await client.post(path(binary_model) + "?topK=many", json=ROW)
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (422, "OPTIONS_INVALID")


OWN = {"default": {"extra": "ignore"}, "fields": {"age": {"range": "reject"}, "gone": {"null": "reject"}}}


async def reported(
    client: httpx.AsyncClient, model: Trained, row: dict[str, Any], own: Any, requested: Any = ""
) -> tuple[set[str], set[str]]:
    """Fields of the warnings, and fields that are refused."""
    policies = {"x-rowcast-api-policy": own, "x-rowcast-policy": requested}
    headers = {
        name: each if isinstance(each, str) else json.dumps(each) for name, each in policies.items() if each
    }
    answer = (await client.post(path(model), json=row, headers=headers)).json()
    return tuple({each["field"] for each in answer.get(name, ())} for name in ("warnings", "fields"))  # type: ignore[return-value]


async def test_an_api_has_a_policy_of_its_own_that_may_speak_of_fields_of_other_models(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    odd = ODD | {"income": 30_000, "age": 44}
    assert await reported(client, binary_model, odd, OWN) == ({"street", "city"}, set())
    assert await reported(client, binary_model, odd | {"age": 200}, OWN) == (set(), {"age"})


@pytest.mark.parametrize(
    ("requested", "warned", "rejected"),
    [
        ("lenient", set(), {"age"}),
        ({"fields": {"age": {"range": "warn"}}}, {"age", "street", "city"}, set()),
        ({"default": {"range": "ignore"}}, {"street", "city"}, set()),
        ({"default": {"extra": "warn", "range": "warn"}}, {"age", "street", "city", "planet"}, set()),
        ("strict", set(), {"age", "street", "city", "planet"}),
        ({"fields": {"agee": {}}}, set(), {"policy.agee"}),
        ({"mode": "strict", "fields": {"agee": {}}}, set(), {"policy.agee"}),
    ],
)
async def test_a_client_has_the_last_word_where_it_speaks(
    client: httpx.AsyncClient, binary_model: Trained, requested: Any, warned: set[str], rejected: set[str]
) -> None:
    odd = ODD | {"income": 30_000}
    assert await reported(client, binary_model, odd, OWN, requested) == (warned, rejected)


async def test_what_an_api_rejects_with_its_name_a_strict_client_does_not_allow(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    own = {"fields": {"income": {"null": "reject"}}}
    assert await reported(client, binary_model, ROW | {"income": None}, own, "strict") == (set(), {"income"})


@pytest.mark.parametrize("requested", ["lenient", {"default": {"unseen": "warn"}}, "nonsense"])
async def test_a_strict_api_stays_as_its_owner_made_it(
    client: httpx.AsyncClient, binary_model: Trained, requested: Any
) -> None:
    own = {"mode": "strict", "fields": {"age": {"range": "warn"}}}
    assert await reported(client, binary_model, ROW | {"age": 200}, own, requested) == ({"age"}, set())
    assert await reported(client, binary_model, ROW | {"city": "Atlantis"}, own, requested) == (
        set(),
        {"city"},
    )
