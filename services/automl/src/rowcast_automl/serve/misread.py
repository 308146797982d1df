"""What is told of bodies that cannot be read as rows."""

from __future__ import annotations

import sys
from codecs import BOM_UTF8
from typing import Any

import orjson

from rowcast_automl.contracts.generated import FieldProblem
from rowcast_automl.features.notes import Note
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.platform.errors import RowcastError

MAX_ROWS = 10_000
# Of the fields, in the form that a refusal shows.
MOST_SHOWN = 2
# Rows or lines of a refused body.
MOST_TOLD = 100
LARGEST = sys.float_info.max
# As the parser words it.
TOO_LARGE = "number is infinity when parsed as double"


def not_json(what: str, error: orjson.JSONDecodeError, line: str = "") -> RowcastError:
    """The error for JSON that cannot be read, valid but for a number that no double holds included."""
    found = f"holds a number beyond {LARGEST:.2g}" if error.msg == TOO_LARGE else "is not valid JSON"
    return RowcastError("BODY_NOT_JSON", f"{what} {found}: {line}column {error.colno}.")


def json_behind_mark(body: bytes, error: orjson.JSONDecodeError) -> Any:
    """The JSON behind a byte order mark, which is looked for only in a body that cannot be read as it is.

    Raises
    ------
    RowcastError
        BODY_NOT_JSON.
    """
    if body.startswith(BOM_UTF8):
        try:
            return orjson.loads(body[len(BOM_UTF8) :])
        except orjson.JSONDecodeError as behind:
            error = behind
    raise not_json("The request body", error, f"line {error.lineno}, ") from error


def misplaced(notes: list[Note], schema: ServingSchema) -> RowcastError:
    """The error for rows that do not stand where they are read, with the form that is read."""
    problems = []
    for note in notes:
        note.parts = {"fields": [each.name for each in schema.fields[:MOST_SHOWN]]}
        told = FieldProblem.model_validate(note.shown())
        problems.append(told if note.code == "ROW_NOT_OBJECT" else told.model_copy(update={"row": None}))
    return RowcastError("INSTANCES_INVALID", notes[0].message, problems)
