"""What is told of a body some of whose rows cannot be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rowcast_automl.contracts.generated import ErrorCode, FieldProblem
from rowcast_automl.platform.errors import RowcastError, row_name
from rowcast_automl.serve.http.error_responses import first_of
from rowcast_automl.serve.options.value_policy import Policy
from rowcast_automl.serve.requests.request_reader import RequestReader


class RowsUnread(RowcastError):
    """Rows that cannot be read. What may be wrong with the others is not known yet: see `with_rows`.

    Parameters
    ----------
    unread : dict
        By row, in their order, what is wrong with it; `None` stands for a row of which no more is told.
    rows : list
        The other rows, in their order.
    lines : list of int
        Of a body of lines, the one that each row stands in, from 1, be it read or not.
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
        super().__init__(code, told_first(problems), problems)
        self._rows, self._from_text, self._lines = rows, from_text, lines
        self._places = [row for row in range(len(rows) + len(unread)) if row not in unread]

    def with_rows(self, reader: RequestReader, policy: Policy) -> RowcastError:
        """The same with every bad field of the other rows, all in the order of the rows."""
        if not self._rows:
            return self
        problems = list(self.fields)
        for note in reader.read(self._rows, self._from_text, policy).problems:
            row = self._places[note.row]
            place = {"row": row, "line": self._lines[row]} if self._lines else {"row": row}
            problems.append(note.problem(**place))
        problems.sort(key=lambda each: each.row or 0)
        return RowcastError(self.code, told_first(problems), problems)


def told_first(problems: Sequence[FieldProblem]) -> str:
    """The sentence for the whole body."""
    row, line = problems[0].row or 0, problems[0].line
    return first_of(problems, row_name(row) if line is None else f"Line {line}")
