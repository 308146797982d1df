"""Parsing of request bodies: JSON instances, a single object, NDJSON, or CSV with a header."""

from __future__ import annotations

from typing import Any

import orjson

from rowcast_automl.contracts.generated import MAX_INSTANCES
from rowcast_automl.features.rows.row_reader import MAX_NAME
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.options.prediction_options import reject_unknown_members
from rowcast_automl.serve.requests.body_errors import (
    misplaced_rows_error,
    not_object_problems,
    parse_without_bom,
)
from rowcast_automl.serve.requests.csv_rows import read_csv
from rowcast_automl.serve.requests.ndjson_rows import read_ndjson
from rowcast_automl.serve.requests.row_errors import UnreadableRows
from rowcast_automl.serve.responses.response_formats import CSV_TYPES, NDJSON_TYPES, media_type

# A plain tuple, since a named one costs 0.3 microseconds per request.
Body = tuple[list[dict[str, Any]], bool, Any, str]


def read_body(body: bytes, content_type: str, schema: ServingSchema) -> Body:
    """Parse a body.

    Returns
    -------
    (rows, from_text, options, separator)
        `from_text` is True for CSV, where every value is text. `options` is the member beside `instances`,
        not validated, or None. `separator` is the CSV separator, also used for the response.

    Raises
    ------
    RowcastError
        BODY_EMPTY, BODY_NOT_JSON, INSTANCES_INVALID or TOO_MANY_ROWS.
    UnreadableRows
        Some rows cannot be parsed.
    """
    kind = media_type(content_type)
    if kind in CSV_TYPES:
        rows, separator = read_csv(body, schema)
        return rows, True, None, separator
    if kind in NDJSON_TYPES:
        return read_ndjson(body, schema), False, None, ","
    try:
        content = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        content = parse_without_bom(body, error, '{"instances": [{row}]}', schema)
    rows = parse_instances(content, schema)
    if content is rows[0]:
        return rows, False, None, ","
    if len(content) > 1:
        reject_unknown_members(content)
    return rows, False, content.get("options"), ","


def parse_instances(content: Any, schema: ServingSchema) -> list[dict[str, Any]]:
    """Return the rows of a parsed JSON body.

    Raises
    ------
    RowcastError
        INSTANCES_INVALID or TOO_MANY_ROWS.
    """
    if isinstance(content, list):
        raise misplaced_rows_error("instances", "ROWS_BARE", schema)
    if not isinstance(content, dict):
        raise RowcastError("INSTANCES_INVALID")
    if "instances" not in content or ("instances" in schema.by_name and not is_list(content)):
        reject_misnamed_rows(content, schema)
        return [content]
    rows = content["instances"]
    if not isinstance(rows, list):
        raise misplaced_rows_error("instances", "ROWS_NOT_LISTED", schema)
    if not rows:
        raise RowcastError("INSTANCES_INVALID")
    if len(rows) > MAX_INSTANCES:
        raise RowcastError("TOO_MANY_ROWS")
    reject_non_objects(rows, schema)
    return rows


def reject_misnamed_rows(content: dict[str, Any], schema: ServingSchema) -> None:
    """Reject rows under another name than `instances`, in a body without fields of the model.

    Raises
    ------
    RowcastError
        INSTANCES_INVALID, with an example of the expected form.
    """
    if next(iter(content), None) in schema.by_name or not schema.by_name.keys().isdisjoint(content):
        return
    name = next((name for name, value in content.items() if isinstance(value, list | dict)), None)
    if name is None:
        return
    raise misplaced_rows_error(name[:MAX_NAME], "ROWS_MISNAMED", schema)


def reject_non_objects(rows: list[Any], schema: ServingSchema) -> None:
    """Reject rows that are not objects.

    Raises
    ------
    UnreadableRows
        INSTANCES_INVALID.
    """
    wrong = [index for index, row in enumerate(rows) if not isinstance(row, dict)]
    if wrong:
        others = [row for row in rows if isinstance(row, dict)]
        raise UnreadableRows("INSTANCES_INVALID", not_object_problems(wrong, schema), others)


def is_list(content: dict[str, Any]) -> bool:
    """Whether `instances` is a list."""
    return isinstance(content["instances"], list)
