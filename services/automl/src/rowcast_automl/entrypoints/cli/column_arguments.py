"""Columns that were named on the command line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rowcast_automl.platform.errors import RowcastError, field_problem
from rowcast_automl.platform.validation_messages import unknown_column_message


def require_columns(columns: Sequence[str], named: Iterable[tuple[str, str | None]]) -> None:
    """Refuses names that the table does not have: left out by mistake, a leak would stay in unseen.

    Parameters
    ----------
    named : iterable of (option, name)

    Raises
    ------
    RowcastError
        COLUMN_NOT_FOUND, naming each with the one that was probably meant.
    """
    problems = [
        field_problem(option, f"--{option}: {unknown_column_message(name, columns)}")
        for option, name in named
        if name is not None and name not in columns
    ]
    if problems:
        raise RowcastError("COLUMN_NOT_FOUND", problems[0].message, problems)
