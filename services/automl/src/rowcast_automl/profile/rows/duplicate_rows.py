"""Duplicate rows: exact, except for row numbers, or except for identifiers."""

from collections.abc import Iterator, Sequence
from typing import Any

import duckdb

from rowcast_automl.contracts.generated import MAX_IGNORED, DeduplicateStep, LintFinding
from rowcast_automl.platform.database.quoting import quoted
from rowcast_automl.profile.columns.column_checks import ROW_NUMBER
from rowcast_automl.profile.columns.column_type import is_row_number
from rowcast_automl.profile.finding import MAX_EVIDENCE_ROWS, finding, quoted_list
from rowcast_automl.profile.statistics import SAMPLE_TABLE, Statistics

MIN_SHARE, MIN_ROWS = 0.01, 5
# Expected share of coincidences among the duplicates, and columns used to estimate it.
MAX_CHANCE_SHARE, MAX_COLUMNS = 0.1, 12


def duplicate_rows(
    connection: duckdb.DuckDBPyConnection, relation: str, columns: Sequence[Statistics], rows: int
) -> tuple[int, list[LintFinding]]:
    """Count duplicates of earlier rows, ignoring row numbers, with a finding if there are any."""
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
        warning=repeated > MIN_SHARE * rows,
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

    Coincidences are not reported.
    """
    rest = [column for column in columns if column.name not in identifiers]
    if not rest or not 0 < len(identifiers) <= MAX_IGNORED:
        return
    repeated = count_duplicates(connection, relation, rest, rows)
    has_many = repeated - known_duplicates >= max(MIN_ROWS, MIN_SHARE * rows)
    if has_many and not is_coincidence(connection, rest, rows, repeated):
        places, first = duplicate_evidence(connection, relation, rest)
        yield finding(
            "DUPLICATE_ROWS_BUT_FOR_IDS",
            rows=places,
            repeats=first,
            fix=DeduplicateStep(op="deduplicate", ignoring=list(identifiers)),
            count=repeated,
            columns=quoted_list(identifiers),
        )


def is_coincidence(
    connection: duckdb.DuckDBPyConnection, columns: Sequence[Statistics], rows: int, repeated: int
) -> bool:
    """Whether about `repeated` equal rows are expected if the columns are independent.

    Each distinct row counts once, so that duplicates do not inflate frequencies. Columns that are determined
    by another one, as a latitude by a city, are skipped.
    """
    pairs = rows * (rows - 1) / 2
    checked = by_distinct_values(columns)[:MAX_COLUMNS]
    cells = ", ".join(f"hash(first({quoted(each.name)})) AS c{place}" for place, each in enumerate(checked))
    kinds = f"SELECT {cells} FROM {SAMPLE_TABLE} GROUP BY {row_hash(columns)}"
    connection.execute(f"CREATE OR REPLACE TEMP TABLE kinds_of_rows AS {kinds}")
    independent = list[str]()
    for place in range(len(checked)):
        cell = f"c{place}"
        if any(is_determined_by(connection, cell, other) for other in independent):
            continue
        row = connection.execute(
            f"SELECT sum(n * (n - 1)), sum(n) FROM (SELECT count(*) AS n FROM kinds_of_rows GROUP BY {cell})"
        ).fetchone()
        equal, total = (int(each or 0) for each in row or (0, 0))
        if total > 1:
            pairs *= equal / (total * (total - 1))
        if pairs <= MAX_CHANCE_SHARE * repeated:
            return False
        independent.append(cell)
    return True


def is_determined_by(connection: duckdb.DuckDBPyConnection, cell: str, other: str) -> bool:
    """Whether each value of `other` occurs with one value of `cell` among the distinct rows."""
    row = connection.execute(
        f"SELECT count(DISTINCT hash({cell}, {other})) = count(DISTINCT {other}) FROM kinds_of_rows"
    ).fetchone()
    return bool(row and row[0])


def by_distinct_values(columns: Sequence[Statistics]) -> list[Statistics]:
    """Columns in descending order of distinct values."""
    return sorted(columns, key=lambda column: column.distinct, reverse=True)


def count_duplicates(
    connection: duckdb.DuckDBPyConnection, relation: str, columns: Sequence[Statistics], rows: int
) -> int:
    """Number of rows that equal an earlier one in all of `columns`."""
    if distinct_rows(connection, relation, row_hash(by_distinct_values(columns)[:2])) == rows:
        return 0
    return rows - distinct_rows(connection, relation, row_hash(columns))


def duplicate_evidence(
    connection: duckdb.DuckDBPyConnection, relation: str, columns: Sequence[Statistics]
) -> tuple[list[int], list[int]]:
    """Some duplicate rows, and for each the first row that it equals."""
    found = connection.execute(
        f"SELECT max(place), min(place) FROM "
        f"(SELECT {ROW_NUMBER} AS place, {row_hash(columns)} AS cells FROM {relation}) "
        f"GROUP BY cells HAVING count(*) > 1 ORDER BY 1 LIMIT {MAX_EVIDENCE_ROWS}"
    ).fetchall()
    return [place for place, _ in found], [first for _, first in found]


def row_hash(columns: Sequence[Statistics]) -> str:
    """SQL of a hash of the cells of `columns`."""
    return f"hash({', '.join(quoted(column.name) for column in columns)})"


def distinct_rows(connection: duckdb.DuckDBPyConnection, relation: str, value: str) -> int:
    """Number of distinct values of the expression `value`."""
    row = connection.execute(f"SELECT count(DISTINCT {value}) FROM {relation}").fetchone()
    return int(row[0]) if row else 0
