"""Column statistics: exact if one scan over all rows gives them, otherwise from a sample."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import duckdb
import numpy as np
from numpy.typing import NDArray

from rowcast_automl.contracts.generated import HistogramBin, ValueCount
from rowcast_automl.platform.database.quoting import quoted
from rowcast_automl.profile.distribution import distributions

SAMPLE_ROWS = 100_000
SAMPLE_TABLE = "profile_sample"
COLUMNS_PER_QUERY = 50
# Each query over a wide table has a cost of its own, so one fetches as many columns as fit.
CELLS_PER_QUERY = 1_000_000
# Columns with fewer distinct values by estimate are counted exactly.
MAX_EXACT_DISTINCT = 1_000
TOP_VALUES = 10
MAX_VALUE_LENGTH = 200
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
    add_distributions(connection, found, rows, scale)
    counted = [each for each in found if each.storage in ("VARCHAR", "BOOLEAN", "BIGINT")]
    if exact and len(columns) > COLUMNS_PER_QUERY:
        add_top_values_unpivoted(connection, counted)
    else:
        for statistics in counted:
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
        unpivoted = unpivoted_sql(relation, {f"c{index}": name for index, name in part.items()})
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


def unpivoted_sql(relation: str, names: Mapping[str, str]) -> str:
    """Return SQL of the cells of many columns that are not null, in the columns `source` and `cell`."""
    sources = ", ".join(names)
    selected = ", ".join(f"{quoted(name)} AS {source}" for source, name in names.items())
    return f"UNPIVOT (SELECT {selected} FROM {relation}) ON {sources} INTO NAME source VALUE cell"


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


def add_distributions(
    connection: duckdb.DuckDBPyConnection, columns: Sequence[Statistics], rows: int, scale: float
) -> None:
    """Add quantiles, the histogram (counts scaled from the sample) and `is_counter` to number columns."""
    numeric = [each for each in columns if each.storage in (*NUMERIC, "TIMESTAMP")]
    columns_per_query = max(COLUMNS_PER_QUERY, CELLS_PER_QUERY // max(1, min(rows, SAMPLE_ROWS)))
    for start in range(0, len(numeric), columns_per_query):
        part = numeric[start : start + columns_per_query]
        ranges = [(each.minimum, each.maximum) for each in part]
        found = distributions(sample_values(connection, part), ranges, scale)
        for statistics, each in zip(part, found, strict=True):
            if each:
                statistics.quantiles, statistics.histogram = each.quantiles, each.histogram
                statistics.is_counter = each.is_counter


def sample_values(
    connection: duckdb.DuckDBPyConnection, columns: Sequence[Statistics]
) -> list[NDArray[np.float64]]:
    """Return the finite numbers of each column in the sample, in row order."""
    selected = [
        f"epoch({quoted(each.name)})" if each.storage == "TIMESTAMP" else quoted(each.name)
        for each in columns
    ]
    listed = ", ".join(f"{cell} AS c{index}" for index, cell in enumerate(selected))
    fetched = connection.execute(f"SELECT {listed} FROM {SAMPLE_TABLE}").fetchnumpy()
    found = list[NDArray[np.float64]]()
    for index in range(len(columns)):
        column = fetched[f"c{index}"]
        mask = np.ma.getmask(column)
        # Faster than `np.ma.compressed`, which counts with thousands of columns.
        cells = np.ma.getdata(column) if mask is np.ma.nomask else np.ma.getdata(column)[~mask]
        values = cells.astype(np.float64, copy=False)
        is_finite = np.isfinite(values)
        found.append(values if is_finite.all() else values[is_finite])
    return found


def as_float(value: Any) -> float | None:
    """Return `value` as a float, or None if it is None."""
    return None if value is None else float(value)


def add_top_values(connection: duckdb.DuckDBPyConnection, statistics: Statistics, scale: float) -> None:
    """Add the most frequent values, and for text the mean number of words."""
    cell = quoted(statistics.name)
    rows = connection.execute(
        f"SELECT CAST({cell} AS VARCHAR), count(*) AS n FROM {SAMPLE_TABLE} WHERE {cell} IS NOT NULL "
        f"GROUP BY {cell} ORDER BY n DESC, {cell} LIMIT {TOP_VALUES}"
    ).fetchall()
    statistics.top_values = [
        ValueCount(value=value[:MAX_VALUE_LENGTH], count=round(count * scale)) for value, count in rows
    ]
    if statistics.storage == "VARCHAR":
        row = connection.execute(f"SELECT {words_sql(cell)} FROM {SAMPLE_TABLE}").fetchone()
        statistics.words = (row[0] if row else None) or 0.0


def add_top_values_unpivoted(connection: duckdb.DuckDBPyConnection, columns: Sequence[Statistics]) -> None:
    """Add the same to many columns of few rows, with one query for all columns of a type."""
    for storage in {each.storage for each in columns}:
        part = {f"c{index}": each for index, each in enumerate(columns) if each.storage == storage}
        unpivoted = unpivoted_sql(SAMPLE_TABLE, {source: each.name for source, each in part.items()})
        rows = connection.execute(
            f"SELECT source, CAST(cell AS VARCHAR), n FROM (SELECT source, cell, count(*) AS n "
            f"FROM ({unpivoted}) GROUP BY source, cell) QUALIFY row_number() OVER "
            f"(PARTITION BY source ORDER BY n DESC, cell) <= {TOP_VALUES} ORDER BY n DESC, cell"
        ).fetchall()
        for source, value, count in rows:
            part[source].top_values.append(ValueCount(value=value[:MAX_VALUE_LENGTH], count=count))
        if storage == "VARCHAR":
            means = connection.execute(
                f"SELECT source, {words_sql('cell')} FROM ({unpivoted}) GROUP BY source"
            ).fetchall()
            for source, mean in means:
                part[source].words = mean


def words_sql(cell: str) -> str:
    """Return SQL of the mean number of words."""
    return f"avg(1 + length({cell}) - length(replace({cell}, ' ', '')))"
