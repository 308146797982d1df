"""How the cells of a text are separated and quoted."""

import csv
import io
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from rowcast_automl.contracts.generated import LintFinding
from rowcast_automl.ingest.csv.title_rows import (
    are_names_with_a_number,
    header_place,
    left_out,
    may_be_values,
    title_above,
)
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.profile.finding import EVIDENCE

DELIMITERS = (",", ";", "\t", "|")
HEAD_BYTES = 256 << 10
LONGEST_HEADER = 8 << 20
ROWS_LOOKED_AT = 300
# Of a table so wide that looking at each cell of these rows takes seconds.
CELLS_LOOKED_AT = 100_000
MOST = 0.5
MOST_PADDED = 0.9
BETWEEN = r"[,;\t|]"
SINGLE_QUOTED = re.compile(rf"(?m)(?:^|{BETWEEN}) ?'[^'\n]*'(?={BETWEEN}|\r?$)")
DOUBLE_QUOTED = re.compile(rf"(?m)(?:^|{BETWEEN}) ?\"")
BACKSLASH_QUOTE = re.compile(r"\\\"(?![,;\t|\r\n\"]|$)")


@dataclass(frozen=True)
class CsvDialect:
    """The characters that DuckDB needs to read the text, and the row of column names by them.

    `above` counts the rows above it, empty ones too, and `line` is where it begins, from 1. `padded` says
    that blanks follow the delimiters and belong to no cell, `certain` that the header is one though a cell of
    it is a number.
    """

    delimiter: str
    quote: str
    escape: str
    header: list[str]
    above: int = 0
    line: int = 1
    padded: bool = False
    certain: bool = False
    findings: list[LintFinding] = field(default_factory=list)

    def reader(self, stream: Iterable[str], longest: int, *, strict: bool = False) -> Any:
        """Rows of the text, of which no cell may be longer; where `strict`, a wrong quote is a csv.Error."""
        return reader_of(
            stream,
            self.delimiter,
            self.quote,
            self.escape,
            padded=self.padded,
            longest=longest,
            strict=strict,
        )


def sniff_dialect(path: Path) -> CsvDialect:
    """The dialect of the UTF-8 text at `path`, judged by its first rows.

    Raises RowcastError FILE_EMPTY, or TITLE_ABOVE_HEADER where no column names stand below a title.
    """
    head = read_head(path)
    quote = "'" if not DOUBLE_QUOTED.search(head) and len(SINGLE_QUOTED.findall(head)) > 1 else '"'
    escape = "\\" if quote == '"' and BACKSLASH_QUOTE.search(head) else quote
    candidates = {
        delimiter: rows for delimiter in DELIMITERS if (rows := split(head, delimiter, quote, escape))
    }
    if not candidates:
        raise RowcastError("FILE_EMPTY")
    places = {option: header_place(rows) for option, rows in candidates.items()}

    def merit(option: str) -> tuple[bool, float, int]:
        share, width = fitness(candidates[option][places[option] or 0 :])
        # By another separator a header may look like a title: `a;b` above `1,5;2`.
        return places[option] == 0 and share > MOST, share, width

    delimiter = max(candidates, key=merit)
    rows, place = candidates[delimiter], places[delimiter]
    if place is None:
        raise title_above()
    above, line = begin_of(head, delimiter, quote, escape, place)
    title, _ = begin_of(head, delimiter, quote, escape, 0)
    if may_be_values(rows, place, above - title - place):
        raise title_above()
    lines = [*range(1, line)][:EVIDENCE]
    padded = is_padded(head, delimiter, quote, escape, above)
    findings = left_out(rows[:place], lines)
    certain = are_names_with_a_number(rows[place], rows[place + 1 :])
    return CsvDialect(delimiter, quote, escape, rows[place], above, line, padded, certain, findings)


def own_dialect(path: Path) -> CsvDialect:
    """The dialect of a CSV that was written here."""
    rows = split(read_head(path), ",", '"', '"')
    if not rows:
        raise RowcastError("FILE_EMPTY")
    return CsvDialect(",", '"', '"', rows[0], certain=are_names_with_a_number(rows[0], rows[1:]))


def read_head(path: Path) -> str:
    """The first lines, at least one whole line where it is not absurdly long."""
    with path.open("rb") as stream:
        head = stream.read(HEAD_BYTES)
        if b"\n" not in head.strip(b"\r\n") and b"\r" not in head.strip(b"\r\n"):
            head += stream.read(LONGEST_HEADER)
        whole = not stream.read(1)
    if not whole and (end := max(head.rfind(b"\n"), head.rfind(b"\r"))) > 0:
        head = head[: end + 1]
    return head.decode("utf-8-sig", errors="ignore")


def split(head: str, delimiter: str, quote: str, escape: str) -> list[list[str]]:
    """The first rows of `head` that are not blank."""
    rows = reader_of(io.StringIO(head, newline=""), delimiter, quote, escape)
    return list(islice((row for row in rows if row), ROWS_LOOKED_AT))


def begin_of(head: str, delimiter: str, quote: str, escape: str, place: int) -> tuple[int, int]:
    """How many rows, blank ones too, stand above the row at `place` of `split`, and the line it begins in."""
    reader = reader_of(io.StringIO(head, newline=""), delimiter, quote, escape)
    above, line = 0, 1
    for row in reader:
        if row and not place:
            break
        place -= bool(row)
        above, line = above + 1, reader.line_num + 1
    return above, line


def is_padded(head: str, delimiter: str, quote: str, escape: str, above: int) -> bool:
    """Whether nearly all cells that follow a delimiter, below the column names, begin with a blank."""
    reader = reader_of(io.StringIO(head, newline=""), delimiter, quote, escape, padded=False)
    rows = islice(reader, above + 1, above + 1 + ROWS_LOOKED_AT)
    cells: list[str] = [*islice((cell for row in rows for cell in row[1:] if cell.strip()), CELLS_LOOKED_AT)]
    return sum(cell.startswith(" ") for cell in cells) > MOST_PADDED * len(cells)


def reader_of(
    stream: Iterable[str],
    delimiter: str,
    quote: str,
    escape: str,
    *,
    padded: bool = True,
    longest: int = LONGEST_HEADER + HEAD_BYTES,
    strict: bool = False,
) -> Any:
    """The csv module's reader, which takes no cell that is longer; `padded` as `CsvDialect` has it."""
    csv.field_size_limit(longest)
    doubled = escape == quote
    return csv.reader(
        stream,
        delimiter=delimiter,
        quotechar=quote,
        doublequote=doubled,
        escapechar=None if doubled else escape,
        skipinitialspace=padded,
        strict=strict,
    )


def fitness(rows: list[list[str]]) -> tuple[float, int]:
    """Share of rows as wide as the header where that is more than one cell; then the width."""
    width = len(rows[0])
    body = [len(row) for row in rows[1:]]
    if width > 1:
        return (sum(cells == width for cells in body) / max(1, len(body)), width)
    commonest = max(set(body), key=body.count, default=1)
    return (0.0, commonest if commonest > 1 else 0)


def fitted(cells: list[str], width: int) -> list[str]:
    """The cells without the empty ones beyond so many, which separators at the end of a row make."""
    return cells[:width] if len(cells) > width and not any(cells[width:]) else cells
