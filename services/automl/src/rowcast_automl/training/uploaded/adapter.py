"""Adapts an uploaded graph to the inputs and outputs of published graphs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, compose, helper, numpy_helper

from rowcast_automl.training.uploaded.wiring import Answer, Wire

PREFIX, OWN = "uploaded/", "rowcast/"


class Adapter:
    """Builder for the nodes around the uploaded graph."""

    def __init__(self, is_float64: bool) -> None:
        self._element = TensorProto.DOUBLE if is_float64 else TensorProto.FLOAT
        self._type = np.float64 if is_float64 else np.float32
        self.before: list[Any] = []
        self.after: list[Any] = []
        self.constants: list[Any] = []
        self._nodes = self.before

    def constant(self, value: Any) -> str:
        """Add a constant tensor and return its name."""
        name = f"{OWN}c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.asarray(value), name))
        return name

    def add(self, operator: str, *inputs: str, out: str | None = None, **attributes: Any) -> str:
        """Add a node and return the name of its output."""
        name = out or f"{OWN}n{len(self.before) + len(self.after)}"
        self._nodes.append(helper.make_node(operator, list(inputs), [name], **attributes))
        return name

    def enter(self, wire: Wire) -> None:
        """Add the nodes that convert the packed rows to one input."""
        text = wire.input.kind == "text"
        source = "texts" if text else "numbers"
        cells = self.add("Gather", source, self.constant(np.array(wire.slots, np.int64)), axis=1)
        if wire.fills:
            missing = self.add("IsNaN", cells)
            filled = self.constant(np.array([wire.fills], self._type))
            cells = self.add("Where", missing, filled, cells)
        if wire.input.element not in (self._element, TensorProto.STRING):
            cells = self.add("Cast", cells, to=wire.input.element)
        shape = [-1] if wire.input.rank == 1 else [-1, len(wire.slots)]
        self.add("Reshape", cells, self.constant(np.array(shape, np.int64)), out=PREFIX + wire.input.name)

    def leave(self, answer: Answer) -> None:
        """Add the nodes that convert the graph's output to `answer`. Call it last."""
        self._nodes = self.after
        raw = self.add("Cast", PREFIX + answer.output.name, to=TensorProto.DOUBLE)
        if answer.order:
            order = self.constant(np.array(answer.order, np.int64))
            self.add("Gather", raw, order, out="answer", axis=1)
            return
        column = self.add("Reshape", raw, self.constant(np.array([-1, 1], np.int64)))
        if not answer.second:
            self.add("Identity", column, out="answer")
            return
        first = self.add("Sub", self.constant(np.float64(1)), column)
        self.add("Concat", first, column, out="answer", axis=1)


def adapted(
    model: Any,
    wires: Sequence[Wire],
    answer: Answer,
    number_width: int,
    text_width: int,
    classes: int,
    is_float64: bool,
) -> bytes:
    """Return the graph with inputs `numbers` and `texts` and output `answer`.

    Parameters
    ----------
    classes : int
        0 for a regression.
    is_float64 : bool
        Whether the input `numbers` is float64, otherwise float32.

    Raises
    ------
    onnx.checker.ValidationError
        When the graph is malformed.
    """
    inner = compose.add_prefix(model, PREFIX)
    adapter = Adapter(is_float64)
    element = TensorProto.DOUBLE if is_float64 else TensorProto.FLOAT
    for wire in wires:
        adapter.enter(wire)
    adapter.leave(answer)
    graph = inner.graph
    # Maps of classes are for readers; the probabilities in them are taken as they are.
    kept = [node for node in graph.node if node.op_type != "ZipMap"]
    inputs = []
    if any(wire.input.kind != "text" for wire in wires):
        inputs.append(helper.make_tensor_value_info("numbers", element, ["rows", number_width]))
    if any(wire.input.kind == "text" for wire in wires):
        inputs.append(helper.make_tensor_value_info("texts", TensorProto.STRING, ["rows", text_width]))
    output = helper.make_tensor_value_info("answer", TensorProto.DOUBLE, ["rows", classes or 1])
    made = helper.make_graph(
        [*adapter.before, *kept, *adapter.after],
        "rowcast",
        inputs,
        [output],
        [*graph.initializer, *adapter.constants],
        sparse_initializer=graph.sparse_initializer,
    )
    whole = helper.make_model(
        made, opset_imports=model.opset_import, ir_version=model.ir_version, producer_name="rowcast"
    )
    onnx.checker.check_model(whole)
    content: bytes = whole.SerializeToString(deterministic=True)
    return content
