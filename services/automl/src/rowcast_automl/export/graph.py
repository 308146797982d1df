"""A small builder for ONNX graphs (opset 17, ai.onnx.ml 3, IR 8)."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from rowcast_automl.features.tensors import Array

ML = "ai.onnx.ml"


class Graph:
    """Collects nodes and constants; names are numbered, so the same calls give the same bytes."""

    def __init__(self) -> None:
        self._nodes: list[Any] = []
        self._constants: list[Any] = []
        self._inputs: list[Any] = []
        self._outputs: list[Any] = []
        self._count = 0

    def input(self, name: str, element: int, width: int) -> str:
        """Declares an input of shape (rows, width)."""
        self._inputs.append(helper.make_tensor_value_info(name, element, ["rows", width]))
        return name

    def output(self, name: str, source: str, element: int, width: int) -> None:
        """Declares an output of shape (rows, width) that carries `source`."""
        self._nodes.append(helper.make_node("Identity", [source], [name]))
        self._outputs.append(helper.make_tensor_value_info(name, element, ["rows", width]))

    def constant(self, value: Array | np.generic) -> str:
        """A constant tensor."""
        name = self._name("c")
        self._constants.append(numpy_helper.from_array(np.array(value, order="C"), name))
        return name

    def add(self, operator: str, *inputs: str, domain: str = "", **attributes: Any) -> str:
        """Adds a node with one output and returns the output's name.

        Parameters
        ----------
        attributes
            Numbers, strings, or arrays of int64, float32 or str objects.
        """
        name = self._name("n")
        node = helper.make_node(operator, list(inputs), [name], domain=domain)
        for key, value in sorted(attributes.items()):
            node.attribute.append(attribute(key, value))
        self._nodes.append(node)
        return name

    def double(self, source: str) -> str:
        """Casts to float64."""
        return self.add("Cast", source, to=TensorProto.DOUBLE)

    def concat(self, parts: list[str]) -> str:
        """Joins columns."""
        return parts[0] if len(parts) == 1 else self.add("Concat", *parts, axis=1)

    def serialize(self) -> bytes:
        """The checked model.

        Raises
        ------
        onnx.checker.ValidationError
            When the graph is malformed.
        """
        graph = helper.make_graph(self._nodes, "rowcast", self._inputs, self._outputs, self._constants)
        opsets = [helper.make_opsetid("", 17), helper.make_opsetid(ML, 3)]
        model = helper.make_model(graph, opset_imports=opsets, ir_version=8, producer_name="rowcast")
        onnx.checker.check_model(model)
        content: bytes = model.SerializeToString(deterministic=True)
        return content

    def _name(self, prefix: str) -> str:
        self._count += 1
        return f"{prefix}{self._count}"


def attribute(key: str, value: Any) -> Any:
    """An attribute filled in bulk: onnx.helper inspects each element, too slow for a forest."""
    if not isinstance(value, np.ndarray):
        return helper.make_attribute(key, value)
    made = onnx.AttributeProto(name=key)
    if value.dtype == object:
        made.type = onnx.AttributeProto.STRINGS
        made.strings.extend(text.encode() for text in value)
    elif value.dtype.kind == "f":
        made.type = onnx.AttributeProto.FLOATS
        made.floats.extend(value.astype(np.float32).tolist())
    else:
        made.type = onnx.AttributeProto.INTS
        made.ints.extend(value.astype(np.int64).tolist())
    return made
