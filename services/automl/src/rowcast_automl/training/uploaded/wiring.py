"""Connects packed rows to the inputs of an uploaded graph, and its outputs to predictions."""

from __future__ import annotations

from typing import Any

import numpy as np
from onnx import TensorProto
from pydantic import BaseModel

from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.training.uploaded.signature import GraphInput, GraphOutput

ELEMENTS: dict[int, Any] = {
    TensorProto.FLOAT: np.float32,
    TensorProto.DOUBLE: np.float64,
    TensorProto.INT64: np.int64,
    TensorProto.INT32: np.int32,
    TensorProto.BOOL: np.bool_,
    TensorProto.STRING: object,
}


class Wire(BaseModel):
    """One input of the graph.

    `slots` are positions in the packed texts for a text input, otherwise in the packed numbers. `fills` are
    values for missing numbers, empty if the graph handles them itself.
    """

    input: GraphInput
    slots: list[int]
    fills: list[float] = []

    def feed(self, rows: Tensors) -> Array:
        """Return the rows as the graph's input."""
        if self.input.kind == "text":
            cells: Array = rows.texts[:, self.slots]
        else:
            cells = rows.numbers[:, self.slots]
            if self.fills:
                cells = np.where(np.isnan(cells), np.array(self.fills, cells.dtype), cells)
            cells = cells.astype(ELEMENTS[self.input.element])
        return cells.reshape(len(rows)) if self.input.rank == 1 else cells


class Answer(BaseModel):
    """The output that contains the predictions.

    `order` gives the column of each class in the order of the target's labels. It is empty for one number per
    row. `second` means that this number is the probability of the second of two classes.
    """

    output: GraphOutput
    order: list[int] = []
    second: bool = False

    def read(self, raw: Array) -> Array:
        """Return probabilities, shape (n_samples, classes), or numbers, shape (n_samples, 1), as float64."""
        values = np.asarray(raw, dtype=np.float64)
        if self.order:
            return values[:, self.order]
        values = values.reshape(len(values), 1)
        return np.concatenate([1 - values, values], axis=1) if self.second else values
