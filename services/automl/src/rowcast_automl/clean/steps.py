"""Cleaning steps on a table, each one pass over Parquet in bounded memory."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import duckdb

from rowcast_automl.clean.cell_expressions import (
    cleaned_cells_sql,
    imputed_value,
    unreachable_values,
    with_unified_spelling,
)
from rowcast_automl.clean.recipe import CellStep, TableStep
from rowcast_automl.clean.request_replay import find_unreachable_cell
from rowcast_automl.clean.value_conversion import filter_condition, not_applicable
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
from rowcast_automl.ingest.columns.column import Column
from rowcast_automl.platform.database.connection import row_group_size
from rowcast_automl.platform.database.quoting import literal, quoted
from rowcast_automl.platform.errors import RowcastError, field_problem
from rowcast_automl.profile.finding import quoted_list
from rowcast_automl.profile.preview import PREVIEW_ROWS, preview_cell


@dataclass(frozen=True)
class CleanedTable:
    """A table after some cleaning steps.

    Attributes
    ----------
    path : Path
        Parquet file.
    columns : list of tuple
        Name and storage.
    applied : list of AppliedStep
        Effect of each step.
    retyped : mapping
        By name, columns that may have been text when a step was created, and are pinned or converted now.
    cell_expressions : mapping
        By column, SQL of the cell after each step.
    """

    path: Path
    columns: list[tuple[str, str]]
    rows: int
    applied: list[AppliedStep]
    retyped: Mapping[str, Column] = field(default_factory=dict)
    cell_expressions: Mapping[str, Sequence[str]] = field(default_factory=dict)


def apply_steps(
    connection: duckdb.DuckDBPyConnection, table: CleanedTable, steps: Sequence[TableStep], workspace: Path
) -> CleanedTable:
    """Apply the steps; intermediate files are written to `workspace`.

    Raises
    ------
    RowcastError
        COLUMN_NOT_FOUND or STEP_NOT_APPLICABLE with the column, TOO_FEW_ROWS or TOO_FEW_COLUMNS.
    """
    # Rows are dropped by number before other steps change the numbering.
    order = sorted(range(len(steps)), key=lambda number: not isinstance(steps[number], DropRowsStep))
    for number in order:
        table = apply_step(connection, table, steps[number], workspace / f"step-{number}.parquet")
    optional = dict(zip(order, table.applied, strict=True))
    table = replace(table, applied=[optional[number] for number in range(len(steps))])
    if steps and table.rows < 2:
        raise RowcastError("TOO_FEW_ROWS", "The steps leave fewer than two rows. Remove a step.")
    if steps and len(table.columns) < 2:
        raise RowcastError("TOO_FEW_COLUMNS", "The steps leave fewer than two columns. Remove a step.")
    for column in table.columns:
        reject_unreachable_cells(connection, table, column)
    return table


def reject_unreachable_cells(
    connection: duckdb.DuckDBPyConnection, table: CleanedTable, column: tuple[str, str]
) -> None:
    """Raise RowcastError STEP_NOT_APPLICABLE if no request can produce a cell of the cleaned column."""
    replaced = [
        value
        for applied_step in table.applied
        if isinstance(applied_step.step, ReplaceStep) and applied_step.step.column == column[0]
        for value in applied_step.step.values
        if value not in (applied_step.unread or ())
    ]
    if not replaced:
        return
    relation = f"read_parquet({literal(str(table.path))})"
    found = find_unreachable_cell(connection, relation, column, table.cell_expressions[column[0]], replaced)
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
    """Apply one step."""
    if isinstance(step, DropColumnStep):
        storage_of(table, step.column)
        kept = [column for column in table.columns if column[0] != step.column]
        applied_step = AppliedStep(step=step, cells=0, rows=0)
        return replace(table, columns=kept, applied=[*table.applied, applied_step])
    relation = f"read_parquet({literal(str(table.path))})"
    cells, optional, rewritten = 0, dict[str, Any](), table.cell_expressions
    selected = {name: quoted(name) for name, _ in table.columns}
    where = "TRUE"
    if isinstance(step, CellStep):
        storage = storage_of(table, step.column)
        unified = with_unified_spelling(connection, relation, step, storage, table.applied)
        retyped = table.retyped.get(step.column)
        if isinstance(unified, ReplaceStep) and retyped and retyped.pin:
            unreachable = unreachable_values(connection, unified, retyped)
            unified = unified.model_copy(
                update={"values": [each for each in unified.values if each not in unreachable]}
            )
            optional.update({"unread": unreachable} if unreachable else {})
        if retyped and isinstance(unified, TrimStep | UnifyStep):
            # The step applied to text, which the column is no longer.
            changed, expression = "FALSE", quoted(step.column)
        else:
            changed, expression = cleaned_cells_sql(connection, relation, unified, storage)
        row = connection.execute(f"SELECT count(*) FROM {relation} WHERE {changed}").fetchone()
        cells = int(row[0]) if row else 0
        selected[step.column] = expression
        rewritten = {**rewritten, step.column: [*rewritten.get(step.column, []), expression]}
        if isinstance(unified, ImputeStep):
            optional["value"] = imputed_value(connection, relation, unified, storage)
        elif isinstance(unified, ReplaceStep) and unified.by is not None:
            optional["value"] = unified.by
    elif isinstance(step, DropRowsStep):
        place = row_number_name(table)
        relation = f"(SELECT row_number() OVER () AS {place}, * FROM {relation})"
        # Each step refers to rows of the file.
        dropped = {
            row
            for applied_step in table.applied
            if isinstance(applied_step.step, DropRowsStep)
            for row in applied_step.step.rows
        }
        places = [row - sum(each < row for each in dropped) for row in step.rows if row not in dropped]
        where = f"{place} NOT IN ({', '.join(map(str, places)) or 0})"
    elif isinstance(step, FilterRowsStep):
        where = f"({filter_condition(connection, step, storage_of(table, step.column))}) IS NOT TRUE"
    else:
        compared = [name for name, _ in table.columns if name not in (step.ignoring or ())]
        if not compared:
            raise not_applicable(table.columns[0][0], "There is no column left to compare.")
        names = ", ".join(map(quoted, compared))
        place = row_number_name(table)
        relation = f"(SELECT row_number() OVER () AS {place}, * FROM {relation})"
        where = f"{place} IN (SELECT min({place}) FROM {relation} GROUP BY {names})"
    columns = ", ".join(f"{expression} AS {quoted(name)}" for name, expression in selected.items())
    row = connection.execute(
        f"COPY (SELECT {columns} FROM {relation} WHERE {where}) TO {literal(str(target))} (FORMAT parquet)"
    ).fetchone()
    rows = int(row[0]) if row else 0
    applied = AppliedStep(step=step, cells=cells, rows=table.rows - rows, **optional)
    return replace(
        table, path=target, rows=rows, applied=[*table.applied, applied], cell_expressions=rewritten
    )


def write_cleaned(connection: duckdb.DuckDBPyConnection, table: CleanedTable, target: Path) -> None:
    """Write the table to `target` in the format of the object store."""
    columns = ", ".join(quoted(name) for name, _ in table.columns)
    connection.execute(
        f"COPY (SELECT {columns} FROM read_parquet({literal(str(table.path))})) TO {literal(str(target))} "
        f"(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {row_group_size(len(table.columns))})"
    )


def first_cleaned_rows(connection: duckdb.DuckDBPyConnection, table: CleanedTable, path: Path) -> Preview:
    """Return the first rows as text, with long cells truncated."""
    texts = (f"CAST({quoted(name)} AS VARCHAR)" for name, _ in table.columns)
    cells = ", ".join(preview_cell(text, len(table.columns)) for text in texts)
    query = f"SELECT {cells} FROM read_parquet({literal(str(path))}) LIMIT {PREVIEW_ROWS}"
    return Preview(
        columns=[name for name, _ in table.columns],
        rows=[list(row) for row in connection.execute(query).fetchall()],
    )


def storage_of(table: CleanedTable, name: str) -> str:
    """Return the storage of a column. Raises COLUMN_NOT_FOUND."""
    for column, storage in table.columns:
        if column == name:
            return storage
    raise RowcastError(
        "COLUMN_NOT_FOUND",
        "A step refers to a column that no longer exists. Remove the step.",
        [field_problem(name, "An earlier step removed the column.")],
    )


def row_number_name(table: CleanedTable) -> str:
    """Return a unique name for the row number."""
    name = "place"
    while any(name == column.casefold() for column, _ in table.columns):
        name += "_"
    return quoted(name)
