"""The peer: DuckDB alone from CSV to Parquet, `alone.py FILE OUT`; prints the seconds it took."""

import os
import sys
import time

import duckdb


def seconds(file: str, out: str) -> float:
    """The time from opening a database to the finished Parquet file, without Python's own start."""
    started = time.perf_counter()
    with duckdb.connect(config={"threads": os.cpu_count() or 1}) as connection:
        connection.execute(f"COPY (FROM read_csv('{file}')) TO '{out}' (FORMAT parquet, COMPRESSION zstd)")
    return time.perf_counter() - started


if __name__ == "__main__":
    print(seconds(sys.argv[1], sys.argv[2]))
