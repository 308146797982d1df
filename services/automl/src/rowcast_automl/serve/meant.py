"""What a name that is not known was probably meant for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import numpy as np

from rowcast_automl.features.notes import UNKNOWN, Note
from rowcast_automl.features.rows import LONGEST_NAME, MAX_NOTES, PackedRows
from rowcast_automl.features.schema import ServingSchema

NEAR = 0.66
LIKELIEST = 3
# Pairs of letters in one call, since the names are the caller's and the event loop waits: 1 to 2 ms.
MOST_COMPARED = 25_000
# Names whose search is remembered from call to call.
MOST_FOUND = 1_000
# Into so many bags Latin letters go one by one, and all but one digit beside them.
BAGS = 37
APART = re.compile(r"[\W_]+")

Row = Mapping[str, Any]


class NearNames:
    """Finds the names like another one; safe to share between threads.

    Parameters
    ----------
    names : sequence of str
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = list(names)
        self.by_letters = {letters(name): name for name in reversed(self.names)}
        # Of signs alone every name would be like every other.
        self.by_letters.pop("", None)
        self._known = list(self.by_letters)
        self._bags = np.array([bags(each) for each in self._known], np.uint8).reshape(-1, BAGS)
        self._sizes = np.array([len(each) for each in self._known])
        self._found: dict[str, list[str]] = {}

    def found(self, name: str) -> list[str] | None:
        """The names like this one, the nearest first; None where they were not looked for lately."""
        same = self.by_letters.get(name)
        return [same] if same else self._found.get(name)

    def look_for(self, name: str) -> tuple[list[str], int]:
        """The names like this one, the nearest first, and how many pairs of letters were compared."""
        shared = np.minimum(self._bags, bags(name)).sum(axis=1)
        most = 2 * shared / (self._sizes + len(name))
        likely = np.flatnonzero(most >= NEAR)
        likeliest = [self._known[at] for at in likely[np.argsort(-most[likely], kind="stable")[:LIKELIEST]]]
        near = [self.by_letters[each] for each in get_close_matches(name, likeliest, LIKELIEST, NEAR)]
        if len(self._found) >= MOST_FOUND:
            self._found = {}
        self._found[name] = near
        return near, len(self._known) + sum(len(name) * len(each) for each in likeliest)


class Search:
    """The search of one call: it ends where it would hold up others."""

    def __init__(self, names: NearNames) -> None:
        self._names = names
        self._left = MOST_COMPARED

    def near(self, name: str) -> list[str]:
        """The names like this one, the nearest first; none once too much was compared."""
        name = letters(name)
        near = self._names.found(name) if name else []
        if near is None and self._left > 0:
            near, compared = self._names.look_for(name)
            self._left -= compared
        return near or []


class MeantFields(NearNames):
    """Tells the fields that a call lacks from the names in their place; safe to share between threads.

    Parameters
    ----------
    schema : ServingSchema
    """

    def __init__(self, schema: ServingSchema) -> None:
        super().__init__([each.name for each in schema.fields])

    def tell(self, found: PackedRows, rows: Sequence[Row]) -> None:
        """Puts the field that was probably meant to notes about unknown names.

        Only fields that the row lacks can be meant. Where the row is refused, such a name is among its
        problems: it may be all that is wrong.
        """
        search = RowSearch(self)
        refused = {note.row for note in found.problems}
        told = [note for note in found.warnings if note.code == UNKNOWN and search.mark(note, rows[note.row])]
        for note in found.problems:
            if note.code == UNKNOWN:
                search.mark(note, rows[note.row])
        moved = [note.refused() for note in told if note.row in refused]
        if moved:
            found.problems += moved[: MAX_NOTES - len(found.problems)]
            found.problems.sort(key=lambda note: note.row)


class RowSearch(Search):
    """A search for the fields that rows lack."""

    def __init__(self, names: NearNames) -> None:
        super().__init__(names)
        self._complete: dict[int, bool] = {}

    def mark(self, note: Note, row: Row) -> bool:
        """Whether a field was found that the row lacks."""
        if self._is_complete(note.row, row):
            return False
        meant = next((each for each in self.near(note.field) if each not in row), None)
        if meant is None:
            return False
        note.parts["meant"] = meant
        return True

    def _is_complete(self, index: int, row: Row) -> bool:
        if index not in self._complete:
            self._complete[index] = all(map(row.__contains__, self._names.names))
        return self._complete[index]


def letters(name: str) -> str:
    """What is left of a name without case and separators."""
    return APART.sub("", name[:LONGEST_NAME].casefold())


def bags(name: str) -> np.ndarray[Any, np.dtype[np.intp]]:
    """How many letters of a name fall into each bag, shape (BAGS,)."""
    codes = np.frombuffer(name.encode("utf-32-le", "surrogatepass"), np.uint32)
    return np.bincount(codes % BAGS, minlength=BAGS)
