"""One request for predictions, from bytes to bytes."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable

import structlog
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.body import read_body
from rowcast_automl.serve.failures import failure_response, json_response
from rowcast_automl.serve.measures import PREDICTED_ROWS
from rowcast_automl.serve.model import LoadedModel

MAX_BODY_BYTES = 10 << 20
IN_LOOP_BYTES = 8_192
Handler = Callable[[Request], Awaitable[Response]]


async def predict(request: Request, model: LoadedModel) -> Response:
    """Answers a predict request.

    Raises
    ------
    RowcastError
        For anything wrong with the body.
    """
    body = await limited_body(request)
    content_type = request.headers.get("content-type", "")
    if len(body) <= IN_LOOP_BYTES and b'"options"' not in body:
        return answer(body, content_type, model)
    return await asyncio.to_thread(answer, body, content_type, model)


def answer(body: bytes, content_type: str, model: LoadedModel) -> Response:
    """Parses, predicts and serialises."""
    rows, from_text, options = read_body(body, content_type, model.schema)
    answered = model.predict(rows, from_text, options)
    PREDICTED_ROWS.inc(len(rows))
    response = json_response({"predictions": answered.predictions, "warnings": answered.warnings})
    response.headers["x-rowcast-rows"] = str(len(rows))
    return response


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


def guarded(handler: Handler) -> Handler:
    """Turns errors into the house's error body; what is unexpected is logged and told as INTERNAL."""

    async def handle(request: Request) -> Response:
        request_id = request.headers.get("x-request-id", "")[:128] or uuid.uuid4().hex
        try:
            return await handler(request)
        except RowcastError as error:
            return failure_response(error, request_id)
        except ClientDisconnect:
            return Response(status_code=499)
        except Exception:
            structlog.get_logger().exception("request failed", requestId=request_id, path=request.url.path)
            return failure_response(RowcastError("INTERNAL"), request_id)

    return handle
