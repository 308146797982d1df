"""Which field a name that the model does not know was probably meant for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property
from typing import Any

from rowcast_automl.features.notes import UNKNOWN, Note
from rowcast_automl.features.rows import LONGEST_NAME, MAX_NOTES, PackedRows
from rowcast_automl.features.schema import ServingSchema

NEAR = 0.66
# In one call, since the names are the caller's: each costs some microseconds.
MOST_COMPARED = 1_000
APART = re.compile(r"[\W_]+")

Row = Mapping[str, Any]


class MeantFields:
    """Tells the fields that a call lacks from the names in their place.

    Parameters
    ----------
    schema : ServingSchema
    """

    def __init__(self, schema: ServingSchema) -> None:
        self._names = [each.name for each in schema.fields]

    def tell(self, found: PackedRows, rows: Sequence[Row]) -> None:
        """Puts the field that was probably meant to notes about unknown names.

        Only fields that the row lacks can be meant. Where the row is refused, such a name is among its
        problems: it may be all that is wrong.
        """
        search = Search(self._names, self._by_letters)
        refused = {note.row for note in found.problems}
        told = [note for note in found.warnings if note.code == UNKNOWN and search.mark(note, rows[note.row])]
        for note in found.problems:
            if note.code == UNKNOWN:
                search.mark(note, rows[note.row])
        moved = [note.refused() for note in told if note.row in refused]
        if moved:
            found.problems += moved[: MAX_NOTES - len(found.problems)]
            found.problems.sort(key=lambda note: note.row)

    @cached_property
    def _by_letters(self) -> dict[str, str]:
        return {letters(name): name for name in reversed(self._names)}


class Search:
    """The search of one call; what a name was meant for is found once."""

    def __init__(self, names: Sequence[str], by_letters: Mapping[str, str]) -> None:
        self._names, self._by_letters = names, by_letters
        self._left = MOST_COMPARED
        self._found: dict[str, str] = {}

    def mark(self, note: Note, row: Row) -> bool:
        """Whether a field was found that the row lacks."""
        name = note.field
        meant = self._found.get(name) or self._by_letters.get(letters(name))
        if not meant and self._left > 0:
            meant = self._nearest(name, row)
        if not meant or meant in row:
            return False
        self._found[name] = note.parts["meant"] = meant
        return True

    def _nearest(self, name: str, row: Row) -> str | None:
        lacking = [each for each in self._names if each not in row][: self._left]
        # One at least, so that rows that lack nothing are not looked through for ever.
        self._left -= max(1, len(lacking))
        by_letters = {letters(each): each for each in lacking}
        near = get_close_matches(letters(name), by_letters, 1, NEAR)
        return by_letters[near[0]] if near else None


def letters(name: str) -> str:
    """What is left of a name without case and separators."""
    return APART.sub("", name[:LONGEST_NAME].casefold())
