"""Columns of plain cells: integers, numbers, booleans, and ISO dates and times."""

from dataclasses import replace

from rowcast_automl.ingest.columns.column import Column, checked_cast
from rowcast_automl.ingest.columns.sample_cells import CellCounts
from rowcast_automl.ingest.dates.date_format import parse_iso_sql
from rowcast_automl.ingest.numbers.number_format import ROUNDED_INTEGER, is_code_sql
from rowcast_automl.profile.columns.column_names import is_time_name

# Fewer integers that a double rounds are invalid cells.
MAX_ROUNDED_SHARE = 0.05


def infer_plain_type(name: str, source: str, counts: CellCounts) -> Column:
    """Return the column with the type of its plain cells, or as text if they have different types."""
    text = Column(name, source, "VARCHAR", source)
    if counts.cells == 0:
        return text
    is_rounded = counts.rounded > max(1, MAX_ROUNDED_SHARE * counts.cells)
    is_whole = counts.whole == counts.cells and not is_time_name(name)
    if is_rounded and is_whole:
        return replace(text, loses_precision=True)
    if counts.integers == counts.cells or (is_whole and 0 < counts.rounded < counts.integers):
        return as_integers(text)
    # Different codes would become the same number.
    are_codes = counts.long_codes and counts.whole == counts.cells
    if counts.numbers == counts.cells and not are_codes:
        return replace(as_numbers(text), are_points_ambiguous=counts.maybe_thousands == counts.cells)
    if counts.booleans == counts.cells:
        return as_booleans(text)
    return as_iso_times(text) if counts.timestamps == counts.cells else text


def as_integers(column: Column) -> Column:
    """Return the column as integers, without leading zeros or more digits than a double holds."""
    source = column.source
    # Rounding nanosecond timestamps is harmless.
    long = "false" if is_time_name(column.name) else ROUNDED_INTEGER.format(source)
    problem = f"CAST(CAST({source} AS BIGINT) AS VARCHAR) <> {source} OR {long}"
    return replace(column, storage="BIGINT", expression=checked_cast(source, "BIGINT", problem))


def as_numbers(column: Column) -> Column:
    """Return the column as plain numbers, without codes."""
    expression = checked_cast(column.source, "DOUBLE", is_code_sql(column.source))
    return replace(column, storage="DOUBLE", expression=expression)


def as_booleans(column: Column) -> Column:
    """Return the column as booleans, written `true` and `false`."""
    problem = f"lower({column.source}) NOT IN ('true', 'false')"
    return replace(column, storage="BOOLEAN", expression=checked_cast(column.source, "BOOLEAN", problem))


def as_iso_times(column: Column) -> Column:
    """Return the column as ISO dates and UTC times."""
    return replace(column, storage="TIMESTAMP", expression=parse_iso_sql(column.source))
