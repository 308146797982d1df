"""One pass from the text to the typed Parquet file."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb

from rowcast_automl.contracts.generated import LintFinding
from rowcast_automl.ingest.columns import Column, refuted
from rowcast_automl.ingest.dialect import CsvDialect
from rowcast_automl.ingest.markers import ALL_MARKERS, Markers, find_markers, marker_findings
from rowcast_automl.ingest.reading import MISSING_MARKERS, csv_relation
from rowcast_automl.ingest.sample import Sample
from rowcast_automl.platform.engine import literal, quoted

CELLS_IN_A_GROUP = 5_000_000


@dataclass(frozen=True)
class Table:
    """The columns as they were stored, the number of rows, and which markers were read as missing."""

    columns: list[Column]
    rows: int
    findings: list[LintFinding]


def write_table(
    connection: duckdb.DuckDBPyConnection,
    text: Path,
    dialect: CsvDialect,
    columns: Sequence[Column],
    sample: Sample,
    target: Path,
) -> Table:
    """Writes `target` in one pass where the rest of the file is as the sample, else in a second one.

    DuckDB looks for each missing marker in every cell, so the first pass knows only those of the sample.
    Leaves the rows that do not fit in DuckDB's reject tables.
    """
    names = [column.name for column in columns]
    seen = sorted({marker for found in sample.markers for marker in found.values})
    proven = list(columns)
    try:
        rows = copy(connection, csv_relation(text, dialect, seen), columns, target)
        if sample.complete or not has_markers(connection, target, columns):
            return Table(proven, rows, marker_findings(names, sample.markers, complete=sample.complete))
    except duckdb.ConversionException:
        proven = refuted(connection, csv_relation(text, dialect, MISSING_MARKERS), columns)
    sources = [column.source for column in columns]
    markers: list[Markers] = find_markers(connection, csv_relation(text, dialect, ()), sources, None)
    rows = copy(connection, csv_relation(text, dialect, MISSING_MARKERS), proven, target)
    return Table(proven, rows, marker_findings(names, markers, complete=True))


def has_markers(connection: duckdb.DuckDBPyConnection, table: Path, columns: Sequence[Column]) -> bool:
    """Whether a missing marker has been stored as text."""
    relation = f"read_parquet({literal(str(table))})"
    texts = [quoted(column.name) for column in columns if column.storage == "VARCHAR"]
    # Column by column, since Parquet's statistics answer a filter on one column almost for nothing.
    return any(
        connection.execute(f"SELECT 1 FROM {relation} WHERE {cell} IN ({ALL_MARKERS}) LIMIT 1").fetchone()
        for cell in texts
    )


def copy(
    connection: duckdb.DuckDBPyConnection, relation: str, columns: Sequence[Column], target: Path
) -> int:
    """Writes the rows and returns their number."""
    connection.execute("DROP TABLE IF EXISTS reject_errors; DROP TABLE IF EXISTS reject_scans")
    selected = ", ".join(f"{column.expression} AS {quoted(column.name)}" for column in columns)
    row = connection.execute(
        f"COPY (SELECT {selected} FROM {relation}) TO {literal(str(target))} "
        f"(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {row_group_size(len(columns))})"
    ).fetchone()
    return int(row[0]) if row else 0


def row_group_size(columns: int) -> int:
    """DuckDB's own size, but fewer rows for wide tables, since a group is held in memory until it is full."""
    return max(2_048, min(122_880, CELLS_IN_A_GROUP // columns))
