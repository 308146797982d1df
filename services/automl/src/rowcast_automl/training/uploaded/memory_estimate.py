"""Estimates the memory of a graph from its shapes before it is loaded; runs in the sandbox only."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

import onnx
from onnx import TensorProto, numpy_helper

from rowcast_automl.features.tensors import FOREIGN_ROWS
from rowcast_automl.training.uploaded.errors import refused

MAX_TENSOR, MAX_CONSTANTS = 512 << 20, 1 << 30
MAX_NODES, DEEPEST = 50_000, 4
# By operator, the inputs that say how large its output becomes.
GROWING: dict[str, tuple[int, ...]] = {
    "ConstantOfShape": (0,),
    "Expand": (1,),
    "Tile": (1, 2),
    "Range": (0, 1, 2),
    "Resize": (2, 3),
    "Upsample": (1,),
    "Pad": (1,),
    "OneHot": (1,),
    "CenterCropPad": (1,),
    "AffineGrid": (1,),
}
# What they tell of a tensor is its shape, whatever its cells hold.
SHAPES = frozenset({"Shape", "Size"})
BITS: dict[int, int] = {
    TensorProto.DOUBLE: 64,
    TensorProto.INT64: 64,
    TensorProto.UINT64: 64,
    TensorProto.STRING: 256,
}
NUMBERS = (TensorProto.INT64, TensorProto.INT32, TensorProto.FLOAT, TensorProto.DOUBLE, TensorProto.INT16)
LESS = "Export the model with fixed, smaller sizes."


def refuse_unbounded(model: Any) -> None:
    """Reject a graph that may need more memory than a server can spare.

    Raises
    ------
    RowcastError
        ONNX_TOO_HEAVY if a tensor is too large, ONNX_UNSUPPORTED if its size depends on the cells of a row.
    """
    for graph in shaped(model):
        refuse_large_tensors(graph)
    refuse_growth(model.graph, {each.name for each in model.graph.input})


def refuse_sprawl(graph: Any) -> None:
    """Reject graphs with too many nodes or too deep nesting."""
    nodes = 0
    for depth, each in levels(graph):
        nodes += len(each.node)
        if depth > DEEPEST:
            raise refused("ONNX_TOO_HEAVY", f"The model's branches lie more than {DEEPEST} deep. {LESS}")
        if nodes > MAX_NODES:
            raise refused("ONNX_TOO_HEAVY", f"The model has more than {MAX_NODES:,} operators. {LESS}")


def refuse_constants(graph: Any) -> None:
    """Reject constants that are too large unpacked. For a sparse constant, its full shape counts."""
    taken = 0
    for _, each in levels(graph):
        tensors = list(each.initializer)
        sparse = list(each.sparse_initializer)
        for node in each.node:
            for attribute in node.attribute:
                tensors += [attribute.t, *attribute.tensors]
                sparse += [attribute.sparse_tensor, *attribute.sparse_tensors]
        taken += sum(size(tensor.dims, tensor.data_type) for tensor in tensors if tensor.data_type)
        taken += sum(size(tensor.dims, tensor.values.data_type) for tensor in sparse if tensor.dims)
    if taken > MAX_CONSTANTS:
        raise refused(
            "ONNX_TOO_HEAVY",
            f"The model's constants take {in_mb(taken)}; {in_mb(MAX_CONSTANTS)} is the most. {LESS}",
        )


def refuse_ranges(graph: Any) -> None:
    """Reject long ranges between constants, which the checker would expand."""
    values = {name: value for _, each in levels(graph) for name, value in numbers_of(each)}
    for _, each in levels(graph):
        for node in each.node:
            bounds = [values.get(name) for name in node.input]
            if node.op_type != "Range" or len(bounds) != 3:
                continue
            start, end, step = (math.nan if bound is None else bound for bound in bounds)
            count = abs(end - start) / abs(step) if step else math.inf
            if count * 8 > MAX_TENSOR:
                raise refused("ONNX_TOO_HEAVY", f'The operator "Range" makes {count:,.0f} numbers. {LESS}')


def numbers_of(graph: Any) -> Iterator[tuple[str, float]]:
    """Yield the name and value of each constant with a single number."""
    made = [(each.output[0], each.attribute) for each in graph.node if each.op_type == "Constant"]
    tensors = [(each.name, each) for each in graph.initializer]
    tensors += [(name, each.t) for name, attributes in made for each in attributes if each.name == "value"]
    for name, tensor in tensors:
        if math.prod(tensor.dims) == 1 and tensor.data_type in NUMBERS:
            yield name, float(numpy_helper.to_array(tensor).reshape(-1)[0])


def shaped(model: Any) -> Iterator[Any]:
    """Yield the graph and its subgraphs with the shapes inferred for a batch of 1,000 rows."""
    asked = onnx.ModelProto()
    asked.CopyFrom(model)
    constants = {each.name for each in asked.graph.initializer}
    for each in asked.graph.input:
        shape = each.type.tensor_type.shape
        if each.name not in constants and shape.dim and not shape.dim[0].dim_value:
            shape.dim[0].dim_value = FOREIGN_ROWS
    # The shapes of outputs were written for any number of rows.
    for each in asked.graph.output:
        each.type.tensor_type.ClearField("shape")
    try:
        known = onnx.shape_inference.infer_shapes(asked, data_prop=True)
    except Exception as error:
        # A graph whose sizes overflow does not follow from anything.
        raise refused("ONNX_TOO_HEAVY", f"The sizes in the model cannot be worked out. {LESS}") from error
    for _, graph in levels(known.graph):
        yield graph


def refuse_large_tensors(graph: Any) -> None:
    """Reject operators with an output that is too large."""
    made_by = {name: node for node in graph.node for name in node.output}
    for each in [*graph.value_info, *graph.output]:
        kind = each.type.tensor_type
        dims = [dim.dim_value for dim in kind.shape.dim]
        if each.name in made_by and size(dims, kind.elem_type) > MAX_TENSOR:
            name = made_by[each.name].op_type[:80]
            raise refused(
                "ONNX_TOO_HEAVY",
                f'The operator "{name}" makes {in_mb(size(dims, kind.elem_type))} of {FOREIGN_ROWS:,} rows; '
                f"{in_mb(MAX_TENSOR)} is the most. {LESS}",
            )


def refuse_growth(graph: Any, by_cells: set[str]) -> set[str]:
    """Reject operators whose output size depends on the values of cells.

    Parameters
    ----------
    by_cells : set of str
        Names of the tensors that depend on the cells.
    """
    hanging = set(by_cells) - {each.name for each in graph.initializer}
    for node in graph.node:
        sizing = [node.input[place] for place in GROWING.get(node.op_type, ()) if place < len(node.input)]
        if any(name in hanging for name in sizing):
            raise refused(
                "ONNX_UNSUPPORTED",
                f'How much the operator "{node.op_type[:80]}" makes depends on the values of a row. {LESS}',
            )
        inner = {
            name
            for within in graphs_within(node)
            for name in refuse_growth(within, hanging)
            if name in {each.name for each in within.output}
        }
        if node.op_type not in SHAPES and (inner or any(name in hanging for name in node.input)):
            hanging.update(name for name in node.output if name)
    return hanging


def levels(graph: Any, depth: int = 0) -> Iterator[tuple[int, Any]]:
    """Yield the graph and its subgraphs, each with its nesting depth."""
    yield depth, graph
    for node in graph.node:
        for within in graphs_within(node):
            yield from levels(within, depth + 1)


def graphs_within(node: Any) -> Iterator[Any]:
    """Yield the subgraphs of a node."""
    for attribute in node.attribute:
        for within in (attribute.g, *attribute.graphs):
            if within.node or within.initializer or within.output:
                yield within


def size(dims: Iterable[int], element: int) -> int:
    """Return the bytes of a tensor. An unknown or named dimension counts as one."""
    return math.prod(max(1, each) for each in dims) * BITS.get(element, 32) // 8


def in_mb(count: int) -> str:
    """Format a number of bytes in megabytes."""
    return f"{count / 2**20:,.0f} MB"
