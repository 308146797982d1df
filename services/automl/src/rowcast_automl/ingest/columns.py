"""How each column is stored: judged on the sample, proven on every row while it is written."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import duckdb

from rowcast_automl.contracts.generated import Conversion
from rowcast_automl.ingest.dates import (
    PLAIN_ISO,
    date_formats,
    mixed_formats,
    mostly_dates,
    parsed,
    plain_iso,
    tolerant,
    zoned_format,
    zoned_iso,
)
from rowcast_automl.ingest.markers import ALL_MARKERS
from rowcast_automl.ingest.numbers import (
    LONG_CODE,
    NumberFormat,
    currency_sql,
    likely_format,
    mixed_currencies,
    number_format,
    number_share,
    unit_format,
)
from rowcast_automl.ingest.sample import TABLE
from rowcast_automl.platform.sql import literal

Storage = Literal["BIGINT", "DOUBLE", "BOOLEAN", "TIMESTAMP", "VARCHAR"]
PinnedType = Literal["number", "integer", "boolean", "category", "ordinal", "datetime", "text", "identifier"]
DISTINCT_LOOKED_AT = 500
MOSTLY = 0.8
MANY_NUMBERS = 0.5
# Few different amounts with a unit are classes, as "36 months" and "60 months".
MOST_CLASSES = 10
# '00123' is a code and not a number; letters would be read as infinity or not-a-number.
CODE = "({0} >= '00' AND {0} < '0:' OR {0} >= 'A' OR contains({0}, '_'))"


@dataclass(frozen=True)
class Column:
    """A column of the table: `source` is its name in the text relation, `expression` reads it from there.

    `expression` fails, rather than guesses, on a cell that does not have the stored type; where a person
    chose the type (`pin`) it gives null. `form` is how its numbers are written, unless the plain way.
    `mixed` says that most cells are numbers, in `form`, but were left as text for some odd ones.
    `mostly_dates` is the strptime format, '' for ISO, of dates that were left as text for some odd cells,
    `date_formats` are those of dates, and `currencies` those of amounts, that were left as text.
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
    pin: PinnedType | None = None

    @property
    def tolerant(self) -> str:
        """`expression`, but null instead of an error."""
        return self.expression if self.pin is not None else tolerant(self.expression)

    def as_text(self) -> "Column":
        """The same column, kept as it is written."""
        numbers = self.storage in ("BIGINT", "DOUBLE")
        text = Column(self.name, self.source, "VARCHAR", self.source, mixed=numbers, form=self.form)
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
        if column.storage == "VARCHAR"
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
    comma_is_decimal = has_decimal_comma(planned)
    return [
        mostly_numbers(connection, column, values[column.source], comma_is_decimal)
        if column.storage == "VARCHAR"
        else column
        for column in planned
    ]


def has_decimal_comma(columns: Sequence[Column]) -> bool:
    """Whether some column has one, so that one which may have either has it too."""
    return any(column.decimal == "," for column in columns)


def mostly_numbers(
    connection: duckdb.DuckDBPyConnection, column: Column, values: Sequence[str], comma_is_decimal: bool
) -> Column:
    """The column of text, as `mixed` where a person who chose numbers would read most of the sample."""
    if column.date_formats or column.mostly_dates is not None or column.currencies:
        return replace(column, mixed=False)
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


def sample_counts(connection: duckdb.DuckDBPyConnection, sources: Sequence[str]) -> list[CellCounts]:
    """The counts for each of `sources`, missing cells left out."""
    # One below the other: planning the same expressions for each of many columns takes longer than all else.
    cells = f"SELECT * FROM (UNPIVOT {TABLE} ON {', '.join(sources)} INTO NAME source VALUE cell)"
    rows = connection.execute(
        "SELECT source, count(*), "
        "count(CASE WHEN CAST(try_cast(cell AS BIGINT) AS VARCHAR) = cell THEN 1 END), "
        f"count(CASE WHEN NOT {CODE.format('cell')} AND isfinite(try_cast(cell AS DOUBLE)) THEN 1 END), "
        "count(CASE WHEN lower(cell) IN ('true', 'false') THEN 1 END), "
        f"count(CASE WHEN regexp_full_match(cell, {literal(PLAIN_ISO)}) "
        f"THEN try_cast(cell AS TIMESTAMP) END), "
        f"count(CASE WHEN regexp_full_match(cell, {literal(LONG_CODE)}) THEN 1 END), "
        "count(CASE WHEN regexp_full_match(cell, '[+-]?[0-9]+') THEN 1 END) "
        f"FROM ({cells}) WHERE cell NOT IN ({ALL_MARKERS}) GROUP BY source"
    ).fetchall()
    found = {source: CellCounts(*counts) for source, *counts in rows}
    return [found.get(source, CellCounts(0, 0, 0, 0, 0, 0, 0)) for source in sources]


def plain_column(name: str, source: str, counts: CellCounts) -> Column:
    """The column where its cells are written in the plain way, else as text."""
    if counts.cells == 0:
        return Column(name, source, "VARCHAR", source)
    if counts.integers == counts.cells:
        problem = f"CAST(CAST({source} AS BIGINT) AS VARCHAR) <> {source}"
        return Column(name, source, "BIGINT", checked(source, "BIGINT", problem))
    # Several codes would become one number.
    codes = counts.long_codes and counts.whole == counts.cells
    if counts.numbers == counts.cells and not codes:
        return Column(name, source, "DOUBLE", checked(source, "DOUBLE", CODE.format(source)))
    if counts.booleans == counts.cells:
        problem = f"lower({source}) NOT IN ('true', 'false')"
        return Column(name, source, "BOOLEAN", checked(source, "BOOLEAN", problem))
    if counts.timestamps == counts.cells:
        return Column(name, source, "TIMESTAMP", plain_iso(source))
    return Column(name, source, "VARCHAR", source, mixed=counts.numbers > MOSTLY * counts.cells)


def formatted_column(column: Column, values: Sequence[str], comma_is_decimal: bool) -> Column:
    """The column where all `values` are numbers or dates in one clear format, else unchanged."""
    form = number_format(values, comma_is_decimal=comma_is_decimal)
    if form is None and len(values) > MOST_CLASSES:
        form = unit_format(values, comma_is_decimal=comma_is_decimal)
    if form:
        decimal: Literal[".", ","] = "," if form.decimal == "," else "."
        # DuckDB moves a bare cast into the reading of the file, where rows that it fails on are left out.
        plain = form.cleaned(column.source) == column.source
        as_number = checked(column.source, "DOUBLE", CODE.format(column.source))
        return replace(
            column,
            storage="DOUBLE",
            expression=as_number if plain else form.expression(column.source),
            decimal=decimal,
            mixed=False,
            form=form,
            conversions=form.conversions(),
        )
    if patterns := date_formats(values) or zoned_format(values):
        return dated_column(column, patterns)
    formats = tuple(mixed_formats(values))
    odd = None if formats else mostly_dates(values)
    currencies = tuple(mixed_currencies(values))
    return replace(column, mostly_dates=odd, date_formats=formats, currencies=currencies)


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
    """Up to 500 different cells of the sample, and one for each way of writing a currency; no markers."""
    present = f"FROM {TABLE} WHERE {source} NOT IN ({ALL_MARKERS})"
    rows = connection.execute(f"SELECT DISTINCT {source} {present} LIMIT {DISTINCT_LOOKED_AT}").fetchall()
    if len(rows) == DISTINCT_LOOKED_AT:
        sign = currency_sql(source)
        rows += connection.execute(
            f"SELECT min({source}) {present} GROUP BY {sign} HAVING {sign} IS NOT NULL"
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
        code = f"{CODE.format(column.source)} OR regexp_full_match({column.source}, {literal(LONG_CODE)})"
        return replace(column, storage="DOUBLE", expression=checked(column.source, "DOUBLE", code))
    plain = column.storage == "TIMESTAMP" and not column.conversions
    patterns = zoned_format(distinct_values(connection, column.source)) if plain else ()
    return dated_column(column, patterns) if patterns else column.as_text()
