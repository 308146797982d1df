"""The raw cells of the target column."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from rowcast_automl.features.columns import column_reader
from rowcast_automl.features.schema import LabelKind
from rowcast_automl.features.tensors import Array


@dataclass(frozen=True, slots=True)
class Cells:
    """The raw cells of the target column.

    Parameters
    ----------
    known : int array
        Positions of the rows that have a value.
    codes : int64 array, shape (n_rows of the table,)
        Index into `values`; -1 for a missing value.
    counts : dict
        Number of rows of each value.
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
        """Read the cells of a column of a Parquet table."""
        with pq.ParquetFile(path) as file:
            raw = column_reader.read_arrow(file, name)
        if pa.types.is_floating(raw.type):
            # An infinite value is no label.
            raw = pc.if_else(pc.is_finite(raw), raw, None)
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
    """Return the type of a predicted label in responses."""
    if pa.types.is_boolean(raw.type):
        return "boolean"
    if pa.types.is_integer(raw.type):
        return "integer"
    return "number" if pa.types.is_floating(raw.type) or pa.types.is_decimal(raw.type) else "text"
