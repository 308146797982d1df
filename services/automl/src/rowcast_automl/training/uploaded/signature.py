"""Inputs and outputs of an uploaded graph as plain data."""

from __future__ import annotations

from typing import Any, Literal

from onnx import TensorProto
from pydantic import BaseModel, ConfigDict

from rowcast_automl.training.uploaded.errors import refused

Kind = Literal["number", "whole", "truth", "text"]
KINDS: dict[int, Kind] = {
    TensorProto.FLOAT: "number",
    TensorProto.DOUBLE: "number",
    TensorProto.INT64: "whole",
    TensorProto.INT32: "whole",
    TensorProto.BOOL: "truth",
    TensorProto.STRING: "text",
}
LABELS = {TensorProto.INT64, TensorProto.INT32, TensorProto.STRING, TensorProto.BOOL}
NUMBERS = {TensorProto.FLOAT, TensorProto.DOUBLE}
CLASS_LISTS = ("classlabels_strings", "classlabels_int64s", "classlabels_ints")


class GraphInput(BaseModel):
    """An input of the graph.

    `element`: ONNX element type. `rank`: 1 or 2. `width`: number of columns, or None if unspecified.
    """

    model_config = ConfigDict(frozen=True)

    name: str
    element: int
    kind: Kind
    rank: int
    width: int | None


class GraphOutput(BaseModel):
    """A tensor of numbers, one column or one a class; `classes` are named by a node of the graph."""

    model_config = ConfigDict(frozen=True)

    name: str
    rank: int
    width: int | None
    classes: list[str] | None


class Signature(BaseModel):
    """The inputs of a graph, its numeric outputs, and its label output, if there is one."""

    inputs: list[GraphInput]
    outputs: list[GraphOutput]
    label: str | None


def signature_of(model: Any) -> Signature:
    """Return the signature of a model.

    Raises
    ------
    RowcastError
        ONNX_INPUTS_MISMATCH or ONNX_OUTPUTS_MISMATCH for tensors that no table has.
    """
    given = {each.name for each in model.graph.initializer}
    inputs = [input_of(each) for each in model.graph.input if each.name not in given]
    if not inputs:
        raise refused("ONNX_INPUTS_MISMATCH", "The model has no input.")
    maps = {node.output[0]: node for node in model.graph.node if node.op_type == "ZipMap"}
    listed = classes_in(model.graph)
    outputs, label = [], None
    for each in model.graph.output:
        node = maps.get(each.name)
        if node is not None:
            outputs.append(GraphOutput(name=node.input[0], rank=2, width=None, classes=class_list(node)))
            continue
        tensor = each.type.tensor_type
        if tensor.elem_type in NUMBERS:
            rank, width = shape_of(tensor)
            outputs.append(GraphOutput(name=each.name, rank=rank or 2, width=width, classes=listed))
        elif tensor.elem_type in LABELS:
            label = label or each.name
    return Signature(inputs=inputs, outputs=outputs, label=label)


def input_of(value: Any) -> GraphInput:
    """Return one input.

    Raises
    ------
    RowcastError
        ONNX_INPUTS_MISMATCH.
    """
    tensor = value.type.tensor_type
    kind = KINDS.get(tensor.elem_type)
    if kind is None:
        raise refused(
            "ONNX_INPUTS_MISMATCH",
            f'The input "{value.name[:80]}" is neither numbers, whole numbers, truth values nor text.',
        )
    rank, width = shape_of(tensor)
    first = tensor.shape.dim[0].dim_value if len(tensor.shape.dim) else 0
    if rank not in (1, 2) or first > 0:
        raise refused(
            "ONNX_INPUTS_MISMATCH",
            f'The input "{value.name[:80]}" must take any number of rows of one column or of several.',
        )
    return GraphInput(name=value.name, element=tensor.elem_type, kind=kind, rank=rank, width=width)


def shape_of(tensor: Any) -> tuple[int, int | None]:
    """Return the rank of a tensor, and the number of columns of a matrix."""
    sizes = tensor.shape.dim
    if len(sizes) == 1:
        return 1, 1
    return len(sizes), (sizes[1].dim_value or None) if len(sizes) == 2 else None


def classes_in(graph: Any) -> list[str] | None:
    """Return the class names of the last classifier in the graph."""
    found = [node for node in graph.node if any(each.name in CLASS_LISTS for each in node.attribute)]
    return class_list(found[-1]) if found else None


def class_list(node: Any) -> list[str] | None:
    """Return the class names in a node's attributes."""
    for attribute in node.attribute:
        if attribute.name in CLASS_LISTS and (attribute.strings or attribute.ints):
            return [each.decode("utf-8", "replace") for each in attribute.strings] or [
                str(each) for each in attribute.ints
            ]
    return None
