"""Rows that do not fit the header: kept beside the table, named by their line in the file."""

from dataclasses import dataclass
from pathlib import Path

import duckdb
import numpy as np

from rowcast_automl.contracts.generated import FieldProblem, LintFinding
from rowcast_automl.ingest.csv.newlines import whole_ends
from rowcast_automl.ingest.csv.relation import MOST_REJECTS
from rowcast_automl.ingest.file_errors import file_note, quote_unclosed
from rowcast_automl.platform.database.quoting import literal
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.profile.finding import finding

CHUNK = 4 << 20
EVIDENCE = 20
MOST_REJECTED = 0.1
LONGEST_TEXT = 10_000
LONGEST_GAP = 64
REASONS = {
    "MISSING COLUMNS": "too few cells",
    "TOO MANY COLUMNS": "too many cells",
    "UNQUOTED VALUE": "text after a closing quote",
    "LINE SIZE OVER MAXIMUM": "the row is longer than 4 MB",
}
NOTES = {"UNQUOTED VALUE": "ROW_AFTER_QUOTE", "LINE SIZE OVER MAXIMUM": "ROW_LONG"}


@dataclass(frozen=True)
class Rejects:
    """How many rows were left out, their lines, and up to 20 of these with the reason.

    `widths` are the cells of the first of them and those of the header, where that is what is wrong.
    """

    count: int
    lines: frozenset[int]
    evidence: list[FieldProblem]
    widths: tuple[int, int] | None

    def finding(self) -> LintFinding:
        """What the person sees when there are few of them."""
        lines = [problem.line for problem in self.evidence if problem.line is not None]
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


def keep_rejects(connection: duckdb.DuckDBPyConnection, text: Path, quote: str, target: Path) -> Rejects:
    """Writes the rows that the last read left out to `target` (Parquet: line, reason, text) and counts them.

    Raises RowcastError QUOTE_UNCLOSED with the line where one of them is a quote that never closes.
    """
    connection.execute(
        "CREATE OR REPLACE TEMP TABLE rejects AS SELECT line_byte_position - 1 AS start, "
        "arg_min(error_type, error_type <> 'UNQUOTED VALUE') AS error, any_value(csv_line) AS text, "
        "min(error_message) AS message FROM reject_errors WHERE line_byte_position IS NOT NULL GROUP BY start"
    )
    refuse_unclosed_quote(connection, text, quote)
    lines = rejected_lines(connection, text)
    places = {
        "start": np.array([*lines], dtype=np.int64),
        "line": np.array([*lines.values()], dtype=np.int64),
    }
    connection.register("reject_lines", places)
    cases = " ".join(f"WHEN {literal(kind)} THEN {literal(reason)}" for kind, reason in REASONS.items())
    connection.execute(
        f"COPY (SELECT line, CASE error {cases} ELSE 'not readable' END AS reason, "
        f"left(ltrim(text, chr(13) || chr(10)), {LONGEST_TEXT}) AS text "
        "FROM rejects JOIN reject_lines USING (start) ORDER BY line) "
        f"TO {literal(str(target))} (FORMAT parquet, COMPRESSION zstd)"
    )
    shown = connection.execute(
        "SELECT line, error, message FROM rejects JOIN reject_lines USING (start) "
        f"ORDER BY line LIMIT {EVIDENCE}"
    ).fetchall()
    evidence = [problem(*row) for row in shown]
    return Rejects(len(lines), frozenset(lines.values()), evidence, widths(*shown[0][1:]) if shown else None)


def rejected_lines(connection: duckdb.DuckDBPyConnection, text: Path) -> dict[int, int]:
    """The line, from 1, of each row that the reads of `text` left out, by where DuckDB has it begin."""
    rows = connection.execute(
        "SELECT DISTINCT line_byte_position - 1 AS start FROM reject_errors "
        "WHERE line_byte_position IS NOT NULL ORDER BY start"
    ).fetchall()
    starts = [start for (start,) in rows]
    begins = past_line_ends(text, starts)
    lines = line_numbers(text, begins)
    return {start: lines[begin] for start, begin in zip(starts, begins, strict=True)}


def past_line_ends(text: Path, starts: list[int]) -> list[int]:
    """Where the rows begin: for DuckDB some do so at the end of the line before, or at a blank one."""
    begins = list[int]()
    with text.open("rb") as stream:
        for start in starts:
            stream.seek(start)
            head = stream.read(LONGEST_GAP)
            begins.append(start + len(head) - len(head.lstrip(b"\r\n")))
    return begins


def refuse_ragged(rejects: Rejects, accepted: int) -> None:
    """Raises RowcastError ROWS_RAGGED, naming lines, where over a tenth of the rows or 100,000 are."""
    total = accepted + rejects.count
    if rejects.count <= total * MOST_REJECTED and rejects.count < MOST_REJECTS:
        return
    lines = ", ".join(f"{problem.line:,}" for problem in rejects.evidence[:5])
    share = (
        f"{rejects.count:,} of {total:,}" if rejects.count < MOST_REJECTS else f"At least {MOST_REJECTS:,}"
    )
    raise RowcastError(
        "ROWS_RAGGED",
        f"{share} rows do not have the same number of cells as the header, such as line {lines}. "
        "Give every row the same number of cells.",
        rejects.evidence,
    )


def refuse_unclosed_quote(connection: duckdb.DuckDBPyConnection, text: Path, quote: str) -> None:
    """A quote is never closed where it took in the following lines, or the end of the file.

    Where it took in megabytes, DuckDB shows the line before, in which there is no quote at all.
    """
    quotes = f"length(text) - length(replace(text, {literal(quote)}, ''))"
    row = connection.execute(
        "SELECT min(start) FROM rejects WHERE error = 'UNQUOTED VALUE' AND (contains(text, chr(10)) "
        f"OR contains(text, chr(13)) OR {quotes} = 0 OR ({quotes}) % 2 = 1)"
    ).fetchone()
    if row and row[0] is not None:
        start = row[0] + offset_of_quote(text, row[0], quote)
        line = line_numbers(text, [start])[start]
        raise quote_unclosed(line)


def offset_of_quote(text: Path, start: int, quote: str) -> int:
    """How far after `start` the first quote is."""
    with text.open("rb") as stream:
        stream.seek(start)
        return max(0, stream.read(CHUNK).find(quote.encode()))


def widths(error: str, message: str) -> tuple[int, int] | None:
    """How many cells a ragged row has and should have, as DuckDB says it."""
    numbers = [int(word) for word in message.split("\n")[0].split() if word.isdecimal()]
    ragged = error in ("MISSING COLUMNS", "TOO MANY COLUMNS") and len(numbers) == 2
    return (numbers[1], numbers[0]) if ragged else None


def problem(line: int, error: str, message: str) -> FieldProblem:
    """One rejected row as the person sees it."""
    if found := widths(error, message):
        cells, width = found
        code = "ROW_NARROW" if cells < width else "ROW_WIDE"
        return file_note(code, line=line, cells=cells, width=width)
    return file_note(NOTES.get(error, "ROW_UNREADABLE"), line=line)


def line_numbers(text: Path, starts: list[int]) -> dict[int, int]:
    """The line, from 1, that each byte offset of `starts` (ascending) lies in."""
    found, line, position, pending = dict[int, int](), 1, 0, [*reversed(starts)]
    with text.open("rb") as stream:
        for chunk in whole_ends(stream):
            read = 0
            while pending and pending[-1] < position + len(chunk):
                start = pending.pop()
                line += line_ends(chunk, read, start - position)
                read = start - position
                found[start] = line
            if not pending:
                break
            line += line_ends(chunk, read, len(chunk))
            position += len(chunk)
    return found


def line_ends(chunk: bytes, start: int, end: int) -> int:
    """How many line ends of any kind there are, as the csv module counts them."""
    returns, feeds, both = (chunk.count(each, start, end) for each in (b"\r", b"\n", b"\r\n"))
    return returns + feeds - both
