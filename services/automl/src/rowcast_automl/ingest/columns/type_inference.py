"""Inference of the types of all columns from the sample."""

from collections.abc import Sequence

import duckdb

from rowcast_automl.ingest.columns.column import Column
from rowcast_automl.ingest.columns.date_inference import infer_dates, mark_mixed_dates, resolve_date_order
from rowcast_automl.ingest.columns.mostly_typed import infer_mostly_typed
from rowcast_automl.ingest.columns.number_inference import (
    has_decimal_comma,
    infer_numbers,
    infer_times,
    mark_mixed_amounts,
    mark_mixed_numbers,
    most_common_format,
    resolve_points_by_commas,
)
from rowcast_automl.ingest.columns.plain_types import infer_plain_type
from rowcast_automl.ingest.columns.sample_cells import distinct_values_by_column, sample_counts


def infer_columns(
    connection: duckdb.DuckDBPyConnection, names: Sequence[str], delimiter: str
) -> list[Column]:
    """Infer for each column the narrowest storage for all cells of the sample."""
    sources = [f"c{index}" for index in range(len(names))]
    counted = dict(zip(sources, sample_counts(connection, sources), strict=True))
    columns = [
        infer_plain_type(name, source, counted[source]) for name, source in zip(names, sources, strict=True)
    ]
    values = distinct_values_by_column(connection, [column.source for column in columns if is_open(column)])
    comma_is_decimal = delimiter in ";\t" and any(
        form is not None and form.decimal == ","
        for form in (most_common_format(cells) for cells in values.values())
    )

    def mostly_typed(column: Column) -> Column:
        return infer_mostly_typed(
            connection, column, values[column.source], counted[column.source], comma_is_decimal
        )

    planned = [
        infer_formatted_type(column, values[column.source], comma_is_decimal)
        if column.source in values
        else column
        for column in columns
    ]
    planned = [mostly_typed(column) if is_open(column) else column for column in planned]
    planned = [
        mostly_typed(column) if is_open(column) and column.resolved_by else column
        for column in resolve_date_order(connection, planned)
    ]
    comma_is_decimal = has_decimal_comma(planned)
    return [
        mark_mixed_numbers(connection, column, values[column.source], comma_is_decimal)
        if is_open(column)
        else column
        for column in resolve_points_by_commas(planned)
    ]


def is_open(column: Column) -> bool:
    """Whether the column is text, but may have another type."""
    return column.storage == "VARCHAR" and not column.loses_precision


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
