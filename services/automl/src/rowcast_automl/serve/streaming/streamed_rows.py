"""Parsers for streamed rows: NDJSON, or CSV with a header."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import Any, Protocol

import orjson

from rowcast_automl.features.rows.field_notes import Note
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.ingest.csv.dialect import trim_trailing_empty
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.requests.body_errors import empty_body_error, invalid_json_error
from rowcast_automl.serve.requests.csv_rows import (
    CSV_FORM,
    NO_ROW,
    csv_error_note,
    ragged_row_note,
    read_header,
)
from rowcast_automl.serve.requests.csv_separators import (
    commas_to_points,
    decimal_comma_columns,
    detect_separator,
    is_padded,
)
from rowcast_automl.serve.streaming.line_splitter import CsvRecordSplitter, LineSplitter


class RowParser(Protocol):
    """Parses a stream of bytes into rows; an invalid row is yielded as an error.

    Parameters
    ----------
    separator : str or None
        Separator of CSV cells, also used for the response; None before the header is parsed.
    """

    from_text: bool
    separator: str | None

    def feed(self, chunk: bytes, *, last: bool = False) -> Iterator[dict[str, Any] | RowcastError]:
        """Yield the rows that are complete.

        Raises
        ------
        RowcastError
            The rest of the stream cannot be parsed.
        """


class NdjsonParser:
    """One JSON object per line; empty lines are ignored."""

    from_text = False
    separator: str | None = ","

    def __init__(self) -> None:
        self._lines = LineSplitter()

    def feed(self, chunk: bytes, *, last: bool = False) -> Iterator[dict[str, Any] | RowcastError]:
        """Yield the rows that are complete."""
        for line in self._lines.feed(chunk, last=last):
            if line.strip():
                yield parse_object(line)


class CsvParser:
    """CSV records with a header."""

    from_text = True

    def __init__(self, schema: ServingSchema) -> None:
        self.separator: str | None = None
        self._schema = schema
        self._commas: list[int] = []
        self._padded = False
        self._lines = CsvRecordSplitter()
        self._empty = True
        self._rowless = True
        self._header: list[str] | None = None

    def feed(self, chunk: bytes, *, last: bool = False) -> Iterator[dict[str, Any] | RowcastError]:
        """Yield the rows that are complete."""
        for line in self._lines.feed(chunk, last=last):
            if not line:
                continue
            self._empty = False
            cells = self._cells(line)
            if isinstance(cells, RowcastError):
                yield cells
            elif cells and self._header is None:
                self._header = read_header(cells, self._schema)
                self._commas = decimal_comma_columns(self._header, self.separator or ",", self._schema)
            elif cells and self._header is not None:
                self._rowless = False
                width = len(self._header)
                cells = trim_trailing_empty(cells, width)
                if len(cells) == width:
                    yield dict(zip(self._header, commas_to_points(cells, self._commas), strict=True))
                else:
                    yield row_error(ragged_row_note(len(cells), width))
        if last and self._empty:
            raise empty_body_error(CSV_FORM, self._schema)
        if last and self._header is None:
            raise RowcastError("INSTANCES_INVALID", "The CSV body needs a header line with the field names.")
        if last and self._rowless:
            raise RowcastError("INSTANCES_INVALID", NO_ROW)

    def _cells(self, line: bytes) -> list[str] | RowcastError:
        try:
            text = line.decode()
            if self._header is None:
                self.separator = detect_separator(text, self._schema)
                self._padded = is_padded(text, self.separator)
                self._lines.set_separators(self.separator, padded=self._padded)
            separator = self.separator or ","
            reader = csv.reader([text], delimiter=separator, strict=True, skipinitialspace=self._padded)
            return next(reader, [])
        except csv.Error as error:
            return row_error(csv_error_note(error))
        except UnicodeDecodeError:
            return RowcastError("ROW_INVALID", "The row is not readable CSV in UTF-8.")


def row_error(note: Note) -> RowcastError:
    """Return the error for an invalid row."""
    problem = note.problem()
    return RowcastError("ROW_INVALID", problem.message, [problem])


def parse_object(line: bytes) -> dict[str, Any] | RowcastError:
    """Parse the object of a line."""
    try:
        content = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        return invalid_json_error("The line", error)
    if not isinstance(content, dict):
        return RowcastError("INSTANCES_INVALID", "Each line must be one object.")
    return content
