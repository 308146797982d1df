"""Rows of a Parquet file in the form of request rows."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from datetime import date, time
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from rowcast_automl.ingest.formats.json_rows import MAX_DEPTH
from rowcast_automl.platform.errors import RowcastError

# Column chunks are read page by page through buffers of this size, however large the row groups are.
BUFFER_BYTES = 1 << 20
# Of the rows that are decoded together.
MAX_BATCH_BYTES = 16 << 20
BYTES = (pa.types.is_binary, pa.types.is_large_binary, pa.types.is_fixed_size_binary)
NO_CATEGORIES: Mapping[str, Container[str]] = MappingProxyType({})
# What an upload has in another form than JSON.
FORMATTED_TYPES = (pa.types.is_floating, pa.types.is_decimal128, pa.types.is_temporal, *BYTES)


def parquet_rows(
    path: Path, batch_rows: Callable[[int], int], known: Mapping[str, Container[str]] = NO_CATEGORIES
) -> Iterator[dict[str, Any]]:
    """Yield the rows in order.

    Parameters
    ----------
    batch_rows : callable
        Rows to decode at a time, from the number of columns.
    known : mapping from name to container of str
        Known categories. Cells whose text in an uploaded table is a known category become this category.

    Raises
    ------
    RowcastError
        FILE_NOT_A_TABLE when it is damaged, HEADER_DUPLICATE.
    """
    try:
        with (
            pq.ParquetFile(path, buffer_size=BUFFER_BYTES, pre_buffer=False) as file,
            duckdb.connect(config={"threads": 1}) as connection,
        ):
            names = normalize_names([name for name, _ in expand_structs(file.schema_arrow.empty_table())])
            if len(set(names)) < len(names):
                raise RowcastError("HEADER_DUPLICATE")
            rows = min(batch_rows(len(names)), rows_within(MAX_BATCH_BYTES, file.metadata))
            for batch in file.iter_batches(rows, use_threads=False):
                columns = [
                    with_known_categories(column, known[name], connection)
                    if name in known
                    else values_of(column)
                    for name, (_, column) in zip(names, expand_structs(batch), strict=True)
                ]
                for cells in zip(*columns, strict=True):
                    yield dict(zip(names, cells, strict=True))
    except (pa.ArrowException, OSError) as error:
        message = "The Parquet file is damaged or incomplete. Write it again."
        raise RowcastError("FILE_NOT_A_TABLE", message) from error
    except (ValueError, OverflowError) as error:
        message = (
            "The Parquet file has dates or times beyond the year 9999. Write them as text or leave them out."
        )
        raise RowcastError("ROW_INVALID", message) from error


def normalize_names(names: Sequence[str]) -> list[str]:
    """Return column names as in an ingested table: stripped, and empty ones named by position."""
    return [name.strip() or f"column_{place}" for place, name in enumerate(names, 1)]


def rows_within(max_bytes: int, facts: pq.FileMetaData) -> int:
    """Return the number of rows that decompress to about `max_bytes`, based on the row group with the largest
    rows.
    """
    groups = [facts.row_group(number) for number in range(facts.num_row_groups)]
    largest = max((each.total_byte_size / max(1, each.num_rows) for each in groups), default=1.0)
    return max(1, int(max_bytes / max(1.0, largest)))


def expand_structs(table: pa.RecordBatch | pa.Table) -> Iterator[tuple[str, pa.Array]]:
    """Yield the columns by name, with structs expanded as in an ingested table."""
    for name, column in zip(table.schema.names, table.itercolumns(), strict=True):
        yield from expand_column(name, column)


def expand_column(name: str, column: pa.Array, depth: int = MAX_DEPTH) -> Iterator[tuple[str, pa.Array]]:
    """Yield the columns of a struct, or the column itself."""
    if not (pa.types.is_struct(column.type) and column.type.num_fields and depth):
        yield name, column
        return
    for place, part in enumerate(column.type):
        yield from expand_column(f"{name}.{part.name}", pc.struct_field(column, [place]), depth - 1)


def values_of(column: pa.Array) -> list[Any]:
    """Return cells as JSON values: times as ISO 8601, decimals as numbers, NaN as null, lists and bytes as
    text.

    Durations are integers in their unit, as in an uploaded table.
    """
    kind = column.type
    if pa.types.is_nested(kind):
        return [None if cell is None else as_json(cell, kind) for cell in column.to_pylist()]
    if pa.types.is_timestamp(kind):
        column = pc.cast(column, pa.timestamp("us", kind.tz), safe=False)
    elif pa.types.is_duration(kind):
        column = pc.cast(column, pa.int64())
    elif pa.types.is_floating(kind):
        return [None if cell is None or math.isnan(cell) else cell for cell in column.to_pylist()]
    cells: list[Any] = column.to_pylist()
    if pa.types.is_temporal(kind):
        return [cell.isoformat() if isinstance(cell, date | time) else cell for cell in cells]
    if pa.types.is_decimal(kind):
        whole = kind.scale <= 0
        return [None if cell is None else int(cell) if whole else float(cell) for cell in cells]
    if any(is_kind(kind) for is_kind in BYTES):
        return [None if cell is None else cell.decode(errors="replace") for cell in cells]
    return cells


def with_known_categories(
    column: pa.Array, known: Container[str], connection: duckdb.DuckDBPyConnection
) -> list[Any]:
    """Return cells as JSON values, except for cells whose ingested form is a known category."""
    values = values_of(column)
    if not any(is_kind(column.type) for is_kind in FORMATTED_TYPES):
        return values
    if pa.types.is_float16(column.type):
        column = pc.cast(column, pa.float32())
    # Arrow writes these otherwise than DuckDB, by which an upload is read.
    rows = connection.from_arrow(pa.table({"cell": column})).project("CAST(cell AS VARCHAR)").fetchall()
    return [text if text in known else value for (text,), value in zip(rows, values, strict=True)]


def as_json(cell: Any, kind: pa.DataType) -> str:
    """Return a list or map as the JSON text that an ingested table contains."""
    held = dict(cell) if pa.types.is_map(kind) else cell
    return json.dumps(held, ensure_ascii=False, separators=(",", ":"), default=plain)


def plain(value: Any) -> Any:
    """Return a decimal or time within a list as a JSON value."""
    return float(value) if isinstance(value, Decimal) else str(value)
