"""Splitting of streamed bodies into lines and CSV records."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterator

from rowcast_automl.contracts.generated import CSV_SEPARATORS
from rowcast_automl.platform.errors import RowcastError

# Parsed JSON needs about twenty times as much memory.
MAX_RECORD_BYTES = 256 << 10
QUOTES = re.compile(b'"*')


class LineSplitter:
    """Splits a stream into lines, without a byte order mark. Linear time."""

    def __init__(self) -> None:
        self._started = False
        self._bom = b""
        self._pieces: list[bytes] = []
        self._size = 0

    def feed(self, chunk: bytes, *, last: bool) -> Iterator[bytes]:
        """Yield the lines that are complete, without line ends.

        Raises
        ------
        RowcastError
            BODY_TOO_LARGE.
        """
        chunk = self._without_bom(chunk, last=last)
        begin = 0
        while (end := chunk.find(b"\n", begin)) >= 0:
            self._append(chunk[begin:end])
            yield self._pop_line().removesuffix(b"\r")
            begin = end + 1
        for line in self._remainder(chunk, begin, last=last):
            yield line.removesuffix(b"\r")

    def _without_bom(self, chunk: bytes, *, last: bool) -> bytes:
        """Return the chunk without a byte order mark; a possible beginning of one is buffered."""
        if self._started:
            return chunk
        self._bom += chunk
        if not last and BOM_UTF8.startswith(self._bom):
            return b""
        self._started = True
        return self._bom.removeprefix(BOM_UTF8)

    def _append(self, piece: bytes) -> None:
        self._size += len(piece)
        if self._size > MAX_RECORD_BYTES:
            raise RowcastError("BODY_TOO_LARGE", "A single row must not be larger than 256 kB.")
        self._pieces.append(piece)

    def _pop_line(self) -> bytes:
        line = b"".join(self._pieces)
        self._pieces, self._size = [], 0
        return line

    def _remainder(self, chunk: bytes, begin: int, *, last: bool) -> Iterator[bytes]:
        """Buffer the rest of a chunk; it is a line if this is the last chunk."""
        if begin < len(chunk):
            self._append(chunk[begin:])
        if last and self._pieces:
            yield self._pop_line()


class CsvRecordSplitter(LineSplitter):
    """Splits a stream into CSV records, which may contain line breaks within double quotes.

    A quote opens a cell only at its beginning, as in the csv module. Linear time.
    """

    def __init__(self) -> None:
        super().__init__()
        # State: in a quoted cell, after a quote that may close it, at the start of a cell, after a CR.
        self._in_quotes = self._after_quote = self._after_return = False
        self._at_cell_start = True
        # Until the header determines the separator.
        self.set_separators("".join(CSV_SEPARATORS), padded=True)

    def set_separators(self, separators: str, *, padded: bool) -> None:
        """Set the separators of cells; if `padded`, blanks may follow them."""
        gap, separator_class = b" *+" if padded else b"", re.escape(separators.encode())
        self._opening = re.compile(gap + rb'("|\Z)')
        self._next = re.compile(rb"\r\n?|\n|[" + separator_class + b"]" + gap + rb'("|\Z)')
        plain = b"[^" + separator_class + rb"\r\n]*+"
        cell = gap + rb'(?:"(?:[^"]++|"")*+"|(?!"))' + plain
        self._whole = re.compile(cell + b"(?:[" + separator_class + b"]" + cell + rb")*+(\n|\r\n|\r(?!\Z))")

    def feed(self, chunk: bytes, *, last: bool) -> Iterator[bytes]:
        """Yield the records that are complete, with the same limit as lines."""
        chunk = self._without_bom(chunk, last=last)
        begin = at = int(self._after_return and chunk.startswith(b"\n"))
        self._after_return = self._after_return and not chunk
        while at < len(chunk):
            if at == begin and not self._pieces and (whole := self._whole.match(chunk, at)):
                # Fast path for a complete record in one chunk.
                self._append(chunk[begin : whole.start(1)])
                yield self._pop_line()
                begin = at = whole.end()
            elif self._in_quotes:
                at = self._skip_quoted(chunk, at)
            elif self._at_cell_start and (opening := self._opening.match(chunk, at)):
                self._in_quotes, at = bool(opening[1]), opening.end()
                self._at_cell_start = not self._in_quotes
            elif found := self._next.search(chunk, at):
                at = found.end()
                self._in_quotes, self._at_cell_start = found[1] == b'"', found[1] != b'"'
                if found[1] is None:
                    self._append(chunk[begin : found.start()])
                    yield self._pop_line()
                    self._after_return = found[0] == b"\r" and at == len(chunk)
                    begin = at
            else:
                self._at_cell_start, at = False, len(chunk)
        yield from self._remainder(chunk, begin, last=last)

    def _skip_quoted(self, chunk: bytes, at: int) -> int:
        """The end of the quoted cell, or of the chunk; a double quote within it is an escaped quote."""
        while at < len(chunk):
            if not self._after_quote and (at := chunk.find(b'"', at)) < 0:
                return len(chunk)
            run = QUOTES.match(chunk, at)
            end = run.end() if run else at
            self._after_quote ^= (end - at) % 2 == 1
            at = end
            if self._after_quote and at < len(chunk):
                self._after_quote = self._in_quotes = False
                return at
        return at
