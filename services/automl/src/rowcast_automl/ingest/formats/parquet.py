"""A Parquet file as CSV."""

from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from rowcast_automl.ingest.header import MAX_COLUMNS
from rowcast_automl.platform.engine import engine
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.platform.sql import literal

BYTES_PER_CELL = 4


def parquet_to_csv(path: Path, target: Path, max_bytes: int, threads: int) -> None:
    """Writes the rows of `path`, each cell as DuckDB shows it.

    Raises RowcastError FILE_NOT_A_TABLE, TOO_MANY_COLUMNS or FILE_INFLATES_TOO_LARGE.
    """
    damaged = "The Parquet file is damaged or incomplete. Write it again and upload it."
    try:
        facts = pq.read_metadata(path)
    except (pa.ArrowException, OSError):
        raise RowcastError("FILE_NOT_A_TABLE", damaged) from None
    if facts.num_columns > MAX_COLUMNS:
        message = f"The table has {facts.num_columns:,} columns; at most {MAX_COLUMNS:,} are accepted."
        raise RowcastError("TOO_MANY_COLUMNS", message)
    if facts.num_rows * facts.num_columns * BYTES_PER_CELL > max_bytes:
        raise RowcastError("FILE_INFLATES_TOO_LARGE")
    try:
        with engine(target.parent, threads, facts.num_columns) as connection:
            connection.execute(
                f"COPY (FROM read_parquet({literal(str(path))})) TO {literal(str(target))} "
                "(FORMAT csv, HEADER, DELIMITER ',')"
            )
    except duckdb.Error:
        raise RowcastError("FILE_NOT_A_TABLE", damaged) from None
