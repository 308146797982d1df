"""Correction of inferred types that a row of the file contradicts."""

from collections.abc import Sequence
from dataclasses import replace

import duckdb

from rowcast_automl.ingest.columns.column import Column, checked_cast
from rowcast_automl.ingest.columns.date_inference import as_date_column
from rowcast_automl.ingest.columns.sample_cells import distinct_values
from rowcast_automl.ingest.dates.date_format import infer_iso_format
from rowcast_automl.ingest.dates.time_zones import with_zone
from rowcast_automl.ingest.numbers.number_format import LONG_CODE, ROUNDED_INTEGER, is_code_sql
from rowcast_automl.platform.database.quoting import literal
from rowcast_automl.profile.columns.column_names import is_time_name


def correct_types(
    connection: duckdb.DuckDBPyConnection, relation: str, columns: Sequence[Column]
) -> list[Column]:
    """Correct the types of columns for which a cell in `relation` contradicts the inferred type."""
    typed = [column for column in columns if column.storage != "VARCHAR" and column.pin is None]
    if not typed:
        return list(columns)
    counts = ", ".join(f"count({column.source}) - count({column.expression_or_null})" for column in typed)
    row = connection.execute(f"SELECT {counts} FROM {relation}").fetchone() or ()
    wrong = {column.source for column, count in zip(typed, row, strict=True) if count}
    others = [fallback_type(connection, each) for each in columns if each.source in wrong]
    proven = {each.source: each for each in correct_types(connection, relation, others)}
    return [proven.get(column.source, column) for column in columns]


def fallback_type(connection: duckdb.DuckDBPyConnection, column: Column) -> Column:
    """The next type to try: integers become doubles, UTC times become times of any zone, others text."""
    if column.storage == "BIGINT":
        code = f"{is_code_sql(column.source)} OR regexp_full_match({column.source}, {literal(LONG_CODE)})"
        if not is_time_name(column.name):
            code += f" OR {ROUNDED_INTEGER.format(column.source)}"
        return replace(column, storage="DOUBLE", expression=checked_cast(column.source, "DOUBLE", code))
    plain = column.storage == "TIMESTAMP" and not column.conversions
    patterns = infer_iso_format(distinct_values(connection, column.source)) if plain else ()
    return as_date_column(column, [*map(with_zone, patterns)]) if patterns else column.as_text()
