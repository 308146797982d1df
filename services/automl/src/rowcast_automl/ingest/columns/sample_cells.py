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
# Each query has a cost of its own, so more columns share one.
MANY_COLUMNS = 50
# Estimates of distinct values are off by less than this factor.
ESTIMATE_MARGIN = 2


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


def columns_of_few_values(
    connection: duckdb.DuckDBPyConnection, sources: Sequence[str], max_distinct: int, min_rows_per_value: int
) -> list[str]:
    """Return the columns of the sample that may have at most `max_distinct` values, each in as many rows.

    It estimates the number of values, which is much faster than counting each of many values.
    """
    if not sources:
        return []
    names = ", ".join(sources)
    cells = f"SELECT * FROM (UNPIVOT (SELECT {names} FROM {SAMPLE_TABLE}) ON {names} INTO NAME s VALUE cell)"
    rows = connection.execute(
        f"SELECT s FROM ({cells}) WHERE cell NOT IN ({ALL_MARKERS}) GROUP BY s "
        f"HAVING approx_count_distinct(cell) <= "
        f"{ESTIMATE_MARGIN} * least({max_distinct}, count(*) / {min_rows_per_value})"
    ).fetchall()
    few = {source for (source,) in rows}
    return [source for source in sources if source in few]


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


def distinct_values_by_column(
    connection: duckdb.DuckDBPyConnection, sources: Sequence[str]
) -> dict[str, list[str]]:
    """Return `distinct_values` of each column."""
    if len(sources) < MANY_COLUMNS:
        return {source: distinct_values(connection, source) for source in sources}
    found: dict[str, list[str]] = {source: [] for source in sources}
    for start in range(0, len(sources), COLUMNS_PER_QUERY):
        part = ", ".join(sources[start : start + COLUMNS_PER_QUERY])
        cells = f"UNPIVOT (SELECT place, {part} FROM {SAMPLE_TABLE}) ON {part} INTO NAME source VALUE cell"
        rows = connection.execute(
            f"SELECT source, cell FROM (SELECT source, cell, min(place) AS first FROM ({cells}) "
            f"WHERE cell NOT IN ({ALL_MARKERS}) GROUP BY source, cell) QUALIFY row_number() OVER "
            f"(PARTITION BY source ORDER BY first) <= {MAX_DISTINCT_VALUES} ORDER BY first"
        ).fetchall()
        for source, cell in rows:
            found[source].append(cell)
    return {
        source: cells if len(cells) < MAX_DISTINCT_VALUES else distinct_values(connection, source)
        for source, cells in found.items()
    }


def distinct_values(connection: duckdb.DuckDBPyConnection, source: str) -> list[str]:
    """Return the first 500 distinct cells of a column of the sample, and one per currency, without missing
    markers.
    """
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
