"""Requests of the Open Inference Protocol V2: conversion to rows, and encoding of the response."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, TypeVar

import orjson

from rowcast_automl.contracts.generated import MAX_INSTANCES
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.open_inference.tensors import (
    decode_column,
    encode_binary,
    input_error,
    request_error,
)
from rowcast_automl.serve.options.prediction_options import ALL_OPTIONS
from rowcast_automl.serve.requests.body_errors import parse_without_bom

JSON_LENGTH_HEADER = "inference-header-content-length"
MAX_LENGTH_DIGITS = 10
EXAMPLE_REQUEST = '{"inputs": [{"name": …, "shape": [1], "datatype": …, "data": […]}, …]}, one for each field'
TYPE_NAMES: dict[type, str] = {
    str: "text",
    bool: "true or false",
    int: "a whole number",
    dict: "an object",
    list: "a list",
}
Kind = TypeVar("Kind", str, bool, int, dict[str, Any], list[Any])


class InferenceRequest:
    """An inference request.

    Parameters
    ----------
    body : bytes
        JSON, followed by binary tensors if `json_bytes` gives the length of the JSON.
    json_bytes : str
        The length of the JSON; empty if there are no binary tensors.
    outputs : collection of str
        Names of the output tensors of the model.

    Attributes
    ----------
    options : dict or None
        The prediction options in the request's `parameters`, not validated.

    Raises
    ------
    RowcastError
        BODY_EMPTY, BODY_NOT_JSON, INSTANCES_INVALID or TOO_MANY_ROWS.
    """

    def __init__(self, body: bytes, json_bytes: str, outputs: Collection[str]) -> None:
        size = parse_json_length(json_bytes, len(body))
        content = parse_json(body[:size])
        self._id = get_member(content, "id", str)
        parameters = get_parameters(content)
        self._binary = get_member(parameters, "binary_data_output", bool) or False
        self.options = {name: value for name, value in parameters.items() if name in ALL_OPTIONS} or None
        self._requested = parse_outputs(content, outputs)
        self._columns = parse_inputs(content, body[size:])
        self.count = len(next(iter(self._columns.values())))

    def rows(self) -> list[dict[str, Any]]:
        """Return the inputs as rows."""
        names = self._columns.keys()
        return [dict(zip(names, row, strict=True)) for row in zip(*self._columns.values(), strict=True)]

    def encode_response(
        self, head: dict[str, Any], outputs: list[dict[str, Any]]
    ) -> tuple[bytes, int | None]:
        """Encode the requested outputs as JSON or binary.

        Returns
        -------
        body : bytes
        json_bytes : int or None
            Length of the JSON if binary tensors follow it.
        """
        tensors, tail = [], []
        for each in outputs:
            if self._requested and each["name"] not in self._requested:
                continue
            is_binary = self._requested.get(each["name"])
            if self._binary if is_binary is None else is_binary:
                raw = encode_binary(each["datatype"], each.pop("data"))
                each["parameters"] = {**each.get("parameters", {}), "binary_data_size": len(raw)}
                tail.append(raw)
            tensors.append(each)
        id_member = {} if self._id is None else {"id": self._id}
        content = orjson.dumps({**head, **id_member, "outputs": tensors})
        return content + b"".join(tail), len(content) if tail else None


def parse_json_length(json_bytes: str, size: int) -> int:
    """Parse the length of the JSON in a body of this size."""
    if not json_bytes:
        return size
    plain = json_bytes.isascii() and json_bytes.isdigit() and len(json_bytes) <= MAX_LENGTH_DIGITS
    if not plain or int(json_bytes) > size:
        raise request_error(
            f"Inference-Header-Content-Length must be a number of bytes, at most the body's {size}."
        )
    return int(json_bytes)


def parse_json(text: bytes) -> dict[str, Any]:
    """Parse the JSON of the request."""
    try:
        content = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        content = parse_without_bom(text, error, EXAMPLE_REQUEST)
    if not isinstance(content, dict):
        raise request_error("The request must be an object with a list of inputs.")
    return content


def parse_outputs(content: dict[str, Any], known: Collection[str]) -> dict[str, bool | None]:
    """Return the requested outputs, each with whether it is binary; empty for all outputs."""
    requested: dict[str, bool | None] = {}
    for each in get_objects(content, "outputs"):
        name = get_member(each, "name", str)
        if name is None or name not in known:
            raise request_error(f"There is no output {str(name)[:80]!r}; there are {', '.join(known)}.")
        requested[name] = get_member(get_parameters(each), "binary_data", bool)
    return requested


def parse_inputs(content: dict[str, Any], tail: bytes) -> dict[str, list[Any]]:
    """Return the columns by name, of equal length."""
    inputs = get_objects(content, "inputs")
    if not inputs:
        raise request_error("The request needs a list of inputs, one for each field.")
    columns: dict[str, list[Any]] = {}
    at = 0
    for each in inputs:
        name = get_member(each, "name", str)
        if name is None:
            raise request_error("Each input needs a name, that of a field.")
        if name in columns:
            raise input_error(name, "is there twice; send all its values in one")
        size = get_member(get_parameters(each), "binary_data_size", int)
        if size is not None and not 0 <= size <= len(tail) - at:
            raise input_error(name, "has a binary_data_size that goes beyond the body")
        columns[name] = decode_column(name, each, None if size is None else tail[at : at + size])
        at += size or 0
    check_row_counts(columns)
    return columns


def check_row_counts(columns: dict[str, list[Any]]) -> None:
    """Reject columns of different lengths, no rows, or too many rows."""
    first, rows = next((name, len(column)) for name, column in columns.items())
    for name, column in columns.items():
        if len(column) != rows:
            what = f'has {len(column)} rows, and "{first[:80]}" has {rows}; all inputs need the same number'
            raise input_error(name, what)
    if not rows:
        raise input_error(first, "has no rows; send at least one")
    if rows > MAX_INSTANCES:
        raise RowcastError("TOO_MANY_ROWS")


def get_objects(content: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """Return a member that is a list of objects; empty if missing."""
    found = get_member(content, name, list) or []
    if not all(isinstance(each, dict) for each in found):
        raise request_error(f"Each of the {name} must be an object.")
    return found


def get_parameters(content: dict[str, Any]) -> dict[str, Any]:
    """Return the `parameters` of a request or of a tensor."""
    return get_member(content, "parameters", dict) or {}


def get_member(content: dict[str, Any], name: str, kind: type[Kind]) -> Kind | None:
    """Return a member of an object, or None if it is missing or null.

    Raises
    ------
    RowcastError
        INSTANCES_INVALID if it has another type.
    """
    value: Kind | None = content.get(name)
    if value is None or type(value) is kind:
        return value
    raise request_error(f"{name} must be {TYPE_NAMES[kind]}.")
