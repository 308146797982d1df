"""The error type of the product, and its conversion to the failure of a job."""

from collections.abc import Sequence

from rowcast_automl.contracts.generated import ERROR_MESSAGES, ErrorCode, Failure, FieldProblem


class RowcastError(Exception):
    """An error that the user can act on.

    Parameters
    ----------
    code : str
        Code of the shared catalogue.
    message : str, optional
        What happened and what to do next; by default the sentence of the catalogue.
    fields : sequence of FieldProblem
        The columns, rows or lines with problems.
    """

    def __init__(
        self, code: ErrorCode, message: str | None = None, fields: Sequence[FieldProblem] = ()
    ) -> None:
        super().__init__(message or ERROR_MESSAGES[code])
        self.code: ErrorCode = code
        self.fields = list(fields)

    @property
    def message(self) -> str:
        """The message for the user."""
        return str(self.args[0])


def field_problem(
    field: str, message: str, *, row: int | None = None, line: int | None = None
) -> FieldProblem:
    """Return a problem with one field; `row` counts from 0 in a body, `line` from 1 in a file."""
    places = {name: value for name, value in (("row", row), ("line", line)) if value is not None}
    return FieldProblem(field=field, message=message, **places)


def row_name(row: int) -> str:
    """Return the name of a row in a message, which states that rows are counted from 0."""
    return f"Row {row} (counted from 0)" if row else "Row 0"


def failure(error: RowcastError) -> Failure:
    """Convert `error` to the failure in a job result."""
    if error.fields:
        return Failure(code=error.code, message=error.message, fields=error.fields)
    return Failure(code=error.code, message=error.message)
