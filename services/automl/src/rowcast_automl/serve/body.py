"""Rows out of a request body: JSON instances, one bare object, one object a line, or CSV with a header."""

from __future__ import annotations

import csv
import io
from typing import Any

import orjson

from rowcast_automl.features.notes import Note
from rowcast_automl.features.rows import LONGEST_NAME
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.platform.errors import RowcastError, field_problem
from rowcast_automl.serve.formats import CSV_TYPES, NDJSON_TYPES, media_type
from rowcast_automl.serve.lines import read_lines
from rowcast_automl.serve.misread import MAX_ROWS, MOST_TOLD, json_behind_mark, misplaced
from rowcast_automl.serve.options import require_place_beside
from rowcast_automl.serve.separators import comma_fields, is_padded, separator_of, with_points

LONGEST_CELL = 1 << 20
# Of the whole process.
csv.field_size_limit(LONGEST_CELL)
# Bare, since a named one would cost each call a third of a microsecond.
Body = tuple[list[dict[str, Any]], bool, Any, str]


def read_body(body: bytes, content_type: str, schema: ServingSchema) -> Body:
    """Parses a body.

    Returns
    -------
    (rows, from_text, options, separator)
        `from_text` is True for CSV, where every value is text. `options` is what stands beside `instances`,
        unchecked, or None. `separator` parts the cells of CSV, in the answer as well.

    Raises
    ------
    RowcastError
        BODY_NOT_JSON, INSTANCES_INVALID, TOO_MANY_ROWS, or ROW_INVALID for a ragged CSV line. Of lines that
        are no rows as `LinesInvalid`.
    """
    kind = media_type(content_type)
    if kind in CSV_TYPES:
        return read_csv(body, schema)
    if kind in NDJSON_TYPES:
        return read_lines(body, schema), False, None, ","
    try:
        content = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        content = json_behind_mark(body, error)
    rows = instances(content, schema)
    if content is rows[0]:
        return rows, False, None, ","
    if len(content) > 1:
        require_place_beside(content)
    return rows, False, content.get("options"), ","


def instances(content: Any, schema: ServingSchema) -> list[dict[str, Any]]:
    """The rows of parsed JSON.

    Raises
    ------
    RowcastError
        INSTANCES_INVALID or TOO_MANY_ROWS.
    """
    if isinstance(content, list):
        raise misplaced([Note(0, "instances", "ROWS_BARE")], schema)
    if not isinstance(content, dict):
        raise RowcastError("INSTANCES_INVALID")
    if "instances" not in content or ("instances" in schema.by_name and not is_list(content)):
        require_row(content, schema)
        return [content]
    rows = content["instances"]
    if not isinstance(rows, list):
        raise misplaced([Note(0, "instances", "ROWS_NOT_LISTED")], schema)
    if not rows:
        raise RowcastError("INSTANCES_INVALID")
    if len(rows) > MAX_ROWS:
        raise RowcastError("TOO_MANY_ROWS")
    require_objects(rows, schema)
    return rows


def require_row(content: dict[str, Any], schema: ServingSchema) -> None:
    """Refuses rows under another name than `instances`, in a body that names no field of the model.

    Raises
    ------
    RowcastError
        INSTANCES_INVALID, showing the form that is read.
    """
    if next(iter(content), None) in schema.by_name or not schema.by_name.keys().isdisjoint(content):
        return
    name = next((name for name, value in content.items() if isinstance(value, list | dict)), None)
    if name is None:
        return
    raise misplaced([Note(0, name[:LONGEST_NAME], "ROWS_MISNAMED")], schema)


def require_objects(rows: list[Any], schema: ServingSchema) -> None:
    """Refuses rows that are no objects.

    Raises
    ------
    RowcastError
        INSTANCES_INVALID, with the first hundred of them.
    """
    wrong = [index for index, row in enumerate(rows) if not isinstance(row, dict)]
    if wrong:
        notes = [Note(row, "instances", "ROW_NOT_OBJECT") for row in wrong[:MOST_TOLD]]
        raise misplaced(notes, schema)


def is_list(content: dict[str, Any]) -> bool:
    """Whether `instances` holds a list."""
    return isinstance(content["instances"], list)


def read_csv(body: bytes, schema: ServingSchema) -> Body:
    """The rows below a header line, as `read_body` gives them.

    Raises
    ------
    RowcastError
        INSTANCES_INVALID, TOO_MANY_ROWS or ROW_INVALID.
    """
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RowcastError("INSTANCES_INVALID", "The CSV body must be encoded as UTF-8.") from error
    separator = separator_of(text, schema)
    padded = is_padded(text, separator)
    stream = io.StringIO(text, newline="")
    reader = csv.reader(stream, delimiter=separator, strict=True, skipinitialspace=padded)
    rows: list[dict[str, Any]] = []
    try:
        header = read_header(next(reader, []))
        commas = comma_fields(header, separator, schema)
        for cells in reader:
            if not cells:
                continue
            if len(cells) != len(header):
                raise ragged(len(rows), reader.line_num, len(cells), len(header))
            rows.append(dict(zip(header, with_points(cells, commas) if commas else cells, strict=True)))
            if len(rows) > MAX_ROWS:
                raise RowcastError("TOO_MANY_ROWS")
    except csv.Error as error:
        message = f"The CSV body cannot be read at line {reader.line_num}."
        raise RowcastError("INSTANCES_INVALID", message) from error
    if not rows:
        raise RowcastError("INSTANCES_INVALID", "The CSV body has no row below its header.")
    return rows, True, None, separator


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
    if len(set(names)) < len(names):
        raise RowcastError("INSTANCES_INVALID", "Two columns of the CSV body have the same name.")
    return names


def ragged(row: int, line: int, cells: int, wanted: int) -> RowcastError:
    """The error for a line with too few or too many cells."""
    message = f"Line {line} has {cells} cells; the header has {wanted}."
    return RowcastError("ROW_INVALID", message, [field_problem("", message, row=row, line=line)])
