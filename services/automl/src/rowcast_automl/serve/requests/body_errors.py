"""What is told of bodies that cannot be read as rows."""

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

# Of the fields, in the form that a refusal shows.
MOST_SHOWN = 2
# Rows or lines of a refused body.
MOST_TOLD = 100
LARGEST = sys.float_info.max
# As the parser words it.
TOO_LARGE, TOO_DEEP = "number is infinity when parsed as double", "depth limit exceeded"
NOT_UNICODE = "str is not valid UTF-8"
DEEPEST = 1024
# Python and others write them all the same.
NO_NUMBER = re.compile(r"-?(?:NaN|Infinity|nan|inf)\b")


def not_json(what: str, error: orjson.JSONDecodeError, line: str = "") -> RowcastError:
    """The error for JSON that cannot be read, valid but for a number that no double holds included."""
    if error.msg.startswith(NOT_UNICODE):
        return RowcastError("BODY_NOT_JSON", f"{what} is not encoded as UTF-8, as JSON is.")
    found = why_not_json(error)
    return RowcastError("BODY_NOT_JSON", f"{what} {found}: {line}column {error.colno}.")


def why_not_json(error: orjson.JSONDecodeError) -> str:
    """What is the matter where the parser stopped."""
    if error.msg == TOO_LARGE:
        return f"holds a number beyond {LARGEST:.2g}"
    if error.msg == TOO_DEEP:
        return f"is nested deeper than the {DEEPEST} levels that are read"
    # The sign is passed when digits are missed.
    start = error.pos - (error.doc[error.pos - 1 : error.pos] == "-")
    if word := NO_NUMBER.match(error.doc, start):
        return f"is not valid JSON, which has no {word[0]} (send null)"
    return "is not valid JSON"


def body_empty(form: str, schema: ServingSchema | None = None) -> RowcastError:
    """The error for a body with nothing in it; the form to send may hold `{row}` and `{names}`."""
    words = words_of(first_fields(schema)) if schema else {}
    shown = form.replace("{row}", words.get("row", "")).replace("{names}", words.get("fields", ""))
    return RowcastError("BODY_EMPTY", f"The request body is empty. Send {shown}.")


def json_behind_mark(
    body: bytes, error: orjson.JSONDecodeError, form: str, schema: ServingSchema | None = None
) -> Any:
    """The JSON behind a byte order mark, which is looked for only in a body that cannot be read as it is.

    Raises
    ------
    RowcastError
        BODY_NOT_JSON, or BODY_EMPTY with the form to send.
    """
    if not body.removeprefix(BOM_UTF8).strip():
        raise body_empty(form, schema)
    if body.startswith(BOM_UTF8):
        try:
            return orjson.loads(body[len(BOM_UTF8) :])
        except orjson.JSONDecodeError as behind:
            error = behind
    raise not_json("The request body", error, f"line {error.lineno}, ") from error


def not_objects(rows: Sequence[int], schema: ServingSchema) -> dict[int, FieldProblem | None]:
    """What is said of rows that are no objects, by row; None for those beyond the first hundred."""
    parts = first_fields(schema)
    notes = [Note(row, "instances", "ROW_NOT_OBJECT", parts) for row in rows[:MOST_TOLD]]
    told = [each.problem() for each in notes]
    return {**dict.fromkeys(rows), **dict(zip(rows, told, strict=False))}


def misplaced(field: str, code: str, schema: ServingSchema) -> RowcastError:
    """The error for rows that do not stand where they are read, with the form that is read."""
    note = Note(0, field, code, first_fields(schema))
    told = note.problem(row=None)
    return RowcastError("INSTANCES_INVALID", note.message, [told])


def first_fields(schema: ServingSchema) -> dict[str, Any]:
    """The part of a note that says which fields the model has."""
    return {"fields": [each.name for each in schema.fields[:MOST_SHOWN]]}
