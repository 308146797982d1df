"""Bodies that are short to send and were long to read: none of them keeps the others waiting."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from rowcast_automl.serve.http.endpoint import RequestSettings, predict_body
from rowcast_automl.serve.options.value_policy import DEFAULT
from rowcast_automl.serve.pool.loaded_model import LoadedModel
from rowcast_automl.serve.scheduling.pending_rows import ClientDisconnected
from tests.bundles.mixed import Trained
from tests.engine.training import KEY
from tests.serve.http.test_predictions import ROW, path

MARKS = "a" + "\u0300\u0327" * 50_000
DEEP = "[" * 1_010 + "]" * 1_010
CSV = {"content-type": "text/csv"}


@pytest.mark.parametrize("form", ["predict", "stream"])
async def test_a_value_of_marks(client: httpx.AsyncClient, binary_model: Trained, form: str) -> None:
    row = json.dumps(ROW | {"city": MARKS}, ensure_ascii=False).encode()
    sent = row if form == "stream" else b'{"instances": [' + row + b"]}"
    headers = {"content-type": "application/x-ndjson" if form == "stream" else "application/json"}
    answer = await client.post(path(binary_model, form), content=sent, headers=headers, timeout=10)
    assert answer.status_code == 200 and b"prediction" in answer.content


@pytest.mark.parametrize(
    "header",
    [",".join(f"c{index}" for index in range(100_000)), '"' + "\n" * 250_000 + '",age'],
    ids=["names", "lines"],
)
async def test_a_long_header(client: httpx.AsyncClient, binary_model: Trained, header: str) -> None:
    answer = await client.post(path(binary_model), content=f"{header}\n1\n".encode(), headers=CSV, timeout=10)
    assert answer.status_code in (400, 422)


@pytest.mark.parametrize(
    ("query", "body", "code"),
    [
        ("", f'{{"instances": [{{"member": {DEEP}}}]}}', "ROW_INVALID"),
        (f'?policy={{"default": {{"null": {DEEP}}}}}', json.dumps(ROW), "VALIDATION_FAILED"),
    ],
    ids=["a cell", "a policy"],
)
async def test_what_is_nested_as_deep_as_is_read(
    client: httpx.AsyncClient, binary_model: Trained, query: str, body: str, code: str
) -> None:
    headers = {"content-type": "application/json"}
    answer = await client.post(path(binary_model) + query, content=body.encode(), headers=headers)
    assert (answer.status_code // 100, answer.json()["error"]["code"]) == (4, code)


@pytest.mark.parametrize("options", [None, {"threshold": 0.3}])
def test_nothing_is_computed_for_who_has_left(binary_model: Trained, options: Any) -> None:
    model = LoadedModel(binary_model.bundle, KEY.public_key())
    body = json.dumps({"instances": [ROW] * 2_000}).encode()
    wish = RequestSettings("application/json", "json", DEFAULT, options)
    assert predict_body(body, wish, model)[0] == 2_000
    with pytest.raises(ClientDisconnected):
        predict_body(body, wish, model, is_gone=lambda: True)
