"""DuckDB connections with bounded memory."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

MEMORY_MB = 512
# Reserved for the vectors of an expression, rarely used.
MEMORY_MB_PER_COLUMN = 1
# The search for common subexpressions is quadratic: 40 s for 2,000 columns.
WIDE_TABLE_COLUMNS = 200
CELLS_PER_ROW_GROUP = 5_000_000


@contextmanager
def duckdb_connection(workspace: Path, threads: int, columns: int) -> Iterator[duckdb.DuckDBPyConnection]:
    """Yield an in-memory database for tables of `columns` columns, which spills to `workspace`."""
    config: dict[str, str | bool | int | float | list[str]] = {
        "threads": threads,
        # With asynchronous writes, an interrupted COPY can block for ever in DuckDB 2.0.
        "async_threads": 0,
        "memory_limit": f"{MEMORY_MB + MEMORY_MB_PER_COLUMN * columns}MB",
        # Each column of an in-memory table uses at least one block, and there may be thousands.
        "default_block_size": "16384",
        "temp_directory": str(workspace / "spill"),
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "allow_community_extensions": False,
    }
    with duckdb.connect(config=config) as connection:
        if columns > WIDE_TABLE_COLUMNS:
            connection.execute("SET disabled_optimizers = 'common_subexpressions'")
        yield connection


def row_group_size(columns: int) -> int:
    """Return the rows per Parquet row group: DuckDB's default, or fewer for wide tables to bound memory."""
    return max(2_048, min(122_880, CELLS_PER_ROW_GROUP // columns))
