"""Findings about single columns: empty, constant, high cardinality, duplicate or of mixed types."""

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
from rowcast_automl.profile.finding import MAX_EVIDENCE_ROWS, MAX_SHOWN_LENGTH, finding, quoted_list
from rowcast_automl.profile.personal_data.detection import detect_personal_data, is_phone_name, mask
from rowcast_automl.profile.statistics import SAMPLE_TABLE, Statistics

MAJORITY = 0.5
HIGH_CARDINALITY = 100
MAX_VALUES_SHOWN = 3
# DuckDB's own file_row_number is hidden by a column of the same name.
ROW_NUMBER = "row_number() OVER ()"


def column_findings(
    connection: duckdb.DuckDBPyConnection,
    statistics: Statistics,
    kind: str,
    rows: int,
    *,
    is_partly_parsed: bool,
    is_personal: bool,
) -> Iterator[LintFinding]:
    """Yield findings about one column of type `kind` in a table of `rows` rows.

    Parameters
    ----------
    is_partly_parsed : bool
        The column is text because of a few invalid cells, so distinct values do not make it an identifier.
    is_personal : bool
        Values are masked.
    """
    name, missing, distinct = statistics.name, rows - statistics.present, statistics.distinct
    drop = DropColumnStep(op="drop_column", column=name)
    values = [each.value[:MAX_SHOWN_LENGTH] for each in statistics.top_values]
    shown = quoted_list([mask(each) for each in values] if is_personal else values, MAX_VALUES_SHOWN)
    if kind == "constant" and statistics.present == 0:
        yield finding("EMPTY_COLUMN", name, fix=drop)
    elif kind == "constant":
        cell = only_cell(connection, name)
        is_value_personal = detect_personal_data([cell], has_phone_name=is_phone_name(name))
        yield finding("CONSTANT_COLUMN", name, fix=drop, cell=mask(cell) if is_value_personal else cell)
    elif missing > MAJORITY * rows:
        yield finding("MOSTLY_MISSING", name, warning=True, fix=drop, share=missing / rows)
    if kind == "identifier" and not is_partly_parsed:
        share = min(1.0, distinct / max(1, statistics.present))
        yield finding("IDENTIFIER_COLUMN", name, fix=drop, values=shown, share=share)
    if kind == "category" and distinct > HIGH_CARDINALITY:
        yield finding("HIGH_CARDINALITY", name, count=distinct, values=shown)


def only_cell(connection: duckdb.DuckDBPyConnection, name: str) -> str:
    """Return the value of a constant column. A date at midnight is shown without its time."""
    row = connection.execute(f"SELECT CAST({quoted(name)} AS VARCHAR) FROM {SAMPLE_TABLE} LIMIT 1").fetchone()
    return str(row[0]).removesuffix(" 00:00:00")[:MAX_SHOWN_LENGTH] if row else ""


def duplicate_columns(
    connection: duckdb.DuckDBPyConnection, relation: str, columns: Sequence[Statistics]
) -> Iterator[LintFinding]:
    """Yield a finding for each column that equals an earlier one in every row."""
    first_of = dict[tuple[object, ...], Statistics]()
    for column in columns:
        if column.distinct <= 1:
            continue
        top = tuple((value.value, value.count) for value in column.top_values)
        fingerprint = (
            column.storage,
            column.present,
            column.distinct,
            column.minimum,
            column.maximum,
            column.mean,
            top,
        )
        earlier = first_of.setdefault(fingerprint, column)
        if earlier is column:
            continue
        differ = f"{quoted(earlier.name)} IS DISTINCT FROM {quoted(column.name)}"
        # The sample is in memory, and nearly all different columns differ in it.
        if not any(
            connection.execute(f"SELECT 1 FROM {rows} WHERE {differ} LIMIT 1").fetchone()
            for rows in (SAMPLE_TABLE, relation)
        ):
            drop = DropColumnStep(op="drop_column", column=column.name)
            yield finding("DUPLICATE_COLUMN", column.name, warning=True, fix=drop, other=earlier.name)


@dataclass(frozen=True)
class Mixed:
    """The type of most cells of a text column.

    Attributes
    ----------
    parsers : tuple of str
        SQL expressions of `cell` that are null for cells of another type. A cell is invalid if the parser
        of most cells does not accept it.
    fix : CastStep or ParseDatesStep
        The step that converts the column.
    fixed_sql : str
        SQL of `cell` after `fix`.
    corrupts : str
        SQL that is true for a cell that `fix` would change to another value.
    """

    code: LintCode
    parsers: tuple[str, ...]
    fix: CastStep | ParseDatesStep
    fixed_sql: str
    corrupts: str = "false"


def mixed_types(
    connection: duckdb.DuckDBPyConnection, relation: str, name: str, mixed: Mixed
) -> Iterator[LintFinding]:
    """Yield a finding if only a few cells make a column text. The finding lists the cells and a fix."""
    cells = f"(SELECT {ROW_NUMBER} AS place, {quoted(name)} AS cell FROM {relation})"
    counts = ", ".join(f"count({each})" for each in (mixed.fixed_sql, *mixed.parsers))
    corrupts, present, read, *each_read = connection.execute(
        f"SELECT count(*) FILTER ({mixed.corrupts}), count(cell), {counts} FROM {cells}"
    ).fetchall()[0]
    if corrupts or read <= MAJORITY * present:
        return
    most = mixed.parsers[each_read.index(max(each_read))]
    invalid = f"FROM {cells} WHERE cell IS NOT NULL AND {most} IS NULL"
    rows = connection.execute(f"SELECT place {invalid} ORDER BY place LIMIT {MAX_EVIDENCE_ROWS}").fetchall()
    different = connection.execute(
        f"SELECT cell {invalid} GROUP BY cell ORDER BY min(place) LIMIT {MAX_EVIDENCE_ROWS}"
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
