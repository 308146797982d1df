"""Batches of any length: rows are answered while later ones still arrive, in bounded memory."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from rowcast_automl.contracts.generated import SILENT_ROW_ERROR
from rowcast_automl.features.rows.field_notes import Note
from rowcast_automl.features.rows.row_reader import MAX_NOTES
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.http.error_responses import failure_content, row_invalid
from rowcast_automl.serve.http.query_parameters import call_options, policies_of
from rowcast_automl.serve.options.prediction_options import Asked, read_options, require_place
from rowcast_automl.serve.options.value_policy import Policy
from rowcast_automl.serve.pool.model_pool import Loaded
from rowcast_automl.serve.processes.metrics import PREDICTED_ROWS, STREAM_SECONDS, counted_for_scaling
from rowcast_automl.serve.responses.response_formats import (
    CSV_TYPES,
    MEDIA,
    NDJSON_TYPES,
    Format,
    csv_line,
    error_line,
    format_of,
    media_type,
    ndjson_bytes,
)
from rowcast_automl.serve.scheduling.dispatcher import PredictDesk
from rowcast_automl.serve.streaming.streamed_rows import CsvRecords, JsonRecords, Records

ROWS_AT_ONCE = 200
# Of an API that names no fields in its errors.
SILENT = "x-rowcast-silent"
Row = dict[str, Any]


def answer_stream(request: Request, loaded: Loaded, desk: PredictDesk) -> Response:
    """Answers rows as they arrive, a line for each; a row that cannot be answered has its error on its line.

    Raises
    ------
    RowcastError
        INSTANCES_INVALID for a body that is neither one object a line nor CSV, OPTIONS_INVALID.
    """
    kind = media_type(request.headers.get("content-type", ""))
    if kind not in (*CSV_TYPES, *NDJSON_TYPES):
        raise RowcastError("INSTANCES_INVALID", "Send JSON objects, one a line, or text/csv.")
    records: Records = CsvRecords(loaded.model.schema) if kind in CSV_TYPES else JsonRecords()
    accept = request.headers.get("accept", "")
    form: Format = "csv" if format_of(accept) == "csv" else "ndjson"
    policy, options = call_options(*policies_of(request.headers), request.url.query, loaded.model.schema)
    require_place(options, "stream")
    require_place(options, form)
    model = loaded.model
    asked = read_options(options, model.schema, model.facts, 1) if options else None
    answers = StreamedAnswers(loaded, desk, records, policy, asked, form, request.headers)
    return Streamed(answers.run(request.stream()), MEDIA[form])


class Streamed(Response):
    """Sends pieces as they come. Starlette's own would read the request's body to see the caller leave."""

    def __init__(self, pieces: AsyncIterator[bytes], content_type: bytes) -> None:
        self._pieces = pieces
        self.status_code = 200
        self.raw_headers = [(b"content-type", content_type)]
        self.background = None

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        """Answers; a caller who leaves ends it."""
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        with suppress(ClientDisconnect):
            async for piece in self._pieces:
                await send({"type": "http.response.body", "body": piece, "more_body": True})
            await send({"type": "http.response.body", "body": b""})


class StreamedAnswers:
    """One stream's rows, numbered from 0."""

    def __init__(
        self,
        loaded: Loaded,
        desk: PredictDesk,
        records: Records,
        policy: Policy,
        asked: Asked | None,
        form: Format,
        headers: Mapping[str, str],
    ) -> None:
        self._loaded, self._desk, self._records = loaded, desk, records
        self._policy, self._asked, self._form = policy, asked, form
        self._headers, self._silent = headers, SILENT in headers
        self._row = 0
        self._begun, self._timed = form != "csv", False

    async def run(self, chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """The answer's bytes; what makes the rest unreadable ends it with an error line."""
        if self._records.separator and not self._begun:
            yield self._head()
        try:
            async for chunk in chunks:
                # None waits for a later chunk, as its caller may, and what came at once bounds what is held.
                found = self._records.feed(chunk, last=not chunk)
                while rows := list(islice(found, ROWS_AT_ONCE)):
                    yield self._head() + await self._answer(rows)
                    # Rows that cannot be read wait for nothing; others want their turn.
                    await asyncio.sleep(0)
                if self._records.separator and not self._begun:
                    yield self._head()
        except RowcastError as error:
            yield self._head() + self._line_of(error)
        finally:
            if self._row:
                PREDICTED_ROWS.observe(self._row)

    def _head(self) -> bytes:
        """The names of a CSV answer's columns, once."""
        if self._begun:
            return b""
        self._begun = True
        labels = self._loaded.model.schema.labels
        return self._csv_line(["prediction", *(f"probability_{label}" for label in labels), "error"])

    def _csv_line(self, cells: list[Any]) -> bytes:
        return csv_line(cells, self._records.separator or ",")

    async def _answer(self, found: Sequence[Row | RowcastError]) -> bytes:
        rows = [each for each in found if not isinstance(each, RowcastError)]
        begun = time.perf_counter()
        # Of a stream, only this takes from others: it lasts as long as its caller sends.
        with counted_for_scaling(self._headers):
            good = await self._predict(rows) if rows else []
        if rows and not self._timed:
            self._timed = True
            STREAM_SECONDS.observe(time.perf_counter() - begun)
        answered, parts = iter(good), []
        for each in found:
            result = each if isinstance(each, RowcastError) else next(answered)
            if isinstance(result, RowcastError):
                parts.append(self._line_of(result))
            else:
                prediction, warnings = result
                parts.append(self._line(prediction, warnings))
            self._row += 1
        return b"".join(parts)

    async def _predict(self, rows: list[Row]) -> list[tuple[Row, list[Note]] | RowcastError]:
        """Each row's answer; where some cannot be read, each is asked for by itself."""
        try:
            answers, warnings = await self._desk.ask(
                self._loaded, rows, self._records.from_text, self._policy, patient=True
            )
        except RowcastError as error:
            if error.code != "ROW_INVALID":
                raise
            if len(rows) == 1:
                return [error]
            return await self._halves(rows)
        if self._form != "csv" and len(warnings) >= MAX_NOTES and len(rows) > 1:
            # There may be more of them than are listed of one question.
            return await self._halves(rows)
        by_row: dict[int, list[Note]] = {}
        for note in warnings:
            by_row.setdefault(note.row, []).append(note)
        predictions = self._loaded.model.present_asked(answers, self._asked)
        return [(each, by_row.get(index, [])) for index, each in enumerate(predictions)]

    async def _halves(self, rows: list[Row]) -> list[tuple[Row, list[Note]] | RowcastError]:
        half = len(rows) // 2
        return [*await self._predict(rows[:half]), *await self._predict(rows[half:])]

    def _line(self, prediction: Row, warnings: list[Note]) -> bytes:
        if self._form == "csv":
            return self._csv_line(
                [prediction["prediction"], *prediction.get("probabilities", {}).values(), ""]
            )
        notes = [replace(each, row=0) for each in warnings]
        return ndjson_bytes([prediction], notes, self._row)

    def _line_of(self, error: RowcastError) -> bytes:
        if self._silent:
            error = RowcastError(error.code, SILENT_ROW_ERROR if error.code == "ROW_INVALID" else None)
        # Asked for by itself the row was the first; here it has its place in the stream.
        elif error.fields:
            fields = [each.model_copy(update={"row": None}) for each in error.fields]
            error = row_invalid(self._row, fields)
        if self._form == "csv":
            return self._csv_line(
                ["" for _ in ("prediction", *self._loaded.model.schema.labels)] + [error.message]
            )
        return error_line(self._row, failure_content(error))
