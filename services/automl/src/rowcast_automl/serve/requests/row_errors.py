"""Errors about single rows that cannot be parsed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rowcast_automl.contracts.generated import ErrorCode, FieldProblem
from rowcast_automl.platform.errors import RowcastError, row_name
from rowcast_automl.serve.http.error_responses import summarize_problems
from rowcast_automl.serve.options.value_policy import Policy
from rowcast_automl.serve.requests.request_reader import RequestReader


class UnreadableRows(RowcastError):
    """Some rows cannot be parsed. `with_other_problems` adds the problems of the other rows.

    Parameters
    ----------
    unread : dict
        Problems by row, in order; None for a row whose problem is not reported.
    rows : list
        The other rows, in order.
    lines : list of int
        For bodies of lines, the line of each row, from 1.
    """

    def __init__(
        self,
        code: ErrorCode,
        unread: Mapping[int, FieldProblem | None],
        rows: Sequence[Mapping[str, Any]],
        from_text: bool = False,
        lines: Sequence[int] = (),
    ) -> None:
        problems = [each for each in unread.values() if each]
        super().__init__(code, summarize(problems), problems)
        self._rows, self._from_text, self._lines = rows, from_text, lines
        self._places = [row for row in range(len(rows) + len(unread)) if row not in unread]

    def with_other_problems(self, reader: RequestReader, policy: Policy) -> RowcastError:
        """Return the error with the invalid fields of all rows, in row order."""
        if not self._rows:
            return self
        problems = list(self.fields)
        for note in reader.read(self._rows, self._from_text, policy).problems:
            row = self._places[note.row]
            place = {"row": row, "line": self._lines[row]} if self._lines else {"row": row}
            problems.append(note.problem(**place))
        problems.sort(key=lambda each: each.row or 0)
        return RowcastError(self.code, summarize(problems), problems)


def summarize(problems: Sequence[FieldProblem]) -> str:
    """Return the message for the whole body."""
    row, line = problems[0].row or 0, problems[0].line
    return summarize_problems(problems, row_name(row) if line is None else f"Line {line}")
