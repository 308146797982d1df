"""Uploaded graphs that need too much memory are refused by name before they are loaded."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.run.clock import Clock, StopSignal
from rowcast_automl.training.uploaded.sandbox import Sandbox
from tests.custom.graphs import classifier, constant, linear_regression, saved
from tests.custom.sandboxed import sandboxed

MB = 1 << 20


def graph(*nodes: Any, constants: Any = ()) -> bytes:
    """From three numbers to `variable`."""
    inputs = [helper.make_tensor_value_info("x", TensorProto.FLOAT, [None, 3])]
    outputs = [helper.make_tensor_value_info("variable", TensorProto.FLOAT, [None, 1])]
    last = helper.make_node("Reshape", ["out", "flat"], ["variable"])
    return saved([*nodes, last], inputs, outputs, [*constants, whole("flat", -1, 1)])


def whole(name: str, *values: int) -> Any:
    return numpy_helper.from_array(np.array(values, np.int64), name)


def scalar(name: str, value: int) -> Any:
    return numpy_helper.from_array(np.array(value, np.int64), name)


def node(operator: str, *inputs: str, out: str = "big", **attributes: Any) -> Any:
    return helper.make_node(operator, list(inputs), [out], **attributes)


SUM = node("ReduceSum", "big", out="out", keepdims=1)
BY_ROWS = [
    node("Shape", "x", out="shape"),
    node("Mul", "shape", "factor", out="large"),
    node("ConstantOfShape", "large"),
]
BY_CELLS = [
    node("Cast", "x", out="whole", to=TensorProto.INT64),
    node("ReduceMax", "whole", out="most", keepdims=0),
]


def sparse() -> bytes:
    model = onnx.load_model_from_string(graph(node("Identity", "x", out="out")))
    values = numpy_helper.from_array(np.ones(1, np.float32), "wide")
    places = numpy_helper.from_array(np.zeros(1, np.int64), "wide_at")
    model.graph.sparse_initializer.append(helper.make_sparse_tensor(values, places, [1 << 20, 1 << 12]))
    content: bytes = model.SerializeToString()
    return content


def branches(depth: int) -> bytes:
    def branch(left: int) -> Any:
        inner = (
            node("Identity", "x", out=f"out{left}")
            if left == 0
            else helper.make_node(
                "If", ["yes"], [f"out{left}"], then_branch=branch(left - 1), else_branch=branch(left - 1)
            )
        )
        out = helper.make_tensor_value_info(f"out{left}", TensorProto.FLOAT, [None, 3])
        return helper.make_graph([inner], f"branch{left}", [], [out])

    yes = numpy_helper.from_array(np.array(True), "yes")
    last = helper.make_node("If", ["yes"], ["out"], then_branch=branch(depth), else_branch=branch(depth))
    return graph(last, constants=[yes])


def looked_into(content: bytes, folder: Path) -> RowcastError | None:
    """What the process that looks into uploads refuses it for; it must not have grown."""
    with Sandbox(content, folder, Clock(60.0, time.monotonic(), StopSignal())) as sandbox:
        try:
            sandbox.ask("inspect")
        except RowcastError as error:
            assert sandboxed().memory_info().rss < 600 * MB
            return error
    return None


@pytest.mark.parametrize(
    ("content", "code", "word"),
    [
        (
            graph(node("ConstantOfShape", "size"), SUM, constants=[whole("size", 1 << 30)]),
            "ONNX_TOO_HEAVY",
            "ConstantOfShape",
        ),
        (
            graph(
                node("Expand", "one", "size"), SUM, constants=[constant("one", [1]), whole("size", 1 << 29)]
            ),
            "ONNX_TOO_HEAVY",
            "Expand",
        ),
        (
            graph(node("Tile", "x", "times"), SUM, constants=[whole("times", 1, 1 << 20)]),
            "ONNX_TOO_HEAVY",
            "Tile",
        ),
        (
            graph(
                node("Range", "from", "to", "step", out="whole"),
                node("Cast", "whole", to=TensorProto.FLOAT),
                SUM,
                constants=[scalar("from", 0), scalar("to", 1 << 30), scalar("step", 1)],
            ),
            "ONNX_TOO_HEAVY",
            "Range",
        ),
        (
            graph(
                node("Unsqueeze", "x", "axes", out="image"),
                node("Resize", "image", "", "scales"),
                SUM,
                constants=[whole("axes", 1), constant("scales", [1, 1, 1 << 20])],
            ),
            "ONNX_TOO_HEAVY",
            "Resize",
        ),
        (
            graph(node("Pad", "x", "pads"), SUM, constants=[whole("pads", 0, 0, 0, 1 << 20)]),
            "ONNX_TOO_HEAVY",
            "Pad",
        ),
        (
            graph(*BY_ROWS, SUM, constants=[whole("factor", 1 << 10, 1 << 10)]),
            "ONNX_TOO_HEAVY",
            "ConstantOfShape",
        ),
        (
            graph(
                *BY_CELLS,
                node("Unsqueeze", "most", "axes", out="size"),
                node("ConstantOfShape", "size"),
                SUM,
                constants=[whole("axes", 0)],
            ),
            "ONNX_UNSUPPORTED",
            "ConstantOfShape",
        ),
        (
            graph(
                *BY_CELLS,
                node("Range", "from", "most", "step", out="whole_range"),
                node("Cast", "whole_range", to=TensorProto.FLOAT),
                SUM,
                constants=[scalar("from", 0), scalar("step", 1)],
            ),
            "ONNX_UNSUPPORTED",
            "Range",
        ),
        (sparse(), "ONNX_TOO_HEAVY", "constants"),
        (branches(6), "ONNX_TOO_HEAVY", "deep"),
        (
            graph(*[node("Relu", "x", out=f"r{place}") for place in range(50_001)]),
            "ONNX_TOO_HEAVY",
            "operators",
        ),
    ],
)
def test_what_grows_is_refused_before_it_is_loaded(
    tmp_path: Path, content: bytes, code: str, word: str
) -> None:
    assert len(content) < 4 * MB
    error = looked_into(content, tmp_path)
    assert error is not None and (error.code, word in error.message) == (code, True), error
    assert error.fields[0].field == "file"


@pytest.mark.parametrize(
    "content",
    [
        linear_regression(3),
        classifier(["n", "y"], zipped=True),
        graph(*BY_ROWS, node("Add", "x", "big", out="out"), constants=[whole("factor", 1, 1)]),
        graph(node("Tile", "x", "times"), SUM, constants=[whole("times", 1, 4)]),
        branches(1),
    ],
)
def test_what_grows_with_the_rows_alone_is_taken(tmp_path: Path, content: bytes) -> None:
    assert looked_into(content, tmp_path) is None
