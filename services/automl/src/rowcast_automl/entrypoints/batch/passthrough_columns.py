"""Passthrough columns: input columns that are copied to the output, such as a key."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from rowcast_automl.entrypoints.batch.input_file import PARQUET, Chunk
from rowcast_automl.platform.errors import RowcastError, field_problem
from rowcast_automl.platform.validation_messages import unknown_column_message


class PassthroughColumns:
    """The columns to copy from a file.

    Parameters
    ----------
    source : Path
        The input file. Numbers and booleans of a Parquet file keep their types, other columns become text.
    """

    def __init__(self, names: Sequence[str], source: Path) -> None:
        stored = stored_types(source) if names else {}
        self.columns = [(name, stored.get(name, pa.string())) for name in names]
        self._names = list(names)

    def cells(self, chunk: Chunk) -> list[list[Any]]:
        """Return the cells to copy for each row of the chunk, or None for invalid rows.

        Raises
        ------
        RowcastError
            COLUMN_NOT_FOUND.
        """
        if not self._names:
            return [[] for _ in chunk.rows]
        readable = next((row for place, row in enumerate(chunk.rows) if place not in chunk.problems), None)
        for name in self._names if readable is not None else ():
            if name not in (readable or {}):
                message = unknown_column_message(name, list(readable or {}))
                raise RowcastError("COLUMN_NOT_FOUND", message, [field_problem("keep", message)])
        return [[fitting(row.get(name), kind) for name, kind in self.columns] for row in chunk.rows]


def stored_types(source: Path) -> dict[str, pa.DataType]:
    """Return the types of numbers and booleans of a Parquet file; empty for other or damaged files."""
    with source.open("rb") as stream:
        if stream.read(len(PARQUET)) != PARQUET:
            return {}
    try:
        schema = pq.read_schema(source)
    except (pa.ArrowException, OSError):
        # Reading its rows reports the error.
        return {}
    simple = (pa.types.is_integer, pa.types.is_floating, pa.types.is_boolean)
    return {each.name: each.type for each in schema if any(fits(each.type) for fits in simple)}


def fitting(cell: Any, kind: pa.DataType) -> Any:
    """Return the cell as a value of the type. A number may have been converted to the text of a category."""
    if cell is None:
        return None
    if pa.types.is_string(kind):
        return str(cell)
    return pa.scalar(cell).cast(kind).as_py() if isinstance(cell, str) else cell
