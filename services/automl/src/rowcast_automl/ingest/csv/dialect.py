"""Detection of the CSV dialect: delimiter, quote, escape character and header row."""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from rowcast_automl.contracts.generated import LintFinding
from rowcast_automl.ingest.csv.title_rows import (
    are_names_with_one_number,
    find_header,
    may_be_data,
    title_error,
    title_findings,
)
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.profile.finding import MAX_EVIDENCE_ROWS

DELIMITERS = (",", ";", "\t", "|")
HEAD_BYTES = 256 << 10
MAX_HEADER_BYTES = 8 << 20
MAX_SNIFFED_ROWS = 300
# Bounds the time for very wide tables.
MAX_SNIFFED_CELLS = 100_000
MIN_FITTING_SHARE = 0.5
MIN_PADDED_SHARE = 0.9
SEPARATORS = r"[,;\t|]"
SINGLE_QUOTED = re.compile(rf"(?m)(?:^|{SEPARATORS}) ?'[^'\n]*'(?={SEPARATORS}|\r?$)")
DOUBLE_QUOTED = re.compile(rf"(?m)(?:^|{SEPARATORS}) ?\"")
BACKSLASH_QUOTE = re.compile(r"\\\"(?![,;\t|\r\n\"]|$)")


@dataclass(frozen=True)
class CsvDialect:
    """Delimiter, quote and escape character of a CSV file, and its header row.

    Attributes
    ----------
    header : list of str
        Cells of the header row.
    rows_above : int
        Number of rows above the header, including empty ones.
    line : int
        Line of the header, from 1.
    padded : bool
        Whether a blank follows each delimiter and is not part of the cell.
    certain : bool
        Whether the header is certain, although one of its cells is a number.
    missing : mapping
        Missing markers of columns that differ from the usual ones, by c0 to cN.
    """

    delimiter: str
    quote: str
    escape: str
    header: list[str]
    rows_above: int = 0
    line: int = 1
    padded: bool = False
    certain: bool = False
    findings: list[LintFinding] = field(default_factory=list)
    missing: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def reader(self, stream: Iterable[str], max_cell_length: int, *, strict: bool = False) -> Any:
        """Read rows; `strict` raises csv.Error for wrong quotes."""
        return csv_reader(
            stream,
            self.delimiter,
            self.quote,
            self.escape,
            padded=self.padded,
            max_cell_length=max_cell_length,
            strict=strict,
        )


def sniff_dialect(path: Path) -> CsvDialect:
    """Detect the dialect of a UTF-8 file from its first rows.

    Raises
    ------
    RowcastError
        FILE_EMPTY, or TITLE_ABOVE_HEADER for a title that is not followed by column names.
    """
    head = read_head(path)
    quote = "'" if not DOUBLE_QUOTED.search(head) and len(SINGLE_QUOTED.findall(head)) > 1 else '"'
    escape = "\\" if quote == '"' and BACKSLASH_QUOTE.search(head) else quote
    candidates = {
        delimiter: rows for delimiter in DELIMITERS if (rows := parse_rows(head, delimiter, quote, escape))
    }
    if not candidates:
        raise RowcastError("FILE_EMPTY")
    header_rows = {option: find_header(rows) for option, rows in candidates.items()}

    def score(option: str) -> tuple[bool, float, int]:
        share, width = width_score(candidates[option][header_rows[option] or 0 :])
        # With a wrong delimiter, a header may look like a title: `a;b` above `1,5;2`.
        return header_rows[option] == 0 and share > MIN_FITTING_SHARE, share, width

    delimiter = max(candidates, key=score)
    rows, place = candidates[delimiter], header_rows[delimiter]
    if place is None:
        raise title_error()
    rows_above, line = locate_row(head, delimiter, quote, escape, place)
    title, _ = locate_row(head, delimiter, quote, escape, 0)
    if may_be_data(rows, place, rows_above - title - place):
        raise title_error()
    lines = [*range(1, line)][:MAX_EVIDENCE_ROWS]
    padded = is_padded(head, delimiter, quote, escape, rows_above)
    findings = title_findings(rows[:place], lines)
    certain = are_names_with_one_number(rows[place], rows[place + 1 :])
    return CsvDialect(delimiter, quote, escape, rows[place], rows_above, line, padded, certain, findings)


def default_dialect(path: Path) -> CsvDialect:
    """Return the dialect of a CSV file that was written by this package."""
    rows = parse_rows(read_head(path), ",", '"', '"')
    if not rows:
        raise RowcastError("FILE_EMPTY")
    return CsvDialect(",", '"', '"', rows[0], certain=are_names_with_one_number(rows[0], rows[1:]))


def read_head(path: Path) -> str:
    """Return the first lines: at least one complete line of up to 8 MB."""
    with path.open("rb") as stream:
        head = stream.read(HEAD_BYTES)
        if b"\n" not in head.strip(b"\r\n") and b"\r" not in head.strip(b"\r\n"):
            head += stream.read(MAX_HEADER_BYTES)
        whole = not stream.read(1)
    if not whole and (end := max(head.rfind(b"\n"), head.rfind(b"\r"))) > 0:
        head = head[: end + 1]
    return head.decode("utf-8-sig", errors="ignore")


def parse_rows(head: str, delimiter: str, quote: str, escape: str) -> list[list[str]]:
    """Return the first non-blank rows of `head`."""
    rows = csv_reader(io.StringIO(head, newline=""), delimiter, quote, escape)
    return list(islice((row for row in rows if row), MAX_SNIFFED_ROWS))


def locate_row(head: str, delimiter: str, quote: str, escape: str, place: int) -> tuple[int, int]:
    """Return the number of rows above a row of `parse_rows`, including blank rows, and its line."""
    reader = csv_reader(io.StringIO(head, newline=""), delimiter, quote, escape)
    rows_above, line = 0, 1
    for row in reader:
        if row and not place:
            break
        place -= bool(row)
        rows_above, line = rows_above + 1, reader.line_num + 1
    return rows_above, line


def is_padded(head: str, delimiter: str, quote: str, escape: str, rows_above: int) -> bool:
    """Whether nearly all cells below the header that follow a delimiter begin with a blank.

    A blank inside quotes is part of the cell.
    """
    if f"{delimiter} " not in head:
        return False
    counts = []
    for skips_blanks in (False, True):
        reader = csv_reader(io.StringIO(head, newline=""), delimiter, quote, escape, padded=skips_blanks)
        rows = islice(reader, rows_above + 1, rows_above + 1 + MAX_SNIFFED_ROWS)
        cells: list[str] = [
            *islice((cell for row in rows for cell in row[1:] if cell.strip()), MAX_SNIFFED_CELLS)
        ]
        counts.append((sum(cell.startswith(" ") for cell in cells), len(cells)))
    (blank, n_cells), (quoted_blank, _) = counts
    return blank - quoted_blank > MIN_PADDED_SHARE * n_cells


def csv_reader(
    stream: Iterable[str],
    delimiter: str,
    quote: str,
    escape: str,
    *,
    padded: bool = True,
    max_cell_length: int = MAX_HEADER_BYTES + HEAD_BYTES,
    strict: bool = False,
) -> Any:
    """Return a `csv.reader` with a limit on the length of a cell. `padded` is described in `CsvDialect`."""
    csv.field_size_limit(max_cell_length)
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


def width_score(rows: list[list[str]]) -> tuple[float, int]:
    """Return the share of rows that are as wide as the header, and this width.

    A single column gives share 0.
    """
    width = len(rows[0])
    body = [len(row) for row in rows[1:]]
    if width > 1:
        return (sum(cells == width for cells in body) / max(1, len(body)), width)
    commonest = max(set(body), key=body.count, default=1)
    return (0.0, commonest if commonest > 1 else 0)


def trim_trailing_empty(cells: list[str], width: int) -> list[str]:
    """Remove empty cells beyond `width`, which come from delimiters at the end of a row."""
    return cells[:width] if len(cells) > width and not any(cells[width:]) else cells
