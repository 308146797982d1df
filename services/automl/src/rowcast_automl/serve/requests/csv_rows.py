"""Parsing of CSV bodies with a header."""

from __future__ import annotations

import csv
import io
from collections import Counter
from typing import Any

from rowcast_automl.contracts.generated import MAX_INSTANCES, FieldProblem
from rowcast_automl.features.rows.field_notes import Note, words_of
from rowcast_automl.features.rows.row_reader import MAX_NAME
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.ingest.csv.dialect import trim_trailing_empty
from rowcast_automl.ingest.encoding.unicode_composition import compose
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.requests.body_errors import MAX_PROBLEMS, empty_body_error, example_fields
from rowcast_automl.serve.requests.csv_separators import (
    commas_to_points,
    decimal_comma_columns,
    detect_separator,
    is_padded,
)
from rowcast_automl.serve.requests.row_errors import UnreadableRows

CSV_FORM = "a header line with the names of the fields ({names} …) and a line for each row"
NO_ROW = "The CSV body has no row below its header."
MAX_CELL_LENGTH = 1 << 20
# Global setting of the process.
csv.field_size_limit(MAX_CELL_LENGTH)


def read_csv(body: bytes, schema: ServingSchema) -> tuple[list[dict[str, Any]], str]:
    """Parse the rows; return them and the separator.

    Raises
    ------
    RowcastError
        BODY_EMPTY, INSTANCES_INVALID or TOO_MANY_ROWS.
    UnreadableRows
        ROW_INVALID for rows with too few or too many cells, up to a hundred; INSTANCES_INVALID for invalid
        CSV.
    """
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RowcastError("INSTANCES_INVALID", "The CSV body must be encoded as UTF-8.") from error
    if not text.strip():
        raise empty_body_error(CSV_FORM, schema)
    text_from_header = text.lstrip("\r\n")
    separator = detect_separator(text_from_header, schema)
    padded = is_padded(text_from_header, separator)
    stream = io.StringIO(text, newline="")
    reader = csv.reader(stream, delimiter=separator, strict=True, skipinitialspace=padded)
    rows: list[dict[str, Any]] = []
    lines: list[int] = []
    unread: dict[int, FieldProblem | None] = {}
    row_line = 1
    try:
        header = read_header(next(filter(None, reader), []), schema)
        commas = decimal_comma_columns(header, separator, schema)
        row_line = reader.line_num + 1
        for cells in reader:
            row_line = reader.line_num + 1
            if not cells:
                continue
            if len(lines) == MAX_INSTANCES:
                raise RowcastError("TOO_MANY_ROWS")
            lines.append(reader.line_num)
            cells = trim_trailing_empty(cells, len(header))
            if len(cells) == len(header):
                rows.append(
                    dict(zip(header, commas_to_points(cells, commas) if commas else cells, strict=True))
                )
                continue
            row = len(lines) - 1
            unread[row] = ragged_row_note(len(cells), len(header)).problem(row=row, line=reader.line_num)
            if len(unread) == MAX_PROBLEMS:
                break
    except csv.Error as error:
        note = csv_error_note(error)
        line = row_line if note.code == "QUOTE_OPENS" else reader.line_num
        unread[len(lines)] = note.problem(row=len(lines), line=line)
        lines.append(line)
        raise UnreadableRows("INSTANCES_INVALID", unread, rows, True, lines) from error
    if unread:
        raise UnreadableRows("ROW_INVALID", unread, rows, True, lines)
    if not rows:
        raise RowcastError("INSTANCES_INVALID", NO_ROW)
    return rows, separator


def read_header(cells: list[str], schema: ServingSchema) -> list[str]:
    """Return the field names.

    Raises
    ------
    RowcastError
        INSTANCES_INVALID for missing or duplicate names, or for values instead of names.
    """
    names = [cell.strip() for cell in cells]
    if not any(names):
        raise RowcastError("INSTANCES_INVALID", "The CSV body needs a header line with the field names.")
    duplicate = next((name for name, count in Counter(names).items() if count > 1), None)
    if duplicate is not None:
        message = f'Two columns of the CSV body have the same name: "{duplicate[:MAX_NAME]}".'
        raise RowcastError("INSTANCES_INVALID", message)
    known = {*schema.by_name, *schema.ignored, schema.target}
    if known.isdisjoint(map(compose, names)):
        fields = words_of(example_fields(schema))["fields"]
        found = f"The first line of the CSV body names none of the model's fields: {names[0][:MAX_NAME]} …"
        message = f"{found} Begin with a header line of their names ({fields} …)."
        raise RowcastError("INSTANCES_INVALID", message)
    return names


def ragged_row_note(cells: int, width: int) -> Note:
    """Return the note about a row with fewer or more cells than the header."""
    return Note(0, "", "ROW_NARROW" if cells < width else "ROW_WIDE", {"cells": cells, "width": width})


def csv_error_note(error: csv.Error) -> Note:
    """Return the note about a CSV error, by the message of the csv module."""
    words = str(error)
    if words == "unexpected end of data":
        return Note(0, "", "QUOTE_OPENS")
    return Note(0, "", "ROW_AFTER_QUOTE" if "expected after" in words else "ROW_UNREADABLE")
