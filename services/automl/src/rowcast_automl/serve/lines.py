"""Rows that come one JSON object a line."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from itertools import accumulate, pairwise
from typing import Any

import orjson

from rowcast_automl.contracts.generated import ErrorCode, FieldProblem
from rowcast_automl.features.notes import Note
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.platform.errors import RowcastError, field_problem
from rowcast_automl.serve.misread import MAX_ROWS, MOST_TOLD, misplaced, not_json
from rowcast_automl.serve.policy import Policy
from rowcast_automl.serve.reading import RequestReader

FILLED_LINE = re.compile(rb"\S[^\n]*")
Row = dict[str, Any]
# By row: what the parser says, or None for what is no object.
Wrong = dict[int, orjson.JSONDecodeError | None]


class LinesInvalid(RowcastError):
    """Lines that are no rows. What may be wrong with the others is not known yet: see `with_rows`.

    Parameters
    ----------
    numbers : list of int
        The line that each row stands in, from 1, of the bad ones and the others.
    rows : list
        The other lines, in their order.
    wrong : dict
    """

    def __init__(self, numbers: list[int], rows: list[Row], wrong: Wrong, schema: ServingSchema) -> None:
        problems = [self._problem(row, numbers[row], error, schema) for row, error in wrong.items()]
        code: ErrorCode = "BODY_NOT_JSON" if any(wrong.values()) else "INSTANCES_INVALID"
        super().__init__(code, problems[0].message, problems)
        self._rows, self._numbers = rows, numbers
        self._places = [row for row in range(len(rows) + len(wrong)) if row not in wrong]

    def with_rows(self, reader: RequestReader, policy: Policy) -> RowcastError:
        """The same with every bad field of the lines that are rows, all in the order of the lines."""
        if not self._rows:
            return self
        problems = list(self.fields)
        for note in reader.read(self._rows, policy=policy).problems:
            row = self._places[note.row]
            told = FieldProblem.model_validate(note.shown())
            problems.append(told.model_copy(update={"row": row, "line": self._numbers[row]}))
        problems.sort(key=lambda each: each.row or 0)
        first = problems[0]
        if first in self.fields:
            return RowcastError(self.code, self.message, problems)
        return RowcastError(self.code, f"Line {first.line}: {first.message}", problems)

    @staticmethod
    def _problem(
        row: int, number: int, error: orjson.JSONDecodeError | None, schema: ServingSchema
    ) -> FieldProblem:
        if error:
            return field_problem("", not_json(f"Line {number}", error).message, row=row, line=number)
        (told,) = misplaced([Note(row, "instances", "ROW_NOT_OBJECT")], schema).fields
        return told.model_copy(update={"line": number})


def read_lines(body: bytes, schema: ServingSchema) -> list[Row]:
    """The objects of lines that hold anything.

    Raises
    ------
    LinesInvalid
        BODY_NOT_JSON or INSTANCES_INVALID, with the first hundred lines that are no objects.
    RowcastError
        INSTANCES_INVALID or TOO_MANY_ROWS.
    """
    rows: list[Row] = []
    wrong: Wrong = {}
    starts = list[int]()
    begin = len(BOM_UTF8) if body.startswith(BOM_UTF8) else 0
    for at, line in enumerate(FILLED_LINE.finditer(body, begin)):
        if at == MAX_ROWS:
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
        raise LinesInvalid(line_numbers(body, starts), rows, wrong, schema)
    if not rows:
        raise RowcastError("INSTANCES_INVALID", "The body has no row: send one JSON object a line.")
    return rows


def line_numbers(body: bytes, starts: list[int]) -> list[int]:
    """The line, from 1, that each of the rising places is in."""
    counts = (body.count(b"\n", *between) for between in pairwise([0, *starts]))
    return [1 + ends for ends in accumulate(counts)]
