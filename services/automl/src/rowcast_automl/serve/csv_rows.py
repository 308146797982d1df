"""Rows out of CSV below a header line."""

from __future__ import annotations

import csv
import io
from typing import Any

from rowcast_automl.contracts.generated import FieldProblem
from rowcast_automl.features.notes import Note
from rowcast_automl.features.rows import LONGEST_NAME
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.platform.errors import RowcastError, field_problem
from rowcast_automl.serve.misread import MAX_ROWS, MOST_TOLD, body_empty
from rowcast_automl.serve.separators import comma_fields, is_padded, separator_of, with_points
from rowcast_automl.serve.unread import RowsUnread

CSV_FORM = "a header line with the names of the fields ({names} …) and a line for each row"
NO_ROW = "The CSV body has no row below its header."
LONGEST_CELL = 1 << 20
# Of the whole process.
csv.field_size_limit(LONGEST_CELL)


def read_csv(body: bytes, schema: ServingSchema) -> tuple[list[dict[str, Any]], str]:
    """The rows, and what parts their cells.

    Raises
    ------
    RowcastError
        BODY_EMPTY, INSTANCES_INVALID or TOO_MANY_ROWS.
    RowsUnread
        ROW_INVALID for lines with too few or too many cells, of which a hundred end the reading;
        INSTANCES_INVALID where a line is no CSV.
    """
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RowcastError("INSTANCES_INVALID", "The CSV body must be encoded as UTF-8.") from error
    if not text.strip():
        raise body_empty(CSV_FORM, schema)
    headed = text.lstrip("\r\n")
    separator = separator_of(headed, schema)
    padded = is_padded(headed, separator)
    stream = io.StringIO(text, newline="")
    reader = csv.reader(stream, delimiter=separator, strict=True, skipinitialspace=padded)
    rows: list[dict[str, Any]] = []
    lines: list[int] = []
    unread: dict[int, FieldProblem | None] = {}
    try:
        header = read_header(next(filter(None, reader), []))
        commas = comma_fields(header, separator, schema)
        for cells in reader:
            if not cells:
                continue
            if len(lines) == MAX_ROWS:
                raise RowcastError("TOO_MANY_ROWS")
            lines.append(reader.line_num)
            if len(cells) == len(header):
                rows.append(dict(zip(header, with_points(cells, commas) if commas else cells, strict=True)))
                continue
            place = {"row": len(lines) - 1, "line": reader.line_num}
            unread[len(lines) - 1] = ragged(len(cells), len(header)).model_copy(update=place)
            if len(unread) == MOST_TOLD:
                break
    except csv.Error as error:
        message = f"Line {reader.line_num} cannot be read as CSV."
        unread[len(lines)] = field_problem("", message, row=len(lines), line=reader.line_num)
        lines.append(reader.line_num)
        raise RowsUnread("INSTANCES_INVALID", unread, rows, True, lines) from error
    if unread:
        raise RowsUnread("ROW_INVALID", unread, rows, True, lines)
    if not rows:
        raise RowcastError("INSTANCES_INVALID", NO_ROW)
    return rows, separator


def read_header(cells: list[str]) -> list[str]:
    """The field names.

    Raises
    ------
    RowcastError
        INSTANCES_INVALID for none, or two alike.
    """
    names = [cell.strip() for cell in cells]
    if not any(names):
        raise RowcastError("INSTANCES_INVALID", "The CSV body needs a header line with the field names.")
    twice = next((name for place, name in enumerate(names) if name in names[:place]), None)
    if twice is not None:
        message = f'Two columns of the CSV body have the same name: "{twice[:LONGEST_NAME]}".'
        raise RowcastError("INSTANCES_INVALID", message)
    return names


def ragged(cells: int, width: int) -> FieldProblem:
    """What is said of a row with fewer or more cells than the header has."""
    note = Note(0, "", "ROW_NARROW" if cells < width else "ROW_WIDE", {"cells": cells, "width": width})
    return FieldProblem.model_validate(note.shown())
