"""Errors as HTTP answers."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

import orjson
from starlette.responses import Response

from rowcast_automl.contracts.generated import ERROR_STATUS, FieldProblem
from rowcast_automl.platform.errors import RowcastError, row_name
from rowcast_automl.platform.process.memory_limits import is_out_of_memory

NO_MEMORY = (
    "The model server has no memory left for this. Try again after the time in Retry-After; if it repeats, "
    "have MODEL_SERVER_MEMORY_MB raised."
)
TOO_LONG = (
    "The model took longer than a model that was uploaded may. Send fewer rows, or deploy another model."
)


def row_invalid(row: int, problems: Sequence[FieldProblem]) -> RowcastError:
    """Every bad field of the rows; `row` is the first one's place, from 0."""
    return RowcastError("ROW_INVALID", first_of(problems, row_name(row)), problems)


def first_of(problems: Sequence[FieldProblem], place: str) -> str:
    """The first problem, with its place where it does not name it, and how many more there are."""
    said = problems[0].message
    more = f" ({len(problems) - 1} more under fields)" if len(problems) > 1 else ""
    return f"{said if said.startswith(place) else f'{place}: {said}'}{more}"


def told_of(error: BaseException) -> RowcastError:
    """What a caller is told of an error: no memory, no time, or that it has happened and no more."""
    if isinstance(error, RowcastError):
        return error
    if is_out_of_memory(error):
        return RowcastError("MODEL_SERVER_BUSY", NO_MEMORY)
    if isinstance(error, TimeoutError):
        return RowcastError("MODEL_SERVER_TIMEOUT", TOO_LONG)
    return RowcastError("INTERNAL")


def failure_content(error: RowcastError) -> dict[str, Any]:
    """The house's error, without the request's id."""
    content: dict[str, Any] = {
        "error": {"code": error.code},
        "message": error.message,
        "detail": error.message,
    }
    if error.fields:
        content["fields"] = [each.model_dump(exclude_none=True) for each in error.fields]
    return content


def failure_body(error: RowcastError, request_id: str) -> bytes:
    """The house's error body."""
    return orjson.dumps({**failure_content(error), "requestId": request_id or uuid.uuid4().hex})


def retry_after(error: RowcastError) -> bytes:
    """The header that says when to come again, where it is worth it."""
    return b"retry-after: 1\r\n" if error.code == "MODEL_SERVER_BUSY" else b""


def failure_response(error: RowcastError, request_id: str) -> Response:
    """The error as an answer of the app."""
    headers = {"retry-after": "1"} if retry_after(error) else None
    body = failure_body(error, request_id)
    return Response(body, ERROR_STATUS[error.code], headers, media_type="application/json")


def json_response(content: Any, status: int = 200) -> Response:
    """JSON by orjson."""
    return Response(orjson.dumps(content), status, media_type="application/json")
