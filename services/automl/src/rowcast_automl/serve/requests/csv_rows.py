"""Rows out of CSV below a header line."""

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
from rowcast_automl.serve.requests.body_errors import MOST_TOLD, body_empty, first_fields
from rowcast_automl.serve.requests.csv_separators import comma_fields, is_padded, separator_of, with_points
from rowcast_automl.serve.requests.row_errors import RowsUnread

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
    begun = 1
    try:
        header = read_header(next(filter(None, reader), []), schema)
        commas = comma_fields(header, separator, schema)
        begun = reader.line_num + 1
        for cells in reader:
            begun = reader.line_num + 1
            if not cells:
                continue
            if len(lines) == MAX_INSTANCES:
                raise RowcastError("TOO_MANY_ROWS")
            lines.append(reader.line_num)
            cells = trim_trailing_empty(cells, len(header))
            if len(cells) == len(header):
                rows.append(dict(zip(header, with_points(cells, commas) if commas else cells, strict=True)))
                continue
            row = len(lines) - 1
            unread[row] = ragged(len(cells), len(header)).problem(row=row, line=reader.line_num)
            if len(unread) == MOST_TOLD:
                break
    except csv.Error as error:
        note = unreadable(error)
        line = begun if note.code == "QUOTE_OPENS" else reader.line_num
        unread[len(lines)] = note.problem(row=len(lines), line=line)
        lines.append(line)
        raise RowsUnread("INSTANCES_INVALID", unread, rows, True, lines) from error
    if unread:
        raise RowsUnread("ROW_INVALID", unread, rows, True, lines)
    if not rows:
        raise RowcastError("INSTANCES_INVALID", NO_ROW)
    return rows, separator


def read_header(cells: list[str], schema: ServingSchema) -> list[str]:
    """The field names.

    Raises
    ------
    RowcastError
        INSTANCES_INVALID for none, two alike, or values instead of names.
    """
    names = [cell.strip() for cell in cells]
    if not any(names):
        raise RowcastError("INSTANCES_INVALID", "The CSV body needs a header line with the field names.")
    twice = next((name for name, count in Counter(names).items() if count > 1), None)
    if twice is not None:
        message = f'Two columns of the CSV body have the same name: "{twice[:MAX_NAME]}".'
        raise RowcastError("INSTANCES_INVALID", message)
    known = {*schema.by_name, *schema.ignored, schema.target}
    if known.isdisjoint(map(compose, names)):
        fields = words_of(first_fields(schema))["fields"]
        found = f"The first line of the CSV body names none of the model's fields: {names[0][:MAX_NAME]} …"
        message = f"{found} Begin with a header line of their names ({fields} …)."
        raise RowcastError("INSTANCES_INVALID", message)
    return names


def ragged(cells: int, width: int) -> Note:
    """What is said of a row with fewer or more cells than the header has."""
    return Note(0, "", "ROW_NARROW" if cells < width else "ROW_WIDE", {"cells": cells, "width": width})


def unreadable(error: csv.Error) -> Note:
    """What is said of a row at which the reading of CSV ends, told by the reader's own words."""
    words = str(error)
    if words == "unexpected end of data":
        return Note(0, "", "QUOTE_OPENS")
    return Note(0, "", "ROW_AFTER_QUOTE" if "expected after" in words else "ROW_UNREADABLE")
