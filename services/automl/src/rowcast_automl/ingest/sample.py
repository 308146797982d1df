"""A sample of rows from the whole file, for the inference of column types."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb

from rowcast_automl.ingest.columns.missing_markers import Markers, find_markers
from rowcast_automl.ingest.csv.dialect import CsvDialect
from rowcast_automl.ingest.csv.relation import csv_relation

WHOLE_FILE_BYTES = 4 << 20
HEAD_BYTES = 512 << 10
SLICES = 16
SLICE_BYTES = 32 << 10
SAMPLE_TABLE = "sample_cells"


@dataclass(frozen=True)
class Sample:
    """The table `sample_cells`: string columns c0 to cN, and `place`, the number of the row in file order.

    Attributes
    ----------
    complete : bool
        Whether it contains every row of the file, so that places are row numbers.
    markers : list of Markers
        Missing markers of each column.
    estimated_rows : int
        About how many rows the file has.
    """

    complete: bool
    markers: list[Markers]
    estimated_rows: int


def take_sample(
    connection: duckdb.DuckDBPyConnection, path: Path, dialect: CsvDialect, workspace: Path
) -> Sample:
    """Create the sample table from the head of the file and slices of the rest."""
    complete = path.stat().st_size <= WHOLE_FILE_BYTES
    source = path if complete else cut_slices(path, workspace / "sample.csv")
    relation = csv_relation(source, dialect, ())
    connection.execute(
        f"CREATE OR REPLACE TABLE {SAMPLE_TABLE} AS SELECT row_number() OVER () AS place, * FROM {relation}"
    )
    connection.execute("DROP TABLE IF EXISTS reject_errors; DROP TABLE IF EXISTS reject_scans")
    count = connection.execute(f"SELECT count(*) FROM {SAMPLE_TABLE}").fetchone() or (0,)
    estimated_rows = int(count[0] * path.stat().st_size / max(1, source.stat().st_size))
    return Sample(complete, markers_of_sample(connection, len(dialect.header), {}), estimated_rows)


def markers_of_sample(
    connection: duckdb.DuckDBPyConnection, n_columns: int, rules: Mapping[str, Sequence[str]]
) -> list[Markers]:
    """Return the missing markers of each column of the sample table.

    `rules` are markers that differ from the default.
    """
    sources = [f"c{index}" for index in range(n_columns)]
    return find_markers(connection, SAMPLE_TABLE, sources, "place", rules)


def cut_slices(path: Path, target: Path) -> Path:
    """Copy complete lines from the head and from evenly spaced slices of `path`."""
    size = path.stat().st_size
    with path.open("rb") as source, target.open("wb") as sink:
        head = source.read(HEAD_BYTES)
        sink.write(head[: head.rfind(b"\n") + 1] or head)
        for index in range(SLICES):
            source.seek(HEAD_BYTES + (size - HEAD_BYTES - SLICE_BYTES) * index // (SLICES - 1))
            lines = source.read(SLICE_BYTES).split(b"\n")[1:-1]
            sink.writelines(line + b"\n" for line in lines)
    return target
