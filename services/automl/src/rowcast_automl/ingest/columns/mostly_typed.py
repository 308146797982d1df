"""Columns in which nearly all cells have one type. They get this type, and the other cells become missing."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import duckdb

from rowcast_automl.ingest.columns.column import Column
from rowcast_automl.ingest.columns.date_inference import infer_most_dates
from rowcast_automl.ingest.columns.infinite_cells import may_be_infinite
from rowcast_automl.ingest.columns.missing_markers import ALL_MARKERS
from rowcast_automl.ingest.columns.number_inference import infer_most_numbers
from rowcast_automl.ingest.columns.plain_types import as_booleans, as_integers, as_iso_times, as_numbers
from rowcast_automl.ingest.columns.sample_cells import CellCounts
from rowcast_automl.ingest.dates.date_format import is_iso_format, parse_dates_sql
from rowcast_automl.ingest.numbers.infinity import is_infinite_sql
from rowcast_automl.ingest.sample import SAMPLE_TABLE

# Share of the cells that may be invalid.
MAX_INVALID_SHARE = 0.05
# More may be words without digits in a column of many values, which would be useless as text.
MAX_WORD_SHARE = 0.2
MANY_VALUES = 20
# With at least this many valid cells, one may be invalid.
MIN_VALID_CELLS = 9


@dataclass(frozen=True)
class ValidCells:
    """Counts of the cells of a column that fit its type, and of the others.

    Attributes
    ----------
    cells, valid : int
        Number of cells, and of those that fit.
    distinct : int
        Number of distinct values that fit.
    infinite : int
        Number of infinite cells of a number column. They fit, although they need a conversion.
    with_digits : int
        Number of cells that do not fit and contain digits.
    """

    cells: int
    valid: int
    distinct: int
    infinite: int
    with_digits: int

    @property
    def are_nearly_all(self) -> bool:
        """Whether the other cells are few enough to become missing."""
        invalid = self.cells - self.valid - self.infinite
        few = max(1, MAX_INVALID_SHARE * self.cells)
        most = max(1, MAX_WORD_SHARE * self.cells) if self.distinct > MANY_VALUES else few
        enough = self.valid >= MIN_VALID_CELLS or invalid == 0
        return enough and invalid <= most and self.with_digits <= few


def infer_mostly_typed(
    connection: duckdb.DuckDBPyConnection,
    column: Column,
    values: Sequence[str],
    counts: CellCounts,
    comma_is_decimal: bool,
) -> Column:
    """Give a text column the type of nearly all of its cells in the sample.

    `values` are examples of the cells.

    The column stays text if there is no such type, or if the cells that fit are dates in an ambiguous format.
    """
    if column.ambiguous_formats or column.maybe_suffixes:
        return column
    candidates = [
        *plain_candidates(column, counts),
        *infer_most_numbers(column, values, comma_is_decimal),
        *infer_most_dates(column, values),
    ]
    if not candidates:
        return column
    present = f"(SELECT * FROM {SAMPLE_TABLE} WHERE {column.source} NOT IN ({ALL_MARKERS}))"
    best, found = most_valid(count_valid(connection, present, candidates))
    # If all cells fit, another rule has kept the column as text.
    return nulling_invalid(best) if found.are_nearly_all and found.valid < found.cells else column


def count_valid(
    connection: duckdb.DuckDBPyConnection, relation: str, columns: Sequence[Column]
) -> list[tuple[Column, ValidCells]]:
    """Count the cells of each column in `relation`, and those that fit its type."""
    counts = ", ".join(
        f"count({each.source}), count({value}), approx_count_distinct({value}), "
        f"count(*) FILTER ({infinite}), "
        f"count(*) FILTER ({value} IS NULL AND NOT {infinite} AND regexp_matches({each.source}, '[0-9]'))"
        for each in columns
        for infinite in (is_infinite_sql(each.source) if may_be_infinite(each) else "FALSE",)
        for value in (f"(CASE WHEN NOT {infinite} THEN {each.expression_or_null} END)",)
    )
    row = connection.execute(f"SELECT {counts} FROM {relation}").fetchone() or ()
    return [(column, ValidCells(*row[5 * place : 5 * place + 5])) for place, column in enumerate(columns)]


def most_valid(counted: Sequence[tuple[Column, ValidCells]]) -> tuple[Column, ValidCells]:
    """Return the column with the most valid cells, or the first of several such columns."""
    return max(counted, key=lambda each: each[1].valid)


def nulling_invalid(column: Column) -> Column:
    """Return the column with null for cells that do not fit its type."""
    formats = [each.written for each in column.conversions if each.kind == "date_format"]
    # As in a request, ISO dates of any zone are valid in a column of any format.
    dates = parse_dates_sql(column.source, [each for each in formats if not is_iso_format(each)])
    return replace(
        column,
        expression=dates if column.storage == "TIMESTAMP" else column.expression_or_null,
        nulls_invalid=True,
        mixed=False,
        mixed_date_format=None,
        date_formats=(),
        currencies=(),
        unit_variants=(),
    )


def plain_candidates(column: Column, counts: CellCounts) -> list[Column]:
    """Return the column as integers, numbers, booleans or ISO times, for each type of most cells in the
    sample.
    """
    half = counts.cells / 2
    are_whole = counts.whole >= counts.numbers
    # Different long codes would become the same number.
    are_codes = are_whole and counts.long_codes > 0
    return [
        *([as_integers(column)] if are_whole and counts.integers > half else []),
        *([as_numbers(column)] if not are_codes and counts.numbers > half else []),
        *([as_booleans(column)] if counts.booleans > half else []),
        *([as_iso_times(column)] if counts.timestamps > half else []),
    ]
