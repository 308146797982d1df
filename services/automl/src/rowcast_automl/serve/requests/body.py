"""Rows out of a request body: JSON instances, one bare object, one object a line, or CSV with a header."""

from __future__ import annotations

from typing import Any

import orjson

from rowcast_automl.contracts.generated import MAX_INSTANCES
from rowcast_automl.features.rows.row_reader import MAX_NAME
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.options.prediction_options import require_place_beside
from rowcast_automl.serve.requests.body_errors import json_behind_mark, misplaced, not_objects
from rowcast_automl.serve.requests.csv_rows import read_csv
from rowcast_automl.serve.requests.ndjson_rows import read_lines
from rowcast_automl.serve.requests.row_errors import RowsUnread
from rowcast_automl.serve.responses.response_formats import CSV_TYPES, NDJSON_TYPES, media_type

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
        BODY_EMPTY, BODY_NOT_JSON, INSTANCES_INVALID or TOO_MANY_ROWS.
    RowsUnread
        Where some rows cannot be read.
    """
    kind = media_type(content_type)
    if kind in CSV_TYPES:
        rows, separator = read_csv(body, schema)
        return rows, True, None, separator
    if kind in NDJSON_TYPES:
        return read_lines(body, schema), False, None, ","
    try:
        content = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        content = json_behind_mark(body, error, '{"instances": [{row}]}', schema)
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
        raise misplaced("instances", "ROWS_BARE", schema)
    if not isinstance(content, dict):
        raise RowcastError("INSTANCES_INVALID")
    if "instances" not in content or ("instances" in schema.by_name and not is_list(content)):
        require_row(content, schema)
        return [content]
    rows = content["instances"]
    if not isinstance(rows, list):
        raise misplaced("instances", "ROWS_NOT_LISTED", schema)
    if not rows:
        raise RowcastError("INSTANCES_INVALID")
    if len(rows) > MAX_INSTANCES:
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
    raise misplaced(name[:MAX_NAME], "ROWS_MISNAMED", schema)


def require_objects(rows: list[Any], schema: ServingSchema) -> None:
    """Refuses rows that are no objects.

    Raises
    ------
    RowsUnread
        INSTANCES_INVALID.
    """
    wrong = [index for index, row in enumerate(rows) if not isinstance(row, dict)]
    if wrong:
        others = [row for row in rows if isinstance(row, dict)]
        raise RowsUnread("INSTANCES_INVALID", not_objects(wrong, schema), others)


def is_list(content: dict[str, Any]) -> bool:
    """Whether `instances` holds a list."""
    return isinstance(content["instances"], list)
