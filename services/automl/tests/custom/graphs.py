"""ONNX models as other tools write them, made by their own converters' conventions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from onnx import TensorProto, helper, numpy_helper

ML = "ai.onnx.ml"


def saved(
    nodes: Sequence[Any],
    inputs: Sequence[Any],
    outputs: Sequence[Any],
    constants: Sequence[Any] = (),
    opsets: Sequence[tuple[str, int]] = (("", 17), (ML, 3)),
) -> bytes:
    """A model's bytes."""
    graph = helper.make_graph(list(nodes), "other", list(inputs), list(outputs), list(constants))
    imports = [helper.make_opsetid(domain, version) for domain, version in opsets]
    content: bytes = helper.make_model(graph, opset_imports=imports, ir_version=8).SerializeToString()
    return content


def column(name: str, element: int = TensorProto.FLOAT) -> Any:
    """An input of one column."""
    return helper.make_tensor_value_info(name, element, [None, 1])


def constant(name: str, value: Any) -> Any:
    """A constant of float32."""
    return numpy_helper.from_array(np.asarray(value, np.float32), name)


def linear_regression(width: int, name: str = "float_input") -> bytes:
    """The sum of the columns of one wide input."""
    return saved(
        [helper.make_node("MatMul", [name, "weights"], ["variable"])],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, [None, width])],
        [helper.make_tensor_value_info("variable", TensorProto.FLOAT, [None, 1])],
        [constant("weights", np.ones((width, 1)))],
    )


def classifier(
    labels: Sequence[str],
    zipped: bool,
    words: Sequence[str] = ("Pune", "Delhi"),
    *,
    strict: bool = False,
) -> bytes:
    """A linear classifier over an age and a city, one input each, with a label and probabilities.

    A strict one fails where it does not know the city.
    """
    further = [0.0] * (len(words) - 2)
    nodes = [
        helper.make_node(
            "OneHotEncoder", ["city"], ["hot"], domain=ML, cats_strings=list(words), zeros=int(not strict)
        ),
        helper.make_node("Reshape", ["hot", "flat"], ["cities"]),
        helper.make_node("Concat", ["age", "cities"], ["row"], axis=1),
        helper.make_node(
            "LinearClassifier",
            ["row"],
            ["label", "raw"],
            domain=ML,
            classlabels_strings=list(labels),
            coefficients=[-0.05, 1.0, 0.0, *further, 0.05, -1.0, 0.0, *further],
            intercepts=[2.5, -2.5],
            post_transform="SOFTMAX",
        ),
    ]
    outputs = [helper.make_tensor_value_info("label", TensorProto.STRING, [None])]
    if zipped:
        nodes.append(
            helper.make_node("ZipMap", ["raw"], ["probability"], domain=ML, classlabels_strings=list(labels))
        )
        value = helper.make_tensor_type_proto(TensorProto.FLOAT, [])
        kind = helper.make_sequence_type_proto(helper.make_map_type_proto(TensorProto.STRING, value))
        outputs.append(helper.make_value_info("probability", kind))
    else:
        outputs.append(helper.make_tensor_value_info("raw", TensorProto.FLOAT, [None, 2]))
    flat = numpy_helper.from_array(np.array([-1, len(words)], np.int64), "flat")
    return saved(nodes, [column("age"), column("city", TensorProto.STRING)], outputs, [flat])
