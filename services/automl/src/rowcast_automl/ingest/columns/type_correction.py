"""Correction of inferred types that a row of the file contradicts."""

from collections.abc import Sequence
from dataclasses import replace

import duckdb

from rowcast_automl.ingest.columns.column import Column, checked_cast
from rowcast_automl.ingest.columns.date_inference import as_date_column
from rowcast_automl.ingest.columns.mostly_typed import ValidCells, count_valid, most_valid, nulling_invalid
from rowcast_automl.ingest.columns.sample_cells import distinct_values
from rowcast_automl.ingest.dates.date_format import infer_iso_format
from rowcast_automl.ingest.dates.time_zones import with_zone
from rowcast_automl.ingest.numbers.number_format import LONG_CODE, ROUNDED_INTEGER, is_code_sql
from rowcast_automl.platform.database.quoting import literal
from rowcast_automl.profile.columns.column_names import is_time_name


def correct_types(
    connection: duckdb.DuckDBPyConnection, relation: str, columns: Sequence[Column]
) -> list[Column]:
    """Correct the inferred types that cells in `relation` contradict.

    A few invalid cells become null. If there are more, the next type is tried, and finally text.
    """
    typed = [column for column in columns if column.storage != "VARCHAR" and column.pin is None]
    if not typed:
        return list(columns)
    wrong = [
        (column, found)
        for column, found in count_valid(connection, relation, typed)
        if found.valid < found.cells and not (column.nulls_invalid and found.are_nearly_all)
    ]
    proven = {column.source: corrected(connection, relation, column, found) for column, found in wrong}
    return [proven.get(column.source, column) for column in columns]


def corrected(
    connection: duckdb.DuckDBPyConnection, relation: str, column: Column, found: ValidCells
) -> Column:
    """Return the column with the type of most of its cells, or as text if too many cells are invalid."""
    other = fallback_type(connection, column)
    tried = [(column, found), *(count_valid(connection, relation, [other]) if other else [])]
    best, valid = most_valid(tried)
    if valid.valid == valid.cells:
        return best
    return nulling_invalid(best) if valid.are_nearly_all else best.as_text()


def fallback_type(connection: duckdb.DuckDBPyConnection, column: Column) -> Column | None:
    """Return the next type to try: doubles after integers, and times of any zone after UTC times."""
    if column.storage == "BIGINT":
        code = f"{is_code_sql(column.source)} OR regexp_full_match({column.source}, {literal(LONG_CODE)})"
        if not is_time_name(column.name):
            code += f" OR {ROUNDED_INTEGER.format(column.source)}"
        expression = checked_cast(column.source, "DOUBLE", code)
        return replace(column, storage="DOUBLE", expression=expression, nulls_invalid=False)
    plain = column.storage == "TIMESTAMP" and not column.conversions
    patterns = infer_iso_format(distinct_values(connection, column.source)) if plain else ()
    return as_date_column(column, [*map(with_zone, patterns)]) if patterns else None
