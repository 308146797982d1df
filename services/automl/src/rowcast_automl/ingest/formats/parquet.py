"""Conversion of a Parquet file to CSV."""

import base64
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from rowcast_automl.ingest.columns.declared_types import TEXT, Declared
from rowcast_automl.ingest.csv.header import MAX_COLUMNS
from rowcast_automl.ingest.decompression import inflates_too_large
from rowcast_automl.ingest.file_errors import file_error, file_problem
from rowcast_automl.ingest.formats.json_rows import MAX_DEPTH
from rowcast_automl.platform.database.connection import duckdb_connection
from rowcast_automl.platform.database.quoting import literal, quoted

BYTES_PER_CELL = 4
# Common writers create about a thousand for 100 million rows.
MAX_ROW_GROUPS = 100_000
POLL_SECONDS = 0.02


def parquet_to_csv(path: Path, target: Path, max_bytes: int) -> Declared:
    """Write the rows as CSV of at most `max_bytes`, and return the declared types.

    Structs become columns such as `address.city`; lists and maps become JSON.

    Raises
    ------
    RowcastError
        FILE_NOT_A_TABLE, TOO_MANY_COLUMNS or FILE_INFLATES_TOO_LARGE.
    """
    damaged = file_error(
        "FILE_NOT_A_TABLE", file_problem("PARQUET_DAMAGED"), "Export it again and upload it."
    )
    try:
        metadata = pq.read_metadata(path)
        check_metadata(metadata, max_bytes)
        schema = original_schema(metadata)
    except (pa.ArrowException, OSError):
        raise damaged from None
    try:
        with (
            # With more threads, each row group is buffered as text, and some have a million rows.
            duckdb_connection(target.parent, 1, metadata.num_columns) as connection,
            limit_output(connection, target, max_bytes),
        ):
            source = f"read_parquet({literal(str(path))})"
            # DuckDB renames the second of two columns with the same name.
            names = [name for name, *_ in connection.execute(f"FROM {source} LIMIT 0").description]
            cells = [
                cell
                for name, kind in zip(names, schema.types, strict=True)
                for cell in expand_column(name, quoted(name), kind)
            ]
            selected = ", ".join(f"{cell.sql} AS {quoted(cell.name)}" for cell in cells)
            connection.execute(
                f"COPY (SELECT {selected} FROM {source}) TO {literal(str(target))} "
                "(FORMAT csv, HEADER, DELIMITER ',')"
            )
    except duckdb.Error:
        raise damaged from None
    return declared_types([cell.kind for cell in cells])


class OutputColumn(NamedTuple):
    """A column of the CSV file."""

    name: str
    sql: str
    kind: pa.DataType


def expand_column(name: str, sql: str, kind: pa.DataType, depth: int = MAX_DEPTH) -> Iterator[OutputColumn]:
    """Yield the CSV columns of a Parquet column; several for a struct."""
    if pa.types.is_struct(kind) and kind.num_fields and depth:
        for part in kind:
            inner = f"struct_extract({sql}, {literal(part.name)})"
            yield from expand_column(f"{name}.{part.name}", inner, part.type, depth - 1)
    else:
        yield OutputColumn(name, f"to_json({sql})" if pa.types.is_nested(kind) else sql, kind)


def original_schema(metadata: pq.FileMetaData) -> pa.Schema:
    """Return the writer's schema. Only Arrow's metadata shows that integers are categories."""
    schema = metadata.schema.to_arrow_schema()
    note = (metadata.metadata or {}).get(b"ARROW:schema")
    if note is None:
        return schema
    try:
        file_size = pa.ipc.read_schema(pa.py_buffer(base64.b64decode(note)))
    except (pa.ArrowException, ValueError):
        return schema
    return file_size if file_size.names == schema.names else schema


def declared_types(kinds: Sequence[pa.DataType]) -> Declared:
    """Return the columns that are text or dictionaries, and the number of numeric columns."""
    types, numbers = dict[int, str](), 0
    for place, kind in enumerate(kinds):
        value_type = kind.value_type if pa.types.is_dictionary(kind) else None
        if value_type is not None and (is_text(value_type) or pa.types.is_integer(value_type)):
            types[place] = f"dictionary<{value_type}>"
        elif is_text(kind):
            types[place] = TEXT
        elif pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind):
            numbers += 1
    return Declared(types, numbers)


def is_text(kind: pa.DataType) -> bool:
    """Whether the Arrow type is text."""
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind))


def check_metadata(metadata: pq.FileMetaData, max_bytes: int) -> None:
    """Check the limits by the metadata, before any row is read.

    Raises
    ------
    RowcastError
        TOO_MANY_COLUMNS, FILE_INFLATES_TOO_LARGE or FILE_NOT_A_TABLE.
    """
    if metadata.num_columns > MAX_COLUMNS:
        note = file_problem("COLUMNS_MOST", count=metadata.num_columns, most=MAX_COLUMNS)
        raise file_error("TOO_MANY_COLUMNS", note)
    if metadata.num_row_groups > MAX_ROW_GROUPS:
        note = file_problem("PARQUET_GROUPS", most=MAX_ROW_GROUPS)
        raise file_error("FILE_NOT_A_TABLE", note, "Export it with larger row groups.")
    rows, unpacked = 0, 0
    for number in range(metadata.num_row_groups):
        group = metadata.row_group(number)
        rows += group.num_rows
        unpacked += group.total_byte_size
        cells = max(rows, metadata.num_rows) * metadata.num_columns
        if unpacked > max_bytes or cells * BYTES_PER_CELL > max_bytes:
            raise inflates_too_large(max_bytes)


@contextmanager
def limit_output(connection: duckdb.DuckDBPyConnection, target: Path, max_bytes: int) -> Iterator[None]:
    """Interrupt the connection once `target` exceeds `max_bytes`.

    The metadata may be wrong: a few bytes of a dictionary can expand to any number of cells.

    Raises
    ------
    RowcastError
        FILE_INFLATES_TOO_LARGE.
    """
    has_ended, was_interrupted = threading.Event(), threading.Event()

    def poll() -> None:
        while not has_ended.wait(POLL_SECONDS):
            if file_size(target) > max_bytes:
                was_interrupted.set()
                connection.interrupt()

    thread = threading.Thread(target=poll, daemon=True)
    thread.start()
    try:
        yield
    except duckdb.OutOfMemoryException:
        advice = "Export it with smaller row groups or split it, and upload it again."
        raise file_error("FILE_INFLATES_TOO_LARGE", file_problem("PARQUET_GROUP_LARGE"), advice) from None
    except duckdb.Error:
        # The partial output may be deleted by now.
        if not was_interrupted.is_set():
            raise
    finally:
        has_ended.set()
        thread.join()
    if was_interrupted.is_set() or file_size(target) > max_bytes:
        raise inflates_too_large(max_bytes)


def file_size(target: Path) -> int:
    """Return the size of the file; 0 if it does not exist."""
    try:
        return target.stat().st_size
    except FileNotFoundError:
        return 0
