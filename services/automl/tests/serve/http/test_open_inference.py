"""The Open Inference Protocol V2, asked by a public client and by hand."""

from __future__ import annotations

import asyncio
import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tritonclient.http import InferenceServerClient, InferInput, InferRequestedOutput
from tritonclient.utils import InferenceServerException

from tests.bundles.mixed import Trained
from tests.examples import examples
from tests.serve.http.test_predictions import ROW, numbers, path

ROWS = [ROW, ROW | {"age": 70, "city": "Delhi"}, ROW | {"member": False, "street": "never seen"}]
TYPES = {"age": ("FP64", np.float64), "income": ("FP32", np.float32), "member": ("BOOL", bool)}


@pytest.fixture
def client(shared_client: httpx.AsyncClient) -> httpx.AsyncClient:
    return shared_client


def inputs(rows: list[dict[str, Any]], *, binary: bool) -> list[InferInput]:
    made = []
    for name in ROW:
        datatype, kind = TYPES.get(name, ("BYTES", np.object_))
        tensor = InferInput(name, [len(rows), 1], datatype)
        tensor.set_data_from_numpy(np.array([[row[name]] for row in rows], kind), binary_data=binary)
        made.append(tensor)
    return made


async def with_client(client: httpx.AsyncClient, ask: Callable[[InferenceServerClient], Any]) -> Any:
    def work() -> Any:
        with InferenceServerClient(f"127.0.0.1:{client.base_url.port}") as public:
            return ask(public)

    return await asyncio.to_thread(work)


async def test_health_and_metadata(
    client: httpx.AsyncClient, binary_model: Trained, regression_model: Trained
) -> None:
    name = binary_model.result.bundle_hash

    def ask(public: InferenceServerClient) -> Any:
        assert public.is_server_live() and public.is_server_ready() and public.is_model_ready(name, "1")
        assert not public.is_model_ready("0" * 64)
        assert public.get_server_metadata()["name"] == "rowcast"
        return public.get_model_metadata(name), public.get_model_metadata(regression_model.result.bundle_hash)

    classes, value = await with_client(client, ask)
    assert classes["name"] == name and {each["name"] for each in classes["inputs"]} == set(ROW)
    assert {each["name"]: each["datatype"] for each in classes["inputs"]}["city"] == "BYTES"
    assert [each["name"] for each in classes["outputs"]] == ["prediction", "probabilities"]
    assert classes["outputs"][1]["shape"] == [-1, 2]
    assert [each["datatype"] for each in value["outputs"]] == ["FP64"]


@pytest.mark.parametrize("binary", [True, False])
async def test_the_public_client_is_served_like_json(
    client: httpx.AsyncClient, binary_model: Trained, binary: bool
) -> None:
    name = binary_model.result.bundle_hash
    wanted = (await client.post(path(binary_model), json={"instances": ROWS})).json()["predictions"]

    def ask(public: InferenceServerClient) -> Any:
        outputs = [InferRequestedOutput(each, binary_data=binary) for each in ("prediction", "probabilities")]
        return public.infer(name, inputs(ROWS, binary=binary), outputs=outputs, request_id="my id")

    result = await with_client(client, ask)
    assert result.get_response()["id"] == "my id" and result.get_response()["model_version"] == "1"
    np.testing.assert_allclose(result.as_numpy("probabilities"), numbers(wanted), atol=1e-5)
    labels = [
        each.decode() if isinstance(each, bytes) else each for each in result.as_numpy("prediction").tolist()
    ]
    assert labels == [each["prediction"] for each in wanted]
    assert "UNSEEN_CATEGORY" in result.get_response()["parameters"]["warnings"]


async def test_outputs_come_as_they_are_asked_for(
    client: httpx.AsyncClient, regression_model: Trained
) -> None:
    name = regression_model.result.bundle_hash
    result = await with_client(client, lambda public: public.infer(name, inputs(ROWS, binary=True)))
    wanted = (await client.post(path(regression_model), json={"instances": ROWS})).json()["predictions"]
    np.testing.assert_allclose(result.as_numpy("prediction"), numbers(wanted)[:, 0], rtol=1e-5)
    with pytest.raises(InferenceServerException, match="no output"):
        requested = [InferRequestedOutput("nothing")]
        await with_client(
            client, lambda public: public.infer(name, inputs(ROWS, binary=True), outputs=requested)
        )


def tensor(name: str, datatype: str, shape: Any, data: Any, **more: Any) -> dict[str, Any]:
    return {"name": name, "datatype": datatype, "shape": shape, "data": data, **more}


AGE = tensor("age", "FP64", [1], [44])


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 422),
        ({"inputs": []}, 422),
        ({"inputs": [1]}, 422),
        ({"inputs": [{"name": "age"}]}, 422),
        ({"inputs": [tensor("age", "FP65", [1], [1])]}, 422),
        ({"inputs": [tensor("age", "FP64", [1, 2], [1, 2])]}, 422),
        ({"inputs": [tensor("age", "FP64", [-1], [1])]}, 422),
        ({"inputs": [tensor("age", "FP64", [2], [1])]}, 422),
        ({"inputs": [tensor("age", "FP64", [1], None)]}, 422),
        ({"inputs": [AGE, tensor("city", "BYTES", [2], ["a", "b"])]}, 422),
        ({"inputs": [tensor("age", "FP64", [0], [])]}, 422),
        ({"inputs": [tensor("age", "BYTES", [1], ["old"])]}, 422),
        ({"inputs": [tensor("age", "FP64", [1], [[[1]]])]}, 422),
        ({"inputs": [tensor("age", "FP64", [1], [1], parameters={"binary_data_size": 9})]}, 422),
        ({"inputs": [AGE], "outputs": [{"name": "other"}]}, 422),
        ({"inputs": [tensor("age", "FP64", [10_001], [1] * 10_001)]}, 413),
        ({"inputs": [AGE, AGE]}, 422),
        ({"inputs": [AGE | {"name": []}]}, 422),
        ({"inputs": [AGE], "outputs": 5}, 422),
        ({"inputs": [AGE], "outputs": [1]}, 422),
        ({"inputs": [AGE], "outputs": [{"name": []}]}, 422),
        ({"inputs": [AGE], "outputs": [{"name": "prediction", "parameters": {"binary_data": 1}}]}, 422),
        ({"inputs": [AGE], "parameters": []}, 422),
        ({"inputs": [AGE], "id": 7}, 422),
        ([], 422),
        ({"inputs": [AGE]}, 200),
        ({"inputs": [AGE], "id": None, "outputs": None, "parameters": None}, 200),
    ],
)
async def test_odd_requests_are_rejected_in_the_protocols_form(
    client: httpx.AsyncClient, binary_model: Trained, body: Any, status: int
) -> None:
    answer = await client.post(f"/v2/models/{binary_model.result.bundle_hash}/infer", json=body)
    assert answer.status_code == status
    assert status == 200 or isinstance(answer.json()["error"], str)


async def test_a_tensor_that_cannot_be_read_is_named(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    url = f"/v2/models/{binary_model.result.bundle_hash}/infer"
    body = {"inputs": [AGE, tensor("city", "BYTES", [2], ["Pune", "Delhi"])]}
    rejected = (await client.post(url, json=body, headers={"x-request-id": "mine"})).json()
    assert rejected["error"] == rejected["message"]
    assert rejected["error"].startswith('The input "city" has 2 rows, and "age" has 1;')
    assert (rejected["requestId"], [each["field"] for each in rejected["fields"]]) == ("mine", ["city"])


@pytest.mark.parametrize("length", [b"\xb2", b"-1", b"ten", b"999", b"9" * 5_000, b"\xff\xfe"])
async def test_a_length_that_is_none_is_rejected(
    client: httpx.AsyncClient, binary_model: Trained, length: bytes
) -> None:
    headers = [(b"inference-header-content-length", length)]
    url = f"/v2/models/{binary_model.result.bundle_hash}/infer"
    answer = await client.post(url, content=json.dumps({"inputs": [AGE]}), headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (422, "INSTANCES_INVALID")


JUNK: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=3,
)


GOOD: list[Any] = [
    {
        "id": "mine",
        "parameters": {"binary_data_output": True},
        "inputs": [tensor("age", "FP64", [2, 1], [[44], [45]]), tensor("city", "BYTES", [2], ["Pune", ""])],
        "outputs": [{"name": "probabilities"}, {"name": "prediction", "parameters": {"binary_data": False}}],
    },
    {
        "inputs": [
            {
                "name": "income",
                "datatype": "FP32",
                "shape": [1],
                "parameters": {"binary_data_size": 4},
            },
            tensor("member", "BOOL", [1], [True]),
        ]
    },
]


def places(content: Any) -> Iterator[tuple[Any, Any]]:
    """Every member and item, as what holds it and its key."""
    pairs = content.items() if isinstance(content, dict) else enumerate(content)
    for key, value in pairs:
        yield content, key
        if isinstance(value, dict | list):
            yield from places(value)


@st.composite
def bodies(draw: st.DrawFn) -> Any:
    body = copy.deepcopy(draw(st.sampled_from(GOOD)))
    for _ in range(draw(st.integers(0, 2))):
        holder, key = draw(st.sampled_from(list(places(body)) or [({}, "")]))
        holder[key] = draw(JUNK | st.sampled_from(copy.deepcopy(GOOD)))
    return body


@settings(
    deadline=None, max_examples=examples(200), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(body=bodies() | JUNK, tail=st.binary(max_size=12), more=st.integers(-2, 2), cut=st.booleans())
async def test_no_body_is_the_servers_fault(
    client: httpx.AsyncClient, binary_model: Trained, body: Any, tail: bytes, more: int, cut: bool
) -> None:
    content = json.dumps(body).encode()
    headers = {"inference-header-content-length": str(len(content) + more)} if cut else {}
    url = f"/v2/models/{binary_model.result.bundle_hash}/infer"
    answer = await client.post(url, content=content + tail, headers=headers)
    assert answer.status_code in (200, 400, 422)
    assert answer.status_code == 200 or isinstance(answer.json()["error"], str)


async def test_what_is_not_there_is_not_found(client: httpx.AsyncClient, binary_model: Trained) -> None:
    name = binary_model.result.bundle_hash
    for each in (f"/v2/models/{'0' * 64}", "/v2/models/nope", f"/v2/models/{name}/versions/2"):
        answer = await client.get(each)
        assert answer.status_code == 404 and isinstance(answer.json()["error"], str)
    broken = await client.post(f"/v2/models/{name}/infer", content=b"{")
    assert broken.status_code == 400
