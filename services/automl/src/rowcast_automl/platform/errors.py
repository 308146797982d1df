"""The one error type, and its adapter to a job's failure."""

from collections.abc import Sequence

from rowcast_automl.contracts.generated import ERROR_MESSAGES, ErrorCode, Failure, FieldProblem


class RowcastError(Exception):
    """An error that a person can act on.

    `code` is one of the shared catalogue, `message` says what happened and what to do next (the
    catalogue's sentence unless given), `fields` names the columns, rows or lines concerned.
    """

    def __init__(
        self, code: ErrorCode, message: str | None = None, fields: Sequence[FieldProblem] = ()
    ) -> None:
        super().__init__(message or ERROR_MESSAGES[code])
        self.code: ErrorCode = code
        self.fields = list(fields)

    @property
    def message(self) -> str:
        """The sentence for the person."""
        return str(self.args[0])


def field_problem(
    field: str, message: str, *, row: int | None = None, line: int | None = None
) -> FieldProblem:
    """A problem with one field; `row` counts from 0 in a body, `line` from 1 in a file."""
    places = {name: value for name, value in (("row", row), ("line", line)) if value is not None}
    return FieldProblem(field=field, message=message, **places)


def row_name(row: int) -> str:
    """How a sentence names a row, so that nobody counts it from 1."""
    return f"Row {row} (counted from 0)" if row else "Row 0"


def failure(error: RowcastError) -> Failure:
    """What a job result carries for `error`."""
    if error.fields:
        return Failure(code=error.code, message=error.message, fields=error.fields)
    return Failure(code=error.code, message=error.message)
