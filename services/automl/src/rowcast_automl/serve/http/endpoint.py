"""A request for predictions as a whole, from bytes to bytes: long ones, and those that come as ASGI."""

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
from rowcast_automl.serve.http.error_responses import failure_response, told_of
from rowcast_automl.serve.http.query_parameters import call_options, policies_of
from rowcast_automl.serve.options.prediction_options import merged, require_place
from rowcast_automl.serve.options.value_policy import Policy
from rowcast_automl.serve.pool.loaded_model import LoadedModel
from rowcast_automl.serve.processes.metrics import GONE, REFUSED
from rowcast_automl.serve.requests.body import read_body
from rowcast_automl.serve.requests.row_errors import RowsUnread
from rowcast_automl.serve.responses.response_formats import (
    MEDIA,
    Format,
    answer_bytes,
    form_of,
    warning_counts,
)
from rowcast_automl.serve.scheduling.long_requests import Done, IsGone
from rowcast_automl.serve.scheduling.pending_rows import CallerGone

SLICE_ROWS = 1_000
Handler = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Wish:
    """What a call asks for beside its rows.

    Parameters
    ----------
    options : dict or None
        The contract's PredictionOptions as far as they stand in the address, unchecked.
    """

    content_type: str
    form: Format
    policy: Policy
    options: dict[str, Any] | None


def answer_whole(
    body: bytes, wish: Wish, model: LoadedModel, is_gone: IsGone = lambda: False
) -> tuple[int, list[Note], bytes]:
    """Answers rows.

    Returns
    -------
    (rows, warnings, answer)

    Raises
    ------
    RowcastError
        For anything wrong with the body.
    CallerGone
    """
    try:
        rows, from_text, options, separator = read_body(body, wish.content_type, model.schema)
    except RowsUnread as error:
        raise error.with_rows(model.reader, wish.policy) from error
    options = merged(wish.options, options)
    require_place(options, wish.form)
    packed = model.pack(rows, from_text, wish.policy)
    answers = run_in_slices(model, packed.tensors, is_gone)
    if options is None:
        written = model.written(answers, packed.warnings, wish.form, separator=separator)
    else:
        predictions = model.present_with(packed.tensors, answers, options)
        written = answer_bytes(predictions, packed.warnings, wish.form, separator)
    return len(rows), packed.warnings, written


def run_in_slices(model: LoadedModel, tensors: Tensors, is_gone: IsGone) -> Array:
    """Answers, shape (rows, classes) or (rows, 1), as long as somebody waits for them.

    Raises
    ------
    CallerGone
    """
    answers = []
    for at in range(0, len(tensors), SLICE_ROWS):
        if is_gone():
            raise CallerGone
        answers.append(model.run(tensors.take(slice(at, at + SLICE_ROWS))))
    return np.concatenate(answers)


async def predict(request: Request, model: LoadedModel) -> Response:
    """Answers a predict request that did not come the short way.

    Raises
    ------
    RowcastError
        For anything wrong with the body.
    """
    headers = request.headers
    policy, options = call_options(*policies_of(headers), request.url.query, model.schema)
    content_type = headers.get("content-type", "")
    form = form_of(headers.get("accept", ""), content_type)
    wish = Wish(content_type, form, policy, options)
    rows, warnings, body = await asyncio.to_thread(answer_whole, await limited_body(request), wish, model)
    counts = {"x-rowcast-warnings": warning_counts(warnings)} if warnings or form == "csv" else {}
    return Response(body, headers={"x-rowcast-rows": str(rows), **counts}, media_type=MEDIA[form].decode())


async def limited_body(request: Request) -> bytes:
    """The body, at most 10 MB.

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


async def while_waited_for(request: Request, work: Callable[[IsGone], Coroutine[Any, Any, Done]]) -> Done:
    """The work's result; a caller who leaves ends the work. The request's body must have been read.

    Raises
    ------
    CallerGone
    """
    leaving = asyncio.create_task(disconnected(request))
    working = asyncio.create_task(work(leaving.done))
    try:
        await asyncio.wait([working, leaving], return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        GONE.inc()
        raise CallerGone
    finally:
        working.cancel()
        leaving.cancel()


async def disconnected(request: Request) -> None:
    """Returns when the caller has left."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def request_id_of(request: Request) -> str:
    """The caller's id of the request, or a new one."""
    return request.headers.get("x-request-id", "")[:128] or uuid.uuid4().hex


def guarded(handler: Handler) -> Handler:
    """Turns errors into the house's error body; what is unexpected is logged and told as INTERNAL."""

    async def handle(request: Request) -> Response:
        request_id = request_id_of(request)
        try:
            return await handler(request)
        except RowcastError as error:
            REFUSED.labels(error.code).inc()
            return failure_response(error, request_id)
        except ClientDisconnect:
            return Response(status_code=499)
        except Exception as error:
            structlog.get_logger().exception("request failed", requestId=request_id, path=request.url.path)
            return failure_response(told_of(error), request_id)

    return handle
