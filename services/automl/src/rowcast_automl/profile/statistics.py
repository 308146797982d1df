"""Column statistics: exact if one scan over all rows gives them, otherwise from a sample."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import duckdb
import numpy as np
from numpy.typing import NDArray

from rowcast_automl.contracts.generated import HistogramBin, ValueCount
from rowcast_automl.platform.database.quoting import quoted
from rowcast_automl.profile.histogram import histogram

SAMPLE_ROWS = 100_000
SAMPLE_TABLE = "profile_sample"
COLUMNS_PER_QUERY = 50
# Each query over a wide table has a cost of its own, so one fetches as many columns as fit.
CELLS_PER_QUERY = 1_000_000
# Columns with fewer distinct values by estimate are counted exactly.
MAX_EXACT_DISTINCT = 1_000
BINS = 20
QUANTILE_LEVELS = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)
TOP_VALUES = 10
MIN_UNIT_STEP_SHARE = 0.5
# NumPy interpolates from the nearer end.
MIDDLE = 0.5
NUMERIC = ("BIGINT", "DOUBLE")


@dataclass
class Statistics:
    """Statistics of one column.

    Attributes
    ----------
    storage : str
        DuckDB type. Values of TIMESTAMP are in seconds since 1970.
    present, distinct : int
        Number of cells and of distinct values that are not null.
    is_counter : bool
        Whether the numbers increase, mostly by one, from row to row.
    words, length : float
        Mean number of words and of characters of a text.
    """

    name: str
    storage: str
    present: int
    distinct: int
    minimum: float | None = None
    maximum: float | None = None
    mean: float | None = None
    std: float | None = None
    quantiles: list[float] = field(default_factory=list)
    histogram: list[HistogramBin] = field(default_factory=list)
    top_values: list[ValueCount] = field(default_factory=list)
    is_counter: bool = False
    words: float = 0.0
    length: float = 0.0


def column_statistics(
    connection: duckdb.DuckDBPyConnection, relation: str, columns: Sequence[tuple[str, str]], rows: int
) -> list[Statistics]:
    """Compute statistics of `columns` (name, storage) of `relation`, which has `rows` rows.

    The sample of about 100,000 rows remains in the table `profile_sample`.
    """
    exact = rows <= SAMPLE_ROWS
    percent = "" if exact else f" TABLESAMPLE system({100 * SAMPLE_ROWS / rows:.4f}%) REPEATABLE (42)"
    connection.execute(f"CREATE OR REPLACE TEMP TABLE {SAMPLE_TABLE} AS SELECT * FROM {relation}{percent}")
    found = list[Statistics]()
    if exact and len(columns) > COLUMNS_PER_QUERY:
        found.extend(scan_unpivoted(connection, SAMPLE_TABLE, columns))
    else:
        source = SAMPLE_TABLE if exact else relation
        for start in range(0, len(columns), COLUMNS_PER_QUERY):
            found.extend(scan_columns(connection, source, columns[start : start + COLUMNS_PER_QUERY], exact))
    few = [each for each in found if not exact and each.distinct < MAX_EXACT_DISTINCT]
    for start in range(0, len(few), COLUMNS_PER_QUERY):
        count_exactly(connection, relation, few[start : start + COLUMNS_PER_QUERY])
    sample_rows = connection.execute(f"SELECT count(*) FROM {SAMPLE_TABLE}").fetchone()
    scale = rows / max(1, sample_rows[0] if sample_rows else 1)
    columns_per_query = max(COLUMNS_PER_QUERY, CELLS_PER_QUERY // max(1, min(rows, SAMPLE_ROWS)))
    numeric = [statistics for statistics in found if statistics.storage in (*NUMERIC, "TIMESTAMP")]
    for start in range(0, len(numeric), columns_per_query):
        part = numeric[start : start + columns_per_query]
        for statistics, values in zip(part, sample_values(connection, part), strict=True):
            add_distribution(statistics, values, scale)
    for statistics in found:
        if statistics.storage in ("VARCHAR", "BOOLEAN", "BIGINT"):
            add_top_values(connection, statistics, scale)
    return found


def scan_columns(
    connection: duckdb.DuckDBPyConnection, relation: str, columns: Sequence[tuple[str, str]], exact: bool
) -> list[Statistics]:
    """Compute counts, range, mean and standard deviation in one pass over `relation`."""
    parts = list[str]()
    for name, storage in columns:
        cell = quoted(name)
        value = f"epoch({cell})" if storage == "TIMESTAMP" else cell
        parts += [f"count({cell})", f"count(DISTINCT {cell})" if exact else f"approx_count_distinct({cell})"]
        if storage in (*NUMERIC, "TIMESTAMP"):
            parts += [f"min({value})", f"max({value})", f"avg({value})", f"stddev_samp({value})"]
        elif storage == "VARCHAR":
            parts += [f"avg(length({cell}))", "NULL", "NULL", "NULL"]
        else:
            parts += ["NULL", "NULL", "NULL", "NULL"]
    row = connection.execute(f"SELECT {', '.join(parts)} FROM {relation}").fetchone() or ()
    return [
        statistics_of(name, storage, row[index * 6 : index * 6 + 6])
        for index, (name, storage) in enumerate(columns)
    ]


def scan_unpivoted(
    connection: duckdb.DuckDBPyConnection, relation: str, columns: Sequence[tuple[str, str]]
) -> list[Statistics]:
    """Compute the same statistics for many columns of few rows, with one query for all columns of a type.

    DuckDB plans aggregates one by one, and each `count(DISTINCT)` has a hash table: 0.2 s for 50 columns.
    """
    found = dict[int, Statistics]()
    for storage in {storage for _, storage in columns}:
        part = {index: name for index, (name, other) in enumerate(columns) if other == storage}
        sources = ", ".join(f"c{index}" for index in part)
        selected = ", ".join(f"{quoted(name)} AS c{index}" for index, name in part.items())
        unpivoted = f"UNPIVOT (SELECT {selected} FROM {relation}) ON {sources} INTO NAME source VALUE cell"
        value = "epoch(cell)" if storage == "TIMESTAMP" else "cell"
        aggregates = "NULL, NULL, NULL, NULL"
        if storage in (*NUMERIC, "TIMESTAMP"):
            aggregates = f"min({value}), max({value}), avg({value}), stddev_samp({value})"
        elif storage == "VARCHAR":
            aggregates = "avg(length(cell)), NULL, NULL, NULL"
        rows = connection.execute(
            f"SELECT source, count(*), count(DISTINCT cell), {aggregates} FROM ({unpivoted}) GROUP BY source"
        ).fetchall()
        scanned = {source: values for source, *values in rows}
        for index, name in part.items():
            values = scanned.get(f"c{index}", [0, 0, None, None, None, None])
            found[index] = statistics_of(name, storage, values)
    return [found[index] for index in range(len(columns))]


def statistics_of(name: str, storage: str, values: Sequence[Any]) -> Statistics:
    """Return the statistics of a column from the result of a scan."""
    present, distinct, low, high, mean, std = values
    statistics = Statistics(name, storage, present, min(distinct, present), mean=mean, std=std)
    if storage == "VARCHAR":
        statistics.length = low or 0.0
    else:
        statistics.minimum, statistics.maximum = as_float(low), as_float(high)
    return statistics


def count_exactly(
    connection: duckdb.DuckDBPyConnection, relation: str, columns: Sequence[Statistics]
) -> None:
    """Replace estimated distinct counts by exact ones."""
    counts = ", ".join(f"count(DISTINCT {quoted(each.name)})" for each in columns)
    row = connection.execute(f"SELECT {counts} FROM {relation}").fetchone() or ()
    for each, count in zip(columns, row, strict=True):
        each.distinct = count


def count_distinct(connection: duckdb.DuckDBPyConnection, relation: str, name: str) -> int:
    """Count the distinct values of a column by their hashes, which need less memory."""
    cell = quoted(name)
    counted = f"count(DISTINCT hash({cell})) FILTER ({cell} IS NOT NULL)"
    row = connection.execute(f"SELECT {counted} FROM {relation}").fetchone()
    return int(row[0]) if row else 0


def sample_values(
    connection: duckdb.DuckDBPyConnection, columns: Sequence[Statistics]
) -> Iterator[NDArray[np.float64]]:
    """Yield the finite numbers of each column in the sample, in row order."""
    cells = [
        f"epoch({quoted(each.name)})"
        if each.storage == "TIMESTAMP"
        else f"CAST({quoted(each.name)} AS DOUBLE)"
        for each in columns
    ]
    listed = ", ".join(f'{cell} AS "{index}"' for index, cell in enumerate(cells))
    found = connection.execute(f"SELECT {listed} FROM {SAMPLE_TABLE}").fetchnumpy()
    for index in range(len(columns)):
        values = np.asarray(np.ma.compressed(found[str(index)]), dtype=np.float64)
        yield values[np.isfinite(values)]


def add_distribution(statistics: Statistics, values: NDArray[np.float64], scale: float) -> None:
    """Add quantiles, the histogram (counts scaled from the sample) and `is_counter`."""
    if not len(values):
        return
    quantiles = quantiles_of(values)
    low, high = finite(statistics.minimum, quantiles[0]), finite(statistics.maximum, quantiles[-1])
    statistics.quantiles = [low, *quantiles[1:-1], high]
    steps = np.diff(values)
    # A counter may have gaps; a table sorted by a quantity has steps of many sizes.
    statistics.is_counter = bool(
        len(steps) and np.all(steps > 0) and np.mean(steps == 1) > MIN_UNIT_STEP_SHARE
    )
    with np.errstate(over="ignore"):
        spread, width = float(values.std()), high - low
    if spread > 0 and np.isfinite(spread) and np.isfinite(width):
        statistics.histogram = [
            HistogramBin.model_validate({"from": left, "to": right, "count": round(count * scale)})
            for left, right, count in histogram(values, BINS, (low, high))
        ]


def quantiles_of(values: NDArray[np.float64]) -> list[float]:
    """Return `np.quantile` at QUANTILE_LEVELS of finite numbers.

    It skips the checks of numpy, which take most of the time for short columns.
    """
    ordered = np.sort(values)
    found = list[float]()
    for level in QUANTILE_LEVELS:
        position = level * (len(ordered) - 1)
        below = int(position)
        low, high = float(ordered[below]), float(ordered[min(below + 1, len(ordered) - 1)])
        share = position - below
        found.append(low + (high - low) * share if share < MIDDLE else high - (high - low) * (1 - share))
    return found


def add_top_values(connection: duckdb.DuckDBPyConnection, statistics: Statistics, scale: float) -> None:
    """Add the most frequent values, and for text the mean number of words."""
    cell = quoted(statistics.name)
    rows = connection.execute(
        f"SELECT CAST({cell} AS VARCHAR), count(*) AS n FROM {SAMPLE_TABLE} WHERE {cell} IS NOT NULL "
        f"GROUP BY {cell} ORDER BY n DESC, {cell} LIMIT {TOP_VALUES}"
    ).fetchall()
    statistics.top_values = [
        ValueCount(value=value[:200], count=round(count * scale)) for value, count in rows
    ]
    if statistics.storage == "VARCHAR":
        spaces = f"length({cell}) - length(replace({cell}, ' ', ''))"
        row = connection.execute(f"SELECT avg(1 + {spaces}) FROM {SAMPLE_TABLE}").fetchone()
        statistics.words = (row[0] if row else None) or 0.0


def as_float(value: Any) -> float | None:
    """Return `value` as a float, or None if it is None."""
    return None if value is None else float(value)


def finite(value: float | None, otherwise: float) -> float:
    """Return `value` if it is finite, otherwise `otherwise`."""
    return value if value is not None and np.isfinite(value) else otherwise
