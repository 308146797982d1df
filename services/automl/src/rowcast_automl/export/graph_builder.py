"""A small builder for ONNX graphs (opset 20, ai.onnx.ml 3, IR 9)."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from rowcast_automl.features.tensors import Array

ML = "ai.onnx.ml"
FLOATS_FIELD, INTS_FIELD = 7, 8


class Graph:
    """Builder that collects nodes and constants.

    Names are numbered, so the same calls give the same bytes.
    """

    def __init__(self) -> None:
        self._nodes: list[Any] = []
        self._constants: list[Any] = []
        self._inputs: list[Any] = []
        self._outputs: list[Any] = []
        self._count = 0

    def input(self, name: str, element: int, width: int) -> str:
        """Declare an input of shape (rows, width)."""
        self._inputs.append(helper.make_tensor_value_info(name, element, ["rows", width]))
        return name

    def output(self, name: str, source: str, element: int, width: int) -> None:
        """Declare an output of shape (rows, width), computed by `source`."""
        self._nodes.append(helper.make_node("Identity", [source], [name]))
        self._outputs.append(helper.make_tensor_value_info(name, element, ["rows", width]))

    def constant(self, value: Array | np.generic) -> str:
        """Add a constant tensor and return its name."""
        name = self._name("c")
        self._constants.append(numpy_helper.from_array(np.array(value, order="C"), name))
        return name

    def add(self, operator: str, *inputs: str, domain: str = "", **attributes: Any) -> str:
        """Add a node with one output and return the output's name.

        Parameters
        ----------
        attributes
            Numbers, strings, or arrays of int64, float32 or str objects.
        """
        return self.add_many(1, operator, *inputs, domain=domain, **attributes)[0]

    def add_many(
        self, outputs: int, operator: str, *inputs: str, domain: str = "", **attributes: Any
    ) -> list[str]:
        """Add a node with several outputs and return their names."""
        names = [self._name("n") for _ in range(outputs)]
        node = helper.make_node(operator, list(inputs), names, domain=domain)
        for key, value in sorted(attributes.items()):
            node.attribute.append(attribute(key, value))
        self._nodes.append(node)
        return names

    def reduce(self, operator: str, source: str, axis: int, keep: bool) -> str:
        """Add a reduction over one axis and return its name."""
        axes = self.constant(np.array([axis], dtype=np.int64))
        return self.add(operator, source, axes, keepdims=int(keep))

    def double(self, source: str) -> str:
        """Add a cast to float64 and return its name."""
        return self.add("Cast", source, to=TensorProto.DOUBLE)

    def single(self, source: str) -> str:
        """Add a cast to float32 and return its name."""
        return self.add("Cast", source, to=TensorProto.FLOAT)

    def concat(self, parts: list[str]) -> str:
        """Add a concatenation of columns and return its name."""
        return parts[0] if len(parts) == 1 else self.add("Concat", *parts, axis=1)

    def serialize(self) -> bytes:
        """Check the model and return it.

        Raises
        ------
        onnx.checker.ValidationError
            When the graph is malformed.
        """
        graph = helper.make_graph(self._nodes, "rowcast", self._inputs, self._outputs, self._constants)
        opsets = [helper.make_opsetid("", 20), helper.make_opsetid(ML, 3)]
        model = helper.make_model(graph, opset_imports=opsets, ir_version=9, producer_name="rowcast")
        onnx.checker.check_model(model)
        content: bytes = model.SerializeToString(deterministic=True)
        return content

    def _name(self, prefix: str) -> str:
        self._count += 1
        return f"{prefix}{self._count}"


def attribute(key: str, value: Any) -> Any:
    """Build an attribute. Arrays are encoded as raw protobuf, because a forest has millions of elements."""
    if not isinstance(value, np.ndarray):
        return helper.make_attribute(key, value)
    made = onnx.AttributeProto(name=key)
    if value.dtype == object:
        made.type = onnx.AttributeProto.STRINGS
        texts = {text: text.encode() for text in set(value.tolist())}
        made.strings.extend(texts[text] for text in value.tolist())
    elif value.dtype.kind == "f":
        made.type = onnx.AttributeProto.FLOATS
        made.MergeFromString(packed(FLOATS_FIELD, value.astype("<f4").tobytes()))
    else:
        made.type = onnx.AttributeProto.INTS
        made.MergeFromString(packed(INTS_FIELD, varints(value.astype(np.uint64))))
    return made


def packed(field: int, content: bytes) -> bytes:
    """Encode a packed repeated field as key, length and elements."""
    return varints(np.array([field << 3 | 2, len(content)], dtype=np.uint64)) + content


def varints(values: Array) -> bytes:
    """Encode unsigned integers as protobuf varints: seven bits per byte, lowest first."""
    longest = max(1, -(-int(values.max(initial=0)).bit_length() // 7))
    groups = values[:, None] >> np.arange(0, 7 * longest, 7, dtype=np.uint64)[None, :]
    more = np.concatenate([groups[:, 1:] > 0, np.zeros((len(values), 1), bool)], axis=1)
    encoded = (groups & np.uint64(0x7F)).astype(np.uint8) | (more.astype(np.uint8) << 7)
    written = np.concatenate([np.ones((len(values), 1), bool), more[:, :-1]], axis=1)
    content: bytes = encoded[written].tobytes()
    return content
