"""DuckDB connections with bounded memory, and the quoting of what goes into SQL."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

MEMORY_LIMIT = "512MB"


@contextmanager
def engine(workspace: Path, threads: int) -> Iterator[duckdb.DuckDBPyConnection]:
    """An in-memory database that spills into `workspace` beyond its memory limit."""
    config: dict[str, str | bool | int | float | list[str]] = {
        "threads": threads,
        "memory_limit": MEMORY_LIMIT,
        "temp_directory": str(workspace / "spill"),
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "allow_community_extensions": False,
    }
    with duckdb.connect(config=config) as connection:
        yield connection


def quoted(name: str) -> str:
    """`name` as an SQL identifier."""
    return '"' + name.replace('"', '""') + '"'


def literal(text: str) -> str:
    """`text` as an SQL string."""
    return "'" + text.replace("'", "''") + "'"
