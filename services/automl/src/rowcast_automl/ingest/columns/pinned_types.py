"""Types that a person chose: how a column is read by them, and which cells do not fit."""

import csv
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TextIO

import duckdb

from rowcast_automl.contracts.generated import Conversion, LintFinding
from rowcast_automl.ingest.columns.type_inference import Column, PinnedType, distinct_values
from rowcast_automl.ingest.csv.dialect import CsvDialect
from rowcast_automl.ingest.dates.date_format import dates_or_null, likely_formats
from rowcast_automl.ingest.dates.times_and_durations import likely_clock
from rowcast_automl.ingest.numbers.number_format import likely_format, read_with
from rowcast_automl.platform.database.quoting import literal
from rowcast_automl.profile.columns.boolean_words import NO_FORMS, YES_FORMS
from rowcast_automl.profile.finding import EVIDENCE, LinesOf, finding, quoted_list, with_lines

# Of rejected rows; four times as many bytes are held of it.
LONGEST_CELL = 64 << 20
TRUE, FALSE = sorted((*YES_FORMS, "1")), sorted((*NO_FORMS, "0"))


@dataclass(frozen=True)
class Pin:
    """The chosen type of a column, for dates the formats to try in turn (none: find them), for numbers what
    stands before their decimals, and for ordered categories their values, lowest first (none: find them)."""

    to: PinnedType
    formats: tuple[str, ...] = ()
    decimal: str | None = None
    levels: tuple[str, ...] = ()


def pinned_columns(
    connection: duckdb.DuckDBPyConnection,
    columns: Sequence[Column],
    pins: Mapping[str, Pin],
    *,
    comma_is_decimal: bool,
) -> list[Column]:
    """`columns`, with those named in `pins` read as the person said."""
    return [
        pinned(column, pins[column.name], distinct_values(connection, column.source), comma_is_decimal)
        if column.name in pins
        else column
        for column in columns
    ]


def pinned(column: Column, pin: Pin, values: Sequence[str], comma_is_decimal: bool) -> Column:
    """One column as `pin` says; `values` show how its cells are written."""
    cell = f"trim({column.source})"
    levels = pin.levels if pin.to == "ordinal" else ()
    plain = Column(column.name, column.source, "VARCHAR", column.source, pin=pin.to, levels=levels)
    if pin.to in ("number", "integer") and (clock := likely_clock(column.name, values)):
        number = clock.or_null(column.source)
        whole = f"CASE WHEN {number} = floor({number}) THEN CAST({number} AS BIGINT) END"
        return replace(
            plain,
            storage="DOUBLE" if pin.to == "number" else "BIGINT",
            expression=number if pin.to == "number" else whole,
            conversions=clock.conversions(),
        )
    if pin.to in ("number", "integer"):
        form = likely_format(values, comma_is_decimal=comma_is_decimal)
        if pin.decimal and pin.decimal != form.decimal:
            form = read_with(form, pin.decimal)
        number = form.or_null(column.source)
        whole = f"CASE WHEN {number} = floor({number}) THEN TRY_CAST({form.cleaned(cell)} AS BIGINT) END"
        return replace(
            plain,
            storage="DOUBLE" if pin.to == "number" else "BIGINT",
            expression=number if pin.to == "number" else whole,
            decimal="," if form.decimal == "," else ".",
            conversions=form.conversions(),
        )
    if pin.to == "boolean":
        words = ", ".join(literal(word) for word in TRUE), ", ".join(literal(word) for word in FALSE)
        word = f"lower(nfc_normalize({cell}))"
        sides = f"WHEN {word} IN ({words[0]}) THEN TRUE WHEN {word} IN ({words[1]}) THEN FALSE"
        return replace(plain, storage="BOOLEAN", expression=f"CASE {sides} END")
    if pin.to == "datetime":
        formats = pin.formats or tuple(likely_formats(values))
        written = tuple(Conversion(kind="date_format", written=pattern) for pattern in formats)
        expression = dates_or_null(column.source, formats)
        return replace(plain, storage="TIMESTAMP", expression=expression, conversions=written)
    return plain


def unfit_cells(
    connection: duckdb.DuckDBPyConnection,
    relation: str,
    columns: Sequence[Column],
    lines_of: LinesOf,
    gone: Collection[int],
) -> tuple[dict[str, int], list[LintFinding]]:
    """How many cells of each pinned column do not fit its type, and a finding with lines for each.

    Those of the rows that are `gone`, as a row of totals, do not count.
    """
    left = f"place NOT IN ({', '.join(map(str, gone))})" if gone else "TRUE"
    counts, findings = dict[str, int](), list[LintFinding]()
    for column in columns:
        if column.pin is None or column.storage == "VARCHAR":
            continue
        cells = (
            f"SELECT row_number() OVER () AS place, {column.source} AS cell, {column.expression} AS value "
            f"FROM {relation}"
        )
        odd = f"FROM ({cells}) WHERE cell IS NOT NULL AND value IS NULL AND {left}"
        row = connection.execute(f"SELECT count(*) {odd}").fetchone()
        counts[column.name] = int(row[0]) if row else 0
        if not counts[column.name]:
            continue
        shown = connection.execute(f"SELECT place, cell {odd} ORDER BY place LIMIT {EVIDENCE}").fetchall()
        findings.append(
            finding(
                "TYPE_UNFIT",
                column.name,
                warning=True,
                rows=[place for place, _ in shown],
                count=counts[column.name],
                cells=quoted_list([cell for _, cell in shown]),
            )
        )
    return counts, with_lines(findings, lines_of)


def lines_of_rows(
    text: Path, dialect: CsvDialect, rejected: Collection[int], rows: Collection[int]
) -> dict[int, int]:
    """The line, from 1, in which each of `rows` (from 1) begins, those that begin in `rejected` not counted.

    Below a cell that is longer than any that is read, none is known.
    """
    found, wanted = dict[int, int](), set(rows)
    with text.open(encoding="utf-8-sig", errors="replace", newline="") as stream, suppress(csv.Error):
        for place, begin in enumerate(begins_below(stream, dialect, rejected), 1):
            if place in wanted:
                found[place] = begin
            if len(found) == len(wanted):
                break
    return found


def begins_below(stream: TextIO, dialect: CsvDialect, rejected: Collection[int]) -> Iterator[int]:
    """The lines in which the rows below the header begin that are neither blank nor rejected."""
    reader, begin = dialect.reader(stream, LONGEST_CELL), 1
    for index, cells in enumerate(reader):
        if index > dialect.above and cells and begin not in rejected:
            yield begin
        begin = reader.line_num + 1
