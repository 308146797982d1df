"""Fast path of predictions: handled on the connection of uvicorn, without ASGI and FastAPI.

docs/adr/0009 compares the cost of both. All other requests on the same connection go to the app.
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
from rowcast_automl.serve.http.error_responses import error_body
from rowcast_automl.serve.processes.metrics import IN_FLIGHT, SCALING_IN_FLIGHT
from rowcast_automl.serve.scheduling.pending_rows import PendingRequest

PREDICT_PATH = re.compile(rb"/bundles/([0-9a-f]{64})/predict(?:\?(.*))?")
JSON = b"application/json"


class PredictRequest:
    """A predict request. It gets one response."""

    __slots__ = (
        "_connection",
        "accept",
        "api_policy",
        "bundle",
        "chunks",
        "content_type",
        "counts_for_scaling",
        "is_closed",
        "is_counted",
        "keep_alive",
        "pending",
        "policy",
        "query",
        "request_id",
        "size",
        "started",
    )

    def __init__(self, connection: PredictProtocol, bundle: bytes, query: bytes, keep_alive: bool) -> None:
        self._connection = connection
        self.bundle = bundle.decode("latin-1")
        self.query = query.decode("latin-1")
        self.started = time.perf_counter()
        self.chunks: list[bytes] = []
        self.size = 0
        self.content_type = self.accept = self.request_id = ""
        self.policy = self.api_policy = b""
        self.keep_alive = keep_alive
        self.is_closed = self.is_counted = self.counts_for_scaling = False
        self.pending: PendingRequest | None = None

    @property
    def body(self) -> bytes:
        """The body, truncated at 10 MB."""
        return self.chunks[0] if len(self.chunks) == 1 else b"".join(self.chunks)

    def track(self, by: int) -> None:
        """Count the start (1) or the end (-1) of the request."""
        self.is_counted = by > 0
        IN_FLIGHT.change(by)
        if self.counts_for_scaling:
            SCALING_IN_FLIGHT.change(by)

    def respond(self, status: int, body: bytes, headers: bytes = b"", content_type: bytes = JSON) -> None:
        """Send the response, unless the client has disconnected."""
        if not self.is_closed:
            self.is_closed = True
            self._connection.write_response(self, status, body, headers, content_type)


class Dispatcher(Protocol):
    """Handles predict requests."""

    def dispatch(self, request: PredictRequest) -> None:
        """Handle the request and call its `respond`, now or later."""

    def on_disconnect(self, request: PredictRequest) -> None:
        """Handle the disconnection of the client."""


class PredictProtocol(HttpToolsProtocol):
    """uvicorn's connection with a fast path for `POST /bundles/{hash}/predict`."""

    dispatcher: Dispatcher
    request: PredictRequest | None = None
    ignores_input: bool = False
    is_draining: bool = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timer that closes an idle connection."""
        super().connection_made(transport)
        self.last_used = self.loop.time()
        self.idle_timer = self.loop.call_later(self.timeout_keep_alive, self._close_idle)

    def connection_lost(self, exc: Exception | None) -> None:
        """Notify the dispatcher that the client has disconnected."""
        self.idle_timer.cancel()
        request, self.request = self.request, None
        if request and request.is_counted:
            request.track(-1)
        if request and not request.is_closed:
            request.is_closed = True
            self.dispatcher.on_disconnect(request)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse data and record that the connection is in use."""
        self.last_used = self.loop.time()
        self._unset_keepalive_if_required()
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserCallbackError:
            structlog.get_logger().exception("connection broken off")
            self._fail_request()
        except httptools.HttpParserError:
            self.send_400_response("Invalid HTTP request received.")
        except httptools.HttpParserUpgrade:
            self._unsupported_upgrade_warning()

    def shutdown(self) -> None:
        """Close the connection after the current request."""
        if self.request:
            self.request.keep_alive = False
        else:
            super().shutdown()

    def drain(self) -> None:
        """Close the connection after the next response, so that the client may reach another process."""
        self.is_draining = True
        if self.request:
            self.request.keep_alive = False

    def on_message_begin(self) -> None:
        """Start a request; the ASGI scope is created later and only if needed."""
        if self.request:
            # A pipelined request is ignored: clients resend requests without a response.
            self.request.keep_alive = False
            self.ignores_input = True
        self.url = b""
        self.headers = []

    def on_header(self, name: bytes, value: bytes) -> None:
        """Store the header."""
        self.headers.append((name.lower(), value))

    def on_headers_complete(self) -> None:
        """Choose between the fast path and the app."""
        if self.ignores_input:
            return
        url = self.url
        found = PREDICT_PATH.fullmatch(url) if self.cycle is None or self.cycle.response_complete else None
        if found and self.parser.get_method() == b"POST":
            request = PredictRequest(
                self, found[1], found[2] or b"", not self.is_draining and self.parser.should_keep_alive()
            )
            for name, value in self.headers:
                if name == b"content-type":
                    request.content_type = value.decode("latin-1")
                elif name == b"x-request-id":
                    request.request_id = value.decode("latin-1")
                elif name == b"accept":
                    request.accept = value.decode("latin-1")
                elif name == b"x-rowcast-policy":
                    request.policy = value
                elif name == b"x-rowcast-api-policy":
                    request.api_policy = value
                elif name == b"x-rowcast-scaling":
                    request.counts_for_scaling = True
                elif name == b"expect":
                    self.transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")
            self.request = request
            return
        headers = self.headers
        super().on_message_begin()
        self.url = url
        for name, value in headers:
            super().on_header(name, value)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Collect the body, at most 10 MB."""
        request = self.request
        if request is None:
            if not self.ignores_input:
                super().on_body(body)
        elif not self.ignores_input:
            request.size += len(body)
            if request.size <= MAX_BODY_BYTES:
                request.chunks.append(body)

    def on_message_complete(self) -> None:
        """Pass the request to the dispatcher."""
        if self.ignores_input:
            return
        request = self.request
        if request is None:
            super().on_message_complete()
        else:
            request.track(1)
            self.dispatcher.dispatch(request)

    def write_response(
        self, request: PredictRequest, status: int, body: bytes, headers: bytes, content_type: bytes
    ) -> None:
        """Write the response and prepare for the next request."""
        self.request = None
        self.last_used = self.loop.time()
        if request.is_counted:
            request.track(-1)
        close = b"" if request.keep_alive else b"connection: close\r\n"
        head = b"%bcontent-type: %b\r\n%b%bcontent-length: %d\r\n\r\n"
        self.transport.write(head % (STATUS_LINE[status], content_type, headers, close, len(body)) + body)
        if not request.keep_alive:
            self.transport.close()

    def _fail_request(self) -> None:
        """Respond with INTERNAL to an error in the protocol, most likely out of memory."""
        if not self.transport.is_closing():
            request = self.request or PredictRequest(self, b"", b"", False)
            request.keep_alive = False
            request.respond(500, error_body(RowcastError("INTERNAL"), request.request_id))

    def _close_idle(self) -> None:
        waits = self.request or (self.cycle is not None and not self.cycle.response_complete)
        remaining = self.timeout_keep_alive - (self.loop.time() - self.last_used)
        if waits or remaining > 0:
            self.idle_timer = self.loop.call_later(max(remaining, 1.0), self._close_idle)
        elif not self.transport.is_closing():
            self.transport.close()
