"""Pinned column types: conversion to the type that the user chose, and cells that do not fit it."""

import csv
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TextIO

import duckdb

from rowcast_automl.contracts.generated import CastStep, Conversion, LintCode, LintFinding
from rowcast_automl.ingest.columns.column import Column, PinnedType, Storage
from rowcast_automl.ingest.columns.sample_cells import distinct_values
from rowcast_automl.ingest.csv.dialect import CsvDialect
from rowcast_automl.ingest.dates.date_format import parse_dates_sql, rank_formats
from rowcast_automl.ingest.dates.times_and_durations import most_likely_time_format
from rowcast_automl.ingest.numbers.number_format import most_likely_number_format, with_decimal
from rowcast_automl.platform.database.quoting import literal
from rowcast_automl.profile.columns.boolean_words import NO_FORMS, YES_FORMS
from rowcast_automl.profile.finding import MAX_EVIDENCE_ROWS, LinesOf, finding, quoted_list, with_lines

# Also applies to rejected rows; a cell needs four times as many bytes of memory.
MAX_CELL_LENGTH = 64 << 20
INVALID_CODES: dict[Storage, LintCode] = {
    "BIGINT": "INVALID_NUMBERS",
    "DOUBLE": "INVALID_NUMBERS",
    "BOOLEAN": "INVALID_BOOLEANS",
    "TIMESTAMP": "INVALID_DATES",
}
READINGS: dict[Storage, list[tuple[str, PinnedType]]] = {
    "BIGINT": [("Read as integers", "integer")],
    "DOUBLE": [("Read as numbers", "number")],
    "BOOLEAN": [("Read as booleans", "boolean")],
    "TIMESTAMP": [("Read as dates", "datetime")],
}
TRUE, FALSE = sorted((*YES_FORMS, "1")), sorted((*NO_FORMS, "0"))


@dataclass(frozen=True)
class Pin:
    """The type that the user pinned for a column.

    Attributes
    ----------
    to : str
        Name of the type.
    formats : tuple of str
        Date formats to try in order; empty to infer them.
    decimal : str or None
        Decimal separator of numbers; None to infer it.
    levels : tuple of str
        Values of an ordinal column, lowest first; empty to infer the order.
    """

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
    """Apply the pinned types to `columns`."""
    return [
        apply_pin(column, pins[column.name], distinct_values(connection, column.source), comma_is_decimal)
        if column.name in pins
        else column
        for column in columns
    ]


def apply_pin(column: Column, pin: Pin, values: Sequence[str], comma_is_decimal: bool) -> Column:
    """Convert one column to its pinned type; `values` are examples of its cells."""
    cell = f"trim({column.source})"
    levels = pin.levels if pin.to == "ordinal" else ()
    plain = Column(column.name, column.source, "VARCHAR", column.source, pin=pin.to, levels=levels)
    if pin.to in ("number", "integer") and (time_format := most_likely_time_format(column.name, values)):
        number = time_format.or_null(column.source)
        whole = f"CASE WHEN {number} = floor({number}) THEN CAST({number} AS BIGINT) END"
        return replace(
            plain,
            storage="DOUBLE" if pin.to == "number" else "BIGINT",
            expression=number if pin.to == "number" else whole,
            conversions=time_format.conversions(),
        )
    if pin.to in ("number", "integer"):
        number_format = most_likely_number_format(values, comma_is_decimal=comma_is_decimal)
        if pin.decimal and pin.decimal != number_format.decimal:
            number_format = with_decimal(number_format, pin.decimal)
        number = number_format.or_null(column.source)
        integer = f"TRY_CAST({number_format.cleaned_sql(cell)} AS BIGINT)"
        whole = f"CASE WHEN {number} = floor({number}) THEN {integer} END"
        return replace(
            plain,
            storage="DOUBLE" if pin.to == "number" else "BIGINT",
            expression=number if pin.to == "number" else whole,
            decimal="," if number_format.decimal == "," else ".",
            conversions=number_format.conversions(),
        )
    if pin.to == "boolean":
        words = ", ".join(literal(word) for word in TRUE), ", ".join(literal(word) for word in FALSE)
        word = f"lower(nfc_normalize({cell}))"
        sides = f"WHEN {word} IN ({words[0]}) THEN TRUE WHEN {word} IN ({words[1]}) THEN FALSE"
        return replace(plain, storage="BOOLEAN", expression=f"CASE {sides} END")
    if pin.to == "datetime":
        formats = pin.formats or tuple(rank_formats(values))
        written = tuple(Conversion(kind="date_format", written=pattern) for pattern in formats)
        expression = parse_dates_sql(column.source, formats)
        return replace(plain, storage="TIMESTAMP", expression=expression, conversions=written)
    return plain


def find_unfit_cells(
    connection: duckdb.DuckDBPyConnection,
    relation: str,
    columns: Sequence[Column],
    lines_of: LinesOf,
) -> tuple[dict[str, int], list[LintFinding]]:
    """Count the cells that do not fit the type of their column, with a finding for each column."""
    counts, findings = dict[str, int](), list[LintFinding]()
    for column in columns:
        if not column.is_lenient or column.storage == "VARCHAR":
            continue
        cells = (
            f"SELECT row_number() OVER () AS place, {column.source} AS cell, {column.expression} AS value "
            f"FROM {relation}"
        )
        unfit_rows = f"FROM ({cells}) WHERE cell IS NOT NULL AND value IS NULL"
        row = connection.execute(f"SELECT count(*) {unfit_rows}").fetchone()
        counts[column.name] = int(row[0]) if row else 0
        if not counts[column.name]:
            continue
        rows = connection.execute(
            f"SELECT place, cell {unfit_rows} ORDER BY place LIMIT {MAX_EVIDENCE_ROWS}"
        ).fetchall()
        findings.append(
            finding(
                "TYPE_UNFIT" if column.pin else INVALID_CODES[column.storage],
                column.name,
                warning=True,
                rows=[place for place, _ in rows],
                choices=[] if column.pin else readings(column),
                count=counts[column.name],
                cells=quoted_list([cell for _, cell in rows]),
            )
        )
    return counts, with_lines(findings, lines_of)


def readings(column: Column) -> list[tuple[str, CastStep]]:
    """Return the types to choose from for a column with a few invalid cells."""
    choices = [
        (label, CastStep(op="cast", column=column.name, to=to)) for label, to in READINGS[column.storage]
    ]
    return [*choices, ("Read as category", CastStep(op="cast", column=column.name, to="category"))]


def lines_of_rows(
    text: Path, dialect: CsvDialect, rejected: Collection[int], rows: Collection[int]
) -> dict[int, int]:
    """Map rows of the table (from 1) to the lines of the file (from 1) in which they begin.

    Rows that begin in a line of `rejected` are not rows of the table. Rows after a cell that exceeds the
    length limit are omitted.
    """
    found, requested = dict[int, int](), set(rows)
    with text.open(encoding="utf-8-sig", errors="replace", newline="") as stream, suppress(csv.Error):
        for place, begin in enumerate(row_lines(stream, dialect, rejected), 1):
            if place in requested:
                found[place] = begin
            if len(found) == len(requested):
                break
    return found


def row_lines(stream: TextIO, dialect: CsvDialect, rejected: Collection[int]) -> Iterator[int]:
    """Yield the lines in which the rows below the header begin, without blank and rejected rows."""
    reader, begin = dialect.reader(stream, MAX_CELL_LENGTH), 1
    for index, cells in enumerate(reader):
        if index > dialect.rows_above and cells and begin not in rejected:
            yield begin
        begin = reader.line_num + 1
