"""Inference of dates: formats, and the order of day and month."""

from collections.abc import Sequence
from dataclasses import replace

import duckdb

from rowcast_automl.contracts.generated import Conversion
from rowcast_automl.ingest.columns.column import Column
from rowcast_automl.ingest.columns.missing_markers import ALL_MARKERS
from rowcast_automl.ingest.dates.date_format import (
    ISO_LIKE,
    day_order,
    find_mixed_date_format,
    find_mixed_formats,
    infer_ambiguous_formats,
    infer_date_formats,
    infer_iso_format,
    is_date,
    is_iso_format,
    parse_any_iso_sql,
    parse_date_sql,
)
from rowcast_automl.ingest.dates.time_zones import split_zone
from rowcast_automl.ingest.sample import SAMPLE_TABLE

# Times without a zone, among times with one.
IN_UTC = Conversion(kind="without_zone", written="UTC")


def infer_dates(column: Column, values: Sequence[str]) -> Column | None:
    """Return the column as dates in the format of all `values`, or None if there is no such format."""
    patterns = infer_date_formats(values) or infer_iso_format(values)
    if not patterns:
        return None
    dates = as_date_column(column, patterns)
    zoned = [split_zone(value)[1] is not None for value in values]
    if any(zoned) and not all(zoned):
        return replace(dates, conversions=(*dates.conversions, IN_UTC))
    return dates


def mark_mixed_dates(column: Column, values: Sequence[str]) -> Column:
    """Mark a text column that may be dates: in several formats, or with some invalid cells."""
    if either := infer_ambiguous_formats(values):
        return replace(column, ambiguous_formats=either, mixed=False)
    formats = tuple(find_mixed_formats(values))
    date_format = None if formats else find_mixed_date_format(values)
    either = (
        infer_ambiguous_formats([value for value in values if is_date(value, date_format)])
        if date_format
        else ()
    )
    return replace(column, mixed_date_format=date_format, ambiguous_formats=either, date_formats=formats)


def infer_most_dates(column: Column, values: Sequence[str]) -> list[Column]:
    """Return versions of the column as dates: in ISO format, in the most common other format, and in both."""
    iso = [value for value in values if ISO_LIKE.fullmatch(value)]
    pattern = column.mixed_date_format or next(iter(column.date_formats), None)
    if pattern and column.resolved_by:
        return [as_date_column(column, (pattern,))]
    dates = [value for value in values if pattern and is_date(value, pattern)]
    return [typed for each in (iso, dates, [*iso, *dates]) if (typed := infer_dates(column, each))]


def as_date_column(column: Column, patterns: Sequence[str]) -> Column:
    """Return the column as dates in the formats `patterns`, or as ISO dates and times of any zone."""
    others = [parse_date_sql(column.source, each) for each in patterns if not is_iso_format(each)]
    iso = parse_any_iso_sql(column.source)
    return replace(
        column,
        storage="TIMESTAMP",
        expression=f"coalesce({', '.join(others)}, {iso})" if others else iso,
        mixed=False,
        conversions=tuple(Conversion(kind="date_format", written=each) for each in patterns),
    )


def resolve_date_order(connection: duckdb.DuckDBPyConnection, columns: Sequence[Column]) -> list[Column]:
    """Resolve ambiguous date orders by the cells of the column, or by the other columns."""
    resolved = {
        order: column.name
        for column in columns
        for each in column.conversions
        if each.kind == "date_format" and (order := day_order(each.written))
    }
    found = list[Column]()
    for column in columns:
        orders = {order: each for each in column.ambiguous_formats if (order := day_order(each))}
        known = [order for order in orders if order in resolved]
        if column.ambiguous_formats and (pattern := only_matching_format(connection, column)):
            found.append(with_date_format(column, pattern))
        elif len(known) == 1:
            found.append(with_date_format(replace(column, resolved_by=resolved[known[0]]), orders[known[0]]))
        else:
            found.append(column)
    return found


def with_date_format(column: Column, pattern: str) -> Column:
    """Return the column with one of its two formats. It stays text if some cells are not dates."""
    if column.mixed_date_format is None:
        return as_date_column(replace(column, ambiguous_formats=()), (pattern,))
    return replace(column, ambiguous_formats=(), mixed_date_format=pattern)


def only_matching_format(connection: duckdb.DuckDBPyConnection, column: Column) -> str | None:
    """Return the only one of the two formats that parses all dates of the sample, or None."""
    reads = [parse_date_sql(column.source, each) for each in column.ambiguous_formats]
    counts = ", ".join(f"count({each})" for each in (f"coalesce({', '.join(reads)})", *reads))
    row = connection.execute(
        f"SELECT {counts} FROM {SAMPLE_TABLE} WHERE {column.source} NOT IN ({ALL_MARKERS})"
    ).fetchone() or (0,)
    whole = [each for each, read in zip(column.ambiguous_formats, row[1:], strict=True) if read == row[0]]
    return whole[0] if len(whole) == 1 else None
