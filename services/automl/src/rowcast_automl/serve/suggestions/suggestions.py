"""What was probably meant by a name that the model does not know, or by a value that training never saw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from rowcast_automl.features.rows.field_notes import UNKNOWN, UNSEEN, Note
from rowcast_automl.features.rows.row_reader import MAX_NAME, MAX_NOTES, PackedRows
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.serve.suggestions.fuzzy_match import AlikeNames, AlikeValues, Found, Search

# The commonest values of a field, made ready when one is first missed, each in the time of so many pairs.
MOST_VALUES = 500
PAIRS_OF_VALUE = 25
# Fields whose values are kept ready.
MOST_FIELDS = 64
GUESSED = frozenset({UNKNOWN, UNSEEN})

Row = Mapping[str, Any]


class Meant:
    """Tells fields that a call lacks from the names in their place, and known values from those in theirs.

    Safe to share between threads.

    Parameters
    ----------
    schema : ServingSchema
    """

    def __init__(self, schema: ServingSchema) -> None:
        self.names = [each.name for each in schema.fields]
        self.found: Found = {}
        self.fields = AlikeNames(self.names, self.found)
        self._schema = schema
        self._values: dict[str, AlikeValues] = {}

    def tell(self, found: PackedRows, rows: Sequence[Row]) -> None:
        """Puts what was probably meant to notes about unknown names and unseen values.

        Only fields that the row lacks can be meant. Where the row is refused, such a name is among its
        problems: it may be all that is wrong.
        """
        search = RowSearch(self)
        refused = {note.row for note in found.problems}
        told = [note for note in found.warnings if search.mark(note, rows[note.row])]
        for note in found.problems:
            search.mark(note, rows[note.row])
        moved = [note.refused() for note in told if note.code == UNKNOWN and note.row in refused]
        if moved:
            found.problems += moved[: MAX_NOTES - len(found.problems)]
            found.problems.sort(key=lambda note: note.row)

    def values(self, field: str) -> AlikeValues | None:
        """The commonest values of a field; None where they are not ready."""
        return self._values.get(field)

    def ready_values(self, field: str) -> tuple[AlikeValues, int]:
        """The same, made ready, and the time that took in pairs of letters."""
        known = self._schema.by_name[field].categories[:MOST_VALUES]
        if len(self._values) >= MOST_FIELDS:
            self._values = {}
        alike = self._values[field] = AlikeValues(known, self.found, field)
        return alike, len(known) * PAIRS_OF_VALUE


class RowSearch(Search):
    """A search for what the rows of one call mean."""

    def __init__(self, meant: Meant) -> None:
        super().__init__()
        self._meant = meant
        self._complete: dict[int, bool] = {}

    def mark(self, note: Note, row: Row) -> bool:
        """Whether something was found that is meant by what the note is about."""
        if note.code == UNKNOWN:
            meant = self._field(note, row)
        elif note.code == UNSEEN:
            meant = self._value(note, row)
        else:
            return False
        if meant is None:
            return False
        note.parts["meant"] = meant[:MAX_NAME]
        return True

    def _field(self, note: Note, row: Row) -> str | None:
        if self._is_complete(note.row, row):
            return None
        return next((each for each in self.near(self._meant.fields, note.field) if each not in row), None)

    def _value(self, note: Note, row: Row) -> str | None:
        alike = self._meant.values(note.field)
        if alike is None:
            if self.left <= 0:
                return None
            alike, taken = self._meant.ready_values(note.field)
            self.left -= taken
        sent = row[note.field]
        return next(iter(self.near(alike, sent if isinstance(sent, str) else note.parts["given"])), None)

    def _is_complete(self, index: int, row: Row) -> bool:
        if index not in self._complete:
            self._complete[index] = all(map(row.__contains__, self._meant.names))
        return self._complete[index]


def is_guessed(found: PackedRows) -> bool:
    """Whether there is a note about something that may have been meant for something else."""
    return any(note.code in GUESSED for note in chain(found.warnings, found.problems))
