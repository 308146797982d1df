"""Errors as HTTP responses."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

import orjson
from starlette.responses import Response

from rowcast_automl.contracts.generated import ERROR_STATUS, FieldProblem
from rowcast_automl.platform.errors import RowcastError, row_name
from rowcast_automl.platform.process.memory_limits import is_out_of_memory

OUT_OF_MEMORY_MESSAGE = (
    "The model server has no memory left for this. Try again after the time in Retry-After; if it repeats, "
    "have MODEL_SERVER_MEMORY_MB raised."
)
TIMEOUT_MESSAGE = (
    "The model took longer than a model that was uploaded may. Send fewer rows, or deploy another model."
)


def row_invalid_error(row: int, problems: Sequence[FieldProblem]) -> RowcastError:
    """Return the error with all invalid fields; `row` is the first invalid row, from 0."""
    return RowcastError("ROW_INVALID", summarize_problems(problems, row_name(row)), problems)


def summarize_problems(problems: Sequence[FieldProblem], place: str) -> str:
    """Return the first problem with its place, and the number of further problems."""
    message = problems[0].message
    more = f" ({len(problems) - 1} more under fields)" if len(problems) > 1 else ""
    return f"{message if message.startswith(place) else f'{place}: {message}'}{more}"


def public_error(error: BaseException) -> RowcastError:
    """Return the error to report for an exception: out of memory, timeout, or INTERNAL without details."""
    if isinstance(error, RowcastError):
        return error
    if is_out_of_memory(error):
        return RowcastError("MODEL_SERVER_BUSY", OUT_OF_MEMORY_MESSAGE)
    if isinstance(error, TimeoutError):
        return RowcastError("MODEL_SERVER_TIMEOUT", TIMEOUT_MESSAGE)
    return RowcastError("INTERNAL")


def error_content(error: RowcastError) -> dict[str, Any]:
    """Return the standard error content without the request id."""
    content: dict[str, Any] = {
        "error": {"code": error.code},
        "message": error.message,
        "detail": error.message,
    }
    if error.fields:
        content["fields"] = [each.model_dump(exclude_none=True) for each in error.fields]
    return content


def error_body(error: RowcastError, request_id: str) -> bytes:
    """Return the standard error body."""
    return orjson.dumps({**error_content(error), "requestId": request_id or uuid.uuid4().hex})


def retry_after_header(error: RowcastError) -> bytes:
    """Return the Retry-After header, if a retry makes sense."""
    return b"retry-after: 1\r\n" if error.code == "MODEL_SERVER_BUSY" else b""


def error_response(error: RowcastError, request_id: str) -> Response:
    """Return the error as a response of the app."""
    headers = {"retry-after": "1"} if retry_after_header(error) else None
    body = error_body(error, request_id)
    return Response(body, ERROR_STATUS[error.code], headers, media_type="application/json")


def json_response(content: Any, status: int = 200) -> Response:
    """Return a JSON response encoded by orjson."""
    return Response(orjson.dumps(content), status, media_type="application/json")
