"""Figures per column: exact over all rows where one scan gives them, else from a sample."""

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
SAMPLE = "profile_sample"
COLUMNS_AT_ONCE = 50
# Estimates take two values for one now and then.
COUNTED = 1_000
BINS = 20
SHARES = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)
TOP_VALUES = 10
MOST_STEPS = 0.5
NUMERIC = ("BIGINT", "DOUBLE")


@dataclass
class Statistics:
    """What is known of one column; times are seconds since 1970, `distinct` leaves null out."""

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
    counts_up: bool = False
    words: float = 0.0
    length: float = 0.0


def column_statistics(
    connection: duckdb.DuckDBPyConnection, relation: str, columns: Sequence[tuple[str, str]], rows: int
) -> list[Statistics]:
    """Statistics of `columns` (name, storage) of `relation`, which has `rows` rows.

    Leaves the sample in the table `profile_sample`: all rows up to 100,000.
    """
    exact = rows <= SAMPLE_ROWS
    percent = "" if exact else f" TABLESAMPLE system({100 * SAMPLE_ROWS / rows:.4f}%) REPEATABLE (42)"
    connection.execute(f"CREATE OR REPLACE TEMP TABLE {SAMPLE} AS SELECT * FROM {relation}{percent}")
    found = list[Statistics]()
    for start in range(0, len(columns), COLUMNS_AT_ONCE):
        found.extend(
            scan(connection, SAMPLE if exact else relation, columns[start : start + COLUMNS_AT_ONCE], exact)
        )
    few = [each for each in found if not exact and each.distinct < COUNTED]
    for start in range(0, len(few), COLUMNS_AT_ONCE):
        count_few(connection, relation, few[start : start + COLUMNS_AT_ONCE])
    sampled = connection.execute(f"SELECT count(*) FROM {SAMPLE}").fetchone()
    scale = rows / max(1, sampled[0] if sampled else 1)
    measured = [statistics for statistics in found if statistics.storage in (*NUMERIC, "TIMESTAMP")]
    for start in range(0, len(measured), COLUMNS_AT_ONCE):
        part = measured[start : start + COLUMNS_AT_ONCE]
        for statistics, values in zip(part, sample_values(connection, part), strict=True):
            add_distribution(statistics, values, scale)
    for statistics in found:
        if statistics.storage in ("VARCHAR", "BOOLEAN", "BIGINT"):
            add_top_values(connection, statistics, scale)
    return found


def scan(
    connection: duckdb.DuckDBPyConnection, relation: str, columns: Sequence[tuple[str, str]], exact: bool
) -> list[Statistics]:
    """The figures that one pass over `relation` gives."""
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
    found = list[Statistics]()
    for index, (name, storage) in enumerate(columns):
        present, distinct, first, second, mean, std = row[index * 6 : index * 6 + 6]
        statistics = Statistics(name, storage, present, min(distinct, present), mean=mean, std=std)
        if storage == "VARCHAR":
            statistics.length = first or 0.0
        else:
            statistics.minimum, statistics.maximum = as_float(first), as_float(second)
        found.append(statistics)
    return found


def count_few(connection: duckdb.DuckDBPyConnection, relation: str, columns: Sequence[Statistics]) -> None:
    """Puts how many different values there are in place of estimates."""
    counts = ", ".join(f"count(DISTINCT {quoted(each.name)})" for each in columns)
    row = connection.execute(f"SELECT {counts} FROM {relation}").fetchone() or ()
    for each, count in zip(columns, row, strict=True):
        each.distinct = count


def count_distinct(connection: duckdb.DuckDBPyConnection, relation: str, name: str) -> int:
    """How many different values a column has, by their hashes since these take less memory."""
    cell = quoted(name)
    counted = f"count(DISTINCT hash({cell})) FILTER ({cell} IS NOT NULL)"
    row = connection.execute(f"SELECT {counted} FROM {relation}").fetchone()
    return int(row[0]) if row else 0


def sample_values(
    connection: duckdb.DuckDBPyConnection, columns: Sequence[Statistics]
) -> Iterator[NDArray[np.float64]]:
    """The finite numbers of each column in the sample, in the order of the rows."""
    cells = [
        f"epoch({quoted(each.name)})"
        if each.storage == "TIMESTAMP"
        else f"CAST({quoted(each.name)} AS DOUBLE)"
        for each in columns
    ]
    listed = ", ".join(f'{cell} AS "{index}"' for index, cell in enumerate(cells))
    found = connection.execute(f"SELECT {listed} FROM {SAMPLE}").fetchnumpy()
    for index in range(len(columns)):
        values = np.asarray(np.ma.compressed(found[str(index)]), dtype=np.float64)
        yield values[np.isfinite(values)]


def add_distribution(statistics: Statistics, values: NDArray[np.float64], scale: float) -> None:
    """Quantiles, histogram (counts scaled up from the sample) and order."""
    if not len(values):
        return
    quantiles = [float(quantile) for quantile in np.quantile(values, SHARES)]
    low, high = finite(statistics.minimum, quantiles[0]), finite(statistics.maximum, quantiles[-1])
    statistics.quantiles = [low, *quantiles[1:-1], high]
    steps = np.diff(values)
    # Some numbers may be left out; a table that is sorted by a quantity has all kinds of steps.
    statistics.counts_up = bool(len(steps) and np.all(steps > 0) and np.mean(steps == 1) > MOST_STEPS)
    with np.errstate(over="ignore"):
        spread, width = float(values.std()), high - low
    if spread > 0 and np.isfinite(spread) and np.isfinite(width):
        statistics.histogram = [
            HistogramBin.model_validate({"from": left, "to": right, "count": round(count * scale)})
            for left, right, count in histogram(values, BINS, (low, high))
        ]


def add_top_values(connection: duckdb.DuckDBPyConnection, statistics: Statistics, scale: float) -> None:
    """The most frequent values, and for text the mean number of words."""
    cell = quoted(statistics.name)
    rows = connection.execute(
        f"SELECT CAST({cell} AS VARCHAR), count(*) AS n FROM {SAMPLE} WHERE {cell} IS NOT NULL "
        f"GROUP BY {cell} ORDER BY n DESC, {cell} LIMIT {TOP_VALUES}"
    ).fetchall()
    statistics.top_values = [
        ValueCount(value=value[:200], count=round(count * scale)) for value, count in rows
    ]
    if statistics.storage == "VARCHAR":
        spaces = f"length({cell}) - length(replace({cell}, ' ', ''))"
        row = connection.execute(f"SELECT avg(1 + {spaces}) FROM {SAMPLE}").fetchone()
        statistics.words = (row[0] if row else None) or 0.0


def as_float(value: Any) -> float | None:
    """`value` as a float, null kept."""
    return None if value is None else float(value)


def finite(value: float | None, otherwise: float) -> float:
    """`value` where it is a finite number, else `otherwise`."""
    return value if value is not None and np.isfinite(value) else otherwise
