"""Rejected rows: rows that do not match the header, stored with their line and the reason."""

from dataclasses import dataclass
from mmap import ACCESS_READ, mmap
from pathlib import Path

import duckdb
import numpy as np

from rowcast_automl.contracts.generated import FieldProblem, LintFinding
from rowcast_automl.ingest.csv.newlines import chunks_at_line_ends
from rowcast_automl.ingest.csv.relation import MAX_REJECTS
from rowcast_automl.ingest.file_errors import file_error, file_problem, unclosed_quote_error
from rowcast_automl.platform.database.quoting import literal
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.profile.finding import finding

CHUNK = 4 << 20
MAX_EVIDENCE = 20
MAX_REJECTED_SHARE = 0.1
MAX_TEXT_LENGTH = 10_000
# DuckDB drops a line without a report if it is longer than its buffer of 32 MB.
MAX_REPORTED_BYTES = 16 << 20
MAX_LINE_END_BYTES = 64
REASONS = {
    "MISSING COLUMNS": "too few cells",
    "TOO MANY COLUMNS": "too many cells",
    "UNQUOTED VALUE": "text after a closing quote",
    "LINE SIZE OVER MAXIMUM": "the row is longer than 4 MB",
}
PROBLEM_CODES = {"UNQUOTED VALUE": "ROW_AFTER_QUOTE", "LINE SIZE OVER MAXIMUM": "ROW_LONG"}


@dataclass(frozen=True)
class RejectedRows:
    """The rejected rows of a file.

    Attributes
    ----------
    count : int
    lines : frozenset of int
        Their lines, from 1.
    evidence : list of FieldProblem
        Up to 20 of them with the reason.
    row_widths : tuple of int or None
        Number of cells of the first one and of the header, if they differ.
    """

    count: int
    lines: frozenset[int]
    evidence: list[FieldProblem]
    widths: tuple[int, int] | None

    def finding(self) -> LintFinding:
        """Return a finding about the rejected rows."""
        lines = [row_problem.line for row_problem in self.evidence if row_problem.line is not None]
        if self.widths is None:
            return finding("UNREADABLE_ROWS", warning=True, lines=lines, count=self.count, line=lines[0])
        cells, expected = self.widths
        return finding(
            "REJECTED_ROWS",
            warning=True,
            lines=lines,
            count=self.count,
            line=lines[0],
            cells=cells,
            expected=expected,
        )


def store_rejected_rows(
    connection: duckdb.DuckDBPyConnection, text: Path, quote: str, target: Path
) -> RejectedRows:
    """Write the rows that the last scan rejected to `target` (Parquet: line, reason, text).

    Raises
    ------
    RowcastError
        QUOTE_UNCLOSED with the line of a quote that is never closed.
    """
    connection.execute(
        "CREATE OR REPLACE TEMP TABLE rejects AS SELECT line_byte_position - 1 AS start, "
        "arg_min(error_type, error_type <> 'UNQUOTED VALUE') AS error, any_value(csv_line) AS text, "
        "min(error_message) AS message FROM reject_errors WHERE line_byte_position IS NOT NULL GROUP BY start"
    )
    raise_if_quote_unclosed(connection, text, quote)
    lines = rejected_lines(connection, text)
    places = {
        "start": np.array([*lines], dtype=np.int64),
        "line": np.array([*lines.values()], dtype=np.int64),
    }
    connection.register("reject_lines", places)
    cases = " ".join(f"WHEN {literal(kind)} THEN {literal(reason)}" for kind, reason in REASONS.items())
    connection.execute(
        f"COPY (SELECT line, CASE error {cases} ELSE 'not readable' END AS reason, "
        f"left(ltrim(text, chr(13) || chr(10)), {MAX_TEXT_LENGTH}) AS text "
        "FROM rejects JOIN reject_lines USING (start) ORDER BY line) "
        f"TO {literal(str(target))} (FORMAT parquet, COMPRESSION zstd)"
    )
    shown = connection.execute(
        "SELECT line, error, message FROM rejects JOIN reject_lines USING (start) "
        f"ORDER BY line LIMIT {MAX_EVIDENCE}"
    ).fetchall()
    evidence = [row_problem(*row) for row in shown]
    return RejectedRows(
        len(lines), frozenset(lines.values()), evidence, row_widths(*shown[0][1:]) if shown else None
    )


def rejected_lines(connection: duckdb.DuckDBPyConnection, text: Path) -> dict[int, int]:
    """Map the byte offset of each rejected row, as reported by DuckDB, to its line from 1."""
    rows = connection.execute(
        "SELECT DISTINCT line_byte_position - 1 AS start FROM reject_errors "
        "WHERE line_byte_position IS NOT NULL ORDER BY start"
    ).fetchall()
    starts = [start for (start,) in rows]
    begins = skip_line_ends(text, starts)
    lines = line_numbers(text, begins)
    return {start: lines[begin] for start, begin in zip(starts, begins, strict=True)}


def skip_line_ends(text: Path, starts: list[int]) -> list[int]:
    """Correct offsets that DuckDB reports at the end of the previous line or at a blank line."""
    begins = list[int]()
    with text.open("rb") as stream:
        for start in starts:
            stream.seek(start)
            head = stream.read(MAX_LINE_END_BYTES)
            begins.append(start + len(head) - len(head.lstrip(b"\r\n")))
    return begins


def raise_if_ragged(rejects: RejectedRows, accepted: int) -> None:
    """Raise RowcastError if more than 10 % of the rows, or 100,000, were rejected.

    The code is ROWS_RAGGED, or ROW_TOO_LONG if all of them are too long.
    """
    total = accepted + rejects.count
    if rejects.count <= total * MAX_REJECTED_SHARE and rejects.count < MAX_REJECTS:
        return
    first = rejects.evidence[0]
    if all(each.code == "ROW_LONG" for each in rejects.evidence):
        raise row_too_long_error(first.line)
    lines = ", ".join(f"{row_problem.line:,}" for row_problem in rejects.evidence[:5])
    share = f"{rejects.count:,} of {total:,}" if rejects.count < MAX_REJECTS else f"At least {MAX_REJECTS:,}"
    raise RowcastError(
        "ROWS_RAGGED",
        f"{share} rows do not have the same number of cells as the header, such as line {lines}. "
        "Give every row the same number of cells.",
        rejects.evidence,
    )


def raise_if_line_too_long(text: Path, *, has_lines: bool) -> None:
    """Raise RowcastError ROW_TOO_LONG for a line that DuckDB would drop without a report.

    Parameters
    ----------
    has_lines : bool
        Whether lines of `text` are lines of the upload.
    """
    if text.stat().st_size <= MAX_REPORTED_BYTES:
        return
    with text.open("rb") as stream, mmap(stream.fileno(), 0, access=ACCESS_READ) as content:
        start = 0
        while len(content) - start > MAX_REPORTED_BYTES:
            end = start + MAX_REPORTED_BYTES
            found = max(content.rfind(b"\n", start, end), content.rfind(b"\r", start, end))
            if found < 0:
                raise row_too_long_error(line_numbers(text, [start])[start] if has_lines else None)
            start = found + 1


def row_too_long_error(line: int | None) -> RowcastError:
    """Return the error for a row that is longer than DuckDB supports."""
    advice = "Shorten its cells or remove it, and upload the file again."
    return file_error("ROW_TOO_LONG", file_problem("ROW_LONG", line=line), advice)


def raise_if_quote_unclosed(connection: duckdb.DuckDBPyConnection, text: Path, quote: str) -> None:
    """Raise QUOTE_UNCLOSED if a quoted cell contains the following lines or the rest of the file.

    For a cell of several megabytes, DuckDB reports the line before it, which contains no quote.
    """
    quotes = f"length(text) - length(replace(text, {literal(quote)}, ''))"
    row = connection.execute(
        "SELECT min(start) FROM rejects WHERE error = 'UNQUOTED VALUE' AND (contains(text, chr(10)) "
        f"OR contains(text, chr(13)) OR {quotes} = 0 OR ({quotes}) % 2 = 1)"
    ).fetchone()
    if row and row[0] is not None:
        start = row[0] + offset_of_quote(text, row[0], quote)
        line = line_numbers(text, [start])[start]
        raise unclosed_quote_error(line)


def offset_of_quote(text: Path, start: int, quote: str) -> int:
    """Return the distance in bytes from `start` to the first quote."""
    with text.open("rb") as stream:
        stream.seek(start)
        return max(0, stream.read(CHUNK).find(quote.encode()))


def row_widths(error: str, message: str) -> tuple[int, int] | None:
    """Return the actual and expected number of cells of a ragged row, from DuckDB's message."""
    numbers = [int(word) for word in message.split("\n")[0].split() if word.isdecimal()]
    ragged = error in ("MISSING COLUMNS", "TOO MANY COLUMNS") and len(numbers) == 2
    return (numbers[1], numbers[0]) if ragged else None


def row_problem(line: int, error: str, message: str) -> FieldProblem:
    """Return the problem of one rejected row."""
    if found := row_widths(error, message):
        cells, width = found
        code = "ROW_NARROW" if cells < width else "ROW_WIDE"
        return file_problem(code, line=line, cells=cells, width=width)
    return file_problem(PROBLEM_CODES.get(error, "ROW_UNREADABLE"), line=line)


def line_numbers(text: Path, starts: list[int]) -> dict[int, int]:
    """Map each byte offset in `starts` (ascending) to its line, from 1."""
    found, line, position, pending = dict[int, int](), 1, 0, [*reversed(starts)]
    with text.open("rb") as stream:
        for chunk in chunks_at_line_ends(stream):
            read = 0
            while pending and pending[-1] < position + len(chunk):
                start = pending.pop()
                line += count_line_ends(chunk, read, start - position)
                read = start - position
                found[start] = line
            if not pending:
                break
            line += count_line_ends(chunk, read, len(chunk))
            position += len(chunk)
    return found


def count_line_ends(chunk: bytes, start: int, end: int) -> int:
    """Return the number of line ends, counted as the csv module does."""
    returns, feeds, both = (chunk.count(each, start, end) for each in (b"\r", b"\n", b"\r\n"))
    return returns + feeds - both
