"""Errors for uploaded models."""

from __future__ import annotations

import re

from rowcast_automl.contracts.generated import ErrorCode
from rowcast_automl.platform.errors import RowcastError, field_problem

MAX_BYTES = 100 << 20
# As the checker and the runtime word it.
OPERATOR = re.compile(r"running (\w+) node|implementation for (\w+)\(|OpType: (\w+)")
# An ONNX file begins with its ir_version: field 1, a small number.
FIRST_BYTE, MAX_IR_VERSION = 0x08, 32
OTHER_FILES = (
    (b"PK\x03\x04", "a zip archive, as PyTorch and Keras write it"),
    (b"\x89HDF\r\n", "an HDF5 file, as Keras writes it"),
    (b"\x1f\x8b", "a gzip file"),
    (b"BZh", "a bzip2 file"),
    (b"\xfd7zXZ", "an xz file"),
    (b"\x93NUMPY", "a NumPy array"),
    (b"\x80", "a Python pickle, which could run code"),
)


def refused(code: ErrorCode, message: str) -> RowcastError:
    """Return an error about the uploaded file with this message."""
    return RowcastError(code, message, [field_problem("file", message)])


def at_operator(error: Exception) -> str:
    """Return text that names the operator in a library's error message, or an empty string."""
    found = OPERATOR.search(str(error))
    return f', at the operator "{found[found.lastindex or 0][:80]}"' if found else ""


def refuse_other_files(content: bytes) -> None:
    """Reject files that are not ONNX by their first bytes, before anything is parsed.

    Raises
    ------
    RowcastError
        ONNX_INVALID.
    """
    again = "Export the model to ONNX and upload the .onnx file."
    for start, name in OTHER_FILES:
        if content.startswith(start):
            raise refused("ONNX_INVALID", f"The file is {name}, and not an ONNX model. {again}")
    if len(content) < 8 or content[0] != FIRST_BYTE or not 1 <= content[1] <= MAX_IR_VERSION:
        raise refused("ONNX_INVALID", f"The file is not an ONNX model. {again}")
    if len(content) > MAX_BYTES:
        limit = f"{MAX_BYTES >> 20} MB"
        raise refused("ONNX_INVALID", f"The file is larger than the {limit} that a model may have.")
