"""What was done to cells to read them, told to the person."""

from collections.abc import Iterator, Sequence

import duckdb

from rowcast_automl.contracts.generated import Conversion, LintFinding, ParseDatesStep
from rowcast_automl.ingest.columns import Column
from rowcast_automl.ingest.dates import iso_readings, parsed, spelled
from rowcast_automl.ingest.markers import Markers
from rowcast_automl.ingest.numbers import SIGNS
from rowcast_automl.ingest.sample import TABLE
from rowcast_automl.platform.sql import literal, quoted
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
        signs = [sign for kind in SIGNS & kinds.keys() for sign in kinds[kind].split(" ") if sign]
        if signs and (found := example(connection, column, signs)):
            cell, value, _ = found
            yield finding("NUMBERS_CONVERTED", column.name, cell=cell, value=value)
        if "bound" in kinds and (found := example(connection, column, kinds["bound"].split(" "))):
            rows = found[2] if complete else []
            yield finding("BOUNDS_READ", column.name, warning=True, rows=rows, cell=found[0])
        if column.currencies and column.pin is None:
            told = ", ".join(column.currencies)
            yield finding("MIXED_CURRENCIES", column.name, warning=True, currencies=told)
        formats = [each.written for each in column.conversions if each.kind == "date_format"]
        if dates := date_examples(connection, column, formats):
            (cell, written, _), *others = dates
            told = ", ".join([written, *(f'{each} ("{cell}")' for cell, each, _ in others)])
            rows = [place for _, _, place in dates] if complete else []
            yield finding("DATES_CONVERTED", column.name, rows=rows, cell=cell, format=told)
        if column.date_formats and column.pin is None:
            step = ParseDatesStep(op="parse_dates", column=column.name, formats=list(column.date_formats))
            dates = date_examples(connection, column, column.date_formats)
            told = ", ".join(f'{written}: "{cell}"' for cell, written, _ in dates)
            rows = [place for _, _, place in dates] if complete else []
            yield finding("MIXED_DATES", column.name, warning=True, rows=rows, fix=step, formats=told)


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
