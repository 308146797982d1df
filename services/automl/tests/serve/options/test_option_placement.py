"""Options where an answer cannot carry all of them: decisions count, the rest is refused by name."""

from __future__ import annotations

import csv
import io
import json
from typing import Any
from urllib.parse import quote

import httpx
import numpy as np
import pytest

from tests.bundles.mixed import Trained
from tests.serve.http.test_predictions import ROW, as_csv, path

ROWS: list[dict[str, Any]] = [ROW | {"age": 18 + index * 7} for index in range(9)]
CSV = {"content-type": "text/csv", "accept": "text/csv"}
LINES = {"content-type": "application/x-ndjson"}


def rejected(answer: httpx.Response, *names: str) -> None:
    content = answer.json()
    assert answer.status_code == 422 and content["error"]["code"] == "OPTIONS_INVALID"
    assert [each["field"] for each in content["fields"]] == [f"options.{name}" for name in names]
    assert "POST /api/v1/predict" in content["message"] or "Accept: application/json" in content["message"]


async def test_a_threshold_decides_in_every_kind_of_response(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    labels = binary_model.result.report.labels
    tensors = [
        {
            "name": name,
            "datatype": "BYTES" if isinstance(value, str) else "FP64",
            "shape": [len(ROWS)],
            "data": [row[name] for row in ROWS],
        }
        for name, value in ROW.items()
    ]
    for threshold, label in ((0, labels[1]), (1, labels[0])):
        query = f"?threshold={threshold}"
        for verb, answer_type in (("predict", "text/csv"), ("stream", "text/csv"), ("stream", "*/*")):
            headers = {"content-type": "text/csv", "accept": answer_type}
            url = path(binary_model, verb) + query
            answer = await client.post(url, content=as_csv(ROWS), headers=headers)
            found = (
                [record["prediction"] for record in csv.DictReader(io.StringIO(answer.text))]
                if answer_type == "text/csv"
                else [json.loads(line)["prediction"] for line in answer.text.splitlines()]
            )
            assert found == [label] * len(ROWS), (verb, answer_type)
        url = f"/v2/models/{binary_model.result.bundle_hash}/infer{query}"
        outputs = (await client.post(url, json={"inputs": tensors})).json()["outputs"]
        assert outputs[0]["data"] == [label] * len(ROWS)
        other = url.replace(f"={threshold}", f"={1 - threshold}")
        requested = {"inputs": tensors, "parameters": {"threshold": threshold, "trace": "on"}}
        outputs = (await client.post(other, json=requested)).json()["outputs"]
        assert outputs[0]["data"] == [label] * len(ROWS)


async def test_a_stream_supports_probability_options(
    client: httpx.AsyncClient, multiclass_model: Trained
) -> None:
    row = {name: cell for name, cell in multiclass_model.rows[0].items() if name != "target"}
    url = path(multiclass_model, "stream")
    answer = await client.post(f"{url}?topK=2&interval=0.9", content=json.dumps(row), headers=LINES)
    line = json.loads(answer.text)
    assert len(line["topK"]) == 2 and line["set"]["coverage"] == 0.9
    rejected(await client.post(f"{url}?explain=true", content=json.dumps(row), headers=LINES), "explain")
    unfit = await client.post(f"{url}?topK=0", content=json.dumps(row), headers=LINES)
    assert unfit.status_code == 422 and unfit.json()["fields"][0]["field"] == "options.topK"


@pytest.mark.parametrize("verb", ["predict", "stream"])
async def test_csv_responses_reject_what_they_have_no_place_for(
    client: httpx.AsyncClient, binary_model: Trained, verb: str
) -> None:
    url = path(binary_model, verb)
    answer = await client.post(f"{url}?topK=1&interval=0.9", content=as_csv(ROWS), headers=CSV)
    rejected(answer, "topK", "interval")
    plain = await client.post(f"{url}?explain=false", content=as_csv(ROWS), headers=CSV)
    assert plain.status_code == 200


@pytest.mark.parametrize("rows", [1, 400])
async def test_options_of_the_body_are_rejected_likewise(
    client: httpx.AsyncClient, binary_model: Trained, rows: int
) -> None:
    for options in ({"explain": True}, {"counterfactual": {}}, {"topK": 1}):
        body = {"instances": [ROW] * rows, "options": options}
        answer = await client.post(path(binary_model), json=body, headers={"accept": "text/csv"})
        rejected(answer, *options)


async def test_tensors_reject_what_they_have_no_place_for(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    inputs = [{"name": "age", "datatype": "FP64", "shape": [1], "data": [40]}]
    url = f"/v2/models/{binary_model.result.bundle_hash}/infer?topK=1"
    answer = await client.post(url, json={"inputs": inputs})
    assert answer.status_code == 422 and "topK is not supported" in answer.text
    for parameters, said in (
        ({"explain": True}, "explain is not supported"),
        ({"threshold": 2}, "threshold must be a number from 0 to 1"),
        ({"costs": {"other": {}}}, "Unknown class"),
    ):
        body = {"inputs": inputs, "parameters": parameters}
        answer = await client.post(url.removesuffix("?topK=1"), json=body)
        assert answer.status_code == 422 and said in answer.text


@pytest.mark.parametrize("name", ["top_k", "treshold", "Interval", "options"])
async def test_an_option_that_is_none_is_rejected_wherever_it_stands(
    client: httpx.AsyncClient, binary_model: Trained, name: str
) -> None:
    requested, said = (
        f"?{name}=1",
        f"Unknown option {name}. Available options: interval, topK, threshold, costs, explain, ",
    )
    line, table = json.dumps(ROW).encode(), as_csv(ROWS)
    tensors = {"inputs": [{"name": "age", "datatype": "FP64", "shape": [1], "data": [40]}]}
    many = {"instances": [ROW] * 2_000}
    one, stream = path(binary_model), path(binary_model, "stream")
    for answer in (
        await client.post(one, json={"instances": [ROW], "options": {name: 1}}),
        await client.post(one + requested, json=ROW),
        await client.post(f"{one}{requested}&policy=lenient", json=many),
        await client.post(one + requested, content=table, headers=CSV),
        await client.post(stream + requested, content=line, headers=LINES),
        await client.post(stream + requested, content=table, headers=CSV),
    ):
        content = answer.json()
        assert answer.status_code == 422 and content["error"]["code"] == "OPTIONS_INVALID"
        assert [each["field"] for each in content["fields"]] == [f"options.{name}"]
        assert content["message"].startswith(said)
    infer = await client.post(f"/v2/models/{binary_model.result.bundle_hash}/infer{requested}", json=tensors)
    assert infer.status_code == 422 and infer.json()["error"].startswith(said)


async def test_the_body_of_a_tensor_request_decides_before_its_address(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    url = f"/v2/models/{binary_model.result.bundle_hash}/infer"
    body = {"inputs": [{"name": "age", "datatype": "FP64", "shape": [1], "data": [40]}]}
    threshold = {"parameters": {"threshold": 0}}
    for query, parameters in (("threshold=7", threshold), ("topK=1", {"parameters": {"topK": None}})):
        assert (await client.post(f"{url}?{query}", json=body)).status_code == 422
        assert (await client.post(f"{url}?{query}", json=body | parameters)).status_code == 200


async def test_costs_of_three_classes_decide_in_every_kind_of_response(
    client: httpx.AsyncClient, multiclass_model: Trained
) -> None:
    labels = multiclass_model.result.report.labels
    named = [each.name for each in multiclass_model.result.report.fields]
    rows = [{name: row[name] for name in named} for row in multiclass_model.rows[:40]]
    # What is likeliest seldom, and what is between the two, each have their price.
    costs = {labels[0]: {labels[1]: 2, labels[2]: 30}, labels[2]: {labels[0]: 4, labels[2]: -3}}
    table = np.array([[0.0, 2, 30], [1, 0, 1], [4, 1, -3]])
    requested = f"?costs={quote(json.dumps(costs))}"
    plain = await client.post(
        path(multiclass_model), content=as_csv(rows), headers={"content-type": "text/csv"}
    )
    shares = np.array(
        [[each["probabilities"][label] for label in labels] for each in plain.json()["predictions"]]
    )
    wanted = [labels[place] for place in (shares @ table).argmin(axis=1)]
    assert wanted != [labels[place] for place in shares.argmax(axis=1)] and len(set(wanted)) > 1
    for verb in ("predict", "stream"):
        answer = await client.post(
            path(multiclass_model, verb) + requested, content=as_csv(rows), headers=CSV
        )
        assert [each["prediction"] for each in csv.DictReader(io.StringIO(answer.text))] == wanted, verb
    answer = await client.post(
        path(multiclass_model) + requested, content=as_csv(rows), headers={"content-type": "text/csv"}
    )
    reported = answer.json()["predictions"]
    assert [each["prediction"] for each in reported] == wanted
    # The shares are rounded to eight digits.
    expected = pytest.approx((shares @ table).min(axis=1).tolist(), abs=1e-7)
    assert [each["expectedCost"] for each in reported] == expected
    tensors = [
        {"name": name, "datatype": "BYTES", "shape": [len(rows)], "data": [str(row[name]) for row in rows]}
        for name in named
    ]
    url = f"/v2/models/{multiclass_model.result.bundle_hash}/infer"
    body = {"inputs": tensors, "parameters": {"costs": costs}}
    for answer in (
        await client.post(url + requested, json={"inputs": tensors}),
        await client.post(url, json=body),
    ):
        assert answer.json()["outputs"][0]["data"] == wanted
