"""Streamed predictions: rows are predicted while later ones arrive, in bounded memory."""

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
from rowcast_automl.serve.http.error_responses import error_content, row_invalid_error
from rowcast_automl.serve.http.query_parameters import parse_call_options, policy_headers
from rowcast_automl.serve.options.prediction_options import (
    CheckedOptions,
    require_supported,
    validate_options,
)
from rowcast_automl.serve.options.value_policy import Policy
from rowcast_automl.serve.pool.model_pool import PoolEntry
from rowcast_automl.serve.processes.metrics import PREDICTED_ROWS, STREAM_SECONDS, count_for_scaling
from rowcast_automl.serve.responses.response_formats import (
    CSV_TYPES,
    MEDIA_TYPES,
    NDJSON_TYPES,
    Format,
    encode_csv_row,
    encode_error_line,
    encode_ndjson,
    media_type,
    negotiate_format,
)
from rowcast_automl.serve.scheduling.dispatcher import RequestDispatcher
from rowcast_automl.serve.streaming.streamed_rows import CsvParser, NdjsonParser, RowParser

ROWS_PER_PREDICTION = 200
# Set for APIs whose errors must not name fields.
SILENT_HEADER = "x-rowcast-silent"
Row = dict[str, Any]


def stream_predictions(request: Request, loaded: PoolEntry, dispatcher: RequestDispatcher) -> Response:
    """Return a response that predicts rows as they arrive. The line of an invalid row contains its error.

    Raises
    ------
    RowcastError
        INSTANCES_INVALID for a body that is neither NDJSON nor CSV, or OPTIONS_INVALID.
    """
    kind = media_type(request.headers.get("content-type", ""))
    if kind not in (*CSV_TYPES, *NDJSON_TYPES):
        raise RowcastError("INSTANCES_INVALID", "Send JSON objects, one a line, or text/csv.")
    records: RowParser = CsvParser(loaded.model.schema) if kind in CSV_TYPES else NdjsonParser()
    accept = request.headers.get("accept", "")
    response_format: Format = "csv" if negotiate_format(accept) == "csv" else "ndjson"
    policy, options = parse_call_options(
        *policy_headers(request.headers), request.url.query, loaded.model.schema
    )
    require_supported(options, "stream")
    require_supported(options, response_format)
    model = loaded.model
    asked = validate_options(options, model.schema, model.facts, 1) if options else None
    answers = PredictionStream(loaded, dispatcher, records, policy, asked, response_format, request.headers)
    return ChunkedResponse(answers.run(request.stream()), MEDIA_TYPES[response_format])


class ChunkedResponse(Response):
    """A streaming response. Unlike Starlette's, it does not read the request body to detect a disconnect."""

    def __init__(self, pieces: AsyncIterator[bytes], content_type: bytes) -> None:
        self._pieces = pieces
        self.status_code = 200
        self.raw_headers = [(b"content-type", content_type)]
        self.background = None

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        """Send the response until the client disconnects."""
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        with suppress(ClientDisconnect):
            async for piece in self._pieces:
                await send({"type": "http.response.body", "body": piece, "more_body": True})
            await send({"type": "http.response.body", "body": b""})


class PredictionStream:
    """Predictions of one stream, with rows numbered from 0."""

    def __init__(
        self,
        loaded: PoolEntry,
        dispatcher: RequestDispatcher,
        records: RowParser,
        policy: Policy,
        asked: CheckedOptions | None,
        response_format: Format,
        headers: Mapping[str, str],
    ) -> None:
        self._loaded, self._dispatcher, self._records = loaded, dispatcher, records
        self._policy, self._asked, self._form = policy, asked, response_format
        self._headers, self._silent = headers, SILENT_HEADER in headers
        self._row = 0
        self._has_header, self._is_timed = response_format != "csv", False

    async def run(self, chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """Yield the response; an error that makes the rest unreadable ends it with an error line."""
        if self._records.separator and not self._has_header:
            yield self._header()
        try:
            async for chunk in chunks:
                # Complete rows never wait for later chunks, and memory is bounded by the size of a chunk.
                found = self._records.feed(chunk, last=not chunk)
                while rows := list(islice(found, ROWS_PER_PREDICTION)):
                    yield self._header() + await self._predict_lines(rows)
                    # Invalid rows involve no waiting, so yield to other tasks.
                    await asyncio.sleep(0)
                if self._records.separator and not self._has_header:
                    yield self._header()
        except RowcastError as error:
            yield self._header() + self._error_line(error)
        finally:
            if self._row:
                PREDICTED_ROWS.observe(self._row)

    def _header(self) -> bytes:
        """Return the header of a CSV response, once."""
        if self._has_header:
            return b""
        self._has_header = True
        labels = self._loaded.model.schema.labels
        return self._csv_line(["prediction", *(f"probability_{label}" for label in labels), "error"])

    def _csv_line(self, cells: list[Any]) -> bytes:
        return encode_csv_row(cells, self._records.separator or ",")

    async def _predict_lines(self, found: Sequence[Row | RowcastError]) -> bytes:
        rows = [each for each in found if not isinstance(each, RowcastError)]
        started = time.perf_counter()
        # Only predictions count as load, since a stream lasts as long as its client sends.
        with count_for_scaling(self._headers):
            predicted = await self._predict(rows) if rows else []
        if rows and not self._is_timed:
            self._is_timed = True
            STREAM_SECONDS.observe(time.perf_counter() - started)
        answered, parts = iter(predicted), []
        for each in found:
            result = each if isinstance(each, RowcastError) else next(answered)
            if isinstance(result, RowcastError):
                parts.append(self._error_line(result))
            else:
                prediction, warnings = result
                parts.append(self._line(prediction, warnings))
            self._row += 1
        return b"".join(parts)

    async def _predict(self, rows: list[Row]) -> list[tuple[Row, list[Note]] | RowcastError]:
        """Predictions of the rows; if some rows are invalid, predict them separately by bisection."""
        try:
            answers, warnings = await self._dispatcher.predict_rows(
                self._loaded, rows, self._records.from_text, self._policy, never_rejected=True
            )
        except RowcastError as error:
            if error.code != "ROW_INVALID":
                raise
            if len(rows) == 1:
                return [error]
            return await self._predict_halves(rows)
        if self._form != "csv" and len(warnings) >= MAX_NOTES and len(rows) > 1:
            # The list of warnings may be truncated.
            return await self._predict_halves(rows)
        by_row: dict[int, list[Note]] = {}
        for note in warnings:
            by_row.setdefault(note.row, []).append(note)
        predictions = self._loaded.model.present_with_checked(answers, self._asked)
        return [(each, by_row.get(index, [])) for index, each in enumerate(predictions)]

    async def _predict_halves(self, rows: list[Row]) -> list[tuple[Row, list[Note]] | RowcastError]:
        half = len(rows) // 2
        return [*await self._predict(rows[:half]), *await self._predict(rows[half:])]

    def _line(self, prediction: Row, warnings: list[Note]) -> bytes:
        if self._form == "csv":
            return self._csv_line(
                [prediction["prediction"], *prediction.get("probabilities", {}).values(), ""]
            )
        notes = [replace(each, row=0) for each in warnings]
        return encode_ndjson([prediction], notes, self._row)

    def _error_line(self, error: RowcastError) -> bytes:
        if self._silent:
            error = RowcastError(error.code, SILENT_ROW_ERROR if error.code == "ROW_INVALID" else None)
        # Replace the row index of the request by that of the stream.
        elif error.fields:
            fields = [each.model_copy(update={"row": None}) for each in error.fields]
            error = row_invalid_error(self._row, fields)
        if self._form == "csv":
            return self._csv_line(
                ["" for _ in ("prediction", *self._loaded.model.schema.labels)] + [error.message]
            )
        return encode_error_line(self._row, error_content(error))
