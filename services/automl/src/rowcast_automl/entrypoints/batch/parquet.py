"""Rows of a Parquet file as a client would send them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from datetime import date, time
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from rowcast_automl.platform.errors import RowcastError

# Column chunks are read page by page through buffers of this size, however large the row groups are.
BUFFER = 1 << 20


def parquet_rows(path: Path, batch_rows: Callable[[int], int]) -> Iterator[dict[str, Any]]:
    """The rows in order.

    Parameters
    ----------
    batch_rows : callable
        Rows to decode at a time, from the number of columns.

    Raises
    ------
    RowcastError
        FILE_NOT_A_TABLE when it is damaged, HEADER_DUPLICATE.
    """
    try:
        with pq.ParquetFile(path, buffer_size=BUFFER, pre_buffer=False) as file:
            names = file.schema_arrow.names
            if len(set(names)) < len(names):
                raise RowcastError("HEADER_DUPLICATE")
            for batch in file.iter_batches(batch_rows(len(names)), use_threads=False):
                columns = [values_of(column) for column in batch.columns]
                for cells in zip(*columns, strict=True):
                    yield dict(zip(names, cells, strict=True))
    except (pa.ArrowException, OSError) as error:
        message = "The Parquet file is damaged or incomplete. Write it again."
        raise RowcastError("FILE_NOT_A_TABLE", message) from error


def values_of(column: pa.Array) -> list[Any]:
    """Cells as JSON has them: times as ISO 8601, decimals as numbers, NaN as null."""
    kind = column.type
    if pa.types.is_timestamp(kind):
        column = pc.cast(column, pa.timestamp("us", kind.tz), safe=False)
    elif pa.types.is_floating(kind):
        return [None if cell is None or math.isnan(cell) else cell for cell in column.to_pylist()]
    cells: list[Any] = column.to_pylist()
    if pa.types.is_temporal(kind):
        return [cell.isoformat() if isinstance(cell, date | time) else cell for cell in cells]
    if pa.types.is_decimal(kind):
        return [float(cell) if isinstance(cell, Decimal) else cell for cell in cells]
    return cells
