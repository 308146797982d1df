"""How each column is stored: judged on the sample, proven on every row while it is written."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import duckdb

from rowcast_automl.contracts.generated import Conversion
from rowcast_automl.ingest.columns.missing_cells import unless_blank
from rowcast_automl.ingest.columns.missing_markers import ALL_MARKERS
from rowcast_automl.ingest.dates.date_format import (
    PLAIN_ISO,
    date_formats,
    day_order,
    either_format,
    is_date,
    mixed_formats,
    mostly_dates,
    parsed,
    plain_iso,
    tolerant,
    zoned_format,
    zoned_iso,
)
from rowcast_automl.ingest.dates.times_and_durations import ClockFormat, clock_format, likely_clock
from rowcast_automl.ingest.numbers.magnitude_suffixes import powers_of
from rowcast_automl.ingest.numbers.number_format import (
    CURRENCY,
    LONG_CODE,
    LONG_WHOLE,
    MAY_BE_THOUSANDS,
    NumberFormat,
    amounts_among,
    currency_sql,
    is_code,
    likely_format,
    may_be_thousands,
    mixed_currencies,
    mixed_units,
    number_format,
    number_share,
    power_format,
    unit_format,
)
from rowcast_automl.ingest.sample import TABLE
from rowcast_automl.platform.database.quoting import literal
from rowcast_automl.profile.columns.column_names import names_time

Storage = Literal["BIGINT", "DOUBLE", "BOOLEAN", "TIMESTAMP", "VARCHAR"]
PinnedType = Literal["number", "integer", "boolean", "category", "ordinal", "datetime", "text", "identifier"]
DISTINCT_LOOKED_AT = 500
MOSTLY = 0.8
MANY_NUMBERS = 0.5
# Few different amounts with a unit are classes, as "36 months" and "60 months".
MOST_CLASSES = 10
WHOLE = r"\s*[+-]?[0-9]+\s*"


@dataclass(frozen=True)
class Column:
    """A column of the table: `source` is its name in the text relation, `expression` reads it from there.

    `expression` fails, rather than guesses, on a cell that does not have the stored type; where a person
    chose the type (`pin`) it gives null. `form` is how its numbers are written, unless the plain way.
    `mixed` says that most cells are numbers, in `form`, but were left as text for some odd ones.
    `mostly_dates` is the strptime format, '' for ISO, of dates that were left as text for some odd cells,
    `date_formats` are those of dates, and `currencies` those of amounts, that were left as text. `long` whole
    numbers would be rounded. Where `unclear`, points may part thousands. Dates that may be in `either` of two
    formats are text, unless `settled_by` another column; amounts of `several_units`, and those whose letters
    are `maybe_powers` of ten, are text too. `clock` is how times and durations are read, and `declared` the
    type by which the file itself says that a column is text. `levels` is the order that a person gave the
    values of an ordered category.
    """

    name: str
    source: str
    storage: Storage
    expression: str
    decimal: Literal[".", ","] = "."
    mixed: bool = False
    mostly_dates: str | None = None
    form: NumberFormat | None = None
    conversions: tuple[Conversion, ...] = ()
    date_formats: tuple[str, ...] = ()
    currencies: tuple[str, ...] = ()
    long: bool = False
    unclear: bool = False
    either: tuple[str, ...] = ()
    several_units: tuple[str, ...] = ()
    maybe_powers: bool = False
    clock: ClockFormat | None = None
    settled_by: str | None = None
    declared: str | None = None
    pin: PinnedType | None = None
    levels: tuple[str, ...] = ()

    @property
    def tolerant(self) -> str:
        """`expression`, but null instead of an error."""
        return self.expression if self.pin is not None else tolerant(self.expression)

    @property
    def stored(self) -> str:
        """`expression`, but null for text that is blank."""
        return unless_blank(self.expression) if self.storage == "VARCHAR" else self.expression

    def as_text(self) -> "Column":
        """The same column, kept as it is written."""
        numbers = self.storage in ("BIGINT", "DOUBLE")
        text = Column(
            self.name, self.source, "VARCHAR", self.source, mixed=numbers, form=self.form, clock=self.clock
        )
        if self.storage != "TIMESTAMP":
            return text
        return replace(text, mostly_dates=self.conversions[0].written if self.conversions else "")


def plan_columns(connection: duckdb.DuckDBPyConnection, names: Sequence[str], delimiter: str) -> list[Column]:
    """One column per name, with the narrowest storage that holds every cell of the sample."""
    sources = [f"c{index}" for index in range(len(names))]
    columns = [
        plain_column(name, source, counts)
        for name, source, counts in zip(names, sources, sample_counts(connection, sources), strict=True)
    ]
    values = {
        column.source: distinct_values(connection, column.source)
        for column in columns
        if column.storage == "VARCHAR" and not column.long
    }
    comma_is_decimal = delimiter in ";\t" and any(
        form is not None and form.decimal == ","
        for form in (number_format(cells, comma_is_decimal=False) for cells in values.values())
    )
    planned = [
        formatted_column(column, values[column.source], comma_is_decimal)
        if column.source in values
        else column
        for column in columns
    ]
    planned = settled_dates(connection, planned)
    comma_is_decimal = has_decimal_comma(planned)
    return [
        mostly_numbers(connection, column, values[column.source], comma_is_decimal)
        if column.storage == "VARCHAR" and not column.long
        else column
        for column in planned
    ]


def settled_dates(connection: duckdb.DuckDBPyConnection, columns: Sequence[Column]) -> list[Column]:
    """`columns`, with dates whose day or month may come first read as a cell, or another column, tells."""
    told = {
        order: column.name
        for column in columns
        for each in column.conversions
        if each.kind == "date_format" and (order := day_order(each.written))
    }
    found = list[Column]()
    for column in columns:
        orders = {order: each for each in column.either if (order := day_order(each))}
        known = [order for order in orders if order in told]
        if column.either and (pattern := only_reading(connection, column)):
            found.append(dated_or_odd(column, pattern))
        elif len(known) == 1:
            found.append(dated_or_odd(replace(column, settled_by=told[known[0]]), orders[known[0]]))
        else:
            found.append(column)
    return found


def dated_or_odd(column: Column, pattern: str) -> Column:
    """The column as dates of one of its two formats; as text where some cells are dates in neither."""
    if column.mostly_dates is None:
        return dated_column(replace(column, either=()), (pattern,))
    return replace(column, either=(), mostly_dates=pattern)


def only_reading(connection: duckdb.DuckDBPyConnection, column: Column) -> str | None:
    """The one of its two formats that reads every cell of the sample which either of them does."""
    reads = [parsed(column.source, each) for each in column.either]
    counts = ", ".join(f"count({each})" for each in (f"coalesce({', '.join(reads)})", *reads))
    row = connection.execute(
        f"SELECT {counts} FROM {TABLE} WHERE {column.source} NOT IN ({ALL_MARKERS})"
    ).fetchone() or (0,)
    whole = [each for each, read in zip(column.either, row[1:], strict=True) if read == row[0]]
    return whole[0] if len(whole) == 1 else None


def settled_points(columns: Sequence[Column]) -> list[Column]:
    """`columns`, their points in no doubt where those of another one can only stand before decimals."""
    told = any(
        each.storage == "DOUBLE" and each.form is None and each.clock is None and not each.unclear
        for each in columns
        if each.pin is None
    )
    return [replace(each, unclear=False) for each in columns] if told else list(columns)


def has_decimal_comma(columns: Sequence[Column]) -> bool:
    """Whether some column has one, so that one which may have either has it too."""
    return any(column.decimal == "," for column in columns)


def mostly_numbers(
    connection: duckdb.DuckDBPyConnection, column: Column, values: Sequence[str], comma_is_decimal: bool
) -> Column:
    """The column of text, as `mixed` where a person who chose numbers would read most of the sample."""
    if column.date_formats or column.mostly_dates is not None or column.currencies or column.either:
        return replace(column, mixed=False)
    if column.maybe_powers or column.several_units:
        return replace(column, mixed=False)
    if clock := likely_clock(column.name, values, MOSTLY):
        return replace(column, mixed=True, clock=clock)
    if form := mostly_powers(values, comma_is_decimal):
        return replace(column, mixed=True, form=form)
    if not column.mixed and number_share(values) < MANY_NUMBERS:
        return column
    form = likely_format(values, comma_is_decimal=comma_is_decimal)
    present = f"CASE WHEN {column.source} NOT IN ({ALL_MARKERS}) THEN {column.source} END"
    cells, read = connection.execute(
        f"SELECT count(cell), count({form.or_null('cell')}) FROM (SELECT {present} AS cell FROM {TABLE})"
    ).fetchall()[0]
    return replace(column, mixed=read > MOSTLY * cells, form=form)


@dataclass(frozen=True)
class CellCounts:
    """How many cells of a column there are in the sample, and how many could be stored as what."""

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
    """The counts for each of `sources`, missing cells left out."""
    # One below the other: planning the same expressions for each of many columns takes longer than all else.
    cells = f"SELECT * FROM (UNPIVOT {TABLE} ON {', '.join(sources)} INTO NAME source VALUE cell)"
    rows = connection.execute(
        "SELECT source, count(*), "
        "count(CASE WHEN CAST(try_cast(cell AS BIGINT) AS VARCHAR) = cell THEN 1 END), "
        f"count(CASE WHEN NOT {is_code('cell')} AND isfinite(try_cast(cell AS DOUBLE)) THEN 1 END), "
        "count(CASE WHEN lower(cell) IN ('true', 'false') THEN 1 END), "
        f"count(CASE WHEN regexp_full_match(cell, {literal(PLAIN_ISO)}) "
        f"THEN try_cast(cell AS TIMESTAMP) END), "
        f"count(CASE WHEN regexp_full_match(cell, {literal(LONG_CODE)}) THEN 1 END), "
        f"count(CASE WHEN regexp_full_match(cell, {literal(WHOLE)}) THEN 1 END), "
        f"count(CASE WHEN {LONG_WHOLE.format('cell')} THEN 1 END), "
        f"count(CASE WHEN regexp_full_match(cell, {literal(MAY_BE_THOUSANDS)}) THEN 1 END) "
        f"FROM ({cells}) WHERE cell NOT IN ({ALL_MARKERS}) GROUP BY source"
    ).fetchall()
    found = {source: CellCounts(*counts) for source, *counts in rows}
    return [found.get(source, CellCounts(*[0] * 9)) for source in sources]


def plain_column(name: str, source: str, counts: CellCounts) -> Column:
    """The column where its cells are written in the plain way, else as text."""
    if counts.cells == 0:
        return Column(name, source, "VARCHAR", source)
    # Times in billionths of a second lose nothing that matters.
    long = "false" if names_time(name) else LONG_WHOLE.format(source)
    if counts.rounded and counts.whole == counts.cells and not names_time(name):
        return Column(name, source, "VARCHAR", source, long=True)
    if counts.integers == counts.cells:
        problem = f"CAST(CAST({source} AS BIGINT) AS VARCHAR) <> {source} OR {long}"
        return Column(name, source, "BIGINT", checked(source, "BIGINT", problem))
    # Several codes would become one number.
    codes = counts.long_codes and counts.whole == counts.cells
    if counts.numbers == counts.cells and not codes:
        unclear = counts.maybe_thousands == counts.cells
        expression = checked(source, "DOUBLE", is_code(source))
        return Column(name, source, "DOUBLE", expression, unclear=unclear)
    if counts.booleans == counts.cells:
        problem = f"lower({source}) NOT IN ('true', 'false')"
        return Column(name, source, "BOOLEAN", checked(source, "BOOLEAN", problem))
    if counts.timestamps == counts.cells:
        return Column(name, source, "TIMESTAMP", plain_iso(source))
    return Column(name, source, "VARCHAR", source, mixed=counts.numbers > MOSTLY * counts.cells)


def formatted_column(column: Column, values: Sequence[str], comma_is_decimal: bool) -> Column:
    """The column where all `values` are numbers or dates in one clear format, else unchanged."""
    form = number_format(values, comma_is_decimal=comma_is_decimal)
    if form is None:
        form = told_powers(values, comma_is_decimal)
    if form is None and len(values) > MOST_CLASSES:
        form = unit_format(values, comma_is_decimal=comma_is_decimal)
    if form:
        decimal: Literal[".", ","] = "," if form.decimal == "," else "."
        # DuckDB moves a bare cast into the reading of the file, where rows that it fails on are left out.
        plain = form.cleaned(column.source) == column.source
        as_number = checked(column.source, "DOUBLE", is_code(column.source))
        return replace(
            column,
            storage="DOUBLE",
            expression=as_number if plain else form.expression(column.source),
            decimal=decimal,
            mixed=False,
            form=form,
            conversions=form.conversions(),
            unclear=may_be_thousands(form, values),
        )
    if clock := clock_format(column.name, values):
        return replace(
            column,
            storage="DOUBLE",
            expression=clock.expression(column.source),
            mixed=False,
            clock=clock,
            conversions=clock.conversions(),
        )
    if patterns := date_formats(values) or zoned_format(values):
        return dated_column(column, patterns)
    if either := either_format(values):
        return replace(column, either=either, mixed=False)
    formats = tuple(mixed_formats(values))
    odd = None if formats else mostly_dates(values)
    either = either_format([value for value in values if is_date(value, odd)]) if odd else ()
    currencies = tuple(mixed_currencies(values))
    few = currencies or len(values) <= MOST_CLASSES or mostly_powers(values, comma_is_decimal)
    lasts = not few and likely_clock(column.name, values, MOSTLY)
    units = () if few or lasts else tuple(mixed_units(values))
    codes = len(values) > MOST_CLASSES and bool(
        power_format(values, comma_is_decimal=comma_is_decimal, sure=False)
    )
    return replace(
        column,
        mostly_dates=odd,
        either=either,
        date_formats=formats,
        currencies=currencies,
        several_units=units if not codes else (),
        maybe_powers=codes,
    )


def told_powers(values: Sequence[str], comma_is_decimal: bool) -> NumberFormat | None:
    """The format of amounts with powers of ten that make a difference: where all bear one k it is a unit."""
    form = power_format(values, comma_is_decimal=comma_is_decimal)
    if form is None or form.words or set(form.noise) & set(CURRENCY):
        return form
    carried = powers_of(values)
    return (
        None
        if len(carried) == len(values) and len({*carried.values()}) == 1 and form.powers[0] in "kK"
        else form
    )


def mostly_powers(values: Sequence[str], comma_is_decimal: bool) -> NumberFormat | None:
    """The same of those that are amounts, where these are most of `values`."""
    amounts = amounts_among(values) if powers_of(values) else []
    return told_powers(amounts, comma_is_decimal) if len(amounts) > MOSTLY * len(values) else None


def dated_column(column: Column, patterns: Sequence[str]) -> Column:
    """The column as dates that are written in `patterns`; with a zone in it, as ISO times of any zone."""
    fails = f"CAST('x' || {column.source} AS TIMESTAMP)"
    read = f"coalesce({', '.join(parsed(column.source, each) for each in patterns)}, {fails})"
    return replace(
        column,
        storage="TIMESTAMP",
        expression=zoned_iso(column.source) if "%z" in patterns[0] else read,
        mixed=False,
        conversions=tuple(Conversion(kind="date_format", written=each) for each in patterns),
    )


def distinct_values(connection: duckdb.DuckDBPyConnection, source: str) -> list[str]:
    """The first 500 different cells of the sample, and one for each way of writing a currency; no markers."""
    present = f"FROM {TABLE} WHERE {source} NOT IN ({ALL_MARKERS})"
    rows = connection.execute(
        f"SELECT {source} {present} GROUP BY 1 ORDER BY min(place) LIMIT {DISTINCT_LOOKED_AT}"
    ).fetchall()
    if len(rows) == DISTINCT_LOOKED_AT:
        sign = currency_sql(source)
        rows += connection.execute(
            f"SELECT min({source}) {present} GROUP BY {sign} HAVING {sign} IS NOT NULL ORDER BY 1"
        ).fetchall()
    return [*dict.fromkeys(cell for (cell,) in rows)]


def checked(source: str, storage: Storage, problem: str) -> str:
    """SQL that reads `source` and fails where `problem` holds."""
    return f"CASE WHEN {problem} THEN CAST('x' || {source} AS {storage}) ELSE CAST({source} AS {storage}) END"


def refuted(connection: duckdb.DuckDBPyConnection, relation: str, columns: Sequence[Column]) -> list[Column]:
    """`columns`, with those read otherwise of which some cell in `relation` does not have the stored type."""
    typed = [column for column in columns if column.storage != "VARCHAR" and column.pin is None]
    if not typed:
        return list(columns)
    counts = ", ".join(f"count({column.source}) - count({column.tolerant})" for column in typed)
    row = connection.execute(f"SELECT {counts} FROM {relation}").fetchone() or ()
    wrong = {column.source for column, count in zip(typed, row, strict=True) if count}
    others = [next_reading(connection, each) for each in columns if each.source in wrong]
    proven = {each.source: each for each in refuted(connection, relation, others)}
    return [proven.get(column.source, column) for column in columns]


def next_reading(connection: duckdb.DuckDBPyConnection, column: Column) -> Column:
    """Whole numbers as numbers with decimals, times in UTC that say so as times of any zone, else text."""
    if column.storage == "BIGINT":
        code = f"{is_code(column.source)} OR regexp_full_match({column.source}, {literal(LONG_CODE)})"
        if not names_time(column.name):
            code += f" OR {LONG_WHOLE.format(column.source)}"
        return replace(column, storage="DOUBLE", expression=checked(column.source, "DOUBLE", code))
    plain = column.storage == "TIMESTAMP" and not column.conversions
    patterns = zoned_format(distinct_values(connection, column.source)) if plain else ()
    return dated_column(column, patterns) if patterns else column.as_text()
