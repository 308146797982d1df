"""Parsing of NDJSON bodies: one JSON object per line."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from itertools import accumulate, pairwise
from typing import Any

import orjson

from rowcast_automl.contracts.generated import MAX_INSTANCES, ErrorCode, FieldProblem
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.platform.errors import RowcastError, field_problem
from rowcast_automl.serve.requests.body_errors import (
    MAX_PROBLEMS,
    empty_body_error,
    invalid_json_error,
    not_object_problems,
)
from rowcast_automl.serve.requests.row_errors import UnreadableRows

FILLED_LINE = re.compile(rb"\S[^\n]*")
Row = dict[str, Any]
# By row, the error of the parser, or None for a value that is not an object.
InvalidLines = dict[int, orjson.JSONDecodeError | None]


def read_ndjson(body: bytes, schema: ServingSchema) -> list[Row]:
    """Parse the objects of all non-blank lines.

    Raises
    ------
    UnreadableRows
        BODY_NOT_JSON or INSTANCES_INVALID for lines that are not objects, up to a hundred.
    RowcastError
        BODY_EMPTY or TOO_MANY_ROWS.
    """
    rows: list[Row] = []
    invalid: InvalidLines = {}
    starts = list[int]()
    begin = len(BOM_UTF8) if body.startswith(BOM_UTF8) else 0
    for at, line in enumerate(FILLED_LINE.finditer(body, begin)):
        if at == MAX_INSTANCES:
            raise RowcastError("TOO_MANY_ROWS")
        starts.append(line.start())
        try:
            row = orjson.loads(line.group())
        except orjson.JSONDecodeError as error:
            invalid[at] = error
        else:
            if isinstance(row, dict):
                rows.append(row)
                continue
            invalid[at] = None
        if len(invalid) == MAX_PROBLEMS:
            break
    if invalid:
        lines = line_numbers(body, starts)
        code: ErrorCode = "BODY_NOT_JSON" if any(invalid.values()) else "INSTANCES_INVALID"
        raise UnreadableRows(code, line_problems(invalid, lines, schema), rows, lines=lines)
    if not rows:
        raise empty_body_error("one JSON object a line, such as {row}", schema)
    return rows


def line_problems(
    invalid: InvalidLines, lines: list[int], schema: ServingSchema
) -> dict[int, FieldProblem | None]:
    """Problems of lines that are not objects."""
    problems = not_object_problems([row for row, error in invalid.items() if error is None], schema)
    for row, error in invalid.items():
        line, known = lines[row], problems.get(row)
        if error:
            problems[row] = field_problem(
                "", invalid_json_error(f"Line {line}", error).message, row=row, line=line
            )
        elif known:
            problems[row] = known.model_copy(update={"line": line})
    return {row: problems[row] for row in invalid}


def line_numbers(body: bytes, starts: list[int]) -> list[int]:
    """Return the line, from 1, of each offset (ascending)."""
    counts = (body.count(b"\n", *between) for between in pairwise([0, *starts]))
    return [1 + ends for ends in accumulate(counts)]
