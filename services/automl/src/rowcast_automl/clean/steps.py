"""The steps of a recipe on a table, each a pass over Parquet in bounded memory."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import duckdb

from rowcast_automl.clean.cell_expressions import as_spelt, filled_with, new_cells, unread_values
from rowcast_automl.clean.recipe import CellStep, TableStep
from rowcast_automl.clean.request_replay import unsendable
from rowcast_automl.clean.value_conversion import condition, not_applicable
from rowcast_automl.contracts.generated import (
    AppliedStep,
    DropColumnStep,
    DropRowsStep,
    FilterRowsStep,
    ImputeStep,
    Preview,
    ReplaceStep,
    TrimStep,
    UnifyStep,
)
from rowcast_automl.ingest.columns.type_inference import Column
from rowcast_automl.platform.database.connection import row_group_size
from rowcast_automl.platform.database.quoting import literal, quoted
from rowcast_automl.platform.errors import RowcastError, field_problem
from rowcast_automl.profile.finding import quoted_list
from rowcast_automl.profile.preview import PREVIEW_ROWS, preview_cell


@dataclass(frozen=True)
class CleanedTable:
    """Where the table lies, its columns as (name, storage), its rows, and what each step did.

    `retyped` are, by name, columns of other than text that may have been text when a step was made: a type
    was chosen for them, or their cells are rewritten to be read.
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
    # Rows named by their numbers go before others move.
    order = sorted(range(len(steps)), key=lambda number: not isinstance(steps[number], DropRowsStep))
    for number in order:
        table = apply_step(connection, table, steps[number], workspace / f"step-{number}.parquet")
    told = dict(zip(order, table.applied, strict=True))
    table = replace(table, applied=[told[number] for number in range(len(steps))])
    if steps and table.rows < 2:
        raise RowcastError("TOO_FEW_ROWS", "The steps leave fewer than two rows. Remove a step.")
    if steps and len(table.columns) < 2:
        raise RowcastError("TOO_FEW_COLUMNS", "The steps leave fewer than two columns. Remove a step.")
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
            f"The steps result in {left}, but would change it in a request. "
            "Move trim, unify and clip steps before fill and replace steps.",
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
        if isinstance(spelt, ReplaceStep) and retyped and retyped.pin:
            unread = unread_values(connection, spelt, retyped)
            spelt = spelt.model_copy(update={"values": [each for each in spelt.values if each not in unread]})
            told.update({"unread": unread} if unread else {})
        if retyped and isinstance(spelt, TrimStep | UnifyStep):
            # The step meant the text that was there before.
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
    elif isinstance(step, DropRowsStep):
        place = place_name(table)
        relation = f"(SELECT row_number() OVER () AS {place}, * FROM {relation})"
        # Of several such steps each names rows of the file.
        gone = {
            row for done in table.applied if isinstance(done.step, DropRowsStep) for row in done.step.rows
        }
        places = [row - sum(each < row for each in gone) for row in step.rows if row not in gone]
        where = f"{place} NOT IN ({', '.join(map(str, places)) or 0})"
    elif isinstance(step, FilterRowsStep):
        where = f"({condition(connection, step, storage_of(table, step.column))}) IS NOT TRUE"
    else:
        compared = [name for name, _ in table.columns if name not in (step.ignoring or ())]
        if not compared:
            raise not_applicable(table.columns[0][0], "There is no column left to compare.")
        names = ", ".join(map(quoted, compared))
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


def first_cleaned_rows(connection: duckdb.DuckDBPyConnection, table: CleanedTable, path: Path) -> Preview:
    """The first rows as text, long cells cut."""
    texts = (f"CAST({quoted(name)} AS VARCHAR)" for name, _ in table.columns)
    cells = ", ".join(preview_cell(text, len(table.columns)) for text in texts)
    query = f"SELECT {cells} FROM read_parquet({literal(str(path))}) LIMIT {PREVIEW_ROWS}"
    return Preview(
        columns=[name for name, _ in table.columns],
        rows=[list(row) for row in connection.execute(query).fetchall()],
    )


def storage_of(table: CleanedTable, name: str) -> str:
    """How the column is stored."""
    for column, storage in table.columns:
        if column == name:
            return storage
    raise RowcastError(
        "COLUMN_NOT_FOUND",
        "A step refers to a column that no longer exists. Remove the step.",
        [field_problem(name, "An earlier step removed the column.")],
    )


def place_name(table: CleanedTable) -> str:
    """A name for the row number that no column has."""
    name = "place"
    while any(name == column.casefold() for column, _ in table.columns):
        name += "_"
    return quoted(name)
