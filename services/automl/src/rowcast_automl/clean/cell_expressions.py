"""SQL of cleaning steps that change the cells of a column."""

import math
from collections.abc import Sequence

import duckdb

from rowcast_automl.clean.recipe import CellStep
from rowcast_automl.clean.value_conversion import (
    NUMERIC,
    ORDERED,
    exact_value,
    lossless_value,
    not_applicable,
    typed_value,
)
from rowcast_automl.contracts.generated import (
    AppliedStep,
    ClipStep,
    ImputeStep,
    ReplaceStep,
    TrimStep,
    UnifyStep,
)
from rowcast_automl.ingest.columns.column import Column
from rowcast_automl.platform.database.quoting import literal, quoted
from rowcast_automl.profile.columns.spelling_variants import (
    MAX_SPELLINGS,
    MAX_VALUES,
    first_by_fold,
    fold,
    unify_spellings,
)
from rowcast_automl.profile.finding import quoted_list


def cleaned_cells_sql(
    connection: duckdb.DuckDBPyConnection, relation: str, step: CellStep, storage: str
) -> tuple[str, str]:
    """Return SQL of the condition for changed cells, and of the cells after the step."""
    cell = quoted(step.column)
    if isinstance(step, TrimStep):
        if storage != "VARCHAR":
            raise not_applicable(step.column, "Only text can be trimmed.")
        trimmed = f"nullif(trim({cell}), '')"
        return f"{trimmed} IS DISTINCT FROM {cell}", trimmed
    if isinstance(step, UnifyStep):
        if storage != "VARCHAR":
            raise not_applicable(step.column, "Only text can be unified.")
        return unify_cells_sql(connection, relation, step.column)
    if isinstance(step, ReplaceStep):
        return replace_cells_sql(connection, relation, step, storage)
    if isinstance(step, ClipStep):
        if storage not in NUMERIC:
            raise not_applicable(step.column, "Only numbers can be limited to a range.")
        if step.low is not None and step.high is not None and step.low > step.high:
            raise not_applicable(step.column, "The minimum is greater than the maximum.")
        if storage != "DOUBLE" and contains_no_integer(step):
            raise not_applicable(step.column, "There is no whole number between the minimum and the maximum.")
        low = "NULL" if step.low is None else f"TRY_CAST(ceil({step.low!r}::DOUBLE) AS {storage})"
        high = "NULL" if step.high is None else f"TRY_CAST(floor({step.high!r}::DOUBLE) AS {storage})"
        if storage == "DOUBLE":
            low = "NULL" if step.low is None else f"{step.low!r}::DOUBLE"
            high = "NULL" if step.high is None else f"{step.high!r}::DOUBLE"
        return f"{cell} < {low} OR {cell} > {high}", (
            f"CASE WHEN {cell} < {low} THEN {low} WHEN {cell} > {high} THEN {high} ELSE {cell} END"
        )
    value = imputed_value_sql(connection, relation, step, storage)
    return f"{cell} IS NULL", f"coalesce({cell}, {value})"


def contains_no_integer(step: ClipStep) -> bool:
    """Whether there is no integer between both bounds."""
    if step.low is None or step.high is None:
        return False
    return math.ceil(step.low) > math.floor(step.high)


def unify_cells_sql(connection: duckdb.DuckDBPyConnection, relation: str, column: str) -> tuple[str, str]:
    """Return SQL of the condition for cells with an uncommon spelling, and of the unified cells."""
    cell = quoted(column)
    rows = connection.execute(
        f"SELECT {cell}, count(*) FROM {relation} WHERE {cell} IS NOT NULL GROUP BY 1 LIMIT {MAX_VALUES + 1}"
    ).fetchall()
    changed = unify_spellings(dict(rows)) if len(rows) <= MAX_VALUES else {}
    if len(rows) > MAX_VALUES or len(changed) > MAX_SPELLINGS:
        raise not_applicable(
            column,
            f"The column has more than {MAX_VALUES:,} values or {MAX_SPELLINGS:,} variant spellings.",
        )
    if not changed:
        return "false", cell
    whens = (
        f"WHEN {literal(value)} THEN {'NULL' if written is None else literal(written)}"
        for value, written in changed.items()
    )
    listed = ", ".join(map(literal, changed))
    return f"{cell} IN ({listed})", f"CASE {cell} {' '.join(whens)} ELSE {cell} END"


def replace_cells_sql(
    connection: duckdb.DuckDBPyConnection, relation: str, step: ReplaceStep, storage: str
) -> tuple[str, str]:
    """Return two SQL expressions.

    The first matches cells with any of the values. The second gives the cells after replacement.
    """
    cell = quoted(step.column)
    if not step.values:
        return "FALSE", cell
    values = [exact_value(connection, step.column, value, storage) for value in dict.fromkeys(step.values)]
    found = ", ".join(f"bool_or({cell} = {value})" for value in values)
    row = connection.execute(f"SELECT {found} FROM {relation}").fetchone() or ()
    lacking = [value for value, occurs in zip(dict.fromkeys(step.values), row, strict=True) if not occurs]
    if lacking:
        raise not_applicable(
            step.column,
            f"No cell contains {quoted_list(lacking)}. Values must match exactly.",
        )
    by = "NULL" if step.by is None else exact_value(connection, step.column, step.by, storage)
    among = f"{cell} IN ({', '.join(values)})"
    return f"{among} AND {cell} IS DISTINCT FROM {by}", f"CASE WHEN {among} THEN {by} ELSE {cell} END"


def unreachable_values(connection: duckdb.DuckDBPyConnection, step: ReplaceStep, column: Column) -> list[str]:
    """Values of the step that no longer occur, since they do not fit the type of the column.

    Raises
    ------
    RowcastError
        STEP_NOT_APPLICABLE if such a value has a replacement, or if it is converted to another value.
    """
    found = list[str]()
    for value in dict.fromkeys(step.values):
        if lossless_value(connection, value, column.storage):
            continue
        row = connection.execute(
            f"SELECT CAST({column.expression} AS VARCHAR) FROM (SELECT {literal(value)} AS {column.source})"
        ).fetchone()
        shown = value[:40]
        if row and row[0] is not None:
            raise not_applicable(step.column, f'"{shown}" is read as "{row[0]}". Replace that value instead.')
        if step.by is not None:
            raise not_applicable(
                step.column,
                f'"{shown}" does not match the type of the column, so these cells are missing. '
                "Fill the missing cells instead.",
            )
        found.append(value)
    return found


def with_unified_spelling(
    connection: duckdb.DuckDBPyConnection,
    relation: str,
    step: CellStep,
    storage: str,
    applied: Sequence[AppliedStep],
) -> CellStep:
    """Return the step with its value in the unified spelling, if an earlier step unified the column."""
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
    standing = first_by_fold(each for (each,) in rows if each not in leaving)
    return step.model_copy(update={written: standing.get(fold(value), value)})


def imputed_value(
    connection: duckdb.DuckDBPyConnection, relation: str, step: ImputeStep, storage: str
) -> str:
    """Return the imputed value as text."""
    value = imputed_value_sql(connection, relation, step, storage)
    row = connection.execute(f"SELECT CAST({value} AS VARCHAR)").fetchone()
    return str(row[0]) if row else ""


def imputed_value_sql(
    connection: duckdb.DuckDBPyConnection, relation: str, step: ImputeStep, storage: str
) -> str:
    """Return SQL of the imputed value."""
    cell = quoted(step.column)
    if step.strategy == "value":
        if step.value is None or storage == "BIGINT":
            return typed_value(connection, step.column, step.value, storage)
        return exact_value(connection, step.column, step.value, storage)
    if step.strategy in ("median", "mean") and storage not in ORDERED:
        raise not_applicable(
            step.column, "Only numbers and dates have a mean or median. Use the most frequent value."
        )
    if storage in NUMERIC:
        relation = f"(SELECT * FROM {relation} WHERE isfinite({cell}))"
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
        raise not_applicable(step.column, "Every value is missing, so there is no value to fill with.")
    return f"CAST({literal(row[0])} AS {storage})"
