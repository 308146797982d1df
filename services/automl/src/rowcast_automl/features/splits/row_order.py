"""Reads the group and time columns that the splits respect."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from rowcast_automl.contracts.generated import TrainingConfig
from rowcast_automl.features.columns import column_reader
from rowcast_automl.features.splits.split_errors import refused
from rowcast_automl.features.splits.splitters import Order
from rowcast_automl.features.tensors import Array


def read_order(table: Path, config: TrainingConfig, rows: Array) -> Order:
    """Read the group and time columns of the labelled rows.

    Raises
    ------
    RowcastError
        VALIDATION_FAILED when a column is not there or has no order.
    """
    with pq.ParquetFile(table) as file:
        groups = times = None
        if config.group_column:
            codes, _ = column_reader.coded(read(file, config.group_column, "groupColumn"))
            # Rows without a group are each a group of their own.
            groups = np.where(codes < 0, codes.max() + 1 + np.arange(len(codes)), codes)[rows]
        if config.time_column:
            raw = read(file, config.time_column, "timeColumn")
            try:
                values = (
                    column_reader.seconds(raw) if column_reader.is_time(raw) else column_reader.numbers(raw)
                )
            except (ValueError, pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
                raise refused(
                    f'"{config.time_column}" is neither a date nor a number.', "timeColumn"
                ) from error
            # Rows without a time count as the earliest: they never validate.
            times = np.nan_to_num(values[rows], nan=-np.inf)
    return Order(groups, times, (config.group_column or "", config.time_column or ""))


def read(file: pq.ParquetFile, name: str, setting: str) -> pa.Array:
    """Read a column by name."""
    if name not in file.schema_arrow.names:
        raise refused(f'There is no column "{name}".', setting)
    return column_reader.read_arrow(file, name)
