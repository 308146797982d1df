"""Duplicate rows: exact, except for row numbers, or except for identifiers."""

from collections.abc import Iterator, Sequence
from typing import Any

import duckdb
import numpy as np

from rowcast_automl.contracts.generated import MAX_IGNORED, DeduplicateStep, LintFinding
from rowcast_automl.platform.database.quoting import quoted
from rowcast_automl.profile.columns.column_checks import ROW_NUMBER
from rowcast_automl.profile.columns.column_type import is_row_number
from rowcast_automl.profile.finding import MAX_EVIDENCE_ROWS, finding, quoted_list
from rowcast_automl.profile.rows.chance_duplicates import (
    MAX_COLUMNS,
    MAX_ROWS,
    chance_of_equal_row,
    expected_repeats,
    is_more_than_chance,
)
from rowcast_automl.profile.statistics import SAMPLE_TABLE, Statistics

MIN_SHARE, MIN_ROWS = 0.01, 5


def duplicate_rows(
    connection: duckdb.DuckDBPyConnection, relation: str, columns: Sequence[Statistics], rows: int
) -> tuple[int, list[LintFinding]]:
    """Count rows that equal an earlier one except for row numbers, and create a finding if there are any.

    The finding is a warning if there are many duplicates, and more than expected by chance.
    """
    numbers = [column.name for column in columns if is_row_number(column)][:MAX_IGNORED]
    ignoring = numbers if len(columns) - len(numbers) > 1 else []
    columns = [column for column in columns if column.name not in ignoring]
    repeated = count_duplicates(connection, relation, columns, rows)
    if not repeated:
        return 0, []
    places, first = duplicate_evidence(connection, relation, columns)
    params: dict[str, Any] = {"columns": quoted_list(ignoring)} if ignoring else {}
    found = finding(
        "DUPLICATE_ROWS_BUT_FOR" if ignoring else "DUPLICATE_ROWS",
        warning=repeated > MIN_SHARE * rows and exceeds_chance(connection, columns, rows, repeated),
        rows=places,
        repeats=first,
        fix=DeduplicateStep(op="deduplicate", **({"ignoring": ignoring} if ignoring else {})),
        count=repeated,
        **params,
    )
    return repeated, [found]


def duplicates_except_identifiers(
    connection: duckdb.DuckDBPyConnection,
    relation: str,
    columns: Sequence[Statistics],
    identifiers: Sequence[str],
    rows: int,
    known_duplicates: int,
) -> Iterator[LintFinding]:
    """Yield a finding if many more rows than `known_duplicates` are equal except for `identifiers`.

    Duplicates that are likely by chance are not reported.
    """
    rest = [column for column in columns if column.name not in identifiers]
    if not rest or not 0 < len(identifiers) <= MAX_IGNORED:
        return
    repeated = count_duplicates(connection, relation, rest, rows)
    has_many = repeated - known_duplicates >= max(MIN_ROWS, MIN_SHARE * rows)
    if has_many and exceeds_chance(connection, rest, rows, repeated):
        places, first = duplicate_evidence(connection, relation, rest)
        yield finding(
            "DUPLICATE_ROWS_BUT_FOR_IDS",
            rows=places,
            repeats=first,
            fix=DeduplicateStep(op="deduplicate", ignoring=list(identifiers)),
            count=repeated,
            columns=quoted_list(identifiers),
        )


def exceeds_chance(
    connection: duckdb.DuckDBPyConnection, columns: Sequence[Statistics], rows: int, repeated: int
) -> bool:
    """Whether more rows equal an earlier one than expected by chance. `repeated` is their number."""
    varying = [each for each in by_distinct_values(columns) if each.distinct > 1][:MAX_COLUMNS]
    if not varying:
        return False
    cells = ", ".join(f"{sampled_value(each)} AS c{place}" for place, each in enumerate(varying))
    sample = connection.execute(
        f"SELECT {cells} FROM {SAMPLE_TABLE} USING SAMPLE reservoir({MAX_ROWS} ROWS) REPEATABLE (11)"
    ).fetchnumpy()
    values = [sample[f"c{place}"] for place in range(len(varying))]
    chance = chance_of_equal_row(
        [
            np.ma.filled(each.astype(np.float64), np.nan) if isinstance(each, np.ma.MaskedArray) else each
            for each in values
        ]
    )
    return is_more_than_chance(repeated, expected_repeats(chance, rows))


def sampled_value(column: Statistics) -> str:
    """Return SQL of a cell as a number, or as an integer code of a text."""
    cell = quoted(column.name)
    if column.storage in ("VARCHAR", "BOOLEAN"):
        # A hash of 62 bits fits a signed integer; 0 stands for a missing cell.
        return f"CAST(coalesce(hash({cell}) >> 2, 0) AS BIGINT)"
    return f"CAST(epoch({cell}) AS DOUBLE)" if column.storage == "TIMESTAMP" else f"CAST({cell} AS DOUBLE)"


def by_distinct_values(columns: Sequence[Statistics]) -> list[Statistics]:
    """Return the columns in descending order of distinct values."""
    return sorted(columns, key=lambda column: column.distinct, reverse=True)


def count_duplicates(
    connection: duckdb.DuckDBPyConnection, relation: str, columns: Sequence[Statistics], rows: int
) -> int:
    """Return the number of rows that equal an earlier one in all of `columns`."""
    if distinct_rows(connection, relation, row_hash(by_distinct_values(columns)[:2])) == rows:
        return 0
    return rows - distinct_rows(connection, relation, row_hash(columns))


def duplicate_evidence(
    connection: duckdb.DuckDBPyConnection, relation: str, columns: Sequence[Statistics]
) -> tuple[list[int], list[int]]:
    """Return some duplicate rows, and for each the first row that it equals."""
    found = connection.execute(
        f"SELECT max(place), min(place) FROM "
        f"(SELECT {ROW_NUMBER} AS place, {row_hash(columns)} AS cells FROM {relation}) "
        f"GROUP BY cells HAVING count(*) > 1 ORDER BY 1 LIMIT {MAX_EVIDENCE_ROWS}"
    ).fetchall()
    return [place for place, _ in found], [first for _, first in found]


def row_hash(columns: Sequence[Statistics]) -> str:
    """Return SQL of a hash of the cells of `columns`."""
    return f"hash({', '.join(quoted(column.name) for column in columns)})"


def distinct_rows(connection: duckdb.DuckDBPyConnection, relation: str, value: str) -> int:
    """Return the number of distinct values of the expression `value`."""
    row = connection.execute(f"SELECT count(DISTINCT {value}) FROM {relation}").fetchone()
    return int(row[0]) if row else 0
