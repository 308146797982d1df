"""Writer of the typed Parquet file."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import duckdb

from rowcast_automl.contracts.generated import LintFinding
from rowcast_automl.ingest.columns.column import Column
from rowcast_automl.ingest.columns.infinite_cells import keep_infinite_cells
from rowcast_automl.ingest.columns.missing_cells import MISSING_MARKERS
from rowcast_automl.ingest.columns.missing_markers import (
    Markers,
    listed,
    marker_findings,
    markers_in_file,
)
from rowcast_automl.ingest.columns.pinned_types import find_unfit_cells, lines_of_rows
from rowcast_automl.ingest.columns.type_correction import correct_types
from rowcast_automl.ingest.csv.dialect import CsvDialect
from rowcast_automl.ingest.csv.rejected_rows import rejected_lines
from rowcast_automl.ingest.csv.relation import table_relation
from rowcast_automl.ingest.sample import Sample
from rowcast_automl.ingest.unpivoted_conversion import convert_unpivoted
from rowcast_automl.platform.database.connection import WIDE_TABLE_COLUMNS, row_group_size
from rowcast_automl.platform.database.quoting import literal, quoted


@dataclass(frozen=True)
class Table:
    """A stored table.

    Attributes
    ----------
    markers : list of Markers
        Missing markers of each column.
    complete : bool
        Whether the sample contained every row.
    missing : mapping
        Missing markers of columns that differ from the usual ones.
    unfit_counts : dict
        By column, the number of cells that do not fit its type.
    """

    path: Path
    columns: list[Column]
    rows: int
    markers: list[Markers]
    complete: bool
    findings: list[LintFinding]
    unfit_counts: dict[str, int] = field(default_factory=dict)
    missing: Mapping[str, Sequence[str]] = field(default_factory=dict)


def write_table(
    connection: duckdb.DuckDBPyConnection,
    text: Path,
    dialect: CsvDialect,
    columns: Sequence[Column],
    sample: Sample,
    target: Path,
    dropped_rows: Collection[int] = (),
) -> Table:
    """Write the table to `target`.

    Write it a second time if cells do not fit the types inferred from the sample.

    The first pass only recognizes the missing markers of the sample, since DuckDB checks each marker in every
    cell. Rejected rows remain in DuckDB's reject tables.

    Parameters
    ----------
    dropped_rows : collection of int
        Rows that a later step drops. They are written without their cells, which do not affect the types.
    """
    sample_markers = sorted({marker for found in sample.markers for marker in found.values})
    if dialect.missing:
        sample_markers = [*MISSING_MARKERS]
    proven = list(columns)
    are_strict = not any(column.is_lenient for column in columns)
    try:
        if are_strict:
            relation = table_relation(text, dialect, sample_markers, dropped_rows)
            rows = copy_rows(connection, relation, columns, target, few_cells=sample.complete)
            if sample.complete or not has_markers(connection, target, columns, dialect):
                markers, is_complete = sample.markers, sample.complete
                if not is_complete and any(found.errors for found in markers):
                    plain = table_relation(text, dialect, (), dropped_rows)
                    markers, is_complete = (
                        markers_in_file(
                            connection, plain, [each.source for each in columns], dialect.missing
                        ),
                        True,
                    )
                findings = marker_findings(
                    [(each.name, each.storage) for each in columns], markers, complete=is_complete
                )
                return Table(target, proven, rows, markers, sample.complete, findings)
    except duckdb.ConversionException:
        proven = correct_types(
            connection, table_relation(text, dialect, MISSING_MARKERS, dropped_rows), columns
        )
    return rewrite_table(connection, text, dialect, proven, sample, target, dropped_rows)


def rewrite_table(
    connection: duckdb.DuckDBPyConnection,
    text: Path,
    dialect: CsvDialect,
    columns: list[Column],
    sample: Sample,
    target: Path,
    dropped_rows: Collection[int],
) -> Table:
    """Write the table with all missing markers, and count the unfit cells."""
    relation = table_relation(text, dialect, MISSING_MARKERS, dropped_rows)
    proven = (
        correct_types(connection, relation, columns)
        if any(column.is_lenient for column in columns)
        else columns
    )
    plain = table_relation(text, dialect, (), dropped_rows)
    markers = markers_in_file(connection, plain, [column.source for column in columns], dialect.missing)

    def lines_of(wanted_rows: Collection[int]) -> dict[int, int]:
        return lines_of_rows(text, dialect, frozenset(rejected_lines(connection, text).values()), wanted_rows)

    proven, infinite = keep_infinite_cells(connection, relation, proven, lines_of)
    rows = copy_rows(connection, relation, proven, target, few_cells=sample.complete)
    unfit_counts, findings = find_unfit_cells(connection, relation, proven, lines_of)
    findings += infinite
    findings += marker_findings([(each.name, each.storage) for each in proven], markers, complete=True)
    return Table(target, proven, rows, markers, sample.complete, findings, unfit_counts)


def has_markers(
    connection: duckdb.DuckDBPyConnection, table: Path, columns: Sequence[Column], dialect: CsvDialect
) -> bool:
    """Whether a missing marker was stored as text."""
    relation = f"read_parquet({literal(str(table))})"
    texts = [column for column in columns if column.storage == "VARCHAR"]
    # Column by column, since a filter on one column is answered from Parquet statistics.
    return any(
        connection.execute(
            f"SELECT 1 FROM {relation} WHERE {quoted(column.name)} "
            f"IN ({listed(dialect.missing, column.source)}) LIMIT 1"
        ).fetchone()
        for column in texts
    )


def copy_rows(
    connection: duckdb.DuckDBPyConnection,
    relation: str,
    columns: Sequence[Column],
    target: Path,
    *,
    few_cells: bool = False,
) -> int:
    """Write the rows and return their number.

    Parameters
    ----------
    few_cells : bool
        Whether all cells fit into memory.
    """
    connection.execute("DROP TABLE IF EXISTS reject_errors; DROP TABLE IF EXISTS reject_scans")
    if few_cells and len(columns) > WIDE_TABLE_COLUMNS:
        selected, relation = convert_unpivoted(connection, relation, columns)
    else:
        expressions = (f"{column.stored_expression} AS {quoted(column.name)}" for column in columns)
        selected = ", ".join(expressions)
    row = connection.execute(
        f"COPY (SELECT {selected} FROM {relation}) TO {literal(str(target))} "
        f"(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {row_group_size(len(columns))})"
    ).fetchone()
    return int(row[0]) if row else 0
