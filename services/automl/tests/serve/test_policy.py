"""What an API says about odd values is what happens to them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from rowcast_automl.bundle.archive import read_bundle, write_bundle
from tests.conftest import Trained
from tests.engine.training import KEY
from tests.serve.test_predictions import ROW, numbers, path

ODD = {**ROW, "age": 200, "city": "Atlantis", "planet": "Mars", "income": "much"}
del ODD["street"]
CASES = {"missing": "street", "extra": "planet", "unseen": "city", "range": "age", "type": "income"}


async def ask(client: httpx.AsyncClient, model: Trained, row: dict[str, Any], policy: Any) -> httpx.Response:
    text = policy if isinstance(policy, str) else json.dumps(policy)
    return await client.post(path(model), json=row, headers={"x-rowcast-policy": text})


async def test_strict_refuses_all_that_lenient_tells(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    refused = await ask(client, binary_model, ODD, "strict")
    assert refused.status_code == 422
    assert {each["field"] for each in refused.json()["fields"]} == set(CASES.values())
    row = {**ODD, "income": 30_000}
    told = await ask(client, binary_model, row, "lenient")
    assert {each["field"] for each in told.json()["warnings"]} == set(CASES.values()) - {"income"}


@pytest.mark.parametrize("case", CASES)
async def test_one_case_is_refused_and_the_others_are_passed_over(
    client: httpx.AsyncClient, binary_model: Trained, case: str
) -> None:
    default = dict.fromkeys(CASES, "ignore") | {"type": "impute", case: "reject"}
    refused = await ask(client, binary_model, ODD, {"default": default})
    assert [each["field"] for each in refused.json()["fields"]] == [CASES[case]]


@pytest.mark.parametrize("case", ["unseen", "range", "type"])
async def test_an_imputed_value_answers_like_a_missing_one(
    client: httpx.AsyncClient, binary_model: Trained, case: str
) -> None:
    field = CASES[case]
    odd = await ask(client, binary_model, ROW | {field: ODD[field]}, {"fields": {field: {case: "impute"}}})
    null = await ask(client, binary_model, ROW | {field: None}, "")
    assert odd.status_code == 200
    assert [each["field"] for each in odd.json()["warnings"]] == [field]
    assert (numbers(odd.json()["predictions"]) == numbers(null.json()["predictions"])).all()


async def test_a_null_is_refused_where_it_is_said(client: httpx.AsyncClient, binary_model: Trained) -> None:
    for name in ROW:
        policy = {"fields": {name: {"null": "reject"}}}
        assert (await ask(client, binary_model, ROW | {name: None}, policy)).status_code == 422
        assert (await ask(client, binary_model, ROW, policy)).status_code == 200


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
async def test_a_policy_that_is_none_is_refused_by_name(
    client: httpx.AsyncClient, binary_model: Trained, policy: Any
) -> None:
    answer = await ask(client, binary_model, ROW, policy)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "VALIDATION_FAILED")
    assert answer.json()["fields"][0]["field"].startswith("policy")


@pytest.mark.parametrize("policy", [{"fields": {"agee": {"range": "reject"}}}, {"fields": {"größe": {}}}])
async def test_a_policy_for_a_field_that_is_none_names_those_there_are(
    client: httpx.AsyncClient, binary_model: Trained, policy: Any
) -> None:
    answer = await ask(client, binary_model, ROW, json.dumps(policy, ensure_ascii=True))
    (name,) = policy["fields"]
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "VALIDATION_FAILED")
    assert answer.json()["fields"][0]["field"] == f"policy.{name}"
    assert all(f'"{each}"' in answer.json()["message"] for each in (name, *ROW))


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
    _, files = read_bundle(binary_model.bundle, KEY.public_key())
    german = {name: content.replace(b'"age"', '"größe"'.encode()) for name, content in files.items()}
    bundle = write_bundle(store / "next", german, KEY)
    (store / "next").rename(store / "bundles" / f"{bundle}.rowcast")
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
    refused = await client.post(path(binary_model) + "?policy=strict", json=ODD)
    assert refused.status_code == 422
    topped = await client.post(path(binary_model) + "?topK=1&threshold=0.9", json=ROW)
    assert len(topped.json()["predictions"][0]["topK"]) == 1
    wrong = await client.post(path(binary_model) + "?topK=many", json=ROW)
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (422, "OPTIONS_INVALID")
