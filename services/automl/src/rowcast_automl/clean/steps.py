"""The steps of a recipe on a table, each a pass over Parquet in bounded memory."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import duckdb

from rowcast_automl.clean.again import unsendable
from rowcast_automl.clean.recipe import CellStep, TableStep
from rowcast_automl.contracts.generated import (
    AppliedStep,
    ClipStep,
    DropColumnStep,
    FilterRowsStep,
    ImputeStep,
    Preview,
    ReplaceStep,
    TrimStep,
    UnifyStep,
)
from rowcast_automl.ingest.columns import Column
from rowcast_automl.ingest.dates import PLAIN_ISO
from rowcast_automl.platform.engine import row_group_size
from rowcast_automl.platform.errors import RowcastError, field_problem
from rowcast_automl.platform.sql import literal, quoted
from rowcast_automl.profile.finding import quoted_list
from rowcast_automl.profile.spellings import MOST_SPELLINGS, MOST_VALUES, by_folding, folded, unified

NUMERIC = ("BIGINT", "DOUBLE")
ORDERED = (*NUMERIC, "TIMESTAMP")


@dataclass(frozen=True)
class CleanedTable:
    """Where the table lies, its columns as (name, storage), its rows, and what each step did.

    `retyped` are, by name, columns of other than text that were read by a type that a person chose.
    `rewritten` is SQL of what the steps on cells made of them, by column and in order.
    """

    path: Path
    columns: list[tuple[str, str]]
    rows: int
    applied: list[AppliedStep]
    retyped: Mapping[str, Column] = field(default_factory=dict)
    rewritten: Mapping[str, Sequence[str]] = field(default_factory=dict)


def apply_steps(
    connection: duckdb.DuckDBPyConnection, table: CleanedTable, steps: Sequence[TableStep], workspace: Path
) -> CleanedTable:
    """`table` after `steps`; files go into `workspace`.

    Raises RowcastError COLUMN_NOT_FOUND or STEP_NOT_APPLICABLE with the column, TOO_FEW_ROWS or
    TOO_FEW_COLUMNS where nothing to learn from is left.
    """
    for number, step in enumerate(steps):
        table = apply_step(connection, table, step, workspace / f"step-{number}.parquet")
    if steps and table.rows < 2:
        raise RowcastError("TOO_FEW_ROWS", "The steps leave fewer than two rows. Take one of them out.")
    if steps and len(table.columns) < 2:
        raise RowcastError("TOO_FEW_COLUMNS", "The steps leave fewer than two columns. Take one of them out.")
    for column in table.columns:
        refuse_unsendable(connection, table, column)
    return table


def refuse_unsendable(
    connection: duckdb.DuckDBPyConnection, table: CleanedTable, column: tuple[str, str]
) -> None:
    """Raises RowcastError STEP_NOT_APPLICABLE where no row that is sent would be read as some cell is."""
    replaced = [
        value
        for done in table.applied
        if isinstance(done.step, ReplaceStep) and done.step.column == column[0]
        for value in done.step.values
        if value not in (done.unread or ())
    ]
    if not replaced:
        return
    relation = f"read_parquet({literal(str(table.path))})"
    found = unsendable(connection, relation, column, table.rewritten[column[0]], replaced)
    if found:
        left = "missing cells" if found[0] is None else quoted_list([found[0]])
        raise not_applicable(
            column[0],
            f"The steps leave {left}, but would change that again in a row that is sent. "
            "Trim, unify and clip before you fill and replace.",
        )


def apply_step(
    connection: duckdb.DuckDBPyConnection, table: CleanedTable, step: TableStep, target: Path
) -> CleanedTable:
    """`table` after one step."""
    if isinstance(step, DropColumnStep):
        storage_of(table, step.column)
        kept = [column for column in table.columns if column[0] != step.column]
        done = AppliedStep(step=step, cells=0, rows=0)
        return replace(table, columns=kept, applied=[*table.applied, done])
    relation = f"read_parquet({literal(str(table.path))})"
    cells, told, rewritten = 0, dict[str, Any](), table.rewritten
    selected = {name: quoted(name) for name, _ in table.columns}
    where = "TRUE"
    if isinstance(step, CellStep):
        storage = storage_of(table, step.column)
        spelt = as_spelt(connection, relation, step, storage, table.applied)
        retyped = table.retyped.get(step.column)
        if isinstance(spelt, ReplaceStep) and retyped:
            unread = unread_values(connection, spelt, retyped)
            spelt = spelt.model_copy(update={"values": [each for each in spelt.values if each not in unread]})
            told.update({"unread": unread} if unread else {})
        if retyped and isinstance(spelt, TrimStep | UnifyStep):
            # Whoever chose the type after this step meant the text that was there before.
            changed, expression = "FALSE", quoted(step.column)
        else:
            changed, expression = new_cells(connection, relation, spelt, storage)
        row = connection.execute(f"SELECT count(*) FROM {relation} WHERE {changed}").fetchone()
        cells = int(row[0]) if row else 0
        selected[step.column] = expression
        rewritten = {**rewritten, step.column: [*rewritten.get(step.column, []), expression]}
        if isinstance(spelt, ImputeStep):
            told["value"] = filled_with(connection, relation, spelt, storage)
        elif isinstance(spelt, ReplaceStep) and spelt.by is not None:
            told["value"] = spelt.by
    elif isinstance(step, FilterRowsStep):
        where = f"({condition(connection, step, storage_of(table, step.column))}) IS NOT TRUE"
    else:
        names = ", ".join(quoted(name) for name, _ in table.columns)
        place = place_name(table)
        relation = f"(SELECT row_number() OVER () AS {place}, * FROM {relation})"
        where = f"{place} IN (SELECT min({place}) FROM {relation} GROUP BY {names})"
    columns = ", ".join(f"{expression} AS {quoted(name)}" for name, expression in selected.items())
    row = connection.execute(
        f"COPY (SELECT {columns} FROM {relation} WHERE {where}) TO {literal(str(target))} (FORMAT parquet)"
    ).fetchone()
    rows = int(row[0]) if row else 0
    applied = AppliedStep(step=step, cells=cells, rows=table.rows - rows, **told)
    return replace(table, path=target, rows=rows, applied=[*table.applied, applied], rewritten=rewritten)


def write_cleaned(connection: duckdb.DuckDBPyConnection, table: CleanedTable, target: Path) -> None:
    """Writes `table` to `target` as every table of the store is written."""
    columns = ", ".join(quoted(name) for name, _ in table.columns)
    connection.execute(
        f"COPY (SELECT {columns} FROM read_parquet({literal(str(table.path))})) TO {literal(str(target))} "
        f"(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {row_group_size(len(table.columns))})"
    )


def first_cleaned_rows(
    connection: duckdb.DuckDBPyConnection, table: CleanedTable, path: Path, rows: int = 50
) -> Preview:
    """The first rows as text."""
    cells = ", ".join(f"CAST({quoted(name)} AS VARCHAR)" for name, _ in table.columns)
    query = f"SELECT {cells} FROM read_parquet({literal(str(path))}) LIMIT {rows}"
    return Preview(
        columns=[name for name, _ in table.columns],
        rows=[list(row) for row in connection.execute(query).fetchall()],
    )


def new_cells(
    connection: duckdb.DuckDBPyConnection, relation: str, step: CellStep, storage: str
) -> tuple[str, str]:
    """SQL of which cells of the column change, and of what its cells are afterwards."""
    cell = quoted(step.column)
    if isinstance(step, TrimStep):
        if storage != "VARCHAR":
            raise not_applicable(step.column, "Only text can be trimmed.")
        trimmed = f"nullif(trim({cell}), '')"
        return f"{trimmed} IS DISTINCT FROM {cell}", trimmed
    if isinstance(step, UnifyStep):
        if storage != "VARCHAR":
            raise not_applicable(step.column, "Only text is spelt.")
        return unified_cells(connection, relation, step.column)
    if isinstance(step, ReplaceStep):
        return replaced_cells(connection, relation, step, storage)
    if isinstance(step, ClipStep):
        if storage not in NUMERIC:
            raise not_applicable(step.column, "Only numbers have a range.")
        if step.low is not None and step.high is not None and step.low > step.high:
            raise not_applicable(step.column, "The lower end lies above the upper one.")
        low = "NULL" if step.low is None else f"TRY_CAST(ceil({step.low!r}::DOUBLE) AS {storage})"
        high = "NULL" if step.high is None else f"TRY_CAST(floor({step.high!r}::DOUBLE) AS {storage})"
        if storage == "DOUBLE":
            low = "NULL" if step.low is None else f"{step.low!r}::DOUBLE"
            high = "NULL" if step.high is None else f"{step.high!r}::DOUBLE"
        return f"{cell} < {low} OR {cell} > {high}", (
            f"CASE WHEN {cell} < {low} THEN {low} WHEN {cell} > {high} THEN {high} ELSE {cell} END"
        )
    value = filling(connection, relation, step, storage)
    return f"{cell} IS NULL", f"coalesce({cell}, {value})"


def unified_cells(connection: duckdb.DuckDBPyConnection, relation: str, column: str) -> tuple[str, str]:
    """SQL of which cells are spelt otherwise than most, and of what all are afterwards."""
    cell = quoted(column)
    rows = connection.execute(
        f"SELECT {cell}, count(*) FROM {relation} WHERE {cell} IS NOT NULL GROUP BY 1 LIMIT {MOST_VALUES + 1}"
    ).fetchall()
    changed = unified(dict(rows)) if len(rows) <= MOST_VALUES else {}
    if len(rows) > MOST_VALUES or len(changed) > MOST_SPELLINGS:
        raise not_applicable(
            column, f"It has more than {MOST_VALUES:,} values, or {MOST_SPELLINGS:,} other spellings of them."
        )
    if not changed:
        return "false", cell
    whens = (
        f"WHEN {literal(value)} THEN {'NULL' if written is None else literal(written)}"
        for value, written in changed.items()
    )
    listed = ", ".join(map(literal, changed))
    return f"{cell} IN ({listed})", f"CASE {cell} {' '.join(whens)} ELSE {cell} END"


def replaced_cells(
    connection: duckdb.DuckDBPyConnection, relation: str, step: ReplaceStep, storage: str
) -> tuple[str, str]:
    """SQL of which cells have one of the values, and of what all are afterwards."""
    cell = quoted(step.column)
    if not step.values:
        return "FALSE", cell
    values = [exactly(connection, step.column, value, storage) for value in dict.fromkeys(step.values)]
    found = ", ".join(f"bool_or({cell} = {value})" for value in values)
    row = connection.execute(f"SELECT {found} FROM {relation}").fetchone() or ()
    lacking = [value for value, occurs in zip(dict.fromkeys(step.values), row, strict=True) if not occurs]
    if lacking:
        raise not_applicable(
            step.column,
            f"No cell of it is {quoted_list(lacking)}; values count as they are spelt there.",
        )
    by = "NULL" if step.by is None else exactly(connection, step.column, step.by, storage)
    among = f"{cell} IN ({', '.join(values)})"
    return f"{among} AND {cell} IS DISTINCT FROM {by}", f"CASE WHEN {among} THEN {by} ELSE {cell} END"


def unread_values(connection: duckdb.DuckDBPyConnection, step: ReplaceStep, column: Column) -> list[str]:
    """Values that no cell has any more, since `column` is read by a type that they are not of.

    Raises RowcastError STEP_NOT_APPLICABLE where another value should stand there, or the type has the value
    in another spelling.
    """
    found = list[str]()
    for value in dict.fromkeys(step.values):
        if fitting(connection, value, column.storage):
            continue
        row = connection.execute(
            f"SELECT CAST({column.expression} AS VARCHAR) FROM (SELECT {literal(value)} AS {column.source})"
        ).fetchone()
        shown = value[:40]
        if row and row[0] is not None:
            raise not_applicable(step.column, f'"{shown}" is read as "{row[0]}": replace that value.')
        if step.by is not None:
            raise not_applicable(
                step.column,
                f'"{shown}" is no value of the type that it is read by, so these cells are missing. '
                "Fill its missing cells instead.",
            )
        found.append(value)
    return found


def as_spelt(
    connection: duckdb.DuckDBPyConnection,
    relation: str,
    step: CellStep,
    storage: str,
    applied: Sequence[AppliedStep],
) -> CellStep:
    """`step` as it writes a value into a column that was unified: in the spelling that stands there."""
    if isinstance(step, ReplaceStep) and step.by is not None and not step.by.strip():
        return step.model_copy(update={"by": None})
    unified_before = {done.step.column for done in applied if isinstance(done.step, UnifyStep)}
    written = "by" if isinstance(step, ReplaceStep) else "value"
    value = getattr(step, written, None)
    if value is None or storage != "VARCHAR" or step.column not in unified_before:
        return step
    cell = quoted(step.column)
    rows = connection.execute(f"SELECT DISTINCT {cell} FROM {relation} WHERE {cell} IS NOT NULL").fetchall()
    leaving = step.values if isinstance(step, ReplaceStep) else ()
    standing = by_folding(each for (each,) in rows if each not in leaving)
    return step.model_copy(update={written: standing.get(folded(value), value)})


def filled_with(connection: duckdb.DuckDBPyConnection, relation: str, step: ImputeStep, storage: str) -> str:
    """The value that missing cells of the column get, as text."""
    value = filling(connection, relation, step, storage)
    row = connection.execute(f"SELECT CAST({value} AS VARCHAR)").fetchone()
    return str(row[0]) if row else ""


def filling(connection: duckdb.DuckDBPyConnection, relation: str, step: ImputeStep, storage: str) -> str:
    """SQL of the value that missing cells of the column get."""
    cell = quoted(step.column)
    if step.strategy == "value":
        return typed(connection, step.column, step.value, storage)
    if step.strategy in ("median", "mean") and storage not in ORDERED:
        raise not_applicable(
            step.column, "Only numbers and dates have a middle; use the most frequent value."
        )
    if step.strategy == "most_frequent":
        figure = (
            f"{cell} FROM {relation} WHERE {cell} IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1"
        )
    elif step.strategy == "median":
        figure = f"quantile_disc({cell}, 0.5) FROM {relation}"
    elif storage == "TIMESTAMP":
        figure = f"make_timestamp(CAST(avg(epoch_us({cell})) AS BIGINT)) FROM {relation}"
    else:
        figure = f"CAST(avg({cell}) AS {storage}) FROM {relation}"
    row = connection.execute(f"SELECT CAST(({'SELECT ' + figure}) AS VARCHAR)").fetchone()
    if row is None or row[0] is None:
        raise not_applicable(step.column, "Every cell is missing, so there is nothing to fill in.")
    return f"CAST({literal(row[0])} AS {storage})"


def condition(connection: duckdb.DuckDBPyConnection, step: FilterRowsStep, storage: str) -> str:
    """SQL that is true for the rows to take out."""
    cell = quoted(step.column)
    if step.condition == "missing":
        return f"{cell} IS NULL"
    if step.condition == "any_of":
        listed = [typed(connection, step.column, value, storage) for value in step.values or []]
        if not listed:
            raise not_applicable(step.column, "The values to compare with are missing.")
        return f"{cell} IN ({', '.join(listed)})"
    if step.condition != "equals" and storage not in ORDERED:
        raise not_applicable(step.column, "Only numbers and dates lie above or below something.")
    sign = {"equals": "=", "below": "<", "above": ">"}[step.condition]
    if step.value is None:
        raise not_applicable(step.column, "The value to compare with is missing.")
    return f"{cell} {sign} {typed(connection, step.column, step.value, storage)}"


def typed(connection: duckdb.DuckDBPyConnection, column: str, value: str | None, storage: str) -> str:
    """SQL of `value` in the type of the column."""
    given = f"TRY_CAST({literal(value or '')} AS {storage})"
    row = connection.execute(f"SELECT {given} IS NULL").fetchone()
    if value is None or (row and row[0]):
        raise not_applicable(column, f'"{(value or "")[:40]}" is no value of its type.')
    return given


def exactly(connection: duckdb.DuckDBPyConnection, column: str, value: str, storage: str) -> str:
    """SQL of `value` in the type of the column, which must not change it: 2.5 is no whole number."""
    given = fitting(connection, value, storage)
    if given is None:
        raise not_applicable(column, f'"{value[:40]}" is no value of its type.')
    if storage == "TIMESTAMP" and (value.startswith("0000") or not re.fullmatch(PLAIN_ISO, value)):
        raise not_applicable(
            column,
            f'"{value[:40]}" is no date written as 2026-01-31 or 2026-01-31 23:59, in UTC.',
        )
    return given


def fitting(connection: duckdb.DuckDBPyConnection, value: str, storage: str) -> str | None:
    """SQL of `value` in `storage`; None where that would change it."""
    given, number = (f"TRY_CAST({literal(value)} AS {kind})" for kind in (storage, "DOUBLE"))
    same = f"isfinite({number}) AND {number} = {given}" if storage in NUMERIC else f"{given} IS NOT NULL"
    row = connection.execute(f"SELECT {same}").fetchone()
    return given if row and row[0] else None


def storage_of(table: CleanedTable, name: str) -> str:
    """How the column is stored."""
    for column, storage in table.columns:
        if column == name:
            return storage
    raise RowcastError(
        "COLUMN_NOT_FOUND",
        "A step is about a column that is no longer there. Take the step out.",
        [field_problem(name, "An earlier step took the column out.")],
    )


def place_name(table: CleanedTable) -> str:
    """A name for the row number that no column has."""
    name = "place"
    while any(name == column.casefold() for column, _ in table.columns):
        name += "_"
    return quoted(name)


def not_applicable(column: str, why: str) -> RowcastError:
    """The error for a step that does not fit its column."""
    return RowcastError(
        "STEP_NOT_APPLICABLE",
        f'A step does not fit the column "{column[:100]}": {why} Change the step or take it out.',
        [field_problem(column, why)],
    )
