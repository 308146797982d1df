"""Rows that come one JSON object a line."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from itertools import accumulate, pairwise
from typing import Any

import orjson

from rowcast_automl.contracts.generated import MAX_INSTANCES, ErrorCode, FieldProblem
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.platform.errors import RowcastError, field_problem
from rowcast_automl.serve.requests.body_errors import MOST_TOLD, body_empty, not_json, not_objects
from rowcast_automl.serve.requests.row_errors import RowsUnread

FILLED_LINE = re.compile(rb"\S[^\n]*")
Row = dict[str, Any]
# By row: what the parser says, or None for what is no object.
Wrong = dict[int, orjson.JSONDecodeError | None]


def read_lines(body: bytes, schema: ServingSchema) -> list[Row]:
    """The objects of lines that hold anything.

    Raises
    ------
    RowsUnread
        BODY_NOT_JSON or INSTANCES_INVALID for lines that are no objects, of which a hundred end the reading.
    RowcastError
        BODY_EMPTY or TOO_MANY_ROWS.
    """
    rows: list[Row] = []
    wrong: Wrong = {}
    starts = list[int]()
    begin = len(BOM_UTF8) if body.startswith(BOM_UTF8) else 0
    for at, line in enumerate(FILLED_LINE.finditer(body, begin)):
        if at == MAX_INSTANCES:
            raise RowcastError("TOO_MANY_ROWS")
        starts.append(line.start())
        try:
            row = orjson.loads(line.group())
        except orjson.JSONDecodeError as error:
            wrong[at] = error
        else:
            if isinstance(row, dict):
                rows.append(row)
                continue
            wrong[at] = None
        if len(wrong) == MOST_TOLD:
            break
    if wrong:
        lines = line_numbers(body, starts)
        code: ErrorCode = "BODY_NOT_JSON" if any(wrong.values()) else "INSTANCES_INVALID"
        raise RowsUnread(code, problems_of(wrong, lines, schema), rows, lines=lines)
    if not rows:
        raise body_empty("one JSON object a line, such as {row}", schema)
    return rows


def problems_of(wrong: Wrong, lines: list[int], schema: ServingSchema) -> dict[int, FieldProblem | None]:
    """What is said of lines that are no objects."""
    told = not_objects([row for row, error in wrong.items() if error is None], schema)
    for row, error in wrong.items():
        line, known = lines[row], told.get(row)
        if error:
            told[row] = field_problem("", not_json(f"Line {line}", error).message, row=row, line=line)
        elif known:
            told[row] = known.model_copy(update={"line": line})
    return {row: told[row] for row in wrong}


def line_numbers(body: bytes, starts: list[int]) -> list[int]:
    """The line, from 1, that each of the rising places is in."""
    counts = (body.count(b"\n", *between) for between in pairwise([0, *starts]))
    return [1 + ends for ends in accumulate(counts)]
