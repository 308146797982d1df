"""Errors about request bodies that cannot be parsed."""

from __future__ import annotations

import re
import sys
from codecs import BOM_UTF8
from collections.abc import Sequence
from typing import Any

import orjson

from rowcast_automl.contracts.generated import FieldProblem
from rowcast_automl.features.rows.field_notes import Note, words_of
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.platform.errors import RowcastError

# Fields shown in the example of an error message.
MAX_EXAMPLE_FIELDS = 2
# Limit of reported rows or lines.
MAX_PROBLEMS = 100
MAX_DOUBLE = sys.float_info.max
# Messages of orjson.
TOO_LARGE_MESSAGE, TOO_DEEP_MESSAGE = "number is infinity when parsed as double", "depth limit exceeded"
NOT_UTF8_MESSAGE = "str is not valid UTF-8"
MAX_DEPTH = 1024
# Written by Python and others, although not valid JSON.
INVALID_NUMBER = re.compile(r"-?(?:NaN|Infinity|nan|inf)\b")


def invalid_json_error(what: str, error: orjson.JSONDecodeError, line: str = "") -> RowcastError:
    """Return the error for invalid JSON, or for a number beyond the range of a double."""
    if error.msg.startswith(NOT_UTF8_MESSAGE):
        return RowcastError("BODY_NOT_JSON", f"{what} is not encoded as UTF-8, as JSON is.")
    found = describe_json_error(error)
    return RowcastError("BODY_NOT_JSON", f"{what} {found}: {line}column {error.colno}.")


def describe_json_error(error: orjson.JSONDecodeError) -> str:
    """Describe the error at the position where the parser stopped."""
    if error.msg == TOO_LARGE_MESSAGE:
        return f"holds a number beyond {MAX_DOUBLE:.2g}"
    if error.msg == TOO_DEEP_MESSAGE:
        return f"is nested deeper than the {MAX_DEPTH} levels that are read"
    # The parser stops after the sign.
    start = error.pos - (error.doc[error.pos - 1 : error.pos] == "-")
    if word := INVALID_NUMBER.match(error.doc, start):
        return f"is not valid JSON, which has no {word[0]} (send null)"
    return "is not valid JSON"


def empty_body_error(form: str, schema: ServingSchema | None = None) -> RowcastError:
    """Return the error for an empty body; `form` describes the expected body, with `{row}` and `{names}`."""
    words = words_of(example_fields(schema)) if schema else {}
    shown = form.replace("{row}", words.get("row", "")).replace("{names}", words.get("fields", ""))
    return RowcastError("BODY_EMPTY", f"The request body is empty. Send {shown}.")


def parse_without_bom(
    body: bytes, error: orjson.JSONDecodeError, form: str, schema: ServingSchema | None = None
) -> Any:
    """Parse JSON after a byte order mark, which is only expected if parsing has failed.

    Raises
    ------
    RowcastError
        BODY_NOT_JSON, or BODY_EMPTY with the expected form.
    """
    if not body.removeprefix(BOM_UTF8).strip():
        raise empty_body_error(form, schema)
    if body.startswith(BOM_UTF8):
        try:
            return orjson.loads(body[len(BOM_UTF8) :])
        except orjson.JSONDecodeError as behind:
            error = behind
    raise invalid_json_error("The request body", error, f"line {error.lineno}, ") from error


def not_object_problems(rows: Sequence[int], schema: ServingSchema) -> dict[int, FieldProblem | None]:
    """Problems of rows that are not objects, by row; None beyond the first hundred."""
    parts = example_fields(schema)
    notes = [Note(row, "instances", "ROW_NOT_OBJECT", parts) for row in rows[:MAX_PROBLEMS]]
    problems = [each.problem() for each in notes]
    return {**dict.fromkeys(rows), **dict(zip(rows, problems, strict=False))}


def misplaced_rows_error(field: str, code: str, schema: ServingSchema) -> RowcastError:
    """Return the error for rows in the wrong place, with an example of the expected form."""
    note = Note(0, field, code, example_fields(schema))
    problems = note.problem(row=None)
    return RowcastError("INSTANCES_INVALID", note.message, [problems])


def example_fields(schema: ServingSchema) -> dict[str, Any]:
    """Example fields of the model for a message."""
    return {"fields": [each.name for each in schema.fields[:MAX_EXAMPLE_FIELDS]]}
