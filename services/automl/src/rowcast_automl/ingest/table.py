"""One pass from the text to the typed Parquet file."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb

from rowcast_automl.ingest.columns import Column, refuted
from rowcast_automl.ingest.dialect import CsvDialect
from rowcast_automl.ingest.reading import csv_relation
from rowcast_automl.platform.engine import literal, quoted


@dataclass(frozen=True)
class Table:
    """The columns as they were stored, and the number of rows that were."""

    columns: list[Column]
    rows: int


def write_table(
    connection: duckdb.DuckDBPyConnection,
    text: Path,
    dialect: CsvDialect,
    columns: Sequence[Column],
    target: Path,
) -> Table:
    """Writes `target`; a column whose later cells refute the sample is kept as text in a second pass.

    Leaves the rows that do not fit in DuckDB's reject tables.
    """
    relation = csv_relation(text, dialect, markers=True)
    try:
        return Table(list(columns), copy(connection, relation, columns, target))
    except duckdb.ConversionException:
        proven = refuted(connection, relation, columns)
        return Table(proven, copy(connection, relation, proven, target))


def copy(
    connection: duckdb.DuckDBPyConnection, relation: str, columns: Sequence[Column], target: Path
) -> int:
    """The number of rows that were written."""
    connection.execute("DROP TABLE IF EXISTS reject_errors; DROP TABLE IF EXISTS reject_scans")
    selected = ", ".join(f"{column.expression} AS {quoted(column.name)}" for column in columns)
    row = connection.execute(
        f"COPY (SELECT {selected} FROM {relation}) TO {literal(str(target))} "
        "(FORMAT parquet, COMPRESSION zstd)"
    ).fetchone()
    return int(row[0]) if row else 0
