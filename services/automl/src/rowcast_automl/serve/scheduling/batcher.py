"""Batching: rows of several requests are predicted by one run of the graph.

A batch contains the requests that have arrived by the end of one iteration of the event loop, or during the
previous run; it never waits for more. Fast runs execute in the event loop, since a thread would cost more.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Protocol

import numpy as np
import structlog

from rowcast_automl.features.rows.field_notes import Note
from rowcast_automl.features.rows.row_reader import PackedRows
from rowcast_automl.features.tensors import Array, Tensors, stack
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.http.error_responses import public_error
from rowcast_automl.serve.options.value_policy import Policy
from rowcast_automl.serve.processes.metrics import BATCH_ROWS, QUEUE_FULL
from rowcast_automl.serve.requests.request_reader import RequestReader, Row
from rowcast_automl.serve.scheduling.pending_rows import PendingRequest
from rowcast_automl.serve.scheduling.worker_threads import CORES, WorkerThreads

MAX_BATCH_ROWS = 1_024
MAX_QUEUED_ROWS = 20_000
# Limit for a slow model. An API process has 64 connections, of which half remain for other models.
MAX_QUEUED_REQUESTS = 32
SLOW_SECONDS = 0.25
MAX_LOOP_SECONDS = 0.0015
MIN_ROWS_PER_THREAD = 40
NO_TENSORS = Tensors(np.empty((0, 0)), np.empty((0, 0)))


@dataclass(slots=True)
class Batch:
    """Requests with their number of rows and warnings, and the tensors of all rows."""

    parts: list[tuple[PendingRequest, int, list[Note]]]
    tensors: Tensors

    def distribute(self, predictions: Array) -> None:
        """Pass each request the predictions for its rows."""
        start = 0
        for request, rows, warnings in self.parts:
            end = start + rows
            try:
                if not request.is_cancelled:
                    request.on_result(predictions[start:end], warnings)
            except Exception:
                # A failed response must not affect other requests.
                structlog.get_logger().exception("answer not given")
                request.on_error(RowcastError("INTERNAL"))
            start = end

    def fail_all(self, error: Exception) -> None:
        """Fail all requests of the batch, since the graph failed."""
        structlog.get_logger().error("graph failed", exc_info=error)
        for request, _, _ in self.parts:
            request.on_error(public_error(error))


class BatchModel(Protocol):
    """The part of a loaded model that batching needs."""

    @property
    def reader(self) -> RequestReader:
        """Reader for its rows."""

    @property
    def is_uploaded(self) -> bool:
        """Whether its graph was uploaded: it never runs in the event loop, as its time is unpredictable."""

    def estimated_seconds(self, rows: int) -> float:
        """Estimated processor time of a run, measured when the model was loaded."""

    def run(self, tensors: Tensors) -> Array:
        """Predictions of shape (n_rows, n_classes) or (n_rows, 1). Releases the GIL."""

    def pack(self, rows: Sequence[Row], from_text: bool, policy: Policy) -> PackedRows:
        """Convert rows to tensors.

        Raises
        ------
        RowcastError
            ROW_INVALID.
        """


class Batcher:
    """Batch the requests to one model. Only for use in the thread of the event loop.

    Parameters
    ----------
    workers : WorkerThreads
        Threads shared by several models.
    """

    def __init__(self, model: BatchModel, workers: WorkerThreads) -> None:
        self._model = model
        self._workers = workers
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[PendingRequest] = deque()
        self._rows = 0
        self._scheduled = False
        self._running: list[PendingRequest] = []
        self._run: asyncio.Task[None] | None = None

    def add(self, request: PendingRequest) -> None:
        """Queue a request, or fail it with MODEL_SERVER_BUSY if the queue is full."""
        rows = len(request.rows)
        if not request.never_rejected and self._is_full(rows):
            QUEUE_FULL.inc()
            request.on_error(RowcastError("MODEL_SERVER_BUSY"))
            return
        self._waiting.append(request)
        self._rows += rows
        self._schedule()

    def _is_full(self, rows: int) -> bool:
        if self._waiting and self._rows + rows > MAX_QUEUED_ROWS:
            return True
        if len(self._waiting) + len(self._running) < MAX_QUEUED_REQUESTS:
            return False
        if self._model.estimated_seconds(self._rows + rows) <= SLOW_SECONDS:
            return False
        return (
            sum(not each.never_rejected for each in chain(self._running, self._waiting))
            >= MAX_QUEUED_REQUESTS
        )

    def _schedule(self) -> None:
        if self._waiting and not self._scheduled and not self._running:
            self._scheduled = True
            self._loop.call_soon(self._run_next)

    def _run_next(self) -> None:
        self._scheduled = False
        requests = self._next_requests()
        try:
            batch = self._pack(requests)
        except Exception as error:
            # For example out of memory: fail these requests and go on with the next ones.
            structlog.get_logger().exception("rows not packed")
            batch = Batch([], NO_TENSORS)
            for request in requests:
                request.on_error(public_error(error))
        if batch.parts:
            BATCH_ROWS.observe(len(batch.tensors))
            is_fast = self._model.estimated_seconds(len(batch.tensors)) <= MAX_LOOP_SECONDS
            if is_fast and not self._model.is_uploaded:
                self._run_in_loop(batch)
            else:
                self._running = [request for request, _, _ in batch.parts]
                self._run = self._loop.create_task(self._run_in_threads(batch))
        self._schedule()

    def _next_requests(self) -> list[PendingRequest]:
        requests: list[PendingRequest] = []
        rows = 0
        while self._waiting and (not requests or rows + len(self._waiting[0].rows) <= MAX_BATCH_ROWS):
            request = self._waiting.popleft()
            self._rows -= len(request.rows)
            if not request.is_cancelled:
                rows += len(request.rows)
                requests.append(request)
        return requests

    def _pack(self, requests: list[PendingRequest]) -> Batch:
        if len(requests) > 1 and all(each.policy.ignores_nulls and not each.from_text for each in requests):
            tensors = self._model.reader.read_plain([row for each in requests for row in each.rows])
            if tensors is not None:
                return Batch([(each, len(each.rows), []) for each in requests], tensors)
        batch, tensors_read = Batch([], NO_TENSORS), []
        for request in requests:
            try:
                packed = self._model.pack(request.rows, request.from_text, request.policy)
            except RowcastError as error:
                request.on_error(error)
            except Exception as error:
                structlog.get_logger().exception("rows not read")
                request.on_error(public_error(error))
            else:
                batch.parts.append((request, len(request.rows), packed.warnings))
                tensors_read.append(packed.tensors)
        if tensors_read:
            batch.tensors = tensors_read[0] if len(tensors_read) == 1 else stack(tensors_read)
        return batch

    def _run_in_loop(self, batch: Batch) -> None:
        try:
            predictions = self._model.run(batch.tensors)
        except Exception as error:
            return batch.fail_all(error)
        return batch.distribute(predictions)

    async def _run_in_threads(self, batch: Batch) -> None:
        tensors = batch.tensors
        parts = max(1, min(CORES, len(tensors) // MIN_ROWS_PER_THREAD))
        edges = np.linspace(0, len(tensors), parts + 1).astype(int)
        try:
            runs = [
                self._loop.run_in_executor(self._workers, self._model.run, tensors.take(slice(low, high)))
                for low, high in pairwise(edges)
            ]
            batch.distribute(np.concatenate(await asyncio.gather(*runs)))
        except Exception as error:
            batch.fail_all(error)
        finally:
            self._running = []
            self._schedule()
