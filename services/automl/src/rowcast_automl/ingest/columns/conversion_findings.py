"""Findings about conversions of cells, and about ambiguous cells that the user has to decide."""

import re
from collections.abc import Iterator, Sequence

import duckdb

from rowcast_automl.contracts.generated import CastStep, Conversion, LintFinding, ParseDatesStep
from rowcast_automl.ingest.columns.column import Column, PinnedType
from rowcast_automl.ingest.columns.missing_markers import ALL_MARKERS, Markers
from rowcast_automl.ingest.dates.date_format import (
    has_two_digit_years,
    is_iso_format,
    iso_or_null_sql,
    parse_date_sql,
    readable_pattern,
)
from rowcast_automl.ingest.dates.time_zones import has_zone_sql
from rowcast_automl.ingest.dates.times_and_durations import format_from_conversions, is_bare_number_sql
from rowcast_automl.ingest.numbers.number_format import BLANKS, FORMATTING_CONVERSIONS, ROUNDED_INTEGER
from rowcast_automl.ingest.numbers.thousands_separators import VISIBLE_BLANK
from rowcast_automl.ingest.sample import SAMPLE_TABLE
from rowcast_automl.platform.database.quoting import literal, quoted
from rowcast_automl.profile.finding import MAX_EVIDENCE_ROWS, finding, quoted_list


def conversions_of(column: Column, markers: Markers) -> list[Conversion]:
    """Return all conversions of a column, missing markers first."""
    missing = [Conversion(kind="missing_marker", written=" ".join(markers.values))] if markers.values else []
    return [*missing, *column.conversions]


def conversion_findings(
    connection: duckdb.DuckDBPyConnection, columns: Sequence[Column], *, complete: bool
) -> Iterator[LintFinding]:
    """Yield a finding with an example for each conversion of a column.

    Parameters
    ----------
    complete : bool
        Whether the sample contains every row, so that its places are row numbers.
    """
    zoned = columns_with_zones(connection, columns)
    for column in columns:
        kinds: dict[str, str] = {each.kind: each.written for each in column.conversions}
        signs_shown = [
            sign for kind in FORMATTING_CONVERSIONS & kinds.keys() for sign in kinds[kind].split(" ") if sign
        ]
        signs = [each for sign in signs_shown for each in (BLANKS if sign == VISIBLE_BLANK else (sign,))]
        if signs and (found := example_of(connection, column, signs)):
            cell, value, _ = found
            yield finding("NUMBERS_CONVERTED", column.name, cell=cell, value=value)
        if "bound" in kinds and (found := example_of(connection, column, kinds["bound"].split(" "))):
            rows = found[2] if complete else []
            yield finding("BOUNDS_READ", column.name, warning=True, rows=rows, cell=found[0])
        yield from unit_findings(connection, column, kinds, complete=complete)
        yield from ambiguity_findings(connection, column, complete=complete)
        if column.currencies and column.pin is None:
            shown_text = ", ".join(column.currencies)
            yield finding("MIXED_CURRENCIES", column.name, warning=True, currencies=shown_text)
        formats = [each.written for each in column.conversions if each.kind == "date_format"]
        if dates := date_examples(connection, column, formats):
            (cell, written, _), *others = dates
            shown_text = ", ".join([written, *(f'{each} ("{cell}")' for cell, each, _ in others)])
            rows = [place for _, _, place in dates] if complete else []
            yield finding("DATES_CONVERTED", column.name, rows=rows, cell=cell, format=shown_text)
            if column.resolved_by:
                yield finding(
                    "DATES_BY_OTHER", column.name, cell=cell, format=written, other=column.resolved_by
                )
            if any(map(has_two_digit_years, formats)):
                value = converted_value(connection, column, cell)
                yield finding("SHORT_YEARS", column.name, cell=cell, value=value, first="1969", last="2068")
        if column.source in zoned:
            yield from zone_findings(connection, column, complete=complete)
        if column.date_formats and column.pin is None:
            step = ParseDatesStep(op="parse_dates", column=column.name, formats=list(column.date_formats))
            dates = date_examples(connection, column, column.date_formats)
            shown_text = ", ".join(f'{written}: "{cell}"' for cell, written, _ in dates)
            rows = [place for _, _, place in dates] if complete else []
            yield finding("MIXED_DATES", column.name, warning=True, rows=rows, fix=step, formats=shown_text)


def columns_with_zones(connection: duckdb.DuckDBPyConnection, columns: Sequence[Column]) -> frozenset[str]:
    """Return the columns of times in which the sample has a time zone."""
    names = ", ".join(column.source for column in columns if column.storage == "TIMESTAMP")
    if not names:
        return frozenset()
    cells = f"UNPIVOT (SELECT {names} FROM {SAMPLE_TABLE}) ON {names} INTO NAME source VALUE cell"
    rows = connection.execute(
        f"SELECT DISTINCT source FROM ({cells}) WHERE {has_zone_sql('cell')}"
    ).fetchall()
    return frozenset(source for (source,) in rows)


def zone_findings(
    connection: duckdb.DuckDBPyConnection, column: Column, *, complete: bool
) -> Iterator[LintFinding]:
    """Yield a finding about times without a time zone, if other times of the column have one."""
    present = (
        f"(SELECT {column.source} AS cell, place, {has_zone_sql(column.source)} AS zoned FROM {SAMPLE_TABLE} "
        f"WHERE {column.expression_or_null} IS NOT NULL)"
    )
    zoned, count, rows, cell = connection.execute(
        f"SELECT count(*) FILTER (zoned), count(*) FILTER (NOT zoned), "
        f"min(place, {MAX_EVIDENCE_ROWS}) FILTER (NOT zoned), min_by(cell, place) FILTER (NOT zoned) "
        f"FROM {present}"
    ).fetchone() or (0, 0, None, None)
    if zoned and count:
        rows = rows if complete else []
        yield finding("ZONES_MISSING", column.name, rows=rows, cell=cell[:40], count=count, zone="UTC")


def unit_findings(
    connection: duckdb.DuckDBPyConnection, column: Column, kinds: dict[str, str], *, complete: bool
) -> Iterator[LintFinding]:
    """Yield findings about times that were converted to numbers, and about cells without a unit."""
    cells = (
        f"(SELECT {column.source} AS cell, place, {column.expression_or_null} AS value FROM {SAMPLE_TABLE})"
    )
    if clock := format_from_conversions(kinds):
        row = connection.execute(
            f"SELECT cell, value FROM {cells} WHERE value IS NOT NULL ORDER BY place LIMIT 1"
        ).fetchone()
        if row:
            value = f"{row[1]:.15g}"
            yield finding("CLOCK_READ", column.name, cell=row[0][:40], unit=clock.unit, value=value)
    units = kinds.get("unit", kinds.get("without_unit", "")).split()
    if units:
        with_unit = literal(rf"({'|'.join(map(re.escape, units))})\s*$")
        is_bare_number = is_bare_number_sql("cell") if clock else f"NOT regexp_matches(cell, {with_unit})"
        without_unit = f"value IS NOT NULL AND {is_bare_number}"
        count, rows = connection.execute(
            f"SELECT count(*), min(place, {MAX_EVIDENCE_ROWS}) FROM {cells} WHERE {without_unit}"
        ).fetchone() or (0, None)
        if count:
            rows = rows if complete else []
            yield finding("UNITS_MISSING", column.name, warning=True, rows=rows, unit=units[0], count=count)


def ambiguity_findings(
    connection: duckdb.DuckDBPyConnection, column: Column, *, complete: bool
) -> Iterator[LintFinding]:
    """Yield findings about ambiguous columns, with the interpretations to choose from."""
    present = (
        f"FROM {SAMPLE_TABLE} WHERE {column.source} IS NOT NULL AND {column.source} NOT IN ({ALL_MARKERS})"
    )

    def first(condition: str = "true") -> tuple[str, list[int]]:
        rows = connection.execute(
            f"SELECT {column.source}, place {present} AND ({condition}) "
            f"ORDER BY place LIMIT {MAX_EVIDENCE_ROWS}"
        ).fetchall()
        return (str(rows[0][0])[:40] if rows else "", [place for _, place in rows] if complete else [])

    def cast(to: PinnedType, **given: str) -> CastStep:
        return CastStep.model_validate({"op": "cast", "column": column.name, "to": to, **given})

    if column.pin is not None:
        return
    if column.declared == "string":
        yield finding("DIGITS_AS_TEXT", column.name, cell=first()[0])
    if column.number_spellings:
        shown = quoted_list(column.number_spellings)
        yield finding("NUMBER_SPELLINGS", column.name, fix=cast("number"), cells=shown)
    if column.loses_precision:
        cell, rows = first(ROUNDED_INTEGER.format(column.source))
        yield finding("LONG_NUMBERS", column.name, rows=rows, cell=cell)
    if column.are_points_ambiguous:
        cell, rows = first(f"contains({column.source}, '.')")
        if cell:
            choices = [
                ("Decimal point", cast("number", decimal=".")),
                ("Thousands separator", cast("number", decimal=",")),
            ]
            value = converted_value(connection, column, cell)
            yield finding(
                "POINTS_UNCLEAR",
                column.name,
                warning=True,
                rows=rows,
                choices=choices,
                cell=cell,
                value=value,
            )
    if column.unit_variants:
        yield finding("UNITS_MIXED", column.name, warning=True, units=", ".join(column.unit_variants))
    if column.maybe_suffixes:
        cell, rows = first(f"regexp_matches({column.source}, '[0-9].?[A-Za-z]')")
        choices = [("Read as codes", cast("category")), ("Read as numbers", cast("number"))]
        yield finding("MULTIPLIERS_UNCLEAR", column.name, warning=True, rows=rows, choices=choices, cell=cell)
    if column.ambiguous_formats:
        cell, rows = first(f"{parse_date_sql(column.source, column.ambiguous_formats[0])} IS NOT NULL")
        steps = [
            ParseDatesStep(op="parse_dates", column=column.name, formats=[each])
            for each in column.ambiguous_formats
        ]
        date_choices = [
            (readable_pattern(each), step) for each, step in zip(column.ambiguous_formats, steps, strict=True)
        ]
        yield finding(
            "AMBIGUOUS_DATES", column.name, warning=True, rows=rows, choices=date_choices, cell=cell
        )


def converted_value(connection: duckdb.DuckDBPyConnection, column: Column, cell: str) -> str:
    """Return the converted value of a cell. A date at midnight is shown without its time."""
    row = connection.execute(
        f"SELECT CAST({column.expression_or_null} AS VARCHAR) "
        f"FROM (SELECT {literal(cell)} AS {column.source})"
    ).fetchone()
    return str(row[0]).removesuffix(" 00:00:00") if row else ""


def date_examples(
    connection: duckdb.DuckDBPyConnection, column: Column, formats: Sequence[str]
) -> list[tuple[str, str, int]]:
    """Return an example for each format: a cell, the readable format and the place of the cell.

    The cell is the first one that this format parses and the formats before it do not.
    """
    found = []
    cell = f"trim({quoted(column.source)})"
    # An inferred ISO format stands for ISO times of any zone.
    reads = [
        iso_or_null_sql(cell) if column.pin is None and is_iso_format(each) else parse_date_sql(cell, each)
        for each in formats
    ]
    for place, pattern in enumerate(formats):
        earlier = [f"{each} IS NULL AND " for each in reads[:place]]
        row = connection.execute(
            f"SELECT {cell}, place FROM {SAMPLE_TABLE} WHERE {''.join(earlier)}"
            f"{reads[place]} IS NOT NULL ORDER BY place LIMIT 1"
        ).fetchone()
        if row:
            found.append((str(row[0])[:40], readable_pattern(pattern), int(row[1])))
    return found


def example_of(
    connection: duckdb.DuckDBPyConnection, column: Column, signs: Sequence[str]
) -> tuple[str, str, list[int]] | None:
    """Return the first cell that contains one of `signs`, its value, and up to 20 places of such cells."""
    holds = " OR ".join(f"contains(cell, {literal(sign)})" for sign in signs)
    rows = connection.execute(
        f"SELECT cell, CAST(value AS VARCHAR), place FROM (SELECT {quoted(column.source)} AS cell, place, "
        f"{column.expression_or_null} AS value FROM {SAMPLE_TABLE}) WHERE value IS NOT NULL AND ({holds}) "
        f"ORDER BY place LIMIT {MAX_EVIDENCE_ROWS}"
    ).fetchall()
    return (rows[0][0][:40], rows[0][1], [place for _, _, place in rows]) if rows else None
