"""Numbers that are labels: a column contains different spellings of one number, such as 1.1 and 1.10."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

import duckdb

from rowcast_automl.contracts.generated import MAX_CLASSES
from rowcast_automl.ingest.columns.column import Column
from rowcast_automl.ingest.columns.missing_markers import ALL_MARKERS
from rowcast_automl.ingest.sample import SAMPLE_TABLE

# Labels recur. One cell in another spelling is a slip.
MIN_ROWS_PER_SPELLING, MIN_ROWS_PER_LABEL = 3, 3
COLUMNS_PER_QUERY = 500
NEGATIVE_ZERO = re.compile(r"-0*\.?0*")


def keep_number_spellings(connection: duckdb.DuckDBPyConnection, columns: Sequence[Column]) -> list[Column]:
    """Keep columns of few numbers as text if two recurring spellings would become the same number."""
    plain = [
        each.source
        for each in columns
        if each.storage == "DOUBLE" and each.numeric_format is None and each.time_format is None
    ]
    counts = count_recurring_cells(connection, plain)
    kept = {source: found for source, cells in counts.items() if (found := same_numbers(cells))}
    return [
        replace(each.as_text(), mixed=False, number_spellings=kept[each.source])
        if each.source in kept
        else each
        for each in columns
    ]


def count_recurring_cells(
    connection: duckdb.DuckDBPyConnection, sources: Sequence[str]
) -> dict[str, dict[str, int]]:
    """Count the distinct cells of each column of the sample that has few distinct cells."""
    found = dict[str, dict[str, int]]()
    for start in range(0, len(sources), COLUMNS_PER_QUERY):
        part = ", ".join(sources[start : start + COLUMNS_PER_QUERY])
        cells = f"SELECT * FROM (UNPIVOT {SAMPLE_TABLE} ON {part} INTO NAME source VALUE cell)"
        rows = connection.execute(
            f"SELECT source, cell, count(*) AS n FROM ({cells}) WHERE cell NOT IN ({ALL_MARKERS}) "
            "GROUP BY source, cell "
            f"QUALIFY count(*) OVER (PARTITION BY source) <= {MAX_CLASSES} ORDER BY n DESC, cell"
        ).fetchall()
        for source, cell, count in rows:
            found.setdefault(source, {})[cell] = count
    return found


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
