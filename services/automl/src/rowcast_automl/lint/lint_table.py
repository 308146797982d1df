"""The table being linted: bounded samples of it, and its columns as numbers or codes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import duckdb
import numpy as np
from numpy.typing import NDArray

from rowcast_automl.contracts.generated import ColumnProfile, TableProfile
from rowcast_automl.platform.database.quoting import literal, quoted
from rowcast_automl.profile.finding import MAX_EVIDENCE_ROWS

Codes = NDArray[np.int64]
SAMPLE_ROWS = 20_000
SAMPLE_CELLS = 4_000_000
HEAD_ROWS = 500_000
HEAD_CELLS = 20_000_000
BINS = 20
COLUMNS_PER_QUERY = 200
MAX_CODES = 50
MIN_ROWS_PER_CODE = 10
QUANTILE_LEVELS = np.linspace(0, 1, BINS + 1)[1:]
NUMERIC = ("number", "integer")
AMOUNTS = (*NUMERIC, "datetime")


@dataclass(frozen=True)
class LintTable:
    """A typed table.

    Attributes
    ----------
    whole : str
        SQL of the whole table, for queries on few columns.
    head : str
        SQL of its first rows, as many as a query scans in one or two seconds.
    sample : str
        SQL of a random sample of at most 20,000 rows.
    sampled_numbers : dict of str to float64 array
        Columns of the sample that were read as numbers.
    """

    connection: duckdb.DuckDBPyConnection
    profile: TableProfile
    whole: str
    head: str
    sample: str
    sampled_numbers: dict[str, NDArray[np.float64]] = field(default_factory=dict)

    def column(self, name: str) -> ColumnProfile:
        """Return the profile of a column."""
        return self._by_name[name]

    @cached_property
    def _by_name(self) -> dict[str, ColumnProfile]:
        return {column.name: column for column in self.profile.columns}

    def rows_where(self, name: str, condition: str, part: str | None = None) -> list[int]:
        """Return the first rows of `part` (default: the head), from 1, whose `cell` satisfies the SQL
        condition.
        """
        cells = f"SELECT row_number() OVER () AS place, {quoted(name)} AS cell FROM {part or self.head}"
        rows = self.connection.execute(
            f"SELECT place FROM ({cells}) WHERE {condition} ORDER BY place LIMIT {MAX_EVIDENCE_ROWS}"
        ).fetchall()
        return [place for (place,) in rows]


def open_table(connection: duckdb.DuckDBPyConnection, path: Path, profile: TableProfile) -> LintTable:
    """Open the table at `path` and create its sample."""
    relation = f"read_parquet({literal(str(path))})"
    width = max(1, len(profile.columns))
    rows = min(SAMPLE_ROWS, SAMPLE_CELLS // width)
    connection.execute(
        f"CREATE OR REPLACE TEMP TABLE lint_sample AS SELECT * FROM {relation} "
        f"USING SAMPLE reservoir({rows} ROWS) REPEATABLE (7)"
    )
    head = f"(SELECT * FROM {relation} LIMIT {min(HEAD_ROWS, HEAD_CELLS // width)})"
    return LintTable(connection, profile, relation, head, "lint_sample")


def numeric_values(table: LintTable, name: str, part: str | None = None) -> NDArray[np.float64]:
    """Return the numbers or times (in seconds) of `part` (default: the sample).

    Missing and infinite values are NaN.
    """
    if part is not None:
        return read_numbers(table, [name], part)[name]
    known = table.sampled_numbers
    if name not in known:
        # A query on a wide table takes as long for one column as for many.
        amounts = [each.name for each in table.profile.columns if each.type in AMOUNTS]
        start = amounts.index(name) if name in amounts else 0
        block = amounts[start : start + COLUMNS_PER_QUERY] if name in amounts else [name]
        known.update(read_numbers(table, block, table.sample))
    return known[name]


def read_numbers(table: LintTable, names: Sequence[str], part: str) -> dict[str, NDArray[np.float64]]:
    """Read columns of `part` as numbers, as `numeric_values` describes."""
    cells = ", ".join(
        f"{number_sql(table.column(name))} AS value_{place}" for place, name in enumerate(names)
    )
    found = table.connection.execute(f"SELECT {cells} FROM {part}").fetchnumpy()
    numbers = {}
    for place, name in enumerate(names):
        column = np.ma.asarray(found[f"value_{place}"], dtype=np.float64)
        values: NDArray[np.float64] = np.ma.filled(column, np.nan)
        numbers[name] = np.where(np.isfinite(values), values, np.nan)
    return numbers


def number_sql(column: ColumnProfile) -> str:
    """Return the SQL of a cell as a number."""
    cell = quoted(column.name)
    return f"epoch({cell})" if column.type == "datetime" else f"TRY_CAST({cell} AS DOUBLE)"


def encode_column(table: LintTable, name: str, *, ranges: bool = True) -> Codes:
    """Encode the cells of the sample as small integers: 0 if missing, else one code per value or range."""
    if ranges and table.column(name).type in AMOUNTS:
        values = numeric_values(table, name)
        present = values[~np.isnan(values)]
        different, counts = np.unique(present, return_counts=True)
        few = len(different) <= MAX_CODES and counts.min(initial=MIN_ROWS_PER_CODE) >= MIN_ROWS_PER_CODE
        edges = different if few else np.unique(np.quantile(present, QUANTILE_LEVELS, method="lower"))
        return np.where(np.isnan(values), 0, 1 + np.searchsorted(edges, values)).astype(np.int64)
    # Hashes, since cells may be very long.
    cells = table.connection.execute(
        f"SELECT hash({quoted(name)}) AS h, {quoted(name)} IS NULL AS gone FROM {table.sample}"
    ).fetchnumpy()
    _, places, counts = np.unique(cells["h"], return_inverse=True, return_counts=True)
    rank = np.empty(len(counts), np.int64)
    rank[np.argsort(-counts, kind="stable")] = np.arange(len(counts))
    return np.where(cells["gone"], 0, 1 + np.minimum(rank, MAX_CODES)[places])
