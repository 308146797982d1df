"""Dispatcher of predict requests: short ones run in the event loop, long ones in a thread."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

import structlog

from rowcast_automl.contracts.generated import ERROR_STATUS, MAX_BODY_BYTES
from rowcast_automl.features.rows.field_notes import Note
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.features.tensors import Array
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.http.endpoint import RequestSettings, predict_body
from rowcast_automl.serve.http.error_responses import error_body, public_error, retry_after_header
from rowcast_automl.serve.http.protocol import PredictRequest
from rowcast_automl.serve.http.query_parameters import parse_call_options
from rowcast_automl.serve.options.prediction_options import (
    CheckedOptions,
    merge_options,
    need_no_graph,
    require_supported,
    validate_options,
)
from rowcast_automl.serve.options.value_policy import Policy
from rowcast_automl.serve.pool.model_pool import ModelPool, PoolEntry
from rowcast_automl.serve.processes.metrics import DISCONNECTED, PREDICTED_ROWS, REJECTED, REQUEST_SECONDS
from rowcast_automl.serve.requests.body import read_body
from rowcast_automl.serve.requests.row_errors import UnreadableRows
from rowcast_automl.serve.responses.response_formats import (
    MEDIA_TYPES,
    Format,
    response_format_of,
    warning_counts,
)
from rowcast_automl.serve.scheduling.batcher import Batcher
from rowcast_automl.serve.scheduling.long_requests import IsGone, LongRequestQueue, Result
from rowcast_automl.serve.scheduling.pending_rows import ClientDisconnected, PendingRequest
from rowcast_automl.serve.scheduling.worker_threads import WorkerThreads

MAX_LOOP_BYTES = 48 << 10
MAX_LOOP_CELLS = 8_192


def is_quick_to_read(rows: int, schema: ServingSchema) -> bool:
    """Whether parsing this many rows is fast enough for the event loop, even if no cell is plain."""
    return rows * len(schema.fields) <= MAX_LOOP_CELLS or rows == 1


class RequestDispatcher:
    """Dispatch predict requests to the models of a pool.

    Parameters
    ----------
    pool : ModelPool
    """

    def __init__(self, pool: ModelPool) -> None:
        self._pool = pool
        self._workers = WorkerThreads()
        # Uploaded graphs have their own threads, so that they only delay each other.
        self._uploaded_workers = WorkerThreads()
        self._long_requests = LongRequestQueue()
        self._tasks: set[asyncio.Task[None]] = set()

    def dispatch(self, request: PredictRequest) -> None:
        """Handle a request now, or schedule it."""
        try:
            if request.size > MAX_BODY_BYTES:
                raise RowcastError("BODY_TOO_LARGE")
            loaded = self._pool.get_loaded(request.bundle)
            if loaded:
                self._dispatch(request, loaded)
            else:
                self._schedule(self._load_and_dispatch(request))
        except Exception as error:
            self.fail(request, error)

    def on_disconnect(self, request: PredictRequest) -> None:
        """Cancel the rows of a client that has disconnected."""
        DISCONNECTED.inc()
        if request.pending:
            request.pending.is_cancelled = True

    def fail(self, request: PredictRequest, error: Exception) -> None:
        """Respond with the standard error body."""
        if not isinstance(error, RowcastError):
            structlog.get_logger().error("request failed", requestId=request.request_id, exc_info=error)
            error = public_error(error)
        REJECTED.labels(error.code).inc()
        body = error_body(error, request.request_id[:128])
        request.respond(ERROR_STATUS[error.code], body, retry_after_header(error))

    async def predict_rows(
        self,
        loaded: PoolEntry,
        rows: list[dict[str, Any]],
        from_text: bool,
        policy: Policy,
        *,
        never_rejected: bool = False,
    ) -> tuple[Array, list[Note]]:
        """Predict rows in a batch with the rows of other requests.

        Parameters
        ----------
        never_rejected : bool
            See `PendingRequest`.

        Raises
        ------
        RowcastError
            ROW_INVALID or MODEL_SERVER_BUSY.
        """
        future: asyncio.Future[tuple[Array, list[Note]]] = asyncio.get_running_loop().create_future()

        def on_result(predictions: Array, warnings: list[Note]) -> None:
            if not future.done():
                future.set_result((predictions, warnings))

        def on_error(error: RowcastError) -> None:
            if not future.done():
                future.set_exception(error)

        pending = PendingRequest(rows, on_result, on_error, from_text, policy, never_rejected)
        self.batcher(loaded).add(pending)
        try:
            return await future
        finally:
            pending.is_cancelled = True

    async def run_in_thread(self, loaded: PoolEntry, work: Callable[[], Result], is_gone: IsGone) -> Result:
        """Run a long task in a thread when it is the model's turn.

        Raises
        ------
        RowcastError
            MODEL_SERVER_BUSY.
        ClientDisconnected
        """
        return await self._long_requests.run(loaded.model.hash, work, is_gone)

    def batcher(self, loaded: PoolEntry) -> Batcher:
        """Return the batcher of a model."""
        if loaded.batcher is None:
            workers = self._uploaded_workers if loaded.model.is_uploaded else self._workers
            loaded.batcher = Batcher(loaded.model, workers)
        return loaded.batcher

    def close(self) -> None:
        """Shut down the threads."""
        for workers in (self._workers, self._uploaded_workers):
            workers.shutdown(wait=False, cancel_futures=True)
        self._long_requests.close()

    def _schedule(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _load_and_dispatch(self, request: PredictRequest) -> None:
        try:
            loaded = await self._pool.get(request.bundle)
            if not request.is_closed:
                self._dispatch(request, loaded)
        except Exception as error:
            self.fail(request, error)

    def _dispatch(self, request: PredictRequest, loaded: PoolEntry) -> None:
        policy, options = parse_call_options(
            request.api_policy, request.policy, request.query, loaded.model.schema
        )
        response_format = response_format_of(request.accept, request.content_type)
        settings = RequestSettings(request.content_type, response_format, policy, options)
        if request.size > MAX_LOOP_BYTES:
            return self._schedule(self._run_whole(request, loaded, settings))
        model = loaded.model
        try:
            rows, from_text, body_options, separator = read_body(
                request.body, request.content_type, model.schema
            )
        except UnreadableRows:
            # The other rows are validated too, so that all problems are reported.
            return self._schedule(self._run_whole(request, loaded, settings))
        if not is_quick_to_read(len(rows), model.schema):
            return self._schedule(self._run_whole(request, loaded, settings))
        checked: CheckedOptions | None = None
        if options is not None or body_options is not None:
            options = merge_options(options, body_options)
            require_supported(options, response_format)
            if not need_no_graph(options):
                return self._schedule(self._run_whole(request, loaded, settings))
            checked = validate_options(options, model.schema, model.facts, len(rows))

        def on_result(predictions: Array, warnings: list[Note]) -> None:
            body = model.encode(predictions, warnings, response_format, checked, separator)
            self._respond(request, len(rows), warnings, body, response_format)

        def on_error(error: RowcastError) -> None:
            self.fail(request, error)

        request.pending = PendingRequest(rows, on_result, on_error, from_text, policy)
        return self.batcher(loaded).add(request.pending)

    async def _run_whole(self, request: PredictRequest, loaded: PoolEntry, settings: RequestSettings) -> None:
        try:

            def is_gone() -> bool:
                return request.is_closed

            work = partial(predict_body, request.body, settings, loaded.model, is_gone)
            self._respond(request, *await self.run_in_thread(loaded, work, is_gone), settings.response_format)
        except ClientDisconnected:
            return
        except Exception as error:
            self.fail(request, error)

    def _respond(
        self, request: PredictRequest, rows: int, warnings: list[Note], body: bytes, response_format: Format
    ) -> None:
        REQUEST_SECONDS.observe(time.perf_counter() - request.started)
        PREDICTED_ROWS.observe(rows)
        headers = b"x-rowcast-rows: %d\r\n" % rows
        if warnings or response_format == "csv":
            headers += b"x-rowcast-warnings: %b\r\n" % warning_counts(warnings).encode()
        request.respond(200, body, headers, MEDIA_TYPES[response_format])
