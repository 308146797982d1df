"""Reads the typed Parquet table into arrays, one column at a time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from rowcast_automl.contracts.generated import ColumnProfile
from rowcast_automl.features.date_parts import seconds_of
from rowcast_automl.features.schema import FieldKind
from rowcast_automl.features.tensors import Array
from rowcast_automl.features.tokenizer import words

KINDS: dict[str, FieldKind] = {
    "number": "number",
    "integer": "number",
    "boolean": "boolean",
    "category": "category",
    "ordinal": "category",
    "datetime": "datetime",
    "text": "text",
}
MIDNIGHT = " 00:00:00"


@dataclass(frozen=True, slots=True)
class Column:
    """One feature column of the table.

    Parameters
    ----------
    values : array, shape (rows,)
        float64 with NaN for numbers, booleans (0/1) and dates (seconds since 1970); str objects with ''
        for categories and texts.
    read : object array of str, shape (rows,), or None
        The words of free text, '' where there are none.
    """

    name: str
    kind: FieldKind
    integer: bool
    values: Array
    read: Array | None = None

    @property
    def missing(self) -> Array:
        """Mask of missing cells, shape (n_samples,). A text without words is missing."""
        if self.read is not None:
            return np.asarray(self.read == "")
        mask: Array = self.values == "" if self.kind == "category" else np.isnan(self.values)
        return mask

    def is_missing(self, row: int) -> bool:
        """Whether one row's cell is missing."""
        value = (self.values if self.read is None else self.read)[row]
        return bool(value == "" if isinstance(value, str) else np.isnan(value))

    def take(self, rows: Array) -> Column:
        """Return the column at the given rows."""
        read = None if self.read is None else self.read[rows]
        return Column(self.name, self.kind, self.integer, self.values[rows], read)


def position_of(file: pq.ParquetFile, name: str) -> int:
    """Return the index of a column by exact name, since pyarrow treats a dot in a name as a nested path."""
    # Kept by the reader, unlike the names of its schema, which are recreated for each request.
    return int(file.reader.column_name_idx(name))


def read_arrow(file: pq.ParquetFile, name: str) -> pa.Array:
    """Read one column of a Parquet file as a single Arrow array."""
    return file.reader.read_column(position_of(file, name)).combine_chunks()


def read_column(file: pq.ParquetFile, profile: ColumnProfile, rows: Array) -> Column:
    """Read some rows of a feature column.

    Raises
    ------
    KeyError
        For a type that is no feature (identifier, constant).
    """
    return column_of(profile, read_arrow(file, profile.name), rows)


def column_of(profile: ColumnProfile, raw: pa.Array, rows: Array) -> Column:
    """Convert some rows of a raw column by its profiled type.

    Raises
    ------
    KeyError
        For a type that is no feature (identifier, constant).
    """
    kind = KINDS[profile.type]
    if kind == "text":
        cells = texts(raw)[rows]
        return Column(profile.name, kind, False, cells, np.array([words(each) for each in cells], object))
    if kind == "category":
        values = texts(raw)
    else:
        values = seconds(raw) if kind == "datetime" else clipped_numbers(raw, profile)
    return Column(profile.name, kind, profile.type == "integer", values[rows])


def numbers(raw: pa.Array) -> Array:
    """Convert to float64, with NaN for nulls and infinities. Integers beyond 2^53 are rounded."""
    values = np.asarray(
        pc.cast(raw, pa.float64(), safe=False).to_numpy(zero_copy_only=False), dtype=np.float64
    )
    return np.where(np.abs(values) <= np.finfo(np.float32).max, values, np.nan)


def clipped_numbers(raw: pa.Array, profile: ColumnProfile) -> Array:
    """Convert to float64 as `numbers`, with the largest and smallest finite number for infinities."""
    found = numbers(raw)
    if not pa.types.is_floating(raw.type) or profile.min is None or profile.max is None:
        return found
    infinite = pc.fill_null(pc.is_inf(raw), False).to_numpy(zero_copy_only=False)
    if not infinite.any():
        return found
    positive = pc.fill_null(pc.greater(raw, 0), False).to_numpy(zero_copy_only=False)
    return np.where(infinite, np.where(positive, profile.max, profile.min), found)


def seconds(raw: pa.Array) -> Array:
    """Convert to seconds since 1970 (float64), with NaN for nulls and years without four digits."""
    micros = pc.cast(pc.cast(raw, pa.timestamp("us"), safe=False), pa.int64())
    found = seconds_of(pc.fill_null(micros, 0).to_numpy(zero_copy_only=False))
    return np.where(pc.is_null(micros).to_numpy(zero_copy_only=False), np.nan, found)


def is_time(raw: pa.Array) -> bool:
    """Whether the column holds dates or times."""
    return bool(pa.types.is_temporal(raw.type))


def coded(raw: pa.Array) -> tuple[Array, list[str]]:
    """Return integer codes (-1 = missing), shape (n_samples,), and the text of each code."""
    encoded = pc.dictionary_encode(as_text(raw))
    values = encoded.dictionary.to_pylist()
    codes = np.asarray(pc.fill_null(encoded.indices, -1).to_numpy(zero_copy_only=False), dtype=np.int64)
    blank = [code for code, value in enumerate(values) if not value.strip()]
    if blank:
        codes[np.isin(codes, blank)] = -1
    return codes, values


def texts(raw: pa.Array) -> Array:
    """Convert to str objects, with '' for nulls and blanks. Equal cells share one object."""
    codes, values = coded(raw)
    return np.array([*values, ""], dtype=object)[codes]


def as_text(raw: pa.Array) -> pa.Array:
    """Convert cells to Arrow strings.

    Times are written without zero fractions, and as dates if all are at midnight.
    """
    if pa.types.is_boolean(raw.type):
        return pc.if_else(raw, "true", "false")
    if pa.types.is_floating(raw.type):
        # A negative zero is zero.
        return pc.cast(pc.add(raw, 0.0), pa.string())
    text = pc.cast(raw, pa.string())
    if not pa.types.is_timestamp(raw.type):
        return text
    text = pc.replace_substring_regex(text, "[.]0+$", "")
    days = pc.all(pc.ends_with(text, MIDNIGHT)).as_py()
    return pc.replace_substring(text, MIDNIGHT, "") if days else text
