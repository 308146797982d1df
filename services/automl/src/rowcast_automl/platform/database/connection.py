"""DuckDB connections with bounded memory."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

MEMORY_MB = 512
# Reserved for the vectors of an expression, hardly ever touched.
MEMORY_MB_PER_COLUMN = 1
# Looking for common subexpressions takes the square of their number: 40 s for 2,000 columns.
WIDE = 200
CELLS_IN_A_GROUP = 5_000_000


@contextmanager
def engine(workspace: Path, threads: int, columns: int) -> Iterator[duckdb.DuckDBPyConnection]:
    """An in-memory database for tables of `columns`; it spills into `workspace` beyond its memory limit."""
    config: dict[str, str | bool | int | float | list[str]] = {
        "threads": threads,
        # With threads that write for it, DuckDB 2.0 may wait for ever for a COPY that is broken off.
        "async_threads": 0,
        "memory_limit": f"{MEMORY_MB + MEMORY_MB_PER_COLUMN * columns}MB",
        # Each column of a table in memory takes at least a block, and there may be thousands.
        "default_block_size": "16384",
        "temp_directory": str(workspace / "spill"),
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "allow_community_extensions": False,
    }
    with duckdb.connect(config=config) as connection:
        if columns > WIDE:
            connection.execute("SET disabled_optimizers = 'common_subexpressions'")
        yield connection


def row_group_size(columns: int) -> int:
    """DuckDB's own size, but fewer rows for wide tables, since a group is held in memory until it is full."""
    return max(2_048, min(122_880, CELLS_IN_A_GROUP // columns))
