"""What was done to cells to read them, told to the person."""

from collections.abc import Iterator, Sequence

import duckdb

from rowcast_automl.contracts.generated import Conversion, LintFinding, ParseDatesStep
from rowcast_automl.ingest.columns import Column
from rowcast_automl.ingest.markers import Markers
from rowcast_automl.ingest.sample import TABLE
from rowcast_automl.platform.engine import literal, quoted
from rowcast_automl.profile.finding import EVIDENCE, finding

NUMERIC = {"currency", "percent", "thousands", "decimal_comma"}


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
        signs = [sign for kind in NUMERIC & kinds.keys() for sign in kinds[kind].split(" ") if sign]
        if signs and (found := example(connection, column, signs)):
            cell, value, _ = found
            yield finding("NUMBERS_CONVERTED", column.name, cell=cell, value=value)
        if "bound" in kinds and (found := example(connection, column, kinds["bound"].split(" "))):
            rows = found[2] if complete else []
            yield finding("BOUNDS_READ", column.name, warning=True, rows=rows, cell=found[0])
        if "date_format" in kinds and (found := example(connection, column, [""])):
            written = kinds["date_format"]
            yield finding("DATES_CONVERTED", column.name, cell=found[0], format=written)
        if column.date_formats and column.pin is None:
            step = ParseDatesStep(op="parse_dates", column=column.name, formats=list(column.date_formats))
            yield finding(
                "MIXED_DATES", column.name, warning=True, fix=step, formats=", ".join(column.date_formats)
            )


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
