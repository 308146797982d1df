"""Columns that were named on the command line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from rowcast_automl.platform.errors import RowcastError, field_problem


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
        field_problem(option, f'--{option}: there is no column "{name}". {advice(name, columns)}')
        for option, name in named
        if name is not None and name not in columns
    ]
    if problems:
        raise RowcastError("COLUMN_NOT_FOUND", problems[0].message, problems)


def advice(name: str, columns: Sequence[str]) -> str:
    """The column that was probably meant, or the first ones that there are."""
    by_letters = {each.casefold().strip(): each for each in columns}
    near = get_close_matches(name.casefold().strip(), by_letters, 1)
    if near:
        return f'Did you mean "{by_letters[near[0]]}"?'
    more = ", …" if len(columns) > 10 else ""
    return f"There are {', '.join(columns[:10])}{more}."
