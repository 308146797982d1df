"""Writer for output files: predictions as CSV or Parquet, one row per input row."""

from __future__ import annotations

import csv
import gzip
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TextIO

import pyarrow as pa
import pyarrow.parquet as pq

from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.platform.errors import RowcastError, field_problem

ROW_GROUP = 100_000
PREDICTION, PROBLEM = "prediction", "problem"
PREDICTION_TYPES = {
    "text": pa.string(),
    "integer": pa.int64(),
    "boolean": pa.bool_(),
    "number": pa.float64(),
}


class PredictionWriter(Protocol):
    """Writes rows: copied cells, the prediction, a probability per class, added cells, and the problem
    column.

    `labels` are the classes in the type of the file.
    """

    labels: Sequence[Any]

    def write(self, rows: Sequence[Sequence[Any]]) -> None:
        """Append rows."""


def column_names(schema: ServingSchema, added: list[str], problems: bool, kept: Sequence[str]) -> list[str]:
    """Return the columns of the output file.

    Raises
    ------
    RowcastError
        VALIDATION_FAILED if a kept column has the name of an output column.
    """
    probabilities = [f"probability_{label}" for label in schema.labels]
    answers = [PREDICTION, *probabilities, *added, *([PROBLEM] if problems else [])]
    if duplicate := next((each for each in kept if each in answers), None):
        message = (
            f'The answers have a column "{duplicate}" of their own. Rename it in the rows, or do not keep it.'
        )
        raise RowcastError("VALIDATION_FAILED", message, [field_problem("keep", message)])
    return [*kept, *answers]


@contextmanager
def open_writer(
    path: Path,
    like: Path,
    schema: ServingSchema,
    added: list[tuple[str, pa.DataType]],
    problems: bool,
    kept: Sequence[tuple[str, pa.DataType]] = (),
) -> Iterator[PredictionWriter]:
    """Open a file at `path` in the format of the suffix of `like`: .parquet, .csv.gz, else CSV.

    Parameters
    ----------
    added : list of (name, type)
        Columns after the probabilities.
    kept : list of (name, type)
        Columns of the input before the predictions.
    """
    names = column_names(schema, [name for name, _ in added], problems, [name for name, _ in kept])
    if like.suffix.lower() in (".parquet", ".pq"):
        kind, labels = typed_labels(schema)
        added_kinds = [each for _, each in added]
        answered = [kind, *[pa.float64()] * len(labels), *added_kinds, *[pa.string()] * problems]
        kinds = [*(each for _, each in kept), *answered]
        with ParquetWriter(path, pa.schema(list(zip(names, kinds, strict=True))), labels) as answers:
            yield answers
        return
    with open_text(path, packed=like.suffix.lower() == ".gz") as sink:
        writer = csv.writer(sink, lineterminator="\n")
        writer.writerow(names)
        yield CsvWriter(writer, schema.labels)


def open_text(path: Path, *, packed: bool) -> TextIO:
    """Open a text file for writing, with gzip if `packed`."""
    if packed:
        return gzip.open(path, "wt", compresslevel=4, encoding="utf-8", newline="")
    return path.open("w", encoding="utf-8", newline="")


def typed_labels(schema: ServingSchema) -> tuple[pa.DataType, Sequence[Any]]:
    """Return the type of the predictions and the classes in this type.

    It is the type of the target column if possible.
    """
    if not schema.labels:
        return pa.float64(), ()
    kind = PREDICTION_TYPES[schema.label_kind]
    try:
        return kind, pa.array(
            [schema.label_value(place) for place in range(len(schema.labels))], kind
        ).to_pylist()
    except (pa.ArrowInvalid, OverflowError):
        return pa.string(), schema.labels


class CsvWriter:
    """Writes CSV rows."""

    def __init__(self, writer: Any, labels: Sequence[str]) -> None:
        self._writer = writer
        self.labels: Sequence[Any] = labels

    def write(self, rows: Sequence[Sequence[Any]]) -> None:
        """Append rows."""
        self._writer.writerows(rows)


class ParquetWriter:
    """Writes typed rows, buffered until they fill a row group."""

    def __init__(self, path: Path, schema: pa.Schema, labels: Sequence[Any]) -> None:
        self._schema = schema
        self.labels = labels
        self._batches: list[pa.RecordBatch] = []
        self._n_buffered = 0
        self._rows_per_group = max(1_000, ROW_GROUP // max(1, len(schema) // 10))
        self._writer = pq.ParquetWriter(path, schema, compression="zstd")

    def __enter__(self) -> ParquetWriter:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self._flush()
        self._writer.close()

    def write(self, rows: Sequence[Sequence[Any]]) -> None:
        """Append rows."""
        columns = [
            pa.array(list(cells), field.type)
            for cells, field in zip(zip(*rows, strict=True), self._schema, strict=True)
        ]
        self._batches.append(pa.record_batch(columns, schema=self._schema))
        self._n_buffered += len(rows)
        if self._n_buffered >= self._rows_per_group:
            self._flush()

    def _flush(self) -> None:
        if self._batches:
            self._writer.write_table(pa.Table.from_batches(self._batches))
        self._batches, self._n_buffered = [], 0
