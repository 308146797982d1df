"""Whole lines of a body that is still arriving, and whole records of CSV."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterator

from rowcast_automl.contracts.generated import CSV_SEPARATORS
from rowcast_automl.platform.errors import RowcastError

# JSON takes some twenty times as much memory once it was read.
LONGEST_RECORD = 256 << 10
QUOTES = re.compile(b'"*')


class Lines:
    """Whole lines of a stream, without a byte order mark before the first; each byte is looked at once."""

    def __init__(self) -> None:
        self._begun = False
        self._mark = b""
        self._pieces: list[bytes] = []
        self._size = 0

    def feed(self, chunk: bytes, *, last: bool) -> Iterator[bytes]:
        """Lines that are whole by now, without their ends.

        Raises
        ------
        RowcastError
            BODY_TOO_LARGE.
        """
        chunk = self._unmarked(chunk, last=last)
        begin = 0
        while (end := chunk.find(b"\n", begin)) >= 0:
            self._keep(chunk[begin:end])
            yield self._taken().removesuffix(b"\r")
            begin = end + 1
        for line in self._left(chunk, begin, last=last):
            yield line.removesuffix(b"\r")

    def _unmarked(self, chunk: bytes, *, last: bool) -> bytes:
        """The chunk without a mark before the first line; what may be the begin of one waits for more."""
        if self._begun:
            return chunk
        self._mark += chunk
        if not last and BOM_UTF8.startswith(self._mark):
            return b""
        self._begun = True
        return self._mark.removeprefix(BOM_UTF8)

    def _keep(self, piece: bytes) -> None:
        self._size += len(piece)
        if self._size > LONGEST_RECORD:
            raise RowcastError("BODY_TOO_LARGE", "A single row must not be larger than 256 kB.")
        self._pieces.append(piece)

    def _taken(self) -> bytes:
        line = b"".join(self._pieces)
        self._pieces, self._size = [], 0
        return line

    def _left(self, chunk: bytes, begin: int, *, last: bool) -> Iterator[bytes]:
        """Keeps what is left of a chunk, which is a line where no other follows."""
        if begin < len(chunk):
            self._keep(chunk[begin:])
        if last and self._pieces:
            yield self._taken()


class CsvLines(Lines):
    """Records without their line ends, which may hold line breaks within double quotes.

    A quote opens a cell only where the cell begins, as the csv module has it. Each byte is looked at once.
    """

    def __init__(self) -> None:
        super().__init__()
        # Within a quoted cell; after a quote in it that may end it; where a cell begins; after a return.
        self._within = self._odd = self._returned = False
        self._begins = True
        # Until the header tells.
        self.part_by("".join(CSV_SEPARATORS), padded=True)

    def part_by(self, separators: str, *, padded: bool) -> None:
        """Takes any of these for what parts cells; where `padded`, blanks may follow it."""
        gap, parting = b" *+" if padded else b"", re.escape(separators.encode())
        self._opening = re.compile(gap + rb'("|\Z)')
        self._next = re.compile(rb"\r\n?|\n|[" + parting + b"]" + gap + rb'("|\Z)')
        plain = b"[^" + parting + rb"\r\n]*+"
        cell = gap + rb'(?:"(?:[^"]++|"")*+"|(?!"))' + plain
        self._whole = re.compile(cell + b"(?:[" + parting + b"]" + cell + rb")*+(\n|\r\n|\r(?!\Z))")

    def feed(self, chunk: bytes, *, last: bool) -> Iterator[bytes]:
        """Records that are whole by now, refused as lines are."""
        chunk = self._unmarked(chunk, last=last)
        begin = at = int(self._returned and chunk.startswith(b"\n"))
        self._returned = self._returned and not chunk
        while at < len(chunk):
            if at == begin and not self._pieces and (whole := self._whole.match(chunk, at)):
                # As most are; what follows is for those that come in pieces.
                self._keep(chunk[begin : whole.start(1)])
                yield self._taken()
                begin = at = whole.end()
            elif self._within:
                at = self._past_quoted(chunk, at)
            elif self._begins and (opening := self._opening.match(chunk, at)):
                self._within, at = bool(opening[1]), opening.end()
                self._begins = not self._within
            elif found := self._next.search(chunk, at):
                at = found.end()
                self._within, self._begins = found[1] == b'"', found[1] != b'"'
                if found[1] is None:
                    self._keep(chunk[begin : found.start()])
                    yield self._taken()
                    self._returned = found[0] == b"\r" and at == len(chunk)
                    begin = at
            else:
                self._begins, at = False, len(chunk)
        yield from self._left(chunk, begin, last=last)

    def _past_quoted(self, chunk: bytes, at: int) -> int:
        """Where the quoted cell that `at` lies in ends, or the chunk; two quotes in it are one character."""
        while at < len(chunk):
            if not self._odd and (at := chunk.find(b'"', at)) < 0:
                return len(chunk)
            run = QUOTES.match(chunk, at)
            end = run.end() if run else at
            self._odd ^= (end - at) % 2 == 1
            at = end
            if self._odd and at < len(chunk):
                self._odd = self._within = False
                return at
        return at
