"""Rows that repeat earlier ones, as they are or but for what only tells them apart."""

from collections.abc import Iterator, Sequence
from typing import Any

import duckdb

from rowcast_automl.contracts.generated import MOST_IGNORED, DeduplicateStep, LintFinding
from rowcast_automl.platform.database.quoting import quoted
from rowcast_automl.profile.columns.column_checks import PLACE
from rowcast_automl.profile.columns.column_type import is_row_number
from rowcast_automl.profile.finding import EVIDENCE, finding, quoted_list
from rowcast_automl.profile.statistics import SAMPLE, Statistics

MANY, FEWEST = 0.01, 5
# Of the repeated rows, those that are alike by chance; and columns that are asked how alike they make rows.
BY_CHANCE, MOST_ASKED = 0.1, 12


def duplicate_rows(
    connection: duckdb.DuckDBPyConnection, relation: str, columns: Sequence[Statistics], rows: int
) -> tuple[int, list[LintFinding]]:
    """How many rows repeat an earlier one, row numbers aside, and the finding where there are any."""
    numbers = [column.name for column in columns if is_row_number(column)][:MOST_IGNORED]
    ignoring = numbers if len(columns) - len(numbers) > 1 else []
    columns = [column for column in columns if column.name not in ignoring]
    repeated = repeated_rows(connection, relation, columns, rows)
    if not repeated:
        return 0, []
    places, first = evidence(connection, relation, columns)
    apart: dict[str, Any] = {"columns": quoted_list(ignoring)} if ignoring else {}
    found = finding(
        "DUPLICATE_ROWS_BUT_FOR" if ignoring else "DUPLICATE_ROWS",
        warning=repeated > MANY * rows,
        rows=places,
        repeats=first,
        fix=DeduplicateStep(op="deduplicate", **({"ignoring": ignoring} if ignoring else {})),
        count=repeated,
        **apart,
    )
    return repeated, [found]


def rows_alike_but_for(
    connection: duckdb.DuckDBPyConnection,
    relation: str,
    columns: Sequence[Statistics],
    identifiers: Sequence[str],
    rows: int,
    known: int,
) -> Iterator[LintFinding]:
    """A finding where many rows more than the `known` ones are alike but for `identifiers`.

    That they are so by chance is no finding.
    """
    rest = [column for column in columns if column.name not in identifiers]
    if not rest or not 0 < len(identifiers) <= MOST_IGNORED:
        return
    repeated = repeated_rows(connection, relation, rest, rows)
    many = repeated - known >= max(FEWEST, MANY * rows)
    if many and not are_alike_by_chance(connection, rest, rows, repeated):
        places, first = evidence(connection, relation, rest)
        yield finding(
            "DUPLICATE_ROWS_BUT_FOR_IDS",
            rows=places,
            repeats=first,
            fix=DeduplicateStep(op="deduplicate", ignoring=list(identifiers)),
            count=repeated,
            columns=quoted_list(identifiers),
        )


def are_alike_by_chance(
    connection: duckdb.DuckDBPyConnection, columns: Sequence[Statistics], rows: int, repeated: int
) -> bool:
    """Whether as many rows as `repeated` would be alike were the columns drawn each by itself, or nearly so.

    Each kind of row counts once, so that copies do not make their values look frequent; and a column that
    follows from another, as a latitude does from a city, tells no rows apart that the other does not.
    """
    pairs = rows * (rows - 1) / 2
    asked = most_varied(columns)[:MOST_ASKED]
    cells = ", ".join(f"hash(first({quoted(each.name)})) AS c{place}" for place, each in enumerate(asked))
    kinds = f"SELECT {cells} FROM {SAMPLE} GROUP BY {hashed(columns)}"
    connection.execute(f"CREATE OR REPLACE TEMP TABLE kinds_of_rows AS {kinds}")
    counted = list[str]()
    for place in range(len(asked)):
        cell = f"c{place}"
        if any(follows(connection, cell, other) for other in counted):
            continue
        row = connection.execute(
            f"SELECT sum(n * (n - 1)), sum(n) FROM (SELECT count(*) AS n FROM kinds_of_rows GROUP BY {cell})"
        ).fetchone()
        equal, total = (int(each or 0) for each in row or (0, 0))
        if total > 1:
            pairs *= equal / (total * (total - 1))
        if pairs <= BY_CHANCE * repeated:
            return False
        counted.append(cell)
    return True


def follows(connection: duckdb.DuckDBPyConnection, cell: str, other: str) -> bool:
    """Whether each value of `other` has one of `cell` beside it, in the kinds of rows."""
    row = connection.execute(
        f"SELECT count(DISTINCT hash({cell}, {other})) = count(DISTINCT {other}) FROM kinds_of_rows"
    ).fetchone()
    return bool(row and row[0])


def most_varied(columns: Sequence[Statistics]) -> list[Statistics]:
    """The columns with the most different values first."""
    return sorted(columns, key=lambda column: column.distinct, reverse=True)


def repeated_rows(
    connection: duckdb.DuckDBPyConnection, relation: str, columns: Sequence[Statistics], rows: int
) -> int:
    """How many rows repeat an earlier one in all of `columns`."""
    if distinct_rows(connection, relation, hashed(most_varied(columns)[:2])) == rows:
        return 0
    return rows - distinct_rows(connection, relation, hashed(columns))


def evidence(
    connection: duckdb.DuckDBPyConnection, relation: str, columns: Sequence[Statistics]
) -> tuple[list[int], list[int]]:
    """Some rows that repeat an earlier one, and for each the first that it equals."""
    found = connection.execute(
        f"SELECT max(place), min(place) FROM "
        f"(SELECT {PLACE} AS place, {hashed(columns)} AS cells FROM {relation}) "
        f"GROUP BY cells HAVING count(*) > 1 ORDER BY 1 LIMIT {EVIDENCE}"
    ).fetchall()
    return [place for place, _ in found], [first for _, first in found]


def hashed(columns: Sequence[Statistics]) -> str:
    """SQL of one number for the cells of `columns` in a row."""
    return f"hash({', '.join(quoted(column.name) for column in columns)})"


def distinct_rows(connection: duckdb.DuckDBPyConnection, relation: str, value: str) -> int:
    """How many different `value` there are."""
    row = connection.execute(f"SELECT count(DISTINCT {value}) FROM {relation}").fetchone()
    return int(row[0]) if row else 0
