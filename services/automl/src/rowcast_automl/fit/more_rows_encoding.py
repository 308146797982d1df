"""Encodes rows block by block to a file, for tables that do not fit in memory."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryFile

import numpy as np
import pyarrow.parquet as pq

from rowcast_automl.contracts.generated import TableProfile
from rowcast_automl.estimators.base import MoreRows
from rowcast_automl.features.columns.column_reader import column_of, position_of
from rowcast_automl.features.columns.field_builder import pack_columns
from rowcast_automl.features.encoding.encoder import Coded
from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.features.tokenizer import words
from rowcast_automl.fit.unused_rows import UnusedRows
from rowcast_automl.prepare.table_preparation import PreparedTable
from rowcast_automl.prepare.training_data import encode

# Of the room that is free on the disk.
DISK_SHARE = 0.25
# Rows that are encoded together, and characters of free text in them; a word takes 100 bytes meanwhile.
MAX_AT_ONCE, CHARACTERS_AT_ONCE = 120_000, 4_000_000
# The same of the training rows that tell how long encoding takes.
TIMED_ROWS, TIMED_CHARACTERS = 20_000, 250_000


def max_rows_on_disk(prepared: PreparedTable, folder: Path) -> int:
    """Return the number of additional rows that fit on the disk."""
    width = boost_width(prepared) * prepared.training_data.folds
    return int(DISK_SHARE * shutil.disk_usage(folder).free / (4 * width))


def max_rows_in_time(prepared: PreparedTable, seconds: float) -> int:
    """Estimate the number of additional rows that can be encoded in time, by encoding some training rows."""
    some = prepared.training_data.rows.take(slice(rows_with(prepared, TIMED_CHARACTERS, TIMED_ROWS)))
    begun = time.perf_counter()
    # Words of words are the same words, and are found in the same time.
    for cell in some.texts[:, texts_of(prepared)].flat:
        words(cell)
    encoded(prepared, some)
    return int(len(some) * seconds / (time.perf_counter() - begun))


def rows_with(prepared: PreparedTable, characters: int, maximum: int) -> int:
    """Return how many rows contain so many characters of free text on average, from 1 to `maximum`."""
    free = prepared.training_data.rows.texts[:TIMED_ROWS, texts_of(prepared)]
    mean = sum(map(len, free.flat)) / max(1, len(free))
    return max(1, min(maximum, int(characters / max(mean, 1.0))))


def texts_of(prepared: PreparedTable) -> slice:
    """Return the text slots of free text, which come last."""
    return slice(len(prepared.training_data.encoder.dictionaries), None)


def boost_width(prepared: PreparedTable) -> int:
    """Return the number of columns that boosted trees read."""
    training_data = prepared.training_data
    return int(training_data.encoder.tree_width + training_data.tables[0].train.shape[1])


def encoded(prepared: PreparedTable, tensors: Tensors) -> tuple[Array, Coded]:
    """Return the view of boosted trees without target features, and the codes to compute these from."""
    encoder = prepared.training_data.encoder
    coded = encoder.coded(tensors)
    return encode(encoder, "boost", tensors, coded), coded


def encode_more_rows(
    prepared: PreparedTable,
    unused_rows: UnusedRows,
    table: Path,
    profile: TableProfile,
    folder: Path,
    may_continue: Callable[[float], bool],
) -> bool:
    """Encode the rows as they would be served, for every split of the first repeat that may train on them.

    Parameters
    ----------
    folder : Path
        Folder of the unnamed files, which are deleted when this process ends.
    may_continue : callable
        Whether to continue after so many seconds.

    Returns
    -------
    bool
        False if the time was not sufficient.
    """
    training_data, begun = prepared.training_data, time.monotonic()
    width = boost_width(prepared)
    stores = [on_disk(folder, (int(chosen.sum()), width)) for chosen in unused_rows.open]
    filled = [0] * len(stores)
    at = 0
    for tensors in in_blocks(prepared, unused_rows.target.rows, table, profile):
        if not may_continue(time.monotonic() - begun):
            return False
        here = np.arange(at, at + len(tensors))
        features, coded = encoded(prepared, tensors)
        for number, store in enumerate(stores):
            chosen = np.flatnonzero(unused_rows.open[number, here])
            added = training_data.target_features(
                number, coded.take(chosen), unused_rows.order.take(here[chosen])
            )
            end = filled[number] + len(chosen)
            store[filled[number] : end] = np.concatenate([features[chosen], added], axis=1)
            filled[number] = end
        at += len(tensors)
    for number, store in enumerate(stores):
        training_data.more_rows[number] = MoreRows(store, unused_rows.target.values[unused_rows.open[number]])
    return True


def in_blocks(prepared: PreparedTable, rows: Array, table: Path, profile: TableProfile) -> Iterator[Tensors]:
    """Yield the rows in order, packed in blocks that fit in memory after encoding."""
    known = {each.name: each for each in profile.columns}
    chosen = [known[each.name] for each in prepared.selection.columns]
    size = rows_with(prepared, CHARACTERS_AT_ONCE, MAX_AT_ONCE)
    start = 0
    with pq.ParquetFile(table) as file:
        places = [(position_of(file, each.name), each) for each in chosen]
        for group in range(file.metadata.num_row_groups):
            end = start + file.metadata.row_group(group).num_rows
            first, last = np.searchsorted(rows, [start, end])
            read = [group] if first < last else []
            for batch in file.reader.iter_batches(size, read, [place for place, _ in places]):
                first, last = np.searchsorted(rows, [start, start + len(batch)])
                if first < last:
                    raws = zip(places, batch.columns, strict=True)
                    columns = [column_of(each, raw, rows[first:last] - start) for (_, each), raw in raws]
                    yield pack_columns(columns, prepared.schema.fields)
                start += len(batch)
            start = end


def on_disk(folder: Path, shape: tuple[int, int]) -> Array:
    """Return a float32 array in an unnamed file, which is deleted when no process has it open."""
    with TemporaryFile(dir=folder) as file:
        return np.memmap(file, np.float32, "w+", shape=shape)
