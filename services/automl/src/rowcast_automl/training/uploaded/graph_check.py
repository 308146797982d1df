"""Validates an uploaded graph; runs in the sandbox only."""

from __future__ import annotations

from typing import Any

import onnx
from google.protobuf.message import DecodeError
from onnx import TensorProto

from rowcast_automl.training.uploaded.errors import at_operator, refuse_other_files, refused
from rowcast_automl.training.uploaded.memory_estimate import (
    levels,
    refuse_constants,
    refuse_ranges,
    refuse_sprawl,
    refuse_unbounded,
)

ML = "ai.onnx.ml"
DOMAINS = {"": onnx.defs.onnx_opset_version(), "ai.onnx": onnx.defs.onnx_opset_version(), ML: 5}
OLDEST_OPSET = 9
# Loops without a bound stop a server; chance gives another answer every time.
FORBIDDEN = frozenset(
    {
        "Loop",
        "Scan",
        "RandomNormal",
        "RandomNormalLike",
        "RandomUniform",
        "RandomUniformLike",
        "Multinomial",
        "Bernoulli",
    }
)


def checked_model(content: bytes) -> Any:
    """Parse and validate the model.

    Raises
    ------
    RowcastError
        ONNX_INVALID, ONNX_UNSUPPORTED or ONNX_TOO_HEAVY.
    """
    refuse_other_files(content)
    try:
        model = onnx.load_model_from_string(content)
    except (DecodeError, ValueError, TypeError) as error:
        raise refused("ONNX_INVALID", "The file cannot be read as ONNX. Export the model again.") from error
    refuse_unsupported(model)
    # Before the checker too, which works out shapes by itself.
    refuse_sprawl(model.graph)
    refuse_constants(model.graph)
    refuse_ranges(model.graph)
    try:
        onnx.checker.check_model(model, full_check=True)
    except Exception as error:
        message = (
            f"The model breaks a rule of ONNX{at_operator(error)}. onnx.checker.check_model(model, "
            "full_check=True) says which. Mend it, or export it anew."
        )
        raise refused("ONNX_INVALID", message) from error
    refuse_unbounded(model)
    return model


def refuse_unsupported(model: Any) -> None:
    """Reject operators of other domains, newer opsets, and data outside the file."""
    if not model.opset_import:
        raise refused("ONNX_INVALID", "The model names no opset. Export it again.")
    for opset in model.opset_import:
        newest = DOMAINS.get(opset.domain)
        if newest is None:
            raise refused(
                "ONNX_UNSUPPORTED",
                f'Operators of the domain "{opset.domain}" are not allowed, only standard ones. '
                "Export the model with standard operators.",
            )
        if opset.version > newest or (not opset.domain and opset.version < OLDEST_OPSET):
            name = opset.domain or "ai.onnx"
            oldest = OLDEST_OPSET if not opset.domain else 1
            raise refused(
                "ONNX_UNSUPPORTED",
                f"The model needs {name} opset {opset.version}; {oldest} to {newest} work. Export it anew.",
            )
    if model.functions or model.training_info:
        raise refused(
            "ONNX_UNSUPPORTED", "The model brings functions of its own. Export it with standard operators."
        )
    for _, graph in levels(model.graph):
        refuse_graph(graph)


def refuse_graph(graph: Any) -> None:
    """Reject unsupported nodes and data of one graph."""
    for node in graph.node:
        if node.domain not in DOMAINS or node.op_type in FORBIDDEN:
            name = f"{node.domain}.{node.op_type}" if node.domain else node.op_type
            raise refused("ONNX_UNSUPPORTED", f'The operator "{name[:80]}" is not allowed.')
    tensors = [*graph.initializer, *(each.values for each in graph.sparse_initializer)]
    tensors += [each.indices for each in graph.sparse_initializer]
    for node in graph.node:
        for attribute in node.attribute:
            tensors += [attribute.t, *attribute.tensors]
    if any(each.data_location == TensorProto.EXTERNAL or each.external_data for each in tensors):
        raise refused(
            "ONNX_UNSUPPORTED",
            "The model keeps data outside the file. Save it as one file, without external data.",
        )
