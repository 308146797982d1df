"""Numbers that are labels: a column contains different spellings of one number, such as 1.1 and 1.10."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

import duckdb

from rowcast_automl.contracts.generated import MAX_CLASSES
from rowcast_automl.ingest.columns.column import Column
from rowcast_automl.ingest.columns.sample_cells import columns_of_few_values, count_distinct_cells
from rowcast_automl.ingest.sample import SAMPLE_TABLE

# Labels recur. One cell in another spelling is a slip.
MIN_ROWS_PER_SPELLING, MIN_ROWS_PER_LABEL = 3, 3
NEGATIVE_ZERO = re.compile(r"-0*\.?0*")


def keep_number_spellings(connection: duckdb.DuckDBPyConnection, columns: Sequence[Column]) -> list[Column]:
    """Keep columns of few numbers as text if two recurring spellings would become the same number."""
    plain = [
        each.source
        for each in columns
        if each.storage == "DOUBLE" and each.numeric_format is None and each.time_format is None
    ]
    few = columns_of_few_values(connection, plain, MAX_CLASSES, MIN_ROWS_PER_LABEL)
    counts = count_distinct_cells(connection, SAMPLE_TABLE, few, MAX_CLASSES)
    kept = {source: found for source, cells in counts.items() if (found := same_numbers(cells))}
    return [
        replace(each.as_text(), mixed=False, number_spellings=kept[each.source])
        if each.source in kept
        else each
        for each in columns
    ]


def without_negative_zero(cells: Mapping[str, int]) -> dict[str, int]:
    """Count a zero with a minus sign, which is rounded from a small number, as the zero without it."""
    counts = dict[str, int]()
    for cell, count in cells.items():
        written = cell.removeprefix("-") if NEGATIVE_ZERO.fullmatch(cell) else cell
        counts[written] = counts.get(written, 0) + count
    return counts


def same_numbers(cells: Mapping[str, int]) -> tuple[str, ...]:
    """Return recurring spellings of one number, or nothing if the column has many numbers."""
    if len(cells) * MIN_ROWS_PER_LABEL > sum(cells.values()):
        return ()
    by_number = dict[float, list[str]]()
    cells = without_negative_zero(cells)
    for cell, count in cells.items():
        if count < MIN_ROWS_PER_SPELLING or cell != cell.strip():
            continue
        try:
            by_number.setdefault(float(cell), []).append(cell)
        except ValueError:
            # An invalid cell.
            continue
    return next((tuple(written) for written in by_number.values() if len(written) > 1), ())
