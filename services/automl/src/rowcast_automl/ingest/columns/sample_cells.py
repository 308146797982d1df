"""Counts and examples of the cells of the sample."""

from collections.abc import Sequence
from dataclasses import dataclass

import duckdb

from rowcast_automl.ingest.columns.missing_markers import ALL_MARKERS
from rowcast_automl.ingest.dates.date_format import PLAIN_ISO
from rowcast_automl.ingest.numbers.number_format import (
    LONG_CODE,
    MAY_BE_THOUSANDS,
    ROUNDED_INTEGER,
    currency_sql,
    is_code_sql,
)
from rowcast_automl.ingest.sample import SAMPLE_TABLE
from rowcast_automl.platform.database.quoting import literal

MAX_DISTINCT_VALUES = 500
INTEGER = r"\s*[+-]?[0-9]+\s*"
COLUMNS_PER_QUERY = 500


@dataclass(frozen=True)
class CellCounts:
    """Numbers of cells of a column in the sample: in total, and for each type that can store them."""

    cells: int
    integers: int
    numbers: int
    booleans: int
    timestamps: int
    long_codes: int
    whole: int
    rounded: int
    maybe_thousands: int


def sample_counts(connection: duckdb.DuckDBPyConnection, sources: Sequence[str]) -> list[CellCounts]:
    """Count the cells of each of `sources` by type, without missing cells."""
    # Unpivoted, since planning the same expressions for each of many columns dominates the time.
    cells = f"SELECT * FROM (UNPIVOT {SAMPLE_TABLE} ON {', '.join(sources)} INTO NAME source VALUE cell)"
    rows = connection.execute(
        "SELECT source, count(*), "
        "count(CASE WHEN CAST(try_cast(cell AS BIGINT) AS VARCHAR) = cell THEN 1 END), "
        f"count(CASE WHEN NOT {is_code_sql('cell')} AND isfinite(try_cast(cell AS DOUBLE)) THEN 1 END), "
        "count(CASE WHEN lower(cell) IN ('true', 'false') THEN 1 END), "
        f"count(CASE WHEN regexp_full_match(cell, {literal(PLAIN_ISO)}) "
        f"THEN try_cast(cell AS TIMESTAMP) END), "
        f"count(CASE WHEN regexp_full_match(cell, {literal(LONG_CODE)}) THEN 1 END), "
        f"count(CASE WHEN regexp_full_match(cell, {literal(INTEGER)}) THEN 1 END), "
        f"count(CASE WHEN {ROUNDED_INTEGER.format('cell')} THEN 1 END), "
        f"count(CASE WHEN regexp_full_match(cell, {literal(MAY_BE_THOUSANDS)}) THEN 1 END) "
        f"FROM ({cells}) WHERE cell NOT IN ({ALL_MARKERS}) GROUP BY source"
    ).fetchall()
    found = {source: CellCounts(*counts) for source, *counts in rows}
    return [found.get(source, CellCounts(*[0] * 9)) for source in sources]


def count_distinct_cells(
    connection: duckdb.DuckDBPyConnection, relation: str, sources: Sequence[str], max_distinct: int
) -> dict[str, dict[str, int]]:
    """Count each distinct cell of the columns with at most `max_distinct` of them, without missing cells.

    The most frequent cells come first, then in alphabetical order.
    """
    found = dict[str, dict[str, int]]()
    for start in range(0, len(sources), COLUMNS_PER_QUERY):
        part = ", ".join(sources[start : start + COLUMNS_PER_QUERY])
        cells = (
            f"SELECT * FROM (UNPIVOT (SELECT {part} FROM {relation}) ON {part} INTO NAME source VALUE cell)"
        )
        rows = connection.execute(
            f"SELECT source, cell, count(*) AS n FROM ({cells}) WHERE cell NOT IN ({ALL_MARKERS}) "
            "GROUP BY source, cell "
            f"QUALIFY count(*) OVER (PARTITION BY source) <= {max_distinct} ORDER BY n DESC, cell"
        ).fetchall()
        for source, cell, count in rows:
            found.setdefault(source, {})[cell] = count
    return found


def distinct_values(connection: duckdb.DuckDBPyConnection, source: str) -> list[str]:
    """Return the first 500 distinct cells of the sample, and one per currency, without missing markers."""
    present = f"FROM {SAMPLE_TABLE} WHERE {source} NOT IN ({ALL_MARKERS})"
    rows = connection.execute(
        f"SELECT {source} {present} GROUP BY 1 ORDER BY min(place) LIMIT {MAX_DISTINCT_VALUES}"
    ).fetchall()
    if len(rows) == MAX_DISTINCT_VALUES:
        sign = currency_sql(source)
        rows += connection.execute(
            f"SELECT min({source}) {present} GROUP BY {sign} HAVING {sign} IS NOT NULL ORDER BY 1"
        ).fetchall()
    return [*dict.fromkeys(cell for (cell,) in rows)]
