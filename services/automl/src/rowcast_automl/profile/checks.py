"""What a person should know about a table before training on it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import duckdb

from rowcast_automl.contracts.generated import (
    CastStep,
    DeduplicateStep,
    DropColumnStep,
    LintCode,
    LintFinding,
    ParseDatesStep,
)
from rowcast_automl.platform.sql import quoted
from rowcast_automl.profile.finding import EVIDENCE, finding, quoted_list
from rowcast_automl.profile.kinds import is_row_number
from rowcast_automl.profile.statistics import Statistics

MOSTLY = 0.5
MANY_CATEGORIES = 100
# Columns that a step may name.
MOST_IGNORED = 20
# A table may have a column named file_row_number, which then hides DuckDB's own.
PLACE = "row_number() OVER ()"


def column_findings(statistics: Statistics, kind: str, rows: int, *, misread: bool) -> Iterator[LintFinding]:
    """Findings about one column of type `kind` in a table of `rows` rows.

    One that is `misread` is text because of some odd cells, so that all of its values differ says nothing.
    """
    name, missing = statistics.name, rows - statistics.present
    drop = DropColumnStep(op="drop_column", column=name)
    if kind == "constant":
        yield finding("EMPTY_COLUMN" if statistics.present == 0 else "CONSTANT_COLUMN", name, fix=drop)
    elif missing > MOSTLY * rows:
        yield finding("MOSTLY_MISSING", name, warning=True, fix=drop, share=missing / rows)
    if kind == "identifier" and not misread:
        yield finding("IDENTIFIER_COLUMN", name, fix=drop)
    if kind == "category" and statistics.distinct > MANY_CATEGORIES:
        yield finding("HIGH_CARDINALITY", name, count=statistics.distinct)


def duplicate_rows(
    connection: duckdb.DuckDBPyConnection, relation: str, columns: Sequence[Statistics], rows: int
) -> tuple[int, list[LintFinding]]:
    """How many rows repeat an earlier one, row numbers aside, and the finding where there are any."""
    numbers = [column.name for column in columns if is_row_number(column)][:MOST_IGNORED]
    ignoring = numbers if len(columns) - len(numbers) > 1 else []
    columns = [column for column in columns if column.name not in ignoring]
    most_varied = sorted(columns, key=lambda column: column.distinct, reverse=True)[:2]
    if distinct_rows(connection, relation, hashed(most_varied)) == rows:
        return 0, []
    whole = hashed(columns)
    repeated = rows - distinct_rows(connection, relation, whole)
    if not repeated:
        return 0, []
    evidence = connection.execute(
        f"SELECT max(place), min(place) FROM (SELECT {PLACE} AS place, {whole} AS cells FROM {relation}) "
        f"GROUP BY cells HAVING count(*) > 1 ORDER BY 1 LIMIT {EVIDENCE}"
    ).fetchall()
    apart: dict[str, Any] = {"columns": quoted_list(ignoring)} if ignoring else {}
    found = finding(
        "DUPLICATE_ROWS_BUT_FOR" if ignoring else "DUPLICATE_ROWS",
        warning=repeated > rows / 100,
        rows=[place for place, _ in evidence],
        repeats=[first for _, first in evidence],
        fix=DeduplicateStep(op="deduplicate", **({"ignoring": ignoring} if ignoring else {})),
        count=repeated,
        **apart,
    )
    return repeated, [found]


def hashed(columns: Sequence[Statistics]) -> str:
    """SQL of one number for the cells of `columns` in a row."""
    return f"hash({', '.join(quoted(column.name) for column in columns)})"


def distinct_rows(connection: duckdb.DuckDBPyConnection, relation: str, value: str) -> int:
    """How many different `value` there are."""
    row = connection.execute(f"SELECT count(DISTINCT {value}) FROM {relation}").fetchone()
    return int(row[0]) if row else 0


def duplicate_columns(
    connection: duckdb.DuckDBPyConnection, relation: str, columns: Sequence[Statistics]
) -> Iterator[LintFinding]:
    """A finding for each column that equals an earlier one in every row."""
    first_of = dict[tuple[object, ...], Statistics]()
    for column in columns:
        if column.distinct <= 1:
            continue
        top = tuple((value.value, value.count) for value in column.top_values)
        looks = (
            column.storage,
            column.present,
            column.distinct,
            column.minimum,
            column.maximum,
            column.mean,
            top,
        )
        earlier = first_of.setdefault(looks, column)
        if earlier is column:
            continue
        differ = f"{quoted(earlier.name)} IS DISTINCT FROM {quoted(column.name)}"
        if not connection.execute(f"SELECT 1 FROM {relation} WHERE {differ} LIMIT 1").fetchone():
            drop = DropColumnStep(op="drop_column", column=column.name)
            yield finding("DUPLICATE_COLUMN", column.name, warning=True, fix=drop, other=earlier.name)


@dataclass(frozen=True)
class Mixed:
    """What most cells of a column of text are: each of `reads`, SQL of `cell`, is null for the others.

    Cells count as odd where they are not read as most of the column is. `fixed` is SQL of what `fix` makes of
    `cell`; where `spoilt` is true for one, that would be another value.
    """

    code: LintCode
    reads: tuple[str, ...]
    fix: CastStep | ParseDatesStep
    fixed: str
    spoilt: str = "false"


def mixed_types(
    connection: duckdb.DuckDBPyConnection, relation: str, name: str, mixed: Mixed
) -> Iterator[LintFinding]:
    """A finding where a column was kept as text because of some cells: which, and how many `fix` empties."""
    cells = f"(SELECT {PLACE} AS place, {quoted(name)} AS cell FROM {relation})"
    wanted = ", ".join(f"count({each})" for each in (mixed.fixed, *mixed.reads))
    spoilt, present, read, *each_read = connection.execute(
        f"SELECT count(*) FILTER ({mixed.spoilt}), count(cell), {wanted} FROM {cells}"
    ).fetchall()[0]
    if spoilt or read <= MOSTLY * present:
        return
    most = mixed.reads[each_read.index(max(each_read))]
    odd = f"FROM {cells} WHERE cell IS NOT NULL AND {most} IS NULL"
    rows = connection.execute(f"SELECT place {odd} ORDER BY place LIMIT {EVIDENCE}").fetchall()
    different = connection.execute(
        f"SELECT cell {odd} GROUP BY cell ORDER BY min(place) LIMIT {EVIDENCE}"
    ).fetchall()
    if rows:
        yield finding(
            mixed.code,
            name,
            warning=True,
            rows=[place for (place,) in rows],
            fix=mixed.fix,
            count=present - max(each_read),
            cells=quoted_list([value for (value,) in different]),
            lost=present - read,
        )
