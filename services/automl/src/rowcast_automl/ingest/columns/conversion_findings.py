"""What was done to cells to read them, told to the person."""

import re
from collections.abc import Iterator, Sequence

import duckdb

from rowcast_automl.contracts.generated import CastStep, Conversion, LintFinding, ParseDatesStep
from rowcast_automl.ingest.columns.missing_markers import ALL_MARKERS, Markers
from rowcast_automl.ingest.columns.type_inference import Column, PinnedType
from rowcast_automl.ingest.dates.date_format import iso_readings, parsed, short_years, spelled
from rowcast_automl.ingest.dates.times_and_durations import format_of, is_bare
from rowcast_automl.ingest.numbers.number_format import BLANKS, LONG_WHOLE, SIGNS
from rowcast_automl.ingest.numbers.thousands_separators import BLANK
from rowcast_automl.ingest.sample import TABLE
from rowcast_automl.platform.database.quoting import literal, quoted
from rowcast_automl.profile.finding import EVIDENCE, finding


def conversions_of(column: Column, markers: Markers) -> list[Conversion]:
    """Every conversion of the column's cells, missing markers first."""
    missing = [Conversion(kind="missing_marker", written=" ".join(markers.values))] if markers.values else []
    return [*missing, *column.conversions]


def conversion_findings(
    connection: duckdb.DuckDBPyConnection, columns: Sequence[Column], *, complete: bool
) -> Iterator[LintFinding]:
    """A finding for each way in which cells of a column were rewritten, with an example.

    `complete` says that the sample holds every row, so that its places are row numbers.
    """
    for column in columns:
        kinds: dict[str, str] = {each.kind: each.written for each in column.conversions}
        shown = [sign for kind in SIGNS & kinds.keys() for sign in kinds[kind].split(" ") if sign]
        signs = [each for sign in shown for each in (BLANKS if sign == BLANK else (sign,))]
        if signs and (found := example(connection, column, signs)):
            cell, value, _ = found
            yield finding("NUMBERS_CONVERTED", column.name, cell=cell, value=value)
        if "bound" in kinds and (found := example(connection, column, kinds["bound"].split(" "))):
            rows = found[2] if complete else []
            yield finding("BOUNDS_READ", column.name, warning=True, rows=rows, cell=found[0])
        yield from read_findings(connection, column, kinds, complete=complete)
        yield from unclear_findings(connection, column, complete=complete)
        if column.currencies and column.pin is None:
            told = ", ".join(column.currencies)
            yield finding("MIXED_CURRENCIES", column.name, warning=True, currencies=told)
        formats = [each.written for each in column.conversions if each.kind == "date_format"]
        if dates := date_examples(connection, column, formats):
            (cell, written, _), *others = dates
            told = ", ".join([written, *(f'{each} ("{cell}")' for cell, each, _ in others)])
            rows = [place for _, _, place in dates] if complete else []
            yield finding("DATES_CONVERTED", column.name, rows=rows, cell=cell, format=told)
            if column.settled_by:
                yield finding(
                    "DATES_BY_OTHER", column.name, cell=cell, format=written, other=column.settled_by
                )
            if any(map(short_years, formats)):
                value = value_of(connection, column, cell)
                yield finding("SHORT_YEARS", column.name, cell=cell, value=value, first="1969", last="2068")
        if column.date_formats and column.pin is None:
            step = ParseDatesStep(op="parse_dates", column=column.name, formats=list(column.date_formats))
            dates = date_examples(connection, column, column.date_formats)
            told = ", ".join(f'{written}: "{cell}"' for cell, written, _ in dates)
            rows = [place for _, _, place in dates] if complete else []
            yield finding("MIXED_DATES", column.name, warning=True, rows=rows, fix=step, formats=told)


def read_findings(
    connection: duckdb.DuckDBPyConnection, column: Column, kinds: dict[str, str], *, complete: bool
) -> Iterator[LintFinding]:
    """How times were read as numbers, and which cells lack the unit of the others."""
    cells = f"(SELECT {column.source} AS cell, place, {column.tolerant} AS value FROM {TABLE})"
    if clock := format_of(kinds):
        row = connection.execute(
            f"SELECT cell, value FROM {cells} WHERE value IS NOT NULL ORDER BY place LIMIT 1"
        ).fetchone()
        if row:
            value = f"{row[1]:.15g}"
            yield finding("CLOCK_READ", column.name, cell=row[0][:40], unit=clock.unit, value=value)
    units = kinds.get("unit", kinds.get("without_unit", "")).split()
    if units:
        with_unit = literal(rf"({'|'.join(map(re.escape, units))})\s*$")
        alone = is_bare("cell") if clock else f"NOT regexp_matches(cell, {with_unit})"
        bare = f"value IS NOT NULL AND {alone}"
        count, rows = connection.execute(
            f"SELECT count(*), min(place, {EVIDENCE}) FROM {cells} WHERE {bare}"
        ).fetchone() or (0, None)
        if count:
            rows = rows if complete else []
            yield finding("UNITS_MISSING", column.name, warning=True, rows=rows, unit=units[0], count=count)


def unclear_findings(
    connection: duckdb.DuckDBPyConnection, column: Column, *, complete: bool
) -> Iterator[LintFinding]:
    """What a person has to decide of a column, with the readings to choose from."""
    present = f"FROM {TABLE} WHERE {column.source} IS NOT NULL AND {column.source} NOT IN ({ALL_MARKERS})"

    def first(condition: str = "true") -> tuple[str, list[int]]:
        rows = connection.execute(
            f"SELECT {column.source}, place {present} AND ({condition}) ORDER BY place LIMIT {EVIDENCE}"
        ).fetchall()
        return (str(rows[0][0])[:40] if rows else "", [place for _, place in rows] if complete else [])

    def cast(to: PinnedType, **given: str) -> CastStep:
        return CastStep.model_validate({"op": "cast", "column": column.name, "to": to, **given})

    if column.pin is not None:
        return
    if column.declared == "string":
        yield finding("DIGITS_AS_TEXT", column.name, cell=first()[0])
    if column.long:
        cell, rows = first(LONG_WHOLE.format(column.source))
        yield finding("LONG_NUMBERS", column.name, rows=rows, cell=cell)
    if column.unclear:
        cell, rows = first(f"contains({column.source}, '.')")
        if cell:
            choices = [
                ("Decimal point", cast("number", decimal=".")),
                ("Thousands separator", cast("number", decimal=",")),
            ]
            value = value_of(connection, column, cell)
            yield finding(
                "POINTS_UNCLEAR",
                column.name,
                warning=True,
                rows=rows,
                choices=choices,
                cell=cell,
                value=value,
            )
    if column.several_units:
        yield finding("UNITS_MIXED", column.name, warning=True, units=", ".join(column.several_units))
    if column.maybe_powers:
        cell, rows = first(f"regexp_matches({column.source}, '[0-9].?[A-Za-z]')")
        choices = [("Read as codes", cast("category")), ("Read as numbers", cast("number"))]
        yield finding("MULTIPLIERS_UNCLEAR", column.name, warning=True, rows=rows, choices=choices, cell=cell)
    if column.either:
        cell, rows = first(f"{parsed(column.source, column.either[0])} IS NOT NULL")
        steps = [
            ParseDatesStep(op="parse_dates", column=column.name, formats=[each]) for each in column.either
        ]
        dated = [(spelled(each), step) for each, step in zip(column.either, steps, strict=True)]
        yield finding("AMBIGUOUS_DATES", column.name, warning=True, rows=rows, choices=dated, cell=cell)


def value_of(connection: duckdb.DuckDBPyConnection, column: Column, cell: str) -> str:
    """What a cell was read as; a date at midnight without its time."""
    row = connection.execute(
        f"SELECT CAST({column.tolerant} AS VARCHAR) FROM (SELECT {literal(cell)} AS {column.source})"
    ).fetchone()
    return str(row[0]).removesuffix(" 00:00:00") if row else ""


def date_examples(
    connection: duckdb.DuckDBPyConnection, column: Column, formats: Sequence[str]
) -> list[tuple[str, str, int]]:
    """For each format the first cell that it reads and those before it do not, its words, and the place."""
    found = []
    cell = f"trim({quoted(column.source)})"
    # Such a pattern that nobody chose stands for ISO times of any zone, also for a Z that it does not read.
    zoned = column.pin is None and any("%z" in each for each in formats)
    reads = [iso_readings(cell)[1]] if zoned else [parsed(cell, each) for each in formats]
    for place, pattern in enumerate(formats):
        earlier = [f"{each} IS NULL AND " for each in reads[:place]]
        row = connection.execute(
            f"SELECT {cell}, place FROM {TABLE} WHERE {''.join(earlier)}"
            f"{reads[place]} IS NOT NULL ORDER BY place LIMIT 1"
        ).fetchone()
        if row:
            found.append((str(row[0])[:40], spelled(pattern), int(row[1])))
    return found


def example(
    connection: duckdb.DuckDBPyConnection, column: Column, signs: Sequence[str]
) -> tuple[str, str, list[int]] | None:
    """The first cell that holds one of `signs`, what it was read as, and up to 20 places of such cells."""
    holds = " OR ".join(f"contains(cell, {literal(sign)})" for sign in signs)
    rows = connection.execute(
        f"SELECT cell, CAST(value AS VARCHAR), place FROM (SELECT {quoted(column.source)} AS cell, place, "
        f"{column.tolerant} AS value FROM {TABLE}) WHERE value IS NOT NULL AND ({holds}) "
        f"ORDER BY place LIMIT {EVIDENCE}"
    ).fetchall()
    return (rows[0][0][:40], rows[0][1], [place for _, _, place in rows]) if rows else None
