"""Original spelling of values that are stored in another form, such as 2.0 for the number 2.

A column of few values may be the target of a classification, whose classes must be spelled as in the file. A
double cannot distinguish 2.0 from 2, so the profile contains the text of each value.
"""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress

import duckdb

from rowcast_automl.contracts.generated import MAX_CLASSES, TableProfile, ValueSpelling
from rowcast_automl.ingest.columns.column import Column
from rowcast_automl.ingest.columns.sample_cells import count_distinct_cells
from rowcast_automl.ingest.sample import SAMPLE_TABLE
from rowcast_automl.platform.database.quoting import literal

MIN_ROWS_PER_VALUE = 2
MAX_SPELLINGS = 4 * MAX_CLASSES


def with_spellings(
    connection: duckdb.DuckDBPyConnection,
    profile: TableProfile,
    columns: Sequence[Column],
    *,
    relation: Callable[[], str],
    complete: bool,
) -> TableProfile:
    """Add the spellings of values to the columns that may be classes.

    Parameters
    ----------
    relation : callable
        Returns SQL of all cells as text. It is queried only if the sample lacks values.
    complete : bool
        Whether the sample contains every row.
    """
    few = {
        each.name: each.distinct
        for each in profile.columns
        if 1 < each.distinct <= MAX_CLASSES
        and each.distinct * MIN_ROWS_PER_VALUE <= profile.rows - each.missing
    }
    candidates = [each for each in columns if each.name in few and each.storage != "VARCHAR"]
    found = spellings_in(connection, SAMPLE_TABLE, candidates)
    lacking = [] if complete else [each for each in candidates if 0 < len(found[each.name]) < few[each.name]]
    found |= spellings_in(connection, relation(), lacking) if lacking else {}
    return profile.model_copy(
        update={
            "columns": [
                each.model_copy(update={"spellings": found[each.name]}) if found.get(each.name) else each
                for each in profile.columns
            ]
        }
    )


def spellings_in(
    connection: duckdb.DuckDBPyConnection, relation: str, columns: Sequence[Column]
) -> dict[str, list[ValueSpelling]]:
    """Return the most frequent spelling of each value, by column, or nothing if all are written as they are
    stored.
    """
    counts = count_distinct_cells(connection, relation, [each.source for each in columns], MAX_SPELLINGS)
    found = dict[str, list[ValueSpelling]]()
    for column in columns:
        cells = counts.get(column.source, {})
        values = convert_cells(connection, column, cells)
        written = dict[str, str]()
        for cell in sorted(values, key=lambda cell: (-cells[cell], cell)):
            written.setdefault(values[cell], cell)
        is_plain = all(value == cell for value, cell in written.items())
        found[column.name] = (
            [] if is_plain else [ValueSpelling(value=value, written=cell) for value, cell in written.items()]
        )
    return found


def convert_cells(
    connection: duckdb.DuckDBPyConnection, column: Column, cells: Collection[str]
) -> dict[str, str]:
    """Return the stored value of each cell as text: whole numbers without a point, dates without midnight."""
    is_plain = column.pin is None and column.numeric_format is None and column.time_format is None
    if is_plain and column.storage in ("BIGINT", "DOUBLE"):
        with suppress(ValueError):
            return {cell: number_text(float(cell)) for cell in cells}
    if not cells:
        return {}
    listed = ", ".join(f"({literal(cell)})" for cell in cells)
    rows = connection.execute(
        f"SELECT {column.source}, {column.expression_or_null} AS value "
        f"FROM (VALUES {listed}) cells({column.source}) WHERE value IS NOT NULL"
    ).fetchall()
    return {cell: stored_text(value) for cell, value in rows}


def stored_text(value: object) -> str:
    """Return a stored value as text."""
    if isinstance(value, bool):
        return str(value).lower()
    return (
        number_text(float(value)) if isinstance(value, int | float) else str(value).removesuffix(" 00:00:00")
    )


def number_text(value: float) -> str:
    """Return a number as text, without a decimal point if it is whole."""
    return str(int(value)) if value.is_integer() else repr(value)
