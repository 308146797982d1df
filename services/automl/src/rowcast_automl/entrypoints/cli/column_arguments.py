"""Validation of column names in command-line options."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rowcast_automl.platform.errors import RowcastError, field_problem
from rowcast_automl.platform.validation_messages import unknown_column_message


def require_columns(columns: Sequence[str], named: Iterable[tuple[str, str | None]]) -> None:
    """Reject unknown columns: a misspelt exclusion would leave a leaking column in the training.

    Parameters
    ----------
    named : iterable of (option, name)

    Raises
    ------
    RowcastError
        COLUMN_NOT_FOUND, with suggestions.
    """
    problems = [
        field_problem(option, f"--{option}: {unknown_column_message(name, columns)}")
        for option, name in named
        if name is not None and name not in columns
    ]
    if problems:
        raise RowcastError("COLUMN_NOT_FOUND", problems[0].message, problems)
