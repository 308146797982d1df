"""Reader for input files: rows of a CSV or Parquet file in chunks of bounded size."""

from __future__ import annotations

import csv
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TextIO

from rowcast_automl.entrypoints.batch.parquet_rows import NO_CATEGORIES, normalize_names, parquet_rows
from rowcast_automl.features.rows.field_notes import Note
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.ingest.csv.dialect import CsvDialect, default_dialect, sniff_dialect, trim_trailing_empty
from rowcast_automl.ingest.file_errors import unclosed_quote_error
from rowcast_automl.ingest.source import open_source
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.requests.csv_rows import csv_error_note, ragged_row_note
from rowcast_automl.serve.requests.csv_separators import commas_to_points, decimal_comma_columns

PARQUET = b"PAR1"
NO_LIMIT = 1 << 50
CHUNK_ROWS, CHUNK_CELLS, CHUNK_CHARACTERS = 2_000, 200_000, 16 << 20
MAX_CELL_LENGTH = 4 << 20


@dataclass(slots=True)
class Chunk:
    """Consecutive rows.

    Parameters
    ----------
    unit : str
        Unit of `places`: lines of a CSV file (the header is line 1), or rows of a Parquet file from 0.
    problems : dict
        Problems by index in the chunk; the corresponding row in `rows` is empty.
    commas : sequence of str
        Columns in which a comma can only be a decimal comma.
    """

    unit: Literal["line", "row"]
    places: list[int] = field(default_factory=list)
    rows: list[dict[str, Any]] = field(default_factory=list)
    problems: dict[int, str] = field(default_factory=dict)
    commas: Sequence[str] = ()

    def add(self, place: int, row: dict[str, Any]) -> None:
        """Append a row."""
        self.places.append(place)
        self.rows.append(row)

    def parsed_row(self, position: int) -> dict[str, Any]:
        """Return a row with decimal commas replaced by points."""
        row = self.rows[position]
        if not self.commas:
            return row
        cells = commas_to_points([row[name] for name in self.commas], [*range(len(self.commas))])
        return row | dict(zip(self.commas, cells, strict=True))

    def add_problem(self, place: int, why: str) -> None:
        """Append an invalid row with its problem."""
        self.problems[len(self.rows)] = why
        self.add(place, {})


def read_chunks(
    path: Path,
    workspace: Path,
    known: Mapping[str, Container[str]] = NO_CATEGORIES,
    schema: ServingSchema | None = None,
) -> Iterator[Chunk]:
    """Yield the rows of a file in chunks. Files are written to `workspace` only if a conversion is needed.

    Parameters
    ----------
    known : mapping
        Categories by field, see `parquet_rows`.
    schema : ServingSchema or None
        Schema for the detection of decimal commas, as in requests.

    Raises
    ------
    RowcastError
        The file is invalid.
    """
    with path.open("rb") as stream:
        is_parquet = stream.read(len(PARQUET)) == PARQUET
    if is_parquet:
        chunk = Chunk("row")
        for place, row in enumerate(parquet_rows(path, chunk_rows, known)):
            chunk.add(place, row)
            if len(chunk.rows) >= chunk_rows(len(row)):
                yield chunk
                chunk = Chunk("row")
        if chunk.rows:
            yield chunk
        return
    text = open_source(path, workspace, NO_LIMIT)
    dialect = sniff_dialect(text.path) if text.format == "csv" else default_dialect(text.path)
    with text.path.open(encoding="utf-8-sig", newline="") as source:
        yield from csv_chunks(source, dialect, schema)


def chunk_rows(columns: int) -> int:
    """Return the number of rows per chunk, which is lower for wide tables."""
    return max(1, min(CHUNK_ROWS, CHUNK_CELLS // max(columns, 1)))


def csv_chunks(source: TextIO, dialect: CsvDialect, schema: ServingSchema | None) -> Iterator[Chunk]:
    """Yield the rows below the header in chunks. Blank lines are ignored.

    Raises
    ------
    RowcastError
        HEADER_DUPLICATE, FILE_EMPTY, QUOTE_UNCLOSED, or ROW_INVALID for a cell beyond the length limit.
    """
    head = dialect.reader(source, MAX_CELL_LENGTH)
    line = 1
    try:
        for _ in range(dialect.rows_above):
            next(head, None)
        header = normalize_names(next(head, []))
        if not header:
            raise RowcastError("FILE_EMPTY")
        if len(set(header)) < len(header):
            raise RowcastError("HEADER_DUPLICATE")
        places = decimal_comma_columns(header, dialect.delimiter, schema) if schema else []
        commas = [header[place] for place in places]
        chunk, size = Chunk("line", commas=commas), 0
        rows = numbered(dialect.reader(source, MAX_CELL_LENGTH, strict=True), 1 + head.line_num)
        for line, cells in rows:
            if isinstance(cells, Note):
                chunk.add_problem(line, f"Line {line}: {cells.message}")
            elif not cells:
                continue
            elif len(cells := trim_trailing_empty(cells, len(header))) == len(header):
                chunk.add(line, dict(zip(header, cells, strict=True)))
                size += sum(map(len, cells))
            else:
                chunk.add_problem(line, f"Line {line}: {ragged_row_note(len(cells), len(header)).message}")
            if len(chunk.rows) >= chunk_rows(len(header)) or size > CHUNK_CHARACTERS:
                yield chunk
                chunk, size = Chunk("line", commas=commas), 0
        if chunk.rows:
            yield chunk
    except csv.Error as error:
        message = (
            f"The cell that begins in line {line} or below is longer than {MAX_CELL_LENGTH >> 20} MB. "
            "Look for a quote that is never closed."
        )
        raise RowcastError("ROW_INVALID", message) from error


def numbered(reader: Any, line: int) -> Iterator[tuple[int, list[str] | Note]]:
    """Yield the rows with the line in which each ends, or a note about an invalid row.

    Parameters
    ----------
    line : int
        Line in which the reader begins.

    Raises
    ------
    RowcastError
        QUOTE_UNCLOSED
    csv.Error
        A cell is too long.
    """
    while True:
        row_line = line + reader.line_num
        try:
            cells: list[str] | Note = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            cells = csv_error_note(error)
            if cells.code == "QUOTE_OPENS":
                raise unclosed_quote_error(row_line) from error
            if cells.code == "ROW_UNREADABLE":
                raise
        yield line + reader.line_num - 1, cells
