"""One DuckDB instance for all tables that are read in a test process, each in a database of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import duckdb
import pytest

from rowcast_automl.ingest import pipeline as ingest_run
from rowcast_automl.lint import run as lint_run
from rowcast_automl.platform.database.connection import WIDE_TABLE_COLUMNS, duckdb_connection
from rowcast_automl.platform.storage import object_store as storage


@contextmanager
def shared_instance(folder: Path) -> Iterator[None]:
    """Tables are read without an instance of each, which takes longer to open than a small table to read.

    What is read with more threads or many columns, for which an instance is set up otherwise, has its own.
    """
    numbers = count()
    with duckdb_connection(folder, 1, WIDE_TABLE_COLUMNS) as instance, pytest.MonkeyPatch.context() as patch:

        @contextmanager
        def database(workspace: Path, threads: int, columns: int) -> Iterator[duckdb.DuckDBPyConnection]:
            if threads > 1 or columns > WIDE_TABLE_COLUMNS:
                with duckdb_connection(workspace, threads, columns) as connection:
                    yield connection
                return
            name = f"table_{next(numbers)}"
            with instance.cursor() as connection:
                connection.execute(f"ATTACH ':memory:' AS {name}; USE {name}")
                try:
                    yield connection
                finally:
                    connection.execute(f"USE memory; DETACH {name}")

        patch.setattr(ingest_run, "duckdb_connection", database)
        patch.setattr(lint_run, "duckdb_connection", database)
        # What tests store need not outlive a loss of power.
        patch.setattr(storage, "sync", lambda path: None)
        yield
