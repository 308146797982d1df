"""Rows out of a body that is still arriving: one JSON object a line, or CSV below a header."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import Any, Protocol

import orjson

from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.body import read_header

LONGEST_RECORD = 1 << 20


class Records(Protocol):
    """Cuts a stream of bytes into rows; a row that cannot be read comes as the error about it."""

    from_text: bool

    def feed(self, chunk: bytes, *, last: bool = False) -> Iterator[dict[str, Any] | RowcastError]:
        """Rows that are whole by now.

        Raises
        ------
        RowcastError
            When nothing that follows can be read either.
        """


class Lines:
    """Whole lines of a stream; each byte is looked at once.

    Parameters
    ----------
    quoted : bool
        Whether line breaks within double quotes belong to the line.
    """

    def __init__(self, *, quoted: bool) -> None:
        self._quoted = quoted
        self._within = False
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
            raise RowcastError("BODY_TOO_LARGE", "A single row must not be larger than 1 MB.")
        self._pieces.append(piece)

    def _taken(self) -> bytes:
        line = b"".join(self._pieces)
        self._pieces, self._size = [], 0
        return line.removesuffix(b"\r")


class JsonRecords:
    """One JSON object a line; empty lines are passed over."""

    from_text = False

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

    def __init__(self) -> None:
        self._lines = Lines(quoted=True)
        self._header: list[str] | None = None

    def feed(self, chunk: bytes, *, last: bool = False) -> Iterator[dict[str, Any] | RowcastError]:
        """Rows that are whole by now."""
        for line in self._lines.feed(chunk, last=last):
            if not line:
                continue
            cells = self._cells(line)
            if isinstance(cells, RowcastError):
                yield cells
            elif cells and self._header is None:
                self._header = read_header(cells)
            elif cells and self._header is not None:
                wanted = len(self._header)
                if len(cells) == wanted:
                    yield dict(zip(self._header, cells, strict=True))
                else:
                    yield RowcastError(
                        "ROW_INVALID", f"The row has {len(cells)} cells; the header has {wanted}."
                    )
        if last and self._header is None:
            raise RowcastError("INSTANCES_INVALID", "The CSV body needs a header line with the field names.")

    def _cells(self, line: bytes) -> list[str] | RowcastError:
        try:
            text = line.decode("utf-8-sig" if self._header is None else "utf-8")
            return next(csv.reader([text], strict=True), [])
        except (csv.Error, UnicodeDecodeError):
            return RowcastError("ROW_INVALID", "The row is not readable CSV in UTF-8.")


def object_of(line: bytes) -> dict[str, Any] | RowcastError:
    """The object on a line."""
    try:
        content = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        return RowcastError("BODY_NOT_JSON", f"The line is not valid JSON: column {error.colno}.")
    if not isinstance(content, dict):
        return RowcastError("INSTANCES_INVALID", "Each line must be one object.")
    return content
