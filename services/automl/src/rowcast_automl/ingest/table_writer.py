"""One pass from the text to the typed Parquet file."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import duckdb

from rowcast_automl.contracts.generated import LintFinding
from rowcast_automl.ingest.columns.missing_cells import MISSING_MARKERS
from rowcast_automl.ingest.columns.missing_markers import ALL_MARKERS, Markers, all_markers, marker_findings
from rowcast_automl.ingest.columns.pinned_types import lines_of_rows, unfit_cells
from rowcast_automl.ingest.columns.type_inference import Column, refuted
from rowcast_automl.ingest.csv.dialect import CsvDialect
from rowcast_automl.ingest.csv.rejected_rows import rejected_lines
from rowcast_automl.ingest.csv.relation import csv_relation
from rowcast_automl.ingest.sample import Sample
from rowcast_automl.platform.database.connection import row_group_size
from rowcast_automl.platform.database.quoting import literal, quoted


@dataclass(frozen=True)
class Table:
    """The columns as they were stored, the number of rows, and what was read as missing.

    `complete` says that the sample held every row; `unfit` counts cells that do not fit a chosen type.
    """

    columns: list[Column]
    rows: int
    markers: list[Markers]
    complete: bool
    findings: list[LintFinding]
    unfit: dict[str, int] = field(default_factory=dict)


def write_table(
    connection: duckdb.DuckDBPyConnection,
    text: Path,
    dialect: CsvDialect,
    columns: Sequence[Column],
    sample: Sample,
    target: Path,
    gone: Collection[int] = (),
) -> Table:
    """Writes `target` in one pass where the rest of the file is as the sample, else in a second one.

    Rows that a later step takes out, `gone`, are written too, but tell nothing of chosen types.
    DuckDB looks for each missing marker in every cell, so the first pass knows only those of the sample.
    Leaves the rows that do not fit in DuckDB's reject tables.
    """
    names = [column.name for column in columns]
    seen = sorted({marker for found in sample.markers for marker in found.values})
    proven = list(columns)
    chosen = any(column.pin for column in columns)
    try:
        if not chosen:
            rows = copy(connection, csv_relation(text, dialect, seen), columns, target)
            if sample.complete or not has_markers(connection, target, columns):
                markers, counted = sample.markers, sample.complete
                if not counted and any(found.errors for found in markers):
                    plain = csv_relation(text, dialect, ())
                    markers, counted = all_markers(connection, plain, [each.source for each in columns]), True
                findings = marker_findings(names, markers, complete=counted)
                return Table(proven, rows, markers, sample.complete, findings)
    except duckdb.ConversionException:
        proven = refuted(connection, csv_relation(text, dialect, MISSING_MARKERS), columns)
    return write_again(connection, text, dialect, proven, sample, target, gone)


def write_again(
    connection: duckdb.DuckDBPyConnection,
    text: Path,
    dialect: CsvDialect,
    columns: list[Column],
    sample: Sample,
    target: Path,
    gone: Collection[int],
) -> Table:
    """Writes `target` with every marker known, every cell counted."""
    relation = csv_relation(text, dialect, MISSING_MARKERS)
    proven = refuted(connection, relation, columns) if any(column.pin for column in columns) else columns
    plain = csv_relation(text, dialect, ())
    markers = all_markers(connection, plain, [column.source for column in columns])
    rows = copy(connection, relation, proven, target)

    def lines_of(wanted: Collection[int]) -> dict[int, int]:
        return lines_of_rows(text, dialect, frozenset(rejected_lines(connection, text).values()), wanted)

    unfit, findings = unfit_cells(connection, relation, proven, lines_of, gone)
    findings += marker_findings([column.name for column in columns], markers, complete=True)
    return Table(proven, rows, markers, sample.complete, findings, unfit)


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
    selected = ", ".join(f"{column.stored} AS {quoted(column.name)}" for column in columns)
    row = connection.execute(
        f"COPY (SELECT {selected} FROM {relation}) TO {literal(str(target))} "
        f"(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {row_group_size(len(columns))})"
    ).fetchone()
    return int(row[0]) if row else 0
