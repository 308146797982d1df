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
    """Whole lines of a stream.

    Parameters
    ----------
    quoted : bool
        Whether line breaks within double quotes belong to the line.
    """

    def __init__(self, *, quoted: bool) -> None:
        self._quoted = quoted
        self._rest = b""

    def feed(self, chunk: bytes, *, last: bool) -> Iterator[bytes]:
        """Lines that are whole by now, without their ends."""
        *whole, self._rest = (self._rest + chunk).split(b"\n")
        if last and self._rest:
            whole.append(self._rest)
            self._rest = b""
        if len(self._rest) > LONGEST_RECORD:
            raise RowcastError("BODY_TOO_LARGE", "A single row must not be larger than 1 MB.")
        pending = b""
        for line in whole:
            pending = pending + b"\n" + line if pending else line
            if not self._quoted or pending.count(b'"') % 2 == 0:
                yield pending.removesuffix(b"\r")
                pending = b""
        if pending and last:
            yield pending
        elif pending:
            self._rest = pending + b"\n" + self._rest


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
