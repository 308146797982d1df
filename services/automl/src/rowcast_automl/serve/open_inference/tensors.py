"""Tensors of the Open Inference Protocol V2 as columns and back, as JSON and as its binary extension."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any, TypeGuard

import numpy as np

from rowcast_automl.platform.errors import RowcastError, field_problem

NUMPY = {
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


def wrong(message: str) -> RowcastError:
    """The error for a request that cannot be read."""
    return RowcastError("INSTANCES_INVALID", message)


def wrong_input(name: str, what: str) -> RowcastError:
    """The error for a tensor that cannot be read; `what` goes on behind its name."""
    shown = name[:80]
    message = f'The input "{shown}" {what}.'
    return RowcastError("INSTANCES_INVALID", message, [field_problem(shown, message)])


def read_column(name: str, tensor: dict[str, Any], raw: bytes | None) -> list[Any]:
    """One value for each row; NaN is a missing one.

    Raises
    ------
    RowcastError
        INSTANCES_INVALID for a datatype, a shape or a length that does not fit.
    """
    datatype, shape = tensor.get("datatype"), tensor.get("shape")
    if not isinstance(datatype, str) or not is_shape(shape):
        raise wrong_input(name, "needs a datatype and a shape, such as [1]")
    if datatype not in NUMPY and datatype != "BYTES":
        known = ", ".join([*NUMPY, "BYTES"])
        raise wrong_input(name, f'has the unknown datatype "{datatype[:20]}"; there is {known}')
    if len(shape) > 2 or (len(shape) == 2 and shape[1] != 1):
        raise wrong_input(name, "must have the shape [rows] or [rows, 1]")
    values = flat(name, tensor.get("data")) if raw is None else read_raw(name, datatype, shape[0], raw)
    if len(values) != shape[0]:
        raise wrong_input(name, f"has {len(values)} values; its shape says {shape[0]}")
    return [None if isinstance(each, float) and each != each else each for each in values]


def is_shape(shape: Any) -> TypeGuard[list[int]]:
    """Whether it is a list of sizes."""
    return isinstance(shape, list) and bool(shape) and all(type(each) is int and each >= 0 for each in shape)


def flat(name: str, data: Any) -> list[Any]:
    """The values of [v, …] or [[v], …]."""
    if not isinstance(data, list):
        raise wrong_input(name, "needs its data as a list")
    return [each[0] if isinstance(each, list) and len(each) == 1 else each for each in data]


def read_raw(name: str, datatype: str, rows: int, raw: bytes) -> list[Any]:
    """Values of the binary extension: little-endian, text with its length in front."""
    if datatype != "BYTES":
        if len(raw) != rows * np.dtype(NUMPY[datatype]).itemsize:
            raise wrong_input(name, f"has {len(raw)} bytes, which are not {rows} values of {datatype}")
        values: list[Any] = np.frombuffer(raw, NUMPY[datatype]).tolist()
        return values
    texts, at = [], 0
    try:
        while at < len(raw):
            (size,) = struct.unpack_from("<I", raw, at)
            if at + 4 + size > len(raw):
                raise wrong_input(name, "ends within a value")
            texts.append(raw[at + 4 : at + 4 + size].decode())
            at += 4 + size
    except (struct.error, UnicodeDecodeError) as error:
        raise wrong_input(name, "is not a row of UTF-8 texts") from error
    return texts


def write_raw(datatype: str, values: Sequence[Any]) -> bytes:
    """Values in the binary extension."""
    if datatype != "BYTES":
        return np.array(values, NUMPY[datatype]).tobytes()
    encoded = [str(each).encode() for each in values]
    return b"".join(struct.pack("<I", len(each)) + each for each in encoded)
