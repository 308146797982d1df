"""One request of the Open Inference Protocol V2 as rows, and its answer as tensors."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, TypeVar

import orjson

from rowcast_automl.contracts.generated import MAX_INSTANCES
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.open_inference.tensors import read_column, write_raw, wrong, wrong_input
from rowcast_automl.serve.options.prediction_options import KNOWN
from rowcast_automl.serve.requests.body_errors import json_behind_mark

JSON_BYTES = "inference-header-content-length"
LONGEST_LENGTH = 10
FORM = '{"inputs": [{"name": …, "shape": [1], "datatype": …, "data": […]}, …]}, one for each field'
KINDS: dict[type, str] = {
    str: "text",
    bool: "true or false",
    int: "a whole number",
    dict: "an object",
    list: "a list",
}
Kind = TypeVar("Kind", str, bool, int, dict[str, Any], list[Any])


class Inference:
    """An inference request.

    Parameters
    ----------
    body : bytes
        JSON, with binary tensors behind it where `json_bytes` says how long the JSON is.
    json_bytes : str
        That length; empty for JSON alone.
    outputs : collection of str
        Names of the tensors that the model answers.

    Attributes
    ----------
    options : dict or None
        Those of the request's `parameters` that are options of an answer, unchecked.

    Raises
    ------
    RowcastError
        BODY_EMPTY, BODY_NOT_JSON, INSTANCES_INVALID or TOO_MANY_ROWS.
    """

    def __init__(self, body: bytes, json_bytes: str, outputs: Collection[str]) -> None:
        size = read_length(json_bytes, len(body))
        content = read_object(body[:size])
        self._id = member(content, "id", str)
        parameters = parameters_of(content)
        self._binary = member(parameters, "binary_data_output", bool) or False
        self.options = {name: value for name, value in parameters.items() if name in KNOWN} or None
        self._wanted = read_outputs(content, outputs)
        self._columns = read_inputs(content, body[size:])
        self.count = len(next(iter(self._columns.values())))

    def rows(self) -> list[dict[str, Any]]:
        """The inputs row by row."""
        names = self._columns.keys()
        return [dict(zip(names, row, strict=True)) for row in zip(*self._columns.values(), strict=True)]

    def answer(self, head: dict[str, Any], outputs: list[dict[str, Any]]) -> tuple[bytes, int | None]:
        """The outputs asked for, each as JSON or in binary as it was asked for.

        Returns
        -------
        (body, json_bytes)
            The length of the JSON where binary tensors stand behind it, else None.
        """
        tensors, tail = [], []
        for each in outputs:
            if self._wanted and each["name"] not in self._wanted:
                continue
            own = self._wanted.get(each["name"])
            if self._binary if own is None else own:
                raw = write_raw(each["datatype"], each.pop("data"))
                each["parameters"] = {**each.get("parameters", {}), "binary_data_size": len(raw)}
                tail.append(raw)
            tensors.append(each)
        named = {} if self._id is None else {"id": self._id}
        content = orjson.dumps({**head, **named, "outputs": tensors})
        return content + b"".join(tail), len(content) if tail else None


def read_length(json_bytes: str, size: int) -> int:
    """The length of the JSON in a body of this size."""
    if not json_bytes:
        return size
    plain = json_bytes.isascii() and json_bytes.isdigit() and len(json_bytes) <= LONGEST_LENGTH
    if not plain or int(json_bytes) > size:
        raise wrong(f"Inference-Header-Content-Length must be a number of bytes, at most the body's {size}.")
    return int(json_bytes)


def read_object(text: bytes) -> dict[str, Any]:
    """The request's JSON."""
    try:
        content = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        content = json_behind_mark(text, error, FORM)
    if not isinstance(content, dict):
        raise wrong("The request must be an object with a list of inputs.")
    return content


def read_outputs(content: dict[str, Any], known: Collection[str]) -> dict[str, bool | None]:
    """The outputs asked for by name, each with whether it is to be binary; empty for all of them."""
    wanted: dict[str, bool | None] = {}
    for each in objects(content, "outputs"):
        name = member(each, "name", str)
        if name is None or name not in known:
            raise wrong(f"There is no output {str(name)[:80]!r}; there are {', '.join(known)}.")
        wanted[name] = member(parameters_of(each), "binary_data", bool)
    return wanted


def read_inputs(content: dict[str, Any], tail: bytes) -> dict[str, list[Any]]:
    """Columns by name, all of one length."""
    inputs = objects(content, "inputs")
    if not inputs:
        raise wrong("The request needs a list of inputs, one for each field.")
    columns: dict[str, list[Any]] = {}
    at = 0
    for each in inputs:
        name = member(each, "name", str)
        if name is None:
            raise wrong("Each input needs a name, that of a field.")
        if name in columns:
            raise wrong_input(name, "is there twice; send all its values in one")
        size = member(parameters_of(each), "binary_data_size", int)
        if size is not None and not 0 <= size <= len(tail) - at:
            raise wrong_input(name, "has a binary_data_size that goes beyond the body")
        columns[name] = read_column(name, each, None if size is None else tail[at : at + size])
        at += size or 0
    require_rows(columns)
    return columns


def require_rows(columns: dict[str, list[Any]]) -> None:
    """Refuses columns of different lengths, none, or too many rows."""
    first, rows = next((name, len(column)) for name, column in columns.items())
    for name, column in columns.items():
        if len(column) != rows:
            what = f'has {len(column)} rows, and "{first[:80]}" has {rows}; all inputs need the same number'
            raise wrong_input(name, what)
    if not rows:
        raise wrong_input(first, "has no rows; send at least one")
    if rows > MAX_INSTANCES:
        raise RowcastError("TOO_MANY_ROWS")


def objects(content: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """A member that is a list of objects; empty where it is left out."""
    found = member(content, name, list) or []
    if not all(isinstance(each, dict) for each in found):
        raise wrong(f"Each of the {name} must be an object.")
    return found


def parameters_of(content: dict[str, Any]) -> dict[str, Any]:
    """The `parameters` of a request or a tensor."""
    return member(content, "parameters", dict) or {}


def member(content: dict[str, Any], name: str, kind: type[Kind]) -> Kind | None:
    """A member of an object; None where it is left out or null.

    Raises
    ------
    RowcastError
        INSTANCES_INVALID where it is of another kind.
    """
    value: Kind | None = content.get(name)
    if value is None or type(value) is kind:
        return value
    raise wrong(f"{name} must be {KINDS[kind]}.")
