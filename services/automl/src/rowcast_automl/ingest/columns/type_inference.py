"""Inference of column types from the sample, corrected when a row of the file contradicts them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import duckdb

from rowcast_automl.contracts.generated import Conversion
from rowcast_automl.ingest.columns.missing_cells import null_if_blank
from rowcast_automl.ingest.columns.missing_markers import ALL_MARKERS
from rowcast_automl.ingest.dates.date_format import (
    PLAIN_ISO,
    day_order,
    errors_to_null,
    find_mixed_date_format,
    find_mixed_formats,
    infer_ambiguous_formats,
    infer_date_formats,
    infer_zoned_format,
    is_date,
    parse_date_sql,
    parse_iso_sql,
    parse_zoned_iso_sql,
)
from rowcast_automl.ingest.dates.times_and_durations import (
    TimeFormat,
    infer_time_format,
    most_likely_time_format,
)
from rowcast_automl.ingest.numbers.magnitude_suffixes import suffixes_of
from rowcast_automl.ingest.numbers.number_format import (
    CURRENCY,
    LONG_CODE,
    MAY_BE_THOUSANDS,
    ROUNDED_INTEGER,
    NumberFormat,
    currency_sql,
    find_amounts,
    infer_number_format,
    infer_suffix_format,
    infer_unit_format,
    is_code_sql,
    may_be_thousands_separators,
    mixed_currencies,
    mixed_units,
    most_likely_number_format,
    number_share,
)
from rowcast_automl.ingest.sample import SAMPLE_TABLE
from rowcast_automl.platform.database.quoting import literal
from rowcast_automl.profile.columns.column_names import is_time_name

Storage = Literal["BIGINT", "DOUBLE", "BOOLEAN", "TIMESTAMP", "VARCHAR"]
PinnedType = Literal["number", "integer", "boolean", "category", "ordinal", "datetime", "text", "identifier"]
MAX_DISTINCT_VALUES = 500
MIN_TYPED_SHARE = 0.8
MIN_NUMBER_SHARE = 0.5
# Few distinct amounts with a unit are classes, such as "36 months" and "60 months".
MAX_CLASSES = 10
INTEGER = r"\s*[+-]?[0-9]+\s*"


@dataclass(frozen=True)
class Column:
    """A column of the table and how it is read.

    Attributes
    ----------
    source : str
        Name of the column in the text relation.
    storage : str
        DuckDB type in which it is stored.
    expression : str
        SQL that converts `source`. It fails on a cell of another type, or gives null if the type is pinned.
    decimal : str
        Decimal separator.
    mixed : bool
        Most cells are numbers, but the column is text because of some invalid cells.
    mixed_date_format : str or None
        Like `mixed` for dates: their strptime format, empty for ISO.
    numeric_format : NumberFormat or None
        How numbers are written; None for plain numbers.
    conversions : tuple of Conversion
        Changes to cells, as reported to the user.
    date_formats, currencies, unit_variants : tuple of str
        Different date formats, currencies or units, because of which the column is text.
    loses_precision : bool
        The integers are too long for a double, so the column is text.
    are_points_ambiguous : bool
        Points may be decimal points or thousands separators.
    ambiguous_formats : tuple of str
        Two date formats (day first or month first) that both fit; the column is text.
    maybe_suffixes : bool
        Letters after numbers may be magnitude suffixes or parts of codes; the column is text.
    time_format : TimeFormat or None
        How times of day or durations are read.
    resolved_by : str or None
        Column whose dates show whether the day or the month comes first.
    declared : str or None
        Type by which the file declares the column as text.
    pin : str or None
        Type that the user pinned.
    levels : tuple of str
        Pinned order of an ordinal column.
    """

    name: str
    source: str
    storage: Storage
    expression: str
    decimal: Literal[".", ","] = "."
    mixed: bool = False
    mixed_date_format: str | None = None
    numeric_format: NumberFormat | None = None
    conversions: tuple[Conversion, ...] = ()
    date_formats: tuple[str, ...] = ()
    currencies: tuple[str, ...] = ()
    loses_precision: bool = False
    are_points_ambiguous: bool = False
    ambiguous_formats: tuple[str, ...] = ()
    unit_variants: tuple[str, ...] = ()
    maybe_suffixes: bool = False
    time_format: TimeFormat | None = None
    resolved_by: str | None = None
    declared: str | None = None
    pin: PinnedType | None = None
    levels: tuple[str, ...] = ()

    @property
    def expression_or_null(self) -> str:
        """`expression` with null instead of an error."""
        return self.expression if self.pin is not None else errors_to_null(self.expression)

    @property
    def stored_expression(self) -> str:
        """`expression` with null for blank text."""
        return null_if_blank(self.expression) if self.storage == "VARCHAR" else self.expression

    def as_text(self) -> "Column":
        """The same column as unconverted text."""
        numbers = self.storage in ("BIGINT", "DOUBLE")
        text = Column(
            self.name,
            self.source,
            "VARCHAR",
            self.source,
            mixed=numbers,
            numeric_format=self.numeric_format,
            time_format=self.time_format,
        )
        if self.storage != "TIMESTAMP":
            return text
        return replace(text, mixed_date_format=self.conversions[0].written if self.conversions else "")


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
    """The column with one of its two formats; it stays text if some cells are not dates."""
    if column.mixed_date_format is None:
        return as_date_column(replace(column, ambiguous_formats=()), (pattern,))
    return replace(column, ambiguous_formats=(), mixed_date_format=pattern)


def only_matching_format(connection: duckdb.DuckDBPyConnection, column: Column) -> str | None:
    """The format that parses every cell of the sample that either of the two formats parses."""
    reads = [parse_date_sql(column.source, each) for each in column.ambiguous_formats]
    counts = ", ".join(f"count({each})" for each in (f"coalesce({', '.join(reads)})", *reads))
    row = connection.execute(
        f"SELECT {counts} FROM {SAMPLE_TABLE} WHERE {column.source} NOT IN ({ALL_MARKERS})"
    ).fetchone() or (0,)
    whole = [each for each, read in zip(column.ambiguous_formats, row[1:], strict=True) if read == row[0]]
    return whole[0] if len(whole) == 1 else None


def resolve_decimal_points(columns: Sequence[Column]) -> list[Column]:
    """Resolve ambiguous points if another column has points that can only be decimal points."""
    resolved = any(
        each.storage == "DOUBLE"
        and each.numeric_format is None
        and each.time_format is None
        and not each.are_points_ambiguous
        for each in columns
        if each.pin is None
    )
    return [replace(each, are_points_ambiguous=False) for each in columns] if resolved else list(columns)


def has_decimal_comma(columns: Sequence[Column]) -> bool:
    """Whether a column uses a decimal comma, which decides ambiguous columns of the same file."""
    return any(column.decimal == "," for column in columns)


def mark_mixed_numbers(
    connection: duckdb.DuckDBPyConnection, column: Column, values: Sequence[str], comma_is_decimal: bool
) -> Column:
    """Mark a text column as `mixed` if most cells of the sample can be read as numbers."""
    if (
        column.date_formats
        or column.mixed_date_format is not None
        or column.currencies
        or column.ambiguous_formats
    ):
        return replace(column, mixed=False)
    if column.maybe_suffixes or column.unit_variants:
        return replace(column, mixed=False)
    if clock := most_likely_time_format(column.name, values, MIN_TYPED_SHARE):
        return replace(column, mixed=True, time_format=clock)
    if form := mostly_with_suffixes(values, comma_is_decimal):
        return replace(column, mixed=True, numeric_format=form)
    if not column.mixed and number_share(values) < MIN_NUMBER_SHARE:
        return column
    form = most_likely_number_format(values, comma_is_decimal=comma_is_decimal)
    present = f"CASE WHEN {column.source} NOT IN ({ALL_MARKERS}) THEN {column.source} END"
    cells, read = connection.execute(
        f"SELECT count(cell), count({form.or_null('cell')}) "
        f"FROM (SELECT {present} AS cell FROM {SAMPLE_TABLE})"
    ).fetchall()[0]
    return replace(column, mixed=read > MIN_TYPED_SHARE * cells, numeric_format=form)


@dataclass(frozen=True)
class CellCounts:
    """Number of cells of a column in the sample, in total and by type that they can be stored as."""

    cells: int
    integers: int
    numbers: int
    booleans: int
    timestamps: int
    long_codes: int
    whole: int
    rounded: int
    maybe_thousands: int


def sample_counts(connection: duckdb.DuckDBPyConnection, sources: Sequence[str]) -> list[CellCounts]:
    """Count the cells of each of `sources` by type, without missing cells."""
    # Unpivoted, since planning the same expressions for each of many columns dominates the time.
    cells = f"SELECT * FROM (UNPIVOT {SAMPLE_TABLE} ON {', '.join(sources)} INTO NAME source VALUE cell)"
    rows = connection.execute(
        "SELECT source, count(*), "
        "count(CASE WHEN CAST(try_cast(cell AS BIGINT) AS VARCHAR) = cell THEN 1 END), "
        f"count(CASE WHEN NOT {is_code_sql('cell')} AND isfinite(try_cast(cell AS DOUBLE)) THEN 1 END), "
        "count(CASE WHEN lower(cell) IN ('true', 'false') THEN 1 END), "
        f"count(CASE WHEN regexp_full_match(cell, {literal(PLAIN_ISO)}) "
        f"THEN try_cast(cell AS TIMESTAMP) END), "
        f"count(CASE WHEN regexp_full_match(cell, {literal(LONG_CODE)}) THEN 1 END), "
        f"count(CASE WHEN regexp_full_match(cell, {literal(INTEGER)}) THEN 1 END), "
        f"count(CASE WHEN {ROUNDED_INTEGER.format('cell')} THEN 1 END), "
        f"count(CASE WHEN regexp_full_match(cell, {literal(MAY_BE_THOUSANDS)}) THEN 1 END) "
        f"FROM ({cells}) WHERE cell NOT IN ({ALL_MARKERS}) GROUP BY source"
    ).fetchall()
    found = {source: CellCounts(*counts) for source, *counts in rows}
    return [found.get(source, CellCounts(*[0] * 9)) for source in sources]


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
    form = infer_number_format(values, comma_is_decimal=comma_is_decimal)
    if form is None:
        form = meaningful_suffixes(values, comma_is_decimal)
    if form is None and len(values) > MAX_CLASSES:
        form = infer_unit_format(values, comma_is_decimal=comma_is_decimal)
    if form:
        decimal: Literal[".", ","] = "," if form.decimal == "," else "."
        # DuckDB pushes a bare cast into the CSV scan, which rejects rows on which it fails.
        plain = form.cleaned_sql(column.source) == column.source
        as_number = checked_cast(column.source, "DOUBLE", is_code_sql(column.source))
        return replace(
            column,
            storage="DOUBLE",
            expression=as_number if plain else form.expression(column.source),
            decimal=decimal,
            mixed=False,
            numeric_format=form,
            conversions=form.conversions(),
            are_points_ambiguous=may_be_thousands_separators(form, values),
        )
    if clock := infer_time_format(column.name, values):
        return replace(
            column,
            storage="DOUBLE",
            expression=clock.expression(column.source),
            mixed=False,
            time_format=clock,
            conversions=clock.conversions(),
        )
    if patterns := infer_date_formats(values) or infer_zoned_format(values):
        return as_date_column(column, patterns)
    if either := infer_ambiguous_formats(values):
        return replace(column, ambiguous_formats=either, mixed=False)
    formats = tuple(find_mixed_formats(values))
    date_format = None if formats else find_mixed_date_format(values)
    either = (
        infer_ambiguous_formats([value for value in values if is_date(value, date_format)])
        if date_format
        else ()
    )
    currencies = tuple(mixed_currencies(values))
    skip_units = currencies or len(values) <= MAX_CLASSES or mostly_with_suffixes(values, comma_is_decimal)
    is_duration = not skip_units and most_likely_time_format(column.name, values, MIN_TYPED_SHARE)
    units = () if skip_units or is_duration else tuple(mixed_units(values))
    are_codes = len(values) > MAX_CLASSES and bool(
        infer_suffix_format(values, comma_is_decimal=comma_is_decimal, certain=False)
    )
    return replace(
        column,
        mixed_date_format=date_format,
        ambiguous_formats=either,
        date_formats=formats,
        currencies=currencies,
        unit_variants=units if not are_codes else (),
        maybe_suffixes=are_codes,
    )


def meaningful_suffixes(values: Sequence[str], comma_is_decimal: bool) -> NumberFormat | None:
    """The format of amounts with magnitude suffixes; None if all have the same k, which is a unit then."""
    form = infer_suffix_format(values, comma_is_decimal=comma_is_decimal)
    if form is None or form.words or set(form.noise) & set(CURRENCY):
        return form
    carried = suffixes_of(values)
    return (
        None
        if len(carried) == len(values) and len({*carried.values()}) == 1 and form.suffixes[0] in "kK"
        else form
    )


def mostly_with_suffixes(values: Sequence[str], comma_is_decimal: bool) -> NumberFormat | None:
    """The format of amounts with magnitude suffixes, if most of `values` are amounts."""
    amounts = find_amounts(values) if suffixes_of(values) else []
    return (
        meaningful_suffixes(amounts, comma_is_decimal)
        if len(amounts) > MIN_TYPED_SHARE * len(values)
        else None
    )


def as_date_column(column: Column, patterns: Sequence[str]) -> Column:
    """The column as dates in the formats `patterns`; with a time zone, as ISO times of any zone."""
    failure = f"CAST('x' || {column.source} AS TIMESTAMP)"
    read = f"coalesce({', '.join(parse_date_sql(column.source, each) for each in patterns)}, {failure})"
    return replace(
        column,
        storage="TIMESTAMP",
        expression=parse_zoned_iso_sql(column.source) if "%z" in patterns[0] else read,
        mixed=False,
        conversions=tuple(Conversion(kind="date_format", written=each) for each in patterns),
    )


def distinct_values(connection: duckdb.DuckDBPyConnection, source: str) -> list[str]:
    """The first 500 distinct cells of the sample and one per currency spelling, without missing markers."""
    present = f"FROM {SAMPLE_TABLE} WHERE {source} NOT IN ({ALL_MARKERS})"
    rows = connection.execute(
        f"SELECT {source} {present} GROUP BY 1 ORDER BY min(place) LIMIT {MAX_DISTINCT_VALUES}"
    ).fetchall()
    if len(rows) == MAX_DISTINCT_VALUES:
        sign = currency_sql(source)
        rows += connection.execute(
            f"SELECT min({source}) {present} GROUP BY {sign} HAVING {sign} IS NOT NULL ORDER BY 1"
        ).fetchall()
    return [*dict.fromkeys(cell for (cell,) in rows)]


def checked_cast(source: str, storage: Storage, problem: str) -> str:
    """SQL that casts `source` and fails if `problem` is true."""
    return f"CASE WHEN {problem} THEN CAST('x' || {source} AS {storage}) ELSE CAST({source} AS {storage}) END"


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
    patterns = infer_zoned_format(distinct_values(connection, column.source)) if plain else ()
    return as_date_column(column, patterns) if patterns else column.as_text()
