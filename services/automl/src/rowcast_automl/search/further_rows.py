"""Encodes rows that no memory has to hold: read one row group at a time, written to disk."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryFile

import numpy as np
import pyarrow.parquet as pq

from rowcast_automl.contracts.generated import TableProfile
from rowcast_automl.estimators.fitting import FurtherRows
from rowcast_automl.features.columns import read_column
from rowcast_automl.features.fields import pack_columns
from rowcast_automl.features.target import Target
from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.search.preparation import Prepared
from rowcast_automl.search.workbench import encode

# Of the room that is free on the disk.
DISK_SHARE = 0.25


def draw_further(prepared: Prepared, most: int, folder: Path) -> Target:
    """At most so many of the rows that were left out, drawn at random, for which there is room on the disk.

    What has no logarithm stays out where that is learned.
    """
    bench, rest = prepared.bench, prepared.rest
    usable = np.flatnonzero(rest.values > 0) if bench.log else np.arange(len(rest.rows))
    room = int(DISK_SHARE * shutil.disk_usage(folder).free / (4 * boost_width(prepared) * bench.folds))
    count = max(0, min(most, room, len(usable)))
    if count < len(usable):
        usable = np.sort(np.random.default_rng(bench.seed).choice(usable, count, replace=False))
    return replace(rest, rows=rest.rows[usable], values=rest.values[usable])


def boost_width(prepared: Prepared) -> int:
    """Columns that boosted trees read."""
    bench = prepared.bench
    return int(bench.encoder.tree_width + bench.tables[0].train.shape[1])


def read_further(
    prepared: Prepared,
    rest: Target,
    table: Path,
    profile: TableProfile,
    folder: Path,
    may_go_on: Callable[[float], bool],
) -> bool:
    """Encodes the rows as they would be served, for every split of the first round.

    Parameters
    ----------
    folder : Path
        Where they are written, to files without a name that end with this process.
    may_go_on : callable
        Whether to go on after so many seconds.

    Returns
    -------
    bool
        False where it was given up.
    """
    bench, begun = prepared.bench, time.monotonic()
    shape = (len(rest.rows), boost_width(prepared))
    stores = [on_disk(folder, shape) for _ in range(bench.folds)]
    done = 0
    for tensors in in_row_groups(prepared, rest.rows, table, profile):
        if not may_go_on(time.monotonic() - begun):
            return False
        coded = bench.encoder.coded(tensors)
        encoded = encode(bench.encoder, "boost", tensors, coded)
        for number, store in enumerate(stores):
            # These rows taught the tables nothing, so they see them as served rows do.
            added = bench.tables[number].apply(coded)
            store[done : done + len(tensors)] = np.concatenate([encoded, added], axis=1)
        done += len(tensors)
    bench.further.update({number: FurtherRows(store, rest.values) for number, store in enumerate(stores)})
    return True


def in_row_groups(prepared: Prepared, rows: Array, table: Path, profile: TableProfile) -> Iterator[Tensors]:
    """Packed rows, those of one row group of the table after those of another."""
    known = {each.name: each for each in profile.columns}
    chosen = [known[each.name] for each in prepared.selection.columns]
    start = 0
    with pq.ParquetFile(table) as file:
        for group in range(file.metadata.num_row_groups):
            end = start + file.metadata.row_group(group).num_rows
            first, last = np.searchsorted(rows, [start, end])
            if first < last:
                here = rows[first:last] - start
                yield pack_columns(
                    [read_column(file, each, here, group) for each in chosen], prepared.schema.fields
                )
            start = end


def on_disk(folder: Path, shape: tuple[int, int]) -> Array:
    """A float32 array in a file that goes with the last process that has it open."""
    with TemporaryFile(dir=folder) as file:
        return np.memmap(file, np.float32, "w+", shape=shape)
