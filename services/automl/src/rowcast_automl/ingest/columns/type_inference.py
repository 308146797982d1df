"""Inference of the types of all columns from the sample."""

from collections.abc import Sequence

import duckdb

from rowcast_automl.ingest.columns.column import Column, checked_cast
from rowcast_automl.ingest.columns.date_inference import infer_dates, mark_mixed_dates, resolve_date_order
from rowcast_automl.ingest.columns.number_inference import (
    MIN_TYPED_SHARE,
    has_decimal_comma,
    infer_numbers,
    infer_times,
    mark_mixed_amounts,
    mark_mixed_numbers,
)
from rowcast_automl.ingest.columns.sample_cells import CellCounts, distinct_values, sample_counts
from rowcast_automl.ingest.dates.date_format import parse_iso_sql
from rowcast_automl.ingest.numbers.number_format import ROUNDED_INTEGER, infer_number_format, is_code_sql
from rowcast_automl.profile.columns.column_names import is_time_name


def infer_columns(
    connection: duckdb.DuckDBPyConnection, names: Sequence[str], delimiter: str
) -> list[Column]:
    """Infer for each column the narrowest storage for all cells of the sample."""
    sources = [f"c{index}" for index in range(len(names))]
    columns = [
        infer_plain_type(name, source, counts)
        for name, source, counts in zip(names, sources, sample_counts(connection, sources), strict=True)
    ]
    values = {
        column.source: distinct_values(connection, column.source)
        for column in columns
        if column.storage == "VARCHAR" and not column.loses_precision
    }
    comma_is_decimal = delimiter in ";\t" and any(
        form is not None and form.decimal == ","
        for form in (infer_number_format(cells, comma_is_decimal=False) for cells in values.values())
    )
    planned = [
        infer_formatted_type(column, values[column.source], comma_is_decimal)
        if column.source in values
        else column
        for column in columns
    ]
    planned = resolve_date_order(connection, planned)
    comma_is_decimal = has_decimal_comma(planned)
    return [
        mark_mixed_numbers(connection, column, values[column.source], comma_is_decimal)
        if column.storage == "VARCHAR" and not column.loses_precision
        else column
        for column in planned
    ]


def infer_plain_type(name: str, source: str, counts: CellCounts) -> Column:
    """Infer the type of a column with plain cells; text otherwise."""
    if counts.cells == 0:
        return Column(name, source, "VARCHAR", source)
    # Rounding nanosecond timestamps is harmless.
    long = "false" if is_time_name(name) else ROUNDED_INTEGER.format(source)
    if counts.rounded and counts.whole == counts.cells and not is_time_name(name):
        return Column(name, source, "VARCHAR", source, loses_precision=True)
    if counts.integers == counts.cells:
        problem = f"CAST(CAST({source} AS BIGINT) AS VARCHAR) <> {source} OR {long}"
        return Column(name, source, "BIGINT", checked_cast(source, "BIGINT", problem))
    # Different codes would become the same number.
    are_codes = counts.long_codes and counts.whole == counts.cells
    if counts.numbers == counts.cells and not are_codes:
        unclear = counts.maybe_thousands == counts.cells
        expression = checked_cast(source, "DOUBLE", is_code_sql(source))
        return Column(name, source, "DOUBLE", expression, are_points_ambiguous=unclear)
    if counts.booleans == counts.cells:
        problem = f"lower({source}) NOT IN ('true', 'false')"
        return Column(name, source, "BOOLEAN", checked_cast(source, "BOOLEAN", problem))
    if counts.timestamps == counts.cells:
        return Column(name, source, "TIMESTAMP", parse_iso_sql(source))
    return Column(name, source, "VARCHAR", source, mixed=counts.numbers > MIN_TYPED_SHARE * counts.cells)


def infer_formatted_type(column: Column, values: Sequence[str], comma_is_decimal: bool) -> Column:
    """Infer the type of a column whose `values` are numbers or dates in one clear format."""
    typed = (
        infer_numbers(column, values, comma_is_decimal)
        or infer_times(column, values)
        or infer_dates(column, values)
    )
    if typed:
        return typed
    dates = mark_mixed_dates(column, values)
    if dates.ambiguous_formats and dates.mixed_date_format is None:
        return dates
    return mark_mixed_amounts(dates, values, comma_is_decimal)
