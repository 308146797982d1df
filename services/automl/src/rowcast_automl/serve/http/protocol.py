"""The short way of a prediction: on uvicorn's own connection, but around ASGI and FastAPI.

docs/adr/0009 has the price of both. All else that comes over the same connection goes to the app as ever.
"""

from __future__ import annotations

import asyncio
import re
import time
from typing import Protocol

import httptools
import structlog
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from rowcast_automl.contracts.generated import MAX_BODY_BYTES
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.http.error_responses import failure_body
from rowcast_automl.serve.processes.metrics import OPEN_CALLS, SCALING_CALLS
from rowcast_automl.serve.scheduling.pending_rows import Question

PREDICT = re.compile(rb"/bundles/([0-9a-f]{64})/predict(?:\?(.*))?")
JSON = b"application/json"


class Call:
    """One predict request on its way to an answer; it can be answered once."""

    __slots__ = (
        "_connection",
        "accept",
        "api_policy",
        "begun",
        "bundle",
        "chunks",
        "content_type",
        "gone",
        "keep_alive",
        "open",
        "policy",
        "query",
        "question",
        "request_id",
        "scales",
        "size",
    )

    def __init__(self, connection: PredictProtocol, bundle: bytes, query: bytes, keep_alive: bool) -> None:
        self._connection = connection
        self.bundle = bundle.decode("latin-1")
        self.query = query.decode("latin-1")
        self.begun = time.perf_counter()
        self.chunks: list[bytes] = []
        self.size = 0
        self.content_type = self.accept = self.request_id = ""
        self.policy = self.api_policy = b""
        self.keep_alive = keep_alive
        self.gone = self.open = self.scales = False
        self.question: Question | None = None

    @property
    def body(self) -> bytes:
        """The whole body; what came beyond 10 MB was not kept."""
        return self.chunks[0] if len(self.chunks) == 1 else b"".join(self.chunks)

    def count(self, by: int) -> None:
        """Counts the call as begun (1) or ended (-1)."""
        self.open = by > 0
        OPEN_CALLS.change(by)
        if self.scales:
            SCALING_CALLS.change(by)

    def respond(self, status: int, body: bytes, headers: bytes = b"", content_type: bytes = JSON) -> None:
        """Sends the answer, unless the caller has left."""
        if not self.gone:
            self.gone = True
            self._connection.answer(self, status, body, headers, content_type)


class Desk(Protocol):
    """Where calls are answered."""

    def take(self, call: Call) -> None:
        """Answers the call, now or later, by `call.respond`."""

    def left(self, call: Call) -> None:
        """The caller has gone."""


class PredictProtocol(HttpToolsProtocol):
    """uvicorn's connection with a branch for `POST /bundles/{hash}/predict`."""

    desk: Desk
    call: Call | None = None
    unread: bool = False
    moving: bool = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Starts the one timer that closes an idle connection."""
        super().connection_made(transport)
        self.used = self.loop.time()
        self.idle_timer = self.loop.call_later(self.timeout_keep_alive, self._close_idle)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tells the desk that nobody waits any more."""
        self.idle_timer.cancel()
        call, self.call = self.call, None
        if call and call.open:
            call.count(-1)
        if call and not call.gone:
            call.gone = True
            self.desk.left(call)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Notes that the connection is used."""
        self.used = self.loop.time()
        self._unset_keepalive_if_required()
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserCallbackError:
            structlog.get_logger().exception("connection broken off")
            self._break_off()
        except httptools.HttpParserError:
            self.send_400_response("Invalid HTTP request received.")
        except httptools.HttpParserUpgrade:
            self._unsupported_upgrade_warning()

    def shutdown(self) -> None:
        """Lets the call under way finish."""
        if self.call:
            self.call.keep_alive = False
        else:
            super().shutdown()

    def move_on(self) -> None:
        """Lets the client connect anew after its next answer, perhaps to another process."""
        self.moving = True
        if self.call:
            self.call.keep_alive = False

    def on_message_begin(self) -> None:
        """Leaves the ASGI scope for requests that need one."""
        if self.call:
            # Pipelined behind a call: unanswered requests are sent again by any client.
            self.call.keep_alive = False
            self.unread = True
        self.url = b""
        self.headers = []

    def on_header(self, name: bytes, value: bytes) -> None:
        """Keeps the header."""
        self.headers.append((name.lower(), value))

    def on_headers_complete(self) -> None:
        """Chooses the way."""
        if self.unread:
            return
        url = self.url
        found = PREDICT.fullmatch(url) if self.cycle is None or self.cycle.response_complete else None
        if found and self.parser.get_method() == b"POST":
            call = Call(self, found[1], found[2] or b"", not self.moving and self.parser.should_keep_alive())
            for name, value in self.headers:
                if name == b"content-type":
                    call.content_type = value.decode("latin-1")
                elif name == b"x-request-id":
                    call.request_id = value.decode("latin-1")
                elif name == b"accept":
                    call.accept = value.decode("latin-1")
                elif name == b"x-rowcast-policy":
                    call.policy = value
                elif name == b"x-rowcast-api-policy":
                    call.api_policy = value
                elif name == b"x-rowcast-scaling":
                    call.scales = True
                elif name == b"expect":
                    self.transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")
            self.call = call
            return
        headers = self.headers
        super().on_message_begin()
        self.url = url
        for name, value in headers:
            super().on_header(name, value)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Collects the body of a call, 10 MB at most."""
        call = self.call
        if call is None:
            if not self.unread:
                super().on_body(body)
        elif not self.unread:
            call.size += len(body)
            if call.size <= MAX_BODY_BYTES:
                call.chunks.append(body)

    def on_message_complete(self) -> None:
        """Hands the call over."""
        if self.unread:
            return
        call = self.call
        if call is None:
            super().on_message_complete()
        else:
            call.count(1)
            self.desk.take(call)

    def answer(self, call: Call, status: int, body: bytes, headers: bytes, content_type: bytes) -> None:
        """Writes the answer and makes ready for the next request."""
        self.call = None
        self.used = self.loop.time()
        if call.open:
            call.count(-1)
        close = b"" if call.keep_alive else b"connection: close\r\n"
        head = b"%bcontent-type: %b\r\n%b%bcontent-length: %d\r\n\r\n"
        self.transport.write(head % (STATUS_LINE[status], content_type, headers, close, len(body)) + body)
        if not call.keep_alive:
            self.transport.close()

    def _break_off(self) -> None:
        """Not the caller's fault: most likely the memory is short."""
        if not self.transport.is_closing():
            call = self.call or Call(self, b"", b"", False)
            call.keep_alive = False
            call.respond(500, failure_body(RowcastError("INTERNAL"), call.request_id))

    def _close_idle(self) -> None:
        waits = self.call or (self.cycle is not None and not self.cycle.response_complete)
        left = self.timeout_keep_alive - (self.loop.time() - self.used)
        if waits or left > 0:
            self.idle_timer = self.loop.call_later(max(left, 1.0), self._close_idle)
        elif not self.transport.is_closing():
            self.transport.close()
