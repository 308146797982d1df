"""The raw cells of the target column."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from rowcast_automl.features.columns import column_reader
from rowcast_automl.features.schema import LabelKind
from rowcast_automl.features.tensors import Array


@dataclass(frozen=True, slots=True)
class Cells:
    """The target column as it is stored.

    Parameters
    ----------
    known : int array
        Positions of the rows that have a value.
    codes : int64 array, shape (rows of the table,)
        Places among `values`; -1 where a value is missing.
    counts : dict
        Of each value that occurs, in how many rows.
    """

    name: str
    raw: pa.Array
    kind: LabelKind
    known: Array
    codes: Array
    values: list[str]
    counts: dict[str, int]

    @classmethod
    def read(cls, path: Path, name: str) -> Cells:
        """Those of a column of a Parquet table."""
        with pq.ParquetFile(path) as file:
            raw = column_reader.read_arrow(file, name)
        codes, values = column_reader.coded(raw)
        known = np.flatnonzero(codes >= 0)
        distinct, rows = np.unique(codes[known], return_counts=True)
        counts = {values[code]: int(count) for code, count in zip(distinct, rows, strict=True)}
        return cls(name, raw, label_kind(raw), known, codes, values, counts)

    @property
    def missing(self) -> int:
        """Rows without a value."""
        return len(self.codes) - len(self.known)


def label_kind(raw: pa.Array) -> LabelKind:
    """The type in which a predicted label goes out."""
    if pa.types.is_boolean(raw.type):
        return "boolean"
    if pa.types.is_integer(raw.type):
        return "integer"
    return "number" if pa.types.is_floating(raw.type) or pa.types.is_decimal(raw.type) else "text"
