"""Rows out of a body that is still arriving: one JSON object a line, or CSV below a header."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import Any, Protocol

import orjson

from rowcast_automl.features.rows.field_notes import Note
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.ingest.csv.dialect import trim_trailing_empty
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.requests.body_errors import body_empty, not_json
from rowcast_automl.serve.requests.csv_rows import CSV_FORM, NO_ROW, ragged, read_header, unreadable
from rowcast_automl.serve.requests.csv_separators import comma_fields, is_padded, separator_of, with_points
from rowcast_automl.serve.streaming.line_splitter import CsvLines, Lines


class Records(Protocol):
    """Cuts a stream of bytes into rows; a row that cannot be read comes as the error about it.

    Parameters
    ----------
    separator : str or None
        What parts the cells of CSV, in the answer as well; None until the header was read.
    """

    from_text: bool
    separator: str | None

    def feed(self, chunk: bytes, *, last: bool = False) -> Iterator[dict[str, Any] | RowcastError]:
        """Rows that are whole by now.

        Raises
        ------
        RowcastError
            When nothing that follows can be read either.
        """


class JsonRecords:
    """One JSON object a line; empty lines are passed over."""

    from_text = False
    separator: str | None = ","

    def __init__(self) -> None:
        self._lines = Lines()

    def feed(self, chunk: bytes, *, last: bool = False) -> Iterator[dict[str, Any] | RowcastError]:
        """Rows that are whole by now."""
        for line in self._lines.feed(chunk, last=last):
            if line.strip():
                yield object_of(line)


class CsvRecords:
    """Records below a header line."""

    from_text = True

    def __init__(self, schema: ServingSchema) -> None:
        self.separator: str | None = None
        self._schema = schema
        self._commas: list[int] = []
        self._padded = False
        self._lines = CsvLines()
        self._empty = True
        self._rowless = True
        self._header: list[str] | None = None

    def feed(self, chunk: bytes, *, last: bool = False) -> Iterator[dict[str, Any] | RowcastError]:
        """Rows that are whole by now."""
        for line in self._lines.feed(chunk, last=last):
            if not line:
                continue
            self._empty = False
            cells = self._cells(line)
            if isinstance(cells, RowcastError):
                yield cells
            elif cells and self._header is None:
                self._header = read_header(cells, self._schema)
                self._commas = comma_fields(self._header, self.separator or ",", self._schema)
            elif cells and self._header is not None:
                self._rowless = False
                wanted = len(self._header)
                cells = trim_trailing_empty(cells, wanted)
                if len(cells) == wanted:
                    yield dict(zip(self._header, with_points(cells, self._commas), strict=True))
                else:
                    yield refused(ragged(len(cells), wanted))
        if last and self._empty:
            raise body_empty(CSV_FORM, self._schema)
        if last and self._header is None:
            raise RowcastError("INSTANCES_INVALID", "The CSV body needs a header line with the field names.")
        if last and self._rowless:
            raise RowcastError("INSTANCES_INVALID", NO_ROW)

    def _cells(self, line: bytes) -> list[str] | RowcastError:
        try:
            text = line.decode()
            if self._header is None:
                self.separator = separator_of(text, self._schema)
                self._padded = is_padded(text, self.separator)
                self._lines.part_by(self.separator, padded=self._padded)
            separator = self.separator or ","
            reader = csv.reader([text], delimiter=separator, strict=True, skipinitialspace=self._padded)
            return next(reader, [])
        except csv.Error as error:
            return refused(unreadable(error))
        except UnicodeDecodeError:
            return RowcastError("ROW_INVALID", "The row is not readable CSV in UTF-8.")


def refused(note: Note) -> RowcastError:
    """The error for a row that cannot be read."""
    problem = note.problem()
    return RowcastError("ROW_INVALID", problem.message, [problem])


def object_of(line: bytes) -> dict[str, Any] | RowcastError:
    """The object on a line."""
    try:
        content = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        return not_json("The line", error)
    if not isinstance(content, dict):
        return RowcastError("INSTANCES_INVALID", "Each line must be one object.")
    return content
