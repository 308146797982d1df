"""A Parquet file as CSV."""

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
from rowcast_automl.ingest.file_errors import file_note, refusal
from rowcast_automl.ingest.formats.json_rows import DEEPEST
from rowcast_automl.platform.database.connection import duckdb_connection
from rowcast_automl.platform.database.quoting import literal, quoted

BYTES_PER_CELL = 4
# A file of 100 million rows as the usual writers make it has about a thousand.
MOST_GROUPS = 100_000
LOOK_SECONDS = 0.02


def parquet_to_csv(path: Path, target: Path, max_bytes: int) -> Declared:
    """Writes the rows of `path`, each cell as DuckDB shows it, `max_bytes` at most; what the file declares.

    As of JSON, structs become columns such as `address.city`, and lists and maps become JSON.
    Raises RowcastError FILE_NOT_A_TABLE, TOO_MANY_COLUMNS or FILE_INFLATES_TOO_LARGE.
    """
    damaged = refusal("FILE_NOT_A_TABLE", file_note("PARQUET_DAMAGED"), "Export it again and upload it.")
    try:
        facts = pq.read_metadata(path)
        bound_groups(facts, max_bytes)
        schema = written_schema(facts)
    except (pa.ArrowException, OSError):
        raise damaged from None
    try:
        with (
            # With more threads each group is held as text until it is whole, and some are a million rows.
            duckdb_connection(target.parent, 1, facts.num_columns) as connection,
            bounded(connection, target, max_bytes),
        ):
            source = f"read_parquet({literal(str(path))})"
            # Of two columns of a name, the second has another here.
            names = [name for name, *_ in connection.execute(f"FROM {source} LIMIT 0").description]
            cells = [
                cell
                for name, kind in zip(names, schema.types, strict=True)
                for cell in cells_of(name, quoted(name), kind)
            ]
            shown = ", ".join(f"{cell.sql} AS {quoted(cell.name)}" for cell in cells)
            connection.execute(
                f"COPY (SELECT {shown} FROM {source}) TO {literal(str(target))} "
                "(FORMAT csv, HEADER, DELIMITER ',')"
            )
    except duckdb.Error:
        raise damaged from None
    return declared_by([cell.kind for cell in cells])


class Cells(NamedTuple):
    """What one column of the table is made of."""

    name: str
    sql: str
    kind: pa.DataType


def cells_of(name: str, sql: str, kind: pa.DataType, depth: int = DEEPEST) -> Iterator[Cells]:
    """The columns that a column of the file becomes; more than one of a struct."""
    if pa.types.is_struct(kind) and kind.num_fields and depth:
        for part in kind:
            inner = f"struct_extract({sql}, {literal(part.name)})"
            yield from cells_of(f"{name}.{part.name}", inner, part.type, depth - 1)
    else:
        yield Cells(name, f"to_json({sql})" if pa.types.is_nested(kind) else sql, kind)


def written_schema(facts: pq.FileMetaData) -> pa.Schema:
    """The types that the writer had: of whole numbers that are categories only a note of Arrow tells."""
    schema = facts.schema.to_arrow_schema()
    note = (facts.metadata or {}).get(b"ARROW:schema")
    if note is None:
        return schema
    try:
        written = pa.ipc.read_schema(pa.py_buffer(base64.b64decode(note)))
    except (pa.ArrowException, ValueError):
        return schema
    return written if written.names == schema.names else schema


def declared_by(kinds: Sequence[pa.DataType]) -> Declared:
    """The columns that are text, or of a few values, and how many are numbers."""
    types, numbers = dict[int, str](), 0
    for place, kind in enumerate(kinds):
        named = kind.value_type if pa.types.is_dictionary(kind) else None
        if named is not None and (is_text(named) or pa.types.is_integer(named)):
            types[place] = f"dictionary<{named}>"
        elif is_text(kind):
            types[place] = TEXT
        elif pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind):
            numbers += 1
    return Declared(types, numbers)


def is_text(kind: pa.DataType) -> bool:
    """Whether cells of the type are text."""
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind))


def bound_groups(facts: pq.FileMetaData, max_bytes: int) -> None:
    """Refuses by what the file says of itself, before any row is read.

    Raises RowcastError TOO_MANY_COLUMNS, FILE_INFLATES_TOO_LARGE or FILE_NOT_A_TABLE.
    """
    if facts.num_columns > MAX_COLUMNS:
        note = file_note("COLUMNS_MOST", count=facts.num_columns, most=MAX_COLUMNS)
        raise refusal("TOO_MANY_COLUMNS", note)
    if facts.num_row_groups > MOST_GROUPS:
        note = file_note("PARQUET_GROUPS", most=MOST_GROUPS)
        raise refusal("FILE_NOT_A_TABLE", note, "Export it with larger row groups.")
    rows, unpacked = 0, 0
    for number in range(facts.num_row_groups):
        group = facts.row_group(number)
        rows += group.num_rows
        unpacked += group.total_byte_size
        cells = max(rows, facts.num_rows) * facts.num_columns
        if unpacked > max_bytes or cells * BYTES_PER_CELL > max_bytes:
            raise inflates_too_large(max_bytes)


@contextmanager
def bounded(connection: duckdb.DuckDBPyConnection, target: Path, max_bytes: int) -> Iterator[None]:
    """Breaks off what the connection does once `target` holds more than `max_bytes`.

    What a file says of itself may be too little: a few bytes of a dictionary can stand for any number of
    cells. Raises RowcastError FILE_INFLATES_TOO_LARGE.
    """
    ended, broken_off = threading.Event(), threading.Event()

    def look() -> None:
        while not ended.wait(LOOK_SECONDS):
            if written(target) > max_bytes:
                broken_off.set()
                connection.interrupt()

    looker = threading.Thread(target=look, daemon=True)
    looker.start()
    try:
        yield
    except duckdb.OutOfMemoryException:
        advice = "Export it with smaller row groups or split it, and upload it again."
        raise refusal("FILE_INFLATES_TOO_LARGE", file_note("PARQUET_GROUP_LARGE"), advice) from None
    except duckdb.Error:
        # What it wrote so far may be deleted by then.
        if not broken_off.is_set():
            raise
    finally:
        ended.set()
        looker.join()
    if broken_off.is_set() or written(target) > max_bytes:
        raise inflates_too_large(max_bytes)


def written(target: Path) -> int:
    """The size of what is there so far."""
    try:
        return target.stat().st_size
    except FileNotFoundError:
        return 0
