"""Where predict calls become answers: quick ones in the event loop, long ones in a thread."""

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
from rowcast_automl.serve.http.endpoint import Wish, answer_whole
from rowcast_automl.serve.http.error_responses import failure_body, retry_after, told_of
from rowcast_automl.serve.http.protocol import Call
from rowcast_automl.serve.http.query_parameters import call_options
from rowcast_automl.serve.options.prediction_options import (
    Asked,
    is_quick,
    merged,
    read_options,
    require_place,
)
from rowcast_automl.serve.options.value_policy import Policy
from rowcast_automl.serve.pool.model_pool import Loaded, ModelPool
from rowcast_automl.serve.processes.metrics import GONE, PREDICTED_ROWS, REFUSED, REQUEST_SECONDS
from rowcast_automl.serve.requests.body import read_body
from rowcast_automl.serve.requests.row_errors import RowsUnread
from rowcast_automl.serve.responses.response_formats import MEDIA, Format, form_of, warning_counts
from rowcast_automl.serve.scheduling.batcher import Batcher
from rowcast_automl.serve.scheduling.long_requests import Done, IsGone, LongCalls
from rowcast_automl.serve.scheduling.pending_rows import CallerGone, Question
from rowcast_automl.serve.scheduling.worker_threads import Workers

QUICK_BYTES = 48 << 10
QUICK_CELLS = 8_192


def is_quick_to_read(rows: int, schema: ServingSchema) -> bool:
    """Whether the event loop has the time to read so many rows, even if no cell is plain."""
    return rows * len(schema.fields) <= QUICK_CELLS or rows == 1


class PredictDesk:
    """Answers calls from a pool of models.

    Parameters
    ----------
    pool : ModelPool
    """

    def __init__(self, pool: ModelPool) -> None:
        self._pool = pool
        self._workers = Workers()
        # Uploaded graphs wait for one another alone.
        self._foreign = Workers()
        self._long = LongCalls()
        self._tasks: set[asyncio.Task[None]] = set()

    def take(self, call: Call) -> None:
        """Answers a call, now or later."""
        try:
            if call.size > MAX_BODY_BYTES:
                raise RowcastError("BODY_TOO_LARGE")
            loaded = self._pool.ready(call.bundle)
            if loaded:
                self._take(call, loaded)
            else:
                self._later(self._load_and_take(call))
        except Exception as error:
            self.fail(call, error)

    def left(self, call: Call) -> None:
        """Marks the rows of a caller who has gone."""
        GONE.inc()
        if call.question:
            call.question.gone = True

    def fail(self, call: Call, error: Exception) -> None:
        """Answers with the house's error body."""
        if not isinstance(error, RowcastError):
            structlog.get_logger().error("request failed", requestId=call.request_id, exc_info=error)
            error = told_of(error)
        REFUSED.labels(error.code).inc()
        body = failure_body(error, call.request_id[:128])
        call.respond(ERROR_STATUS[error.code], body, retry_after(error))

    async def ask(
        self,
        loaded: Loaded,
        rows: list[dict[str, Any]],
        from_text: bool,
        policy: Policy,
        *,
        patient: bool = False,
    ) -> tuple[Array, list[Note]]:
        """The rows' answers, run together with what others ask.

        Parameters
        ----------
        patient : bool
            See `Question`.

        Raises
        ------
        RowcastError
            ROW_INVALID or MODEL_SERVER_BUSY.
        """
        future: asyncio.Future[tuple[Array, list[Note]]] = asyncio.get_running_loop().create_future()

        def answer(answers: Array, warnings: list[Note]) -> None:
            if not future.done():
                future.set_result((answers, warnings))

        def fail(error: RowcastError) -> None:
            if not future.done():
                future.set_exception(error)

        question = Question(rows, answer, fail, from_text, policy, patient)
        self.batcher(loaded).add(question)
        try:
            return await future
        finally:
            question.gone = True

    async def aside(self, loaded: Loaded, work: Callable[[], Done], is_gone: IsGone) -> Done:
        """What takes long, done in a thread when it is the model's turn.

        Raises
        ------
        RowcastError
            MODEL_SERVER_BUSY.
        CallerGone
        """
        return await self._long.run(loaded.model.hash, work, is_gone)

    def batcher(self, loaded: Loaded) -> Batcher:
        """The one queue in front of a model."""
        if loaded.batcher is None:
            workers = self._foreign if loaded.model.is_foreign else self._workers
            loaded.batcher = Batcher(loaded.model, workers)
        return loaded.batcher

    def close(self) -> None:
        """Ends the threads."""
        for workers in (self._workers, self._foreign):
            workers.shutdown(wait=False, cancel_futures=True)
        self._long.close()

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _load_and_take(self, call: Call) -> None:
        try:
            loaded = await self._pool.get(call.bundle)
            if not call.gone:
                self._take(call, loaded)
        except Exception as error:
            self.fail(call, error)

    def _take(self, call: Call, loaded: Loaded) -> None:
        policy, options = call_options(call.api_policy, call.policy, call.query, loaded.model.schema)
        form = form_of(call.accept, call.content_type)
        wish = Wish(call.content_type, form, policy, options)
        if call.size > QUICK_BYTES:
            return self._later(self._take_whole(call, loaded, wish))
        model = loaded.model
        try:
            rows, from_text, own, separator = read_body(call.body, call.content_type, model.schema)
        except RowsUnread:
            # The other rows are still to be read, for all that is wrong with them.
            return self._later(self._take_whole(call, loaded, wish))
        if not is_quick_to_read(len(rows), model.schema):
            return self._later(self._take_whole(call, loaded, wish))
        asked: Asked | None = None
        if options is not None or own is not None:
            options = merged(options, own)
            require_place(options, form)
            if not is_quick(options):
                return self._later(self._take_whole(call, loaded, wish))
            asked = read_options(options, model.schema, model.facts, len(rows))

        def answer(answers: Array, warnings: list[Note]) -> None:
            body = model.written(answers, warnings, form, asked, separator)
            self._finish(call, len(rows), warnings, body, form)

        def fail(error: RowcastError) -> None:
            self.fail(call, error)

        call.question = Question(rows, answer, fail, from_text, policy)
        return self.batcher(loaded).add(call.question)

    async def _take_whole(self, call: Call, loaded: Loaded, wish: Wish) -> None:
        try:

            def is_gone() -> bool:
                return call.gone

            work = partial(answer_whole, call.body, wish, loaded.model, is_gone)
            self._finish(call, *await self.aside(loaded, work, is_gone), wish.form)
        except CallerGone:
            return
        except Exception as error:
            self.fail(call, error)

    def _finish(self, call: Call, rows: int, warnings: list[Note], body: bytes, form: Format) -> None:
        REQUEST_SECONDS.observe(time.perf_counter() - call.begun)
        PREDICTED_ROWS.observe(rows)
        headers = b"x-rowcast-rows: %d\r\n" % rows
        if warnings or form == "csv":
            headers += b"x-rowcast-warnings: %b\r\n" % warning_counts(warnings).encode()
        call.respond(200, body, headers, MEDIA[form])
