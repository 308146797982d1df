"""Rows out of a body that is still arriving: one JSON object a line, or CSV below a header."""

from __future__ import annotations

import csv
from codecs import BOM_UTF8
from collections.abc import Iterator
from typing import Any, Protocol

import orjson

from rowcast_automl.features.notes import Note
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.csv_rows import CSV_FORM, NO_ROW, ragged, read_header, unreadable
from rowcast_automl.serve.misread import body_empty, not_json
from rowcast_automl.serve.separators import comma_fields, is_padded, separator_of, with_points

# JSON takes some twenty times as much memory once it was read.
LONGEST_RECORD = 256 << 10


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


class Lines:
    """Whole lines of a stream, without a byte order mark before the first; each byte is looked at once.

    Parameters
    ----------
    quoted : bool
        Whether line breaks within double quotes belong to the line.
    """

    def __init__(self, *, quoted: bool) -> None:
        self._quoted = quoted
        self._begun = self._within = False
        self._pieces: list[bytes] = []
        self._size = 0

    def feed(self, chunk: bytes, *, last: bool) -> Iterator[bytes]:
        """Lines that are whole by now, without their ends.

        Raises
        ------
        RowcastError
            BODY_TOO_LARGE.
        """
        begin = seen = 0
        while (end := chunk.find(b"\n", seen)) >= 0:
            self._pass(chunk, seen, end)
            seen = end + 1
            if not self._within:
                self._keep(chunk[begin:end])
                yield self._taken()
                begin = seen
        self._pass(chunk, seen, len(chunk))
        if begin < len(chunk):
            self._keep(chunk[begin:])
        if last and self._pieces:
            yield self._taken()

    def _pass(self, chunk: bytes, start: int, end: int) -> None:
        if self._quoted and chunk.count(b'"', start, end) % 2:
            self._within = not self._within

    def _keep(self, piece: bytes) -> None:
        self._size += len(piece)
        if self._size > LONGEST_RECORD:
            raise RowcastError("BODY_TOO_LARGE", "A single row must not be larger than 256 kB.")
        self._pieces.append(piece)

    def _taken(self) -> bytes:
        line = b"".join(self._pieces)
        self._pieces, self._size = [], 0
        if not self._begun:
            self._begun = True
            line = line.removeprefix(BOM_UTF8)
        return line.removesuffix(b"\r")


class JsonRecords:
    """One JSON object a line; empty lines are passed over."""

    from_text = False
    separator: str | None = ","

    def __init__(self) -> None:
        self._lines = Lines(quoted=False)

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
        self._lines = Lines(quoted=True)
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
