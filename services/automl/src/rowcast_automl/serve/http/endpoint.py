"""Prediction of a whole request body: for long requests and for requests through ASGI."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any

import numpy as np
import structlog
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from rowcast_automl.contracts.generated import MAX_BODY_BYTES
from rowcast_automl.features.rows.field_notes import Note
from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.http.error_responses import error_response, public_error
from rowcast_automl.serve.http.query_parameters import parse_call_options, policy_headers
from rowcast_automl.serve.options.prediction_options import merge_options, require_supported
from rowcast_automl.serve.options.value_policy import Policy
from rowcast_automl.serve.pool.loaded_model import LoadedModel
from rowcast_automl.serve.processes.metrics import DISCONNECTED, REJECTED
from rowcast_automl.serve.requests.body import read_body
from rowcast_automl.serve.requests.row_errors import UnreadableRows
from rowcast_automl.serve.responses.response_formats import (
    MEDIA_TYPES,
    Format,
    encode_response,
    response_format_of,
    warning_counts,
)
from rowcast_automl.serve.scheduling.long_requests import IsGone, Result
from rowcast_automl.serve.scheduling.pending_rows import ClientDisconnected

SLICE_ROWS = 1_000
Handler = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class RequestSettings:
    """Settings of a request apart from its rows.

    Parameters
    ----------
    options : dict or None
        PredictionOptions from the query string, not validated.
    """

    content_type: str
    response_format: Format
    policy: Policy
    options: dict[str, Any] | None


def predict_body(
    body: bytes, settings: RequestSettings, model: LoadedModel, is_gone: IsGone = lambda: False
) -> tuple[int, list[Note], bytes]:
    """Predict the rows of a body.

    Returns
    -------
    n_rows : int
    warnings : list of Note
    response : bytes

    Raises
    ------
    RowcastError
        The body is invalid.
    ClientDisconnected
    """
    try:
        rows, from_text, options, separator = read_body(body, settings.content_type, model.schema)
    except UnreadableRows as error:
        raise error.with_other_problems(model.reader, settings.policy) from error
    options = merge_options(settings.options, options)
    require_supported(options, settings.response_format)
    packed = model.pack(rows, from_text, settings.policy)
    answers = run_cancellable(model, packed.tensors, is_gone)
    if options is None:
        written = model.encode(answers, packed.warnings, settings.response_format, separator=separator)
    else:
        predictions = model.present_with_options(packed.tensors, answers, options)
        written = encode_response(predictions, packed.warnings, settings.response_format, separator)
    return len(rows), packed.warnings, written


def run_cancellable(model: LoadedModel, tensors: Tensors, is_gone: IsGone) -> Array:
    """Return predictions of shape (n_rows, n_classes) or (n_rows, 1).

    Cancel them when the client disconnects.

    Raises
    ------
    ClientDisconnected
    """
    answers = []
    for at in range(0, len(tensors), SLICE_ROWS):
        if is_gone():
            raise ClientDisconnected
        answers.append(model.run(tensors.take(slice(at, at + SLICE_ROWS))))
    return np.concatenate(answers)


async def predict(request: Request, model: LoadedModel) -> Response:
    """Handle a predict request that does not use the fast path.

    Raises
    ------
    RowcastError
        The body is invalid.
    """
    headers = request.headers
    policy, options = parse_call_options(*policy_headers(headers), request.url.query, model.schema)
    content_type = headers.get("content-type", "")
    form = response_format_of(headers.get("accept", ""), content_type)
    settings = RequestSettings(content_type, form, policy, options)
    rows, warnings, body = await asyncio.to_thread(
        predict_body, await read_limited_body(request), settings, model
    )
    counts = {"x-rowcast-warnings": warning_counts(warnings)} if warnings or form == "csv" else {}
    return Response(
        body, headers={"x-rowcast-rows": str(rows), **counts}, media_type=MEDIA_TYPES[form].decode()
    )


async def read_limited_body(request: Request) -> bytes:
    """Read the body, at most 10 MB.

    Raises
    ------
    RowcastError
        BODY_TOO_LARGE.
    """
    chunks, size = [], 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > MAX_BODY_BYTES:
            raise RowcastError("BODY_TOO_LARGE")
        chunks.append(chunk)
    return b"".join(chunks)


async def run_until_disconnect(
    request: Request, work: Callable[[IsGone], Coroutine[Any, Any, Result]]
) -> Result:
    """Run `work` and cancel it when the client disconnects. The body must have been read.

    Raises
    ------
    ClientDisconnected
    """
    disconnect = asyncio.create_task(wait_for_disconnect(request))
    task = asyncio.create_task(work(disconnect.done))
    try:
        await asyncio.wait([task, disconnect], return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        DISCONNECTED.inc()
        raise ClientDisconnected
    finally:
        task.cancel()
        disconnect.cancel()


async def wait_for_disconnect(request: Request) -> None:
    """Return when the client has disconnected."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def request_id_of(request: Request) -> str:
    """Return the request id of the client, or a new one."""
    return request.headers.get("x-request-id", "")[:128] or uuid.uuid4().hex


def with_error_responses(handler: Handler) -> Handler:
    """Convert errors to the standard error body. Unexpected errors are logged and reported as INTERNAL."""

    async def handle(request: Request) -> Response:
        request_id = request_id_of(request)
        try:
            return await handler(request)
        except RowcastError as error:
            REJECTED.labels(error.code).inc()
            return error_response(error, request_id)
        except ClientDisconnect:
            return Response(status_code=499)
        except Exception as error:
            structlog.get_logger().exception("request failed", requestId=request_id, path=request.url.path)
            return error_response(public_error(error), request_id)

    return handle
