"""Suggestions ("did you mean") for unknown fields and for values not seen in training."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from rowcast_automl.features.rows.field_notes import UNKNOWN, UNSEEN, Note
from rowcast_automl.features.rows.row_reader import MAX_NAME, MAX_NOTES, PackedRows
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.serve.suggestions.fuzzy_match import BoundedSearch, Cache, FuzzyNames, FuzzyValues

# The most common values of a field. They are indexed on first use, at a cost of this many letter pairs each.
MAX_VALUES = 500
PAIRS_OF_VALUE = 25
# Fields with indexed values.
MAX_FIELDS = 64
CODES_WITH_SUGGESTIONS = frozenset({UNKNOWN, UNSEEN})

Row = Mapping[str, Any]


class Suggester:
    """Add suggestions to notes about unknown fields and unseen values. Thread-safe.

    Parameters
    ----------
    schema : ServingSchema
    """

    def __init__(self, schema: ServingSchema) -> None:
        self.names = [each.name for each in schema.fields]
        self.found: Cache = {}
        self.fields = FuzzyNames(self.names, self.found)
        self._schema = schema
        self._values: dict[str, FuzzyValues] = {}

    def add_suggestions(self, found: PackedRows, rows: Sequence[Row]) -> None:
        """Add suggestions to the notes in `found`.

        Only fields that are missing from the row are suggested. If the row is rejected, an unknown field
        with a suggestion becomes a problem, since it may be the cause.
        """
        search = RequestSearch(self)
        refused = {note.row for note in found.problems}
        suggested = [note for note in found.warnings if search.suggest(note, rows[note.row])]
        for note in found.problems:
            search.suggest(note, rows[note.row])
        field_problems = [
            note.refused() for note in suggested if note.code == UNKNOWN and note.row in refused
        ]
        if field_problems:
            found.problems += field_problems[: MAX_NOTES - len(found.problems)]
            found.problems.sort(key=lambda note: note.row)

    def cached_values(self, field: str) -> FuzzyValues | None:
        """Return the indexed values of a field, or None if they are not indexed yet."""
        return self._values.get(field)

    def build_values(self, field: str) -> tuple[FuzzyValues, int]:
        """Index the values of a field; also returns the cost in letter pairs."""
        known = self._schema.by_name[field].categories[:MAX_VALUES]
        if len(self._values) >= MAX_FIELDS:
            self._values = {}
        fuzzy_values = self._values[field] = FuzzyValues(known, self.found, field)
        return fuzzy_values, len(known) * PAIRS_OF_VALUE


class RequestSearch(BoundedSearch):
    """The search for the rows of one request."""

    def __init__(self, meant: Suggester) -> None:
        super().__init__()
        self._suggester = meant
        self._complete: dict[int, bool] = {}

    def suggest(self, note: Note, row: Row) -> bool:
        """Add a suggestion to a note; return whether there is one."""
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
        return next((each for each in self.near(self._suggester.fields, note.field) if each not in row), None)

    def _value(self, note: Note, row: Row) -> str | None:
        fuzzy_values = self._suggester.cached_values(note.field)
        if fuzzy_values is None:
            if self.left <= 0:
                return None
            fuzzy_values, cost = self._suggester.build_values(note.field)
            self.left -= cost
        sent = row[note.field]
        return next(
            iter(self.near(fuzzy_values, sent if isinstance(sent, str) else note.parts["given"])), None
        )

    def _is_complete(self, index: int, row: Row) -> bool:
        if index not in self._complete:
            self._complete[index] = all(map(row.__contains__, self._suggester.names))
        return self._complete[index]


def may_have_suggestions(found: PackedRows) -> bool:
    """Whether there is a note for which a suggestion is possible."""
    return any(note.code in CODES_WITH_SUGGESTIONS for note in chain(found.warnings, found.problems))
