"""Rows of a request or a CSV file, checked against the schema and packed into tensors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rowcast_automl.features.amounts import is_read_otherwise, read_amount
from rowcast_automl.features.calendar import date_parts, iso
from rowcast_automl.features.cells import (
    FLOAT32_MAX,
    CellError,
    read_boolean,
    read_category,
    read_datetime,
    read_text,
    shown,
)
from rowcast_automl.features.schema import InputField, ServingSchema
from rowcast_automl.features.tensors import Tensors
from rowcast_automl.features.words import MOST_WORDS, is_cut, words
from rowcast_automl.profile.spellings import by_folding, folded

MAX_NOTES = 1_000
# No case of a policy: the value is as in training.
READ_SO, PLAINLY = "NUMBERS_CONVERTED", ". A JSON number says it plainly"
AS_GAP = "; it was read as missing, as in training"
STAND_IN = {False: "a typical value was used", True: "it was read as a text without words"}


@dataclass(slots=True)
class Note:
    """A warning or a problem with one field of one row (rows count from 0).

    Parameters
    ----------
    oddity : str
        What is odd, a sentence without its stop.
    outcome : str
        What became of the value, as the sentence goes on; empty where there is nothing to tell.
    """

    row: int
    field: str
    code: str
    oddity: str
    outcome: str = ""

    @property
    def message(self) -> str:
        """The whole sentence."""
        return f"{self.oddity}{self.outcome}."

    def shown(self) -> dict[str, Any]:
        """What callers are told."""
        return {"row": self.row, "field": self.field, "code": self.code, "message": self.message}


@dataclass(slots=True)
class PackedRows:
    """Tensors with what was noticed. With `problems` the tensors must not be used."""

    tensors: Tensors
    warnings: list[Note] = field(default_factory=list)
    problems: list[Note] = field(default_factory=list)


class RowReader:
    """Reads rows for one schema; safe to share between threads.

    Parameters
    ----------
    schema : ServingSchema
    """

    def __init__(self, schema: ServingSchema) -> None:
        self._schema = schema
        self._ignored = frozenset((*schema.ignored, schema.target))
        self._known = {each.name: frozenset(each.categories) for each in schema.fields}
        self._spelt = {each.name: by_folding(each.categories) for each in schema.fields if each.unified}
        self._markers = frozenset(schema.missing_markers)

    def read(self, rows: Sequence[Mapping[str, Any]], from_text: bool = False) -> PackedRows:
        """Packs rows.

        Parameters
        ----------
        rows : sequence of mappings from field name to value
        from_text : bool
            True for CSV, where every value is text and the training table's missing markers hold.

        Returns
        -------
        PackedRows
            At most 1,000 warnings and 1,000 problems are listed.
        """
        schema = self._schema
        numbers = np.full((len(rows), schema.number_width), np.nan, dtype=np.float32)
        texts = np.full((len(rows), schema.text_width), "", dtype=object)
        packed = PackedRows(Tensors(numbers, texts))
        for index, row in enumerate(rows):
            self.read_fields(packed, index, row, schema.fields, from_text)
        return packed

    def read_fields(
        self,
        packed: PackedRows,
        index: int,
        row: Mapping[str, Any],
        fields: Sequence[InputField],
        from_text: bool,
    ) -> None:
        """Puts these fields of a row into tensors that hold the others, and notes what is odd about it."""
        present = False
        for each in fields:
            value = row.get(each.name)
            if self._is_missing(value, each, from_text):
                self._note_missing(packed, index, each, each.name in row)
                put_missing(packed.tensors, index, each)
                continue
            present = True
            try:
                self._place(packed, index, each, value, from_text)
            except CellError as error:
                if each.tolerant:
                    put_missing(packed.tensors, index, each)
                outcome = AS_GAP if each.tolerant else ""
                notes = packed.warnings if each.tolerant else packed.problems
                _add(notes, Note(index, each.name, "FIELD_INVALID", f"{each.name} {error}", outcome))
        schema = self._schema
        if not present and all(self._is_missing(row.get(e.name), e, from_text) for e in schema.fields):
            names = ", ".join(each.name for each in schema.fields[:5])
            known = any(each.name in row for each in schema.fields)
            what = "has no value in any" if known else "holds none"
            oddity = f"The row {what} of the model's fields ({names} …). Send at least one"
            _add(packed.problems, Note(index, "", "ROW_EMPTY", oddity))
        for name in row:
            if name not in schema.by_name and name not in self._ignored:
                short = str(name)[:80]
                oddity = f"{short} is not a field of this model"
                _add(packed.warnings, Note(index, short, "UNKNOWN_FIELD", oddity, " and was ignored"))

    def is_null(self, value: Any, each: InputField, from_text: bool) -> bool:
        """Whether a value that is sent counts as null: none at all, or a text without words."""
        if self._is_missing(value, each, from_text):
            return True
        return each.kind == "text" and isinstance(value, str) and not words(value)

    def _is_missing(self, value: Any, each: InputField, from_text: bool) -> bool:
        if value is None:
            return True
        if not isinstance(value, str):
            return False
        text = value.strip()
        if not text:
            return True
        # In JSON a category or a text may well be "NA"; a number or a date is not.
        if not from_text and each.textual:
            return False
        return text in self._markers and self._known[each.name].isdisjoint((text, value))

    def _note_missing(self, packed: PackedRows, row: int, each: InputField, sent: bool) -> None:
        if not each.nullable:
            _add(packed.problems, Note(row, each.name, "FIELD_REQUIRED", f"{each.name} is required"))
        elif not sent:
            used = "was treated as missing" if each.fill is None else f"was filled with {each.fill}"
            _add(
                packed.warnings,
                Note(row, each.name, "MISSING_FIELD", f"{each.name} was not sent", f" and {used}"),
            )
        elif not each.seen_missing and each.fill is None:
            outcome = f", which training never saw; {STAND_IN[each.kind == 'text']}"
            _add(packed.warnings, null_note(row, each, outcome))

    def _place(self, packed: PackedRows, row: int, each: InputField, value: Any, from_text: bool) -> None:
        if each.kind == "category":
            known = self._known[each.name]
            text = read_category(value, known)
            if each.unified and text not in known:
                text = self._spelt[each.name].get(folded(text), text)
            packed.tensors.texts[row, each.slot] = text
            if text not in known:
                notes = packed.problems if each.unseen == "reject" else packed.warnings
                oddity = f"{each.name} has a value that training never saw: {text[:40]!r}"
                _add(notes, Note(row, each.name, "UNSEEN_CATEGORY", oddity))
            return
        if each.kind == "text":
            text = read_text(value)
            read = words(text)
            packed.tensors.texts[row, each.slot] = read
            if not read:
                self._note_missing(packed, row, each, True)
                put_missing(packed.tensors, row, each)
            elif is_cut(text, read):
                oddity = f"{each.name} is longer than the {MOST_WORDS:,} words that are read"
                _add(packed.warnings, Note(row, each.name, "OUT_OF_RANGE", oddity))
            return
        if each.kind == "boolean":
            packed.tensors.numbers[row, each.slot] = read_boolean(value)
            return
        if each.kind == "datetime":
            number = read_datetime(value, each.date_formats)
            parts = date_parts(np.array([number]))[0]
            packed.tensors.numbers[row, each.slot : each.slot + each.width] = parts
        else:
            number = read_amount(value, each)
            if not from_text and is_read_otherwise(value, number):
                oddity = f"{each.name} {shown(value)} was read as {number:.15g}, as in the training table"
                _add(
                    packed.warnings, Note(row, each.name, READ_SO, oddity, ". A JSON number says it plainly")
                )
            if each.tolerant and each.integer and not number.is_integer():
                raise CellError("must be a whole number")
            if each.clip:
                number = clipped(number, *each.clip)
            if abs(number) > FLOAT32_MAX:
                # As in training, and whatever gaps were filled with there.
                packed.tensors.numbers[row, each.slot] = np.nan
                notes = packed.problems if each.out_of_range == "reject" else packed.warnings
                oddity = f"{each.name} is too large for a number"
                _add(notes, Note(row, each.name, "OUT_OF_RANGE", oddity, AS_GAP))
                return
            packed.tensors.numbers[row, each.slot] = number
        low, high = each.minimum, each.maximum
        if low is not None and high is not None and not low <= number <= high:
            notes = packed.problems if each.out_of_range == "reject" else packed.warnings
            span = f"{low:g} to {high:g}" if each.kind == "number" else f"{iso(low)} to {iso(high)}"
            oddity = f"{each.name} lies outside {span} seen in training"
            _add(notes, Note(row, each.name, "OUT_OF_RANGE", oddity))


def null_note(row: int, field: InputField, outcome: str = "") -> Note:
    """A note about a value that is null."""
    return Note(row, field.name, "MISSING_VALUE", f"{field.name} is missing", outcome)


def clipped(number: float, low: float | None, high: float | None) -> float:
    """The number, or the end of the range that it lies beyond."""
    number = number if low is None else max(number, low)
    return number if high is None else min(number, high)


def put_missing(tensors: Tensors, row: int, field: InputField) -> None:
    """Makes a cell what missing cells were in training: filled by the cleaning of the table, or missing."""
    place = slice(field.slot, field.slot + field.width)
    fill = field.fill
    if field.textual:
        tensors.texts[row, field.slot] = words(str(fill or "")) if field.kind == "text" else str(fill or "")
    elif field.kind == "datetime":
        seconds = np.nan if fill is None else read_datetime(fill)
        tensors.numbers[row, place] = date_parts(np.array([seconds]))[0]
    else:
        tensors.numbers[row, place] = np.nan if fill is None else float(fill)


def _add(notes: list[Note], note: Note) -> None:
    if len(notes) < MAX_NOTES:
        notes.append(note)
