"""Models that want too much memory or time are refused by name, and service goes on."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import psutil
import pytest
from onnx import TensorProto, helper, numpy_helper

from rowcast_automl.bundle.archive import read_bundle, write_bundle
from rowcast_automl.serve.pool import loaded_model as serving
from tests.bundles.mixed import Trained
from tests.engine.training import KEY
from tests.serve.conftest import running
from tests.serve.http.test_predictions import ROW, path
from tests.serve.processes.test_server_process import served

MB = 1 << 20
WIDTH = 700


def bundle_of(store: Path, trained: Trained, nodes: list[Any], constants: list[Any], *, foreign: bool) -> str:
    """A signed bundle that reads the rows of another, and answers 0 where `nodes` do; its path."""
    files = read_bundle(trained.bundle, KEY.public_key())[1]
    schema = json.loads(files["schema.json"])
    golden = json.loads(files["golden.json"])
    golden["answers"] = [[0.0] for _ in golden["rows"]]
    report = json.loads(files["report.json"])
    if foreign:
        report["leaderboard"][0]["estimator"] = "onnx"
    inputs = [
        helper.make_tensor_value_info("numbers", TensorProto.FLOAT, ["rows", None]),
        helper.make_tensor_value_info("texts", TensorProto.STRING, ["rows", None]),
    ]
    kinds = {each["kind"] for each in schema["fields"]}
    assert "category" in kinds
    outputs = [helper.make_tensor_value_info("answer", TensorProto.DOUBLE, ["rows", 1])]
    graph = helper.make_graph(nodes, "hostile", inputs, outputs, constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    files |= {
        "model.onnx": model.SerializeToString(),
        "golden.json": json.dumps(golden).encode(),
        "report.json": json.dumps(report).encode(),
    }
    made = store / "made"
    name = write_bundle(made, files, KEY)
    made.rename(store / "bundles" / f"{name}.rowcast")
    return f"/bundles/{name}/predict"


def zeros() -> list[Any]:
    """Nodes from the rows to an answer of 0 for each."""
    return [
        helper.make_node("Shape", ["numbers"], ["rows"], start=0, end=1),
        helper.make_node("Concat", ["rows", "one"], ["shape"], axis=0),
        helper.make_node("ConstantOfShape", ["shape"], ["zeros"], value=double(0)),
    ]


def double(value: float) -> Any:
    return numpy_helper.from_array(np.array([value], np.float64), "")


ONE = numpy_helper.from_array(np.array([1], np.int64), "one")


async def test_a_model_that_does_not_fit_is_rejected_and_the_others_respond(
    store: Path, binary_model: Trained, regression_model: Trained
) -> None:
    # A few bytes on disk; the runtime works the constant out as it loads the graph.
    large = numpy_helper.from_array(np.array([6 << 30], np.int64), "large")
    nodes = [
        helper.make_node("ConstantOfShape", ["large"], ["wide"], value=double(1)),
        helper.make_node("ReduceSum", ["wide"], ["sum"], keepdims=0),
        *zeros(),
        helper.make_node("Mul", ["zeros", "sum"], ["answer"]),
    ]
    hostile = bundle_of(store, regression_model, nodes, [ONE, large], foreign=False)
    settings = {"MODEL_MEMORY_MB": "256", "MODEL_SERVER_MEMORY_MB": "1024"}
    async with served(store, **settings) as server:
        for _ in range(2):
            assert (await server.client.post(path(binary_model), json=ROW)).status_code == 200
            answer = await server.client.post(hostile, json=ROW)
            assert (answer.status_code, answer.json()["error"]["code"]) == (507, "MODEL_TOO_LARGE")
            assert "retry-after" not in answer.headers
            assert "MODEL_SERVER_MEMORY_MB" in answer.json()["message"]
        assert (await server.client.post(path(regression_model), json=ROW)).status_code == 200
        held = (await server.client.get("/bundles")).json()
        assert held["tooLarge"] == [hostile.split("/")[2]]
        assert {each["hash"] for each in held["bundles"]} == {
            each.result.bundle_hash for each in (binary_model, regression_model)
        }
        process = psutil.Process(server.process.pid)
        # And what is reserved for threads and never touched.
        assert process.rlimit(psutil.RLIMIT_DATA)[1] >= 1024 * MB
        assert process.memory_info().rss < 1024 * MB


async def test_what_a_row_asks_of_memory_is_rejected_and_the_others_respond(
    store: Path, binary_model: Trained, regression_model: Trained
) -> None:
    # An eighth of a gigabyte for each row.
    wide = numpy_helper.from_array(np.array([1, 16 << 20], np.int64), "wide")
    nodes = [
        *zeros(),
        helper.make_node("Tile", ["zeros", "wide"], ["large"]),
        helper.make_node("ReduceMax", ["large"], ["answer"], axes=[1], keepdims=1),
    ]
    hostile = bundle_of(store, regression_model, nodes, [ONE, wide], foreign=True)
    settings = {"MODEL_MEMORY_MB": "256", "MODEL_SERVER_MEMORY_MB": "1024"}
    async with served(store, **settings) as server:
        answer = await server.client.post(hostile, json=ROW)
        # Its golden rows together ask for more than there is.
        assert (answer.status_code, answer.json()["error"]["code"]) == (507, "MODEL_TOO_LARGE")
        assert (await server.client.post(path(binary_model), json=ROW)).status_code == 200


async def test_the_coldest_make_way_for_a_model_that_found_no_memory(
    store: Path, binary_model: Trained, multiclass_model: Trained, regression_model: Trained
) -> None:
    # Each takes a third of what there is.
    weights = [
        numpy_helper.from_array(np.full((2_400, 5_000 + seed), 1 / 7, np.float64), "weights")
        for seed in (1, 2, 3)
    ]
    nodes = [
        *zeros(),
        # By the number of rows, so that the runtime cannot work it out beforehand and let go of the rest.
        helper.make_node("Gather", ["weights", "rows"], ["picked"], axis=1),
        helper.make_node("ReduceMax", ["picked"], ["most"], keepdims=0),
        helper.make_node("Mul", ["zeros", "most"], ["answer"]),
    ]
    paths = [bundle_of(store, regression_model, nodes, [ONE, each], foreign=False) for each in weights]
    settings = {"MODEL_MEMORY_MB": "4096", "MODEL_SERVER_MEMORY_MB": "420"}
    async with served(store, **settings) as server:
        statuses = [(await server.client.post(each, json=ROW)).status_code for each in paths]
        assert statuses == [200] * 3
        kept = (await server.client.get("/bundles")).json()["bundles"]
        assert len(kept) < 3
        assert (await server.client.post(path(binary_model), json=ROW)).status_code == 200


def slow_where_large() -> tuple[list[Any], list[Any]]:
    """A graph that takes seconds for rows with a very large number, and no time for others."""
    chain = [helper.make_node("Expand", ["seed", "square"], ["m0"])]
    chain += [helper.make_node("MatMul", [f"m{n}", "weights"], [f"m{n + 1}"]) for n in range(400)]
    chain += [
        helper.make_node("ReduceMin", ["m400"], ["least"], keepdims=0),
        helper.make_node("Mul", ["least", "nothing"], ["slow"]),
    ]
    out = [helper.make_tensor_value_info("slow", TensorProto.FLOAT, [])]
    quick = [helper.make_node("Identity", ["nothing"], ["quick"])]
    nodes = [
        helper.make_node("Greater", ["numbers", "limit"], ["above"]),
        helper.make_node("Cast", ["above"], ["counted"], to=TensorProto.FLOAT),
        helper.make_node("ReduceMax", ["counted"], ["found"], keepdims=0),
        helper.make_node("Cast", ["found"], ["large"], to=TensorProto.BOOL),
        helper.make_node("ReduceMax", ["counted"], ["seed"], keepdims=0),
        helper.make_node(
            "If",
            ["large"],
            ["extra"],
            then_branch=helper.make_graph(chain, "chain", [], out),
            else_branch=helper.make_graph(
                quick, "quick", [], [helper.make_tensor_value_info("quick", TensorProto.FLOAT, [])]
            ),
        ),
        *zeros(),
        helper.make_node("Cast", ["extra"], ["more"], to=TensorProto.DOUBLE),
        helper.make_node("Add", ["zeros", "more"], ["answer"]),
    ]
    eye = np.eye(WIDTH, dtype=np.float32)
    constants = [
        ONE,
        numpy_helper.from_array(np.float32(1e9), "limit"),
        numpy_helper.from_array(np.float32(0), "nothing"),
        numpy_helper.from_array(np.array([WIDTH, WIDTH], np.int64), "square"),
        numpy_helper.from_array(eye, "weights"),
    ]
    return nodes, constants


async def test_an_uploaded_graph_never_holds_up_others_and_is_ended(
    store: Path, pool: Any, binary_model: Trained, regression_model: Trained, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "UPLOADED_TIMEOUT_SECONDS", 1.0)
    hostile = bundle_of(store, regression_model, *slow_where_large(), foreign=True)
    async with running(pool) as address, httpx.AsyncClient(base_url=address, timeout=60) as client:
        assert (await client.post(path(binary_model), json=ROW)).status_code == 200
        quick = await client.post(hostile, json=ROW)
        assert quick.json()["predictions"][0]["prediction"] == 0
        slow = asyncio.create_task(client.post(hostile, json={**ROW, "income": 1e12}))
        await asyncio.sleep(0.2)
        assert (await client.post(path(binary_model), json=ROW)).status_code == 200
        assert not slow.done()
        answer = await slow
        assert (answer.status_code, answer.json()["error"]["code"]) == (504, "MODEL_SERVER_TIMEOUT")
        assert (await client.post(hostile, json=ROW)).status_code == 200


async def test_a_run_of_an_uploaded_graph_has_limited_memory(
    store: Path, pool: Any, regression_model: Trained
) -> None:
    nodes = [
        helper.make_node("Greater", ["numbers", "limit"], ["above"]),
        helper.make_node("Cast", ["above"], ["counted"], to=TensorProto.INT64),
        helper.make_node("ReduceMax", ["counted"], ["most"], keepdims=0),
        helper.make_node("Mul", ["most", "length"], ["more"]),
        helper.make_node("Add", ["more", "one"], ["size"]),
        helper.make_node("ConstantOfShape", ["size"], ["large"], value=double(0)),
        helper.make_node("ReduceMin", ["large"], ["least"], keepdims=0),
        *zeros(),
        helper.make_node("Add", ["zeros", "least"], ["answer"]),
    ]
    constants = [
        numpy_helper.from_array(np.float32(1e9), "limit"),
        numpy_helper.from_array(np.array([200_000_000], np.int64), "length"),
    ]
    hostile = bundle_of(store, regression_model, nodes, [ONE, *constants], foreign=True)
    async with running(pool) as address, httpx.AsyncClient(base_url=address, timeout=60) as client:
        answer = await client.post(hostile, json={**ROW, "income": 1e12})
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "MODEL_SERVER_BUSY")
        assert psutil.Process().memory_info().rss < 1_500 * MB
        assert (await client.post(hostile, json=ROW)).status_code == 200
