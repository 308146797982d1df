"""A byte order mark at the start of a body is no part of its first row, in whichever form the body is."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from typing import Any

import httpx
import pytest

from tests.bundles.mixed import Trained
from tests.serve.http.test_predictions import ROW, as_csv, path

ROWS = [ROW, ROW | {"age": 70}]
LINES = b"\n".join(json.dumps(row).encode() for row in ROWS)
TENSORS = {
    "inputs": [
        {"name": "age", "datatype": "FP64", "shape": [1], "data": [44]},
        {"name": "city", "datatype": "BYTES", "shape": [1], "data": ["Pune"]},
    ]
}
JSON, NDJSON, CSV = "application/json", "application/x-ndjson", "text/csv"
FORMS = [
    ("predict", JSON, json.dumps(ROW).encode()),
    ("predict", JSON, json.dumps({"instances": ROWS}).encode()),
    ("predict", NDJSON, LINES),
    ("predict", CSV, as_csv(ROWS)),
    ("stream", NDJSON, LINES),
    ("stream", CSV, as_csv(ROWS)),
    ("infer", JSON, json.dumps(TENSORS).encode()),
]
NAMES = [f"{verb} {media}" for verb, media, _ in FORMS]


async def requested(
    client: httpx.AsyncClient, model: Trained, verb: str, media: str, body: bytes
) -> httpx.Response:
    url = f"/v2/models/{model.result.bundle_hash}/infer" if verb == "infer" else path(model, verb)
    return await client.post(url, content=body, headers={"content-type": media})


def reported(answer: httpx.Response) -> Any:
    """Status and answer, without the ids of calls."""
    lines = [json.loads(line) for line in answer.text.splitlines()]
    return answer.status_code, [{**line, "requestId": "", "id": ""} for line in lines]


@pytest.mark.parametrize(("verb", "media", "body"), FORMS, ids=NAMES)
async def test_a_marked_body_is_served_as_one_without(
    client: httpx.AsyncClient, binary_model: Trained, verb: str, media: str, body: bytes
) -> None:
    plain = await requested(client, binary_model, verb, media, body)
    marked = await requested(client, binary_model, verb, media, BOM_UTF8 + body)
    if media == CSV and verb == "predict":
        assert (marked.status_code, marked.text) == (plain.status_code, plain.text)
    else:
        assert reported(marked) == reported(plain)
    assert plain.status_code == 200 and "error" not in plain.text


@pytest.mark.parametrize(("verb", "media"), [("predict", JSON), ("predict", NDJSON), ("stream", NDJSON)])
async def test_what_is_wrong_behind_a_mark_is_named_where_it_stands(
    client: httpx.AsyncClient, binary_model: Trained, verb: str, media: str
) -> None:
    wrong = b'{"age": 4,}\n' + LINES
    plain = await requested(client, binary_model, verb, media, wrong)
    marked = await requested(client, binary_model, verb, media, BOM_UTF8 + wrong)
    assert reported(marked) == reported(plain) and "BODY_NOT_JSON" in marked.text
    # One is a mark; another is text.
    twice = await requested(client, binary_model, verb, media, 2 * BOM_UTF8 + json.dumps(ROW).encode())
    assert "BODY_NOT_JSON" in twice.text
