"""Encoding of Open Inference Protocol V2 tensors as JSON and in the binary extension."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any, TypeGuard

import numpy as np

from rowcast_automl.platform.errors import RowcastError, field_problem

NUMPY_TYPES = {
    "BOOL": "?",
    "INT8": "<i1",
    "INT16": "<i2",
    "INT32": "<i4",
    "INT64": "<i8",
    "UINT8": "<u1",
    "UINT16": "<u2",
    "UINT32": "<u4",
    "UINT64": "<u8",
    "FP16": "<f2",
    "FP32": "<f4",
    "FP64": "<f8",
}


def request_error(message: str) -> RowcastError:
    """Return the error for an invalid request."""
    return RowcastError("INSTANCES_INVALID", message)


def input_error(name: str, what: str) -> RowcastError:
    """Return the error for an invalid input; `what` completes the sentence after its name."""
    shown = name[:80]
    message = f'The input "{shown}" {what}.'
    return RowcastError("INSTANCES_INVALID", message, [field_problem(shown, message)])


def decode_column(name: str, tensor: dict[str, Any], raw: bytes | None) -> list[Any]:
    """Decode one value per row; NaN becomes a missing value.

    Raises
    ------
    RowcastError
        INSTANCES_INVALID for an invalid datatype, shape or length.
    """
    datatype, shape = tensor.get("datatype"), tensor.get("shape")
    if not isinstance(datatype, str) or not is_shape(shape):
        raise input_error(name, "needs a datatype and a shape, such as [1]")
    if datatype not in NUMPY_TYPES and datatype != "BYTES":
        known = ", ".join([*NUMPY_TYPES, "BYTES"])
        raise input_error(name, f'has the unknown datatype "{datatype[:20]}"; there is {known}')
    if len(shape) > 2 or (len(shape) == 2 and shape[1] != 1):
        raise input_error(name, "must have the shape [rows] or [rows, 1]")
    values = (
        flatten_data(name, tensor.get("data"))
        if raw is None
        else decode_binary(name, datatype, shape[0], raw)
    )
    if len(values) != shape[0]:
        raise input_error(name, f"has {len(values)} values; its shape says {shape[0]}")
    return [None if isinstance(each, float) and each != each else each for each in values]


def is_shape(shape: Any) -> TypeGuard[list[int]]:
    """Whether it is a valid shape."""
    return isinstance(shape, list) and bool(shape) and all(type(each) is int and each >= 0 for each in shape)


def flatten_data(name: str, data: Any) -> list[Any]:
    """Flatten [v, …] or [[v], …]."""
    if not isinstance(data, list):
        raise input_error(name, "needs its data as a list")
    return [each[0] if isinstance(each, list) and len(each) == 1 else each for each in data]


def decode_binary(name: str, datatype: str, rows: int, raw: bytes) -> list[Any]:
    """Decode values of the binary extension: little-endian, texts with a length prefix."""
    if datatype != "BYTES":
        if len(raw) != rows * np.dtype(NUMPY_TYPES[datatype]).itemsize:
            raise input_error(name, f"has {len(raw)} bytes, which are not {rows} values of {datatype}")
        values: list[Any] = np.frombuffer(raw, NUMPY_TYPES[datatype]).tolist()
        return values
    texts, at = [], 0
    try:
        while at < len(raw):
            (size,) = struct.unpack_from("<I", raw, at)
            if at + 4 + size > len(raw):
                raise input_error(name, "ends within a value")
            texts.append(raw[at + 4 : at + 4 + size].decode())
            at += 4 + size
    except (struct.error, UnicodeDecodeError) as error:
        raise input_error(name, "is not a row of UTF-8 texts") from error
    return texts


def encode_binary(datatype: str, values: Sequence[Any]) -> bytes:
    """Encode values in the binary extension."""
    if datatype != "BYTES":
        return np.array(values, NUMPY_TYPES[datatype]).tobytes()
    encoded = [str(each).encode() for each in values]
    return b"".join(struct.pack("<I", len(each)) + each for each in encoded)
