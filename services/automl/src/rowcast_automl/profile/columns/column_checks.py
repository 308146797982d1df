"""What a person should know about a table before training on it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import duckdb

from rowcast_automl.contracts.generated import (
    CastStep,
    DropColumnStep,
    LintCode,
    LintFinding,
    ParseDatesStep,
)
from rowcast_automl.platform.database.quoting import quoted
from rowcast_automl.profile.finding import EVIDENCE, SHOWN, finding, quoted_list
from rowcast_automl.profile.personal_data.detection import masked, names_phone, personal_data
from rowcast_automl.profile.statistics import SAMPLE, Statistics

MOSTLY = 0.5
MANY_CATEGORIES = 100
FEW_SHOWN = 3
# A table may have a column named file_row_number, which then hides DuckDB's own.
PLACE = "row_number() OVER ()"


def column_findings(
    connection: duckdb.DuckDBPyConnection,
    statistics: Statistics,
    kind: str,
    rows: int,
    *,
    misread: bool,
    personal: bool,
) -> Iterator[LintFinding]:
    """Findings about one column of type `kind` in a table of `rows` rows.

    One that is `misread` is text because of some odd cells, so that all of its values differ says nothing.
    Values of one that is `personal` are not shown.
    """
    name, missing, distinct = statistics.name, rows - statistics.present, statistics.distinct
    drop = DropColumnStep(op="drop_column", column=name)
    values = [each.value[:SHOWN] for each in statistics.top_values]
    shown = quoted_list([masked(each) for each in values] if personal else values, FEW_SHOWN)
    if kind == "constant" and statistics.present == 0:
        yield finding("EMPTY_COLUMN", name, fix=drop)
    elif kind == "constant":
        cell = only_cell(connection, name)
        private = personal_data([cell], told=names_phone(name))
        yield finding("CONSTANT_COLUMN", name, fix=drop, cell=masked(cell) if private else cell)
    elif missing > MOSTLY * rows:
        yield finding("MOSTLY_MISSING", name, warning=True, fix=drop, share=missing / rows)
    if kind == "identifier" and not misread:
        share = min(1.0, distinct / max(1, statistics.present))
        yield finding("IDENTIFIER_COLUMN", name, fix=drop, values=shown, share=share)
    if kind == "category" and distinct > MANY_CATEGORIES:
        yield finding("HIGH_CARDINALITY", name, count=distinct, values=shown)


def only_cell(connection: duckdb.DuckDBPyConnection, name: str) -> str:
    """The value of a column that has one; a date at midnight without its time."""
    row = connection.execute(f"SELECT CAST({quoted(name)} AS VARCHAR) FROM {SAMPLE} LIMIT 1").fetchone()
    return str(row[0]).removesuffix(" 00:00:00")[:SHOWN] if row else ""


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
