"""Predictions over HTTP: right answers, named refusals, never a 500."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import httpx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from rowcast_automl.features.rows.field_notes import Note
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.serve.responses.probability_json import PlainResponseWriter, round_to_float32
from tests.bundles.mixed import Trained
from tests.engine.tables import COLUMNS

ROW = {
    "age": 44,
    "income": 30_000.5,
    "member": True,
    "city": "Pune",
    "street": "street 3",
    "joined": "2018-05-05",
}


@pytest.fixture
def client(shared_client: httpx.AsyncClient) -> httpx.AsyncClient:
    return shared_client


def path(model: Trained, verb: str = "predict") -> str:
    return f"/bundles/{model.result.bundle_hash}/{verb}"


async def ask(client: httpx.AsyncClient, model: Trained, body: Any) -> httpx.Response:
    return await client.post(path(model), json=body, headers={"x-request-id": "req-1"})


def as_csv(rows: list[dict[str, Any]]) -> bytes:
    stream = io.StringIO()
    writer = csv.DictWriter(stream, list(rows[0]))
    writer.writeheader()
    writer.writerows({name: "" if cell is None else cell for name, cell in row.items()} for row in rows)
    return stream.getvalue().encode()


def numbers(predictions: list[dict[str, Any]]) -> np.ndarray[Any, Any]:
    return np.array(
        [list(each.get("probabilities", {"": each["prediction"]}).values()) for each in predictions]
    )


async def test_load_reports_time_and_golden_rows(client: httpx.AsyncClient, binary_model: Trained) -> None:
    answer = await client.post(path(binary_model, "load"))
    assert answer.status_code == 200
    assert answer.json()["hash"] == binary_model.result.bundle_hash
    assert answer.json()["goldenRows"] == 20 and answer.json()["loadMs"] > 0


async def test_one_row_alone_or_as_an_instance(client: httpx.AsyncClient, binary_model: Trained) -> None:
    bare, listed = await ask(client, binary_model, ROW), await ask(client, binary_model, {"instances": [ROW]})
    assert bare.status_code == 200 and bare.json() == listed.json()
    (prediction,) = bare.json()["predictions"]
    assert prediction["prediction"] in ("low", "mid")
    assert sum(prediction["probabilities"].values()) == pytest.approx(1)
    assert bare.json()["warnings"] == []


async def test_a_null_is_predicted_equally_alone_in_a_batch_and_as_csv(
    client: httpx.AsyncClient, binary_model: Trained, multiclass_model: Trained, regression_model: Trained
) -> None:
    rows: list[dict[str, Any]] = [{**ROW, name: None} for name in ROW]
    rows += [{name: None for name in ROW if name != kept} | {kept: ROW[kept]} for kept in ROW]
    rows += [ROW | {"city": "Atlantis"}, ROW | {"street": "unheard of", "city": None}, ROW | {"age": 900}]
    for model in (binary_model, multiclass_model, regression_model):
        batch = (await ask(client, model, {"instances": rows})).json()["predictions"]
        alone = [(await ask(client, model, row)).json()["predictions"][0] for row in rows]
        absent = [
            (await ask(client, model, {name: cell for name, cell in row.items() if cell is not None})).json()
            for row in rows
        ]
        text = await client.post(path(model), content=as_csv(rows), headers={"content-type": "text/csv"})
        unit = 1.0 if "probabilities" in batch[0] else 100.0
        for other in (alone, [each["predictions"][0] for each in absent], text.json()["predictions"]):
            np.testing.assert_allclose(numbers(other), numbers(batch), rtol=0, atol=1e-5 * unit)


async def test_every_form_of_a_response_has_the_same_digits(
    client: httpx.AsyncClient, multiclass_model: Trained
) -> None:
    rows = [ROW | {"age": 18 + index} for index in range(60)]
    batch = (await ask(client, multiclass_model, {"instances": rows})).json()["predictions"]
    shares = [list(each["probabilities"].values()) for each in batch]
    assert all(float(str(np.float32(each))) == each for row in shares for each in row)
    np.testing.assert_allclose(np.sum(shares, axis=1), 1, rtol=0, atol=3e-7)

    alone = [(await ask(client, multiclass_model, row)).json()["predictions"][0] for row in rows]
    np.testing.assert_allclose(numbers(alone), shares, rtol=2e-7)
    url = path(multiclass_model)
    lines = await client.post(url, json={"instances": rows}, headers={"accept": "application/x-ndjson"})
    assert [list(json.loads(line)["probabilities"].values()) for line in lines.text.splitlines()] == shares
    table = await client.post(url, json={"instances": rows}, headers={"accept": "text/csv"})
    records = list(csv.reader(io.StringIO(table.text)))[1:]
    assert [[float(cell) for cell in record[1:]] for record in records] == shares
    topped = await ask(client, multiclass_model, {"instances": rows, "options": {"topK": 3}})
    for row, each in zip(batch, topped.json()["predictions"], strict=True):
        assert each["probabilities"] == row["probabilities"]
        assert {one["label"]: one["probability"] for one in each["topK"]} == row["probabilities"]
    kinds = {"FP64": ("age", "income"), "BOOL": ("member",), "BYTES": ("city", "street", "joined")}
    inputs = [
        {"name": name, "datatype": kind, "shape": [60], "data": [row[name] for row in rows]}
        for kind, names in kinds.items()
        for name in names
    ]
    url = f"/v2/models/{multiclass_model.result.bundle_hash}/infer"
    tensors = (await client.post(url, json={"inputs": inputs})).json()["outputs"][1]
    assert tensors["datatype"] == "FP64" and tensors["data"] == [each for row in shares for each in row]


LINES = {"content-type": "application/x-ndjson"}


async def test_one_object_a_line_is_served_as_the_rows_of_a_list_are(
    client: httpx.AsyncClient, multiclass_model: Trained
) -> None:
    rows = [ROW | {"age": 18 + index % 70} for index in range(2_000)]
    url = path(multiclass_model)
    for some in (rows[:3], rows):
        body = "".join(f"{json.dumps(row)}\r\n \n" for row in some)
        listed = (await ask(client, multiclass_model, {"instances": some})).json()["predictions"]
        answer = await client.post(url, content=body, headers=LINES)
        assert answer.headers["content-type"] == "application/x-ndjson"
        assert answer.headers["x-rowcast-rows"] == str(len(some))
        found = [json.loads(line) for line in answer.text.splitlines()]
        assert [each.pop("row") for each in found] == list(range(len(some)))
        assert found == listed
        whole = await client.post(url, content=body, headers=LINES | {"accept": "application/json"})
        assert whole.json()["predictions"] == listed


async def test_one_object_a_line_is_rejected_with_every_row_named_in_one_response(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    async def rejected(*lines: str) -> tuple[int, str, list[tuple[int, str]], str]:
        answer = await client.post(path(binary_model), content="\n".join(lines), headers=LINES)
        content = answer.json()
        fields = [(each.get("row"), each["field"]) for each in content.get("fields", ())]
        return answer.status_code, content["error"]["code"], fields, content["message"]

    good, bad = json.dumps(ROW), json.dumps(ROW | {"age": "old"})
    assert (await rejected(good, bad, "", good, bad))[:3] == (422, "ROW_INVALID", [(1, "age"), (3, "age")])
    assert (await rejected(good, "[1]", good, "3"))[:3] == (
        422,
        "INSTANCES_INVALID",
        [(1, "instances"), (3, "instances")],
    )
    status, code, _, message = await rejected(good, "", '{"age": ', good)
    assert (status, code) == (400, "BODY_NOT_JSON") and "Line 3" in message
    assert (await rejected(*["{}"] * 10_001))[:2] == (413, "TOO_MANY_ROWS")
    for nothing in ("{}\n" * 3_400_000, " \n" * 5_000_000):
        answer = await client.post(path(binary_model), content=nothing, headers=LINES)
        assert answer.status_code in (400, 413)


ANY_LABEL = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)


@given(
    labels=st.lists(ANY_LABEL | st.just('%b"'), min_size=2, max_size=4, unique=True),
    answers=arrays(np.float64, (3, 4), elements=st.floats(0, 1)),
)
def test_a_plain_response_is_the_json_of_its_parts(labels: list[str], answers: np.ndarray[Any, Any]) -> None:
    schema = ServingSchema("multiclass", "target", tuple(labels), "text", ())
    shares = np.ascontiguousarray(answers[:, : len(labels)])
    warnings = [Note(1, "age", "OUT_OF_RANGE", {"low": 1.0, "high": 2.0})]
    chosen = shares.argmax(axis=1)
    found = json.loads(PlainResponseWriter(schema, labels).json(shares, chosen, warnings))
    assert found == {
        "predictions": [
            {"prediction": labels[best], "probabilities": dict(zip(labels, row, strict=True))}
            for best, row in zip(chosen, round_to_float32(shares), strict=True)
        ],
        "warnings": [each.shown() for each in warnings],
    }


async def test_unexpected_values_are_served_with_warnings(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    odd = {**ROW, "age": 200, "city": "Atlantis", "planet": "Mars"}
    del odd["street"]
    answer = (await ask(client, binary_model, {"instances": [ROW, odd]})).json()
    found = {(each["row"], each["field"], each["code"]) for each in answer["warnings"]}
    assert found == {
        (1, "age", "OUT_OF_RANGE"),
        (1, "city", "UNSEEN_CATEGORY"),
        (1, "planet", "UNKNOWN_FIELD"),
        (1, "street", "MISSING_FIELD"),
    }


async def test_columns_excluded_of_training_may_be_sent(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    answer = await ask(client, binary_model, {**ROW, "note_id": "N-1", "target": "low"})
    assert answer.json()["warnings"] == []


@pytest.mark.parametrize("number", ["1e400", "-1e400", "1" + "0" * 400])
async def test_a_number_that_is_too_large_is_named_as_one(
    client: httpx.AsyncClient, binary_model: Trained, number: str
) -> None:
    said = "holds a number beyond 1.8e+308:"
    whole = f'{{"instances": [\n{{"age": {number}}}]}}'
    answer = (await client.post(path(binary_model), content=whole)).json()
    assert answer["message"] == f"The request body {said} line 2, column 9."
    lines, headers = f'{{"age": 4}}\n{{"age": {number}}}', {"content-type": "application/x-ndjson"}
    answer = (await client.post(path(binary_model), content=lines, headers=headers)).json()
    assert answer["message"] == f"Line 2 {said} column 9."
    streamed = await client.post(path(binary_model, "stream"), content=lines, headers=headers)
    assert json.loads(streamed.text.splitlines()[1])["message"] == f"The line {said} column 9."
    url = f"/v2/models/{binary_model.result.bundle_hash}/infer"
    answer = (await client.post(url, content=whole)).json()
    assert answer["error"] == f"The request body {said} line 2, column 9."


async def test_a_blank_row_is_answered_in_every_format(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    blank, url = dict.fromkeys(ROW), path(binary_model)
    rows = json.dumps({"instances": [blank]}), json.dumps(blank), json.dumps({"age": ""})
    answers = [(await client.post(url, content=row)).json() for row in rows]
    text = ",".join(ROW) + "\n" + "," * (len(ROW) - 1) + "\n"
    answers.append((await client.post(url, content=text, headers={"content-type": "text/csv"})).json())
    line = (await client.post(url, content=json.dumps(blank), headers=LINES)).json()
    answers.append({**line, "predictions": [line["prediction"]]})
    for answer in answers:
        assert len(answer["predictions"]) == 1
        assert "ROW_EMPTY" in {each["code"] for each in answer["warnings"]}
    for other in ({}, {"planet": 1}):
        assert (await client.post(url, json=other)).json()["error"]["code"] == "ROW_INVALID"


async def test_an_infinite_number_is_answered_with_a_warning(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    for word in ("inf", "-Infinity", "∞", "1e999"):
        answer = (await ask(client, binary_model, {"instances": [ROW | {"age": word}]})).json()
        assert len(answer["predictions"]) == 1
        assert [each["code"] for each in answer["warnings"]] == ["OUT_OF_RANGE"]


AGE_OLD = 'age must be a number, not "old".'


async def test_every_bad_field_is_named_at_once(client: httpx.AsyncClient, binary_model: Trained) -> None:
    bad = {**ROW, "age": "old", "joined": "soon", "member": "perhaps"}
    answer = await ask(client, binary_model, {"instances": [ROW, bad]})
    assert answer.status_code == 422
    body = answer.json()
    assert body["error"]["code"] == "ROW_INVALID" and body["requestId"] == "req-1"
    assert body["message"] == body["detail"]
    assert body["message"] == f"Row 1 (counted from 0): {AGE_OLD} (2 more under fields)"
    alone = (await ask(client, binary_model, {"instances": [ROW | {"age": "old"}]})).json()
    assert alone["message"] == f"Row 0: {AGE_OLD}"
    assert {(each["field"], each["row"]) for each in body["fields"]} == {
        ("age", 1),
        ("joined", 1),
        ("member", 1),
    }


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "BODY_NOT_JSON"),
        (b'{"age": NaN}', 400, "BODY_NOT_JSON"),
        (b'{"age": Infinity}', 400, "BODY_NOT_JSON"),
        (b'{"a": 1}\x00', 400, "BODY_NOT_JSON"),
        (b'{"city": "\xff"}', 400, "BODY_NOT_JSON"),
        (b"[" * 100_000, 400, "BODY_NOT_JSON"),
        (b'{"a":' * 5_000 + b"1" + b"}" * 5_000, 400, "BODY_NOT_JSON"),
        (b"[]", 422, "INSTANCES_INVALID"),
        (b"null", 422, "INSTANCES_INVALID"),
        (b'{"instances": []}', 422, "INSTANCES_INVALID"),
        (b'{"instances": {}}', 422, "INSTANCES_INVALID"),
        (b'{"instances": [1]}', 422, "INSTANCES_INVALID"),
        (b"{}", 422, "ROW_INVALID"),
        (b'{"age": 1e400}', 400, "BODY_NOT_JSON"),
        (b'{"age": {"$gt": 1}}', 422, "ROW_INVALID"),
        (json.dumps({"instances": [{"age": 1}] * 10_001}).encode(), 413, "TOO_MANY_ROWS"),
        (b" " * (11 << 20), 413, "BODY_TOO_LARGE"),
    ],
)
async def test_bad_bodies_are_rejected_with_its_name(
    client: httpx.AsyncClient, binary_model: Trained, body: bytes, status: int, code: str
) -> None:
    answer = await client.post(path(binary_model), content=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert answer.json()["requestId"]


@pytest.mark.parametrize("body", [b'{"age": 30, "age": 31}', b'{"age": 30, "__proto__": {"age": "x"}}'])
async def test_tricks_with_keys_are_harmless(
    client: httpx.AsyncClient, binary_model: Trained, body: bytes
) -> None:
    assert (await client.post(path(binary_model), content=body)).status_code == 200


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"age,city\n", "INSTANCES_INVALID"),
        (b"age,age\n1,2\n", "INSTANCES_INVALID"),
        (b"age,city\n1\n", "ROW_INVALID"),
        (b"age,city\nold,Pune\n", "ROW_INVALID"),
        (b'age,city\n1,"Pune\n', "INSTANCES_INVALID"),
        (b"age,city\n1,\xff\xfe\n", "INSTANCES_INVALID"),
    ],
)
async def test_bad_csv_is_rejected_with_its_name(
    client: httpx.AsyncClient, binary_model: Trained, body: bytes, code: str
) -> None:
    answer = await client.post(path(binary_model), content=body, headers={"content-type": "text/csv"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, code)


async def test_the_training_file_is_served_as_csv(
    client: httpx.AsyncClient, multiclass_model: Trained
) -> None:
    content = multiclass_model.source.read_bytes()
    answer = await client.post(path(multiclass_model), content=content, headers={"content-type": "text/csv"})
    predictions = [each["prediction"] for each in answer.json()["predictions"]]
    truth = [row["target"] for row in multiclass_model.rows]
    assert np.mean([a == b for a, b in zip(predictions, truth, strict=True)]) > 0.7
    assert not {each["field"] for each in answer.json()["warnings"]} & set(COLUMNS[-1:])
