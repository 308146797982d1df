"""Validates rows of a request or a CSV file against the schema and packs them into tensors."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rowcast_automl.features.date_parts import date_parts, iso
from rowcast_automl.features.rows.cells import (
    FLOAT32_MAX,
    CellError,
    read_boolean,
    read_category,
    read_datetime,
    read_text,
    shown,
)
from rowcast_automl.features.rows.field_notes import UNKNOWN, UNSEEN, Note, not_sent, stand_in
from rowcast_automl.features.rows.number_formats import is_read_otherwise, read_amount
from rowcast_automl.features.rows.recipe_replay import Cell, Fill, clipped, rewriter_of
from rowcast_automl.features.schema import InputField, ServingSchema
from rowcast_automl.features.tensors import Tensors
from rowcast_automl.features.tokenizer import MAX_WORDS, is_cut, words
from rowcast_automl.profile.columns.spelling_variants import first_by_fold, fold

MAX_NOTES = 1_000
MAX_NAME = 80
MAX_NAMED = 5


@dataclass(slots=True)
class PackedRows:
    """Tensors with warnings and problems. If there are `problems`, the tensors must not be used."""

    tensors: Tensors
    warnings: list[Note] = field(default_factory=list)
    problems: list[Note] = field(default_factory=list)


class RowReader:
    """Parses rows for one schema. Safe to share between threads.

    Parameters
    ----------
    schema : ServingSchema
    """

    def __init__(self, schema: ServingSchema) -> None:
        self._schema = schema
        self._ignored = frozenset((*schema.ignored, schema.target))
        self._known = {each.name: frozenset(each.categories) for each in schema.fields}
        self._spelt = {each.name: first_by_fold(each.categories) for each in schema.fields if each.unified}
        self._rewriters = {
            each.name: rewriter_of(each.kind, each.rewrites) for each in schema.fields if each.rewrites
        }
        self._written = {
            name: known | rewriter.texts if (rewriter := self._rewriters.get(name)) else known
            for name, known in self._known.items()
        }
        self._markers = frozenset(schema.missing_markers)
        self._missing_numbers = {each.name: each.missing_numbers for each in schema.fields}

    def read(self, rows: Sequence[Mapping[str, Any]], from_text: bool = False) -> PackedRows:
        """Validate rows and pack them into tensors.

        Parameters
        ----------
        rows : sequence of mappings from field name to value
        from_text : bool
            True for CSV, in which every value is text and the training table's missing markers apply.

        Returns
        -------
        PackedRows
            With at most 1,000 warnings and 1,000 problems.
        """
        schema = self._schema
        numbers = np.full((len(rows), schema.number_width), np.nan, dtype=schema.number_type)
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
        """Write these fields of a row into the tensors, and add notes about unexpected values."""
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
                is_gap = each.tolerant or (error.says_nothing and each.nullable)
                if is_gap:
                    put_missing(packed.tensors, index, each)
                    error.parts |= {"outcome": "gap"} if each.tolerant else not_sent(each.fill)
                notes = packed.warnings if is_gap else packed.problems
                _add(notes, Note(index, each.name, "FIELD_INVALID", error.parts))
        schema = self._schema
        if not present and all(self._is_missing(row.get(e.name), e, from_text) for e in schema.fields):
            names = [each.name for each in schema.fields[:MAX_NAMED]]
            sent = any(each.name in row for each in schema.fields)
            # A row whose fields are blank is a row; one without any field has other names.
            notes = packed.warnings if sent else packed.problems
            _add(notes, Note(index, "", "ROW_EMPTY", {"fields": names, "sent": sent}))
        for name in row:
            if name not in schema.by_name and name not in self._ignored:
                if len(packed.warnings) >= MAX_NOTES:
                    break
                packed.warnings.append(Note(index, str(name)[:MAX_NAME], UNKNOWN, {"outcome": "ignored"}))

    def is_null(self, value: Any, each: InputField, from_text: bool) -> bool:
        """Whether a sent value is treated as null.

        This includes values that cleaning empties, and texts without words.
        """
        if self._is_missing(value, each, from_text):
            return True
        if not each.rewrites and each.kind != "text":
            return False
        try:
            met = self._rewritten(each, self._read(each, value))
        except CellError:
            return False
        return met is None or (each.kind == "text" and not words(str(met)))

    def _is_missing(self, value: Any, each: InputField, from_text: bool) -> bool:
        if value is None:
            return True
        if not isinstance(value, str):
            is_number = isinstance(value, int | float) and not isinstance(value, bool)
            return is_number and value in self._missing_numbers[each.name]
        text = value.strip()
        if not text:
            return True
        if each.missing is not None:
            # In JSON the usual markers of a category or a text are values, the chosen ones are not.
            is_usual = text in self._markers and not from_text and each.textual
            return text in each.missing and not is_usual
        # In JSON a category or a text may well be "NA"; a number or a date is not.
        if not from_text and each.textual:
            return False
        return text in self._markers and self._written[each.name].isdisjoint((text, value, f" {value}"))

    def _note_missing(self, packed: PackedRows, row: int, each: InputField, sent: bool) -> None:
        if not each.nullable:
            _add(packed.problems, Note(row, each.name, "FIELD_REQUIRED"))
        elif not sent:
            _add(packed.warnings, Note(row, each.name, "MISSING_FIELD", not_sent(each.fill)))
        elif not each.seen_missing and each.fill is None:
            _add(packed.warnings, Note(row, each.name, "MISSING_VALUE", {"new": True, **stand_in(each)}))

    def _place(self, packed: PackedRows, row: int, each: InputField, value: Any, from_text: bool) -> None:
        cell = self._read(each, value)
        if each.kind == "number":
            number = float(cell)
            if math.isinf(number) and (bound := bound_of(each, number)) is not None:
                self._note_infinite(packed, row, each, bound)
                cell = number = bound
            elif not from_text and is_read_otherwise(value, number):
                # No case of a policy: the value is as in training.
                parts = {"given": shown(value), "read": number}
                _add(packed.warnings, Note(row, each.name, "NUMBERS_CONVERTED", parts))
            if each.tolerant and each.integer and not number.is_integer():
                raise CellError("whole")
        met = self._rewritten(each, cell)
        if met is None:
            self._note_missing(packed, row, each, True)
            # Missing in training too, whatever gaps were filled with before.
            put_fill(packed.tensors, row, each, None)
        elif isinstance(met, str):
            self._place_text(packed, row, each, met)
        else:
            self._place_number(packed, row, each, met)

    def _note_infinite(self, packed: PackedRows, row: int, each: InputField, bound: float) -> None:
        parts = {"low": each.minimum, "high": each.maximum, "outcome": "filled", "fill": bound}
        notes = packed.problems if each.out_of_range == "reject" else packed.warnings
        _add(notes, Note(row, each.name, "OUT_OF_RANGE", parts))

    def _read(self, each: InputField, value: Any) -> str | float:
        if each.kind == "category":
            return read_category(value, self._written[each.name])
        if each.kind == "text":
            return read_text(value)
        if each.kind == "boolean":
            return read_boolean(value)
        return (
            read_datetime(value, each.date_formats) if each.kind == "datetime" else read_amount(value, each)
        )

    def _rewritten(self, each: InputField, cell: str | float) -> Cell:
        if each.rewrites:
            return self._rewriters[each.name](cell)
        return clipped(cell, *each.clip) if each.clip and not isinstance(cell, str) else cell

    def _place_text(self, packed: PackedRows, row: int, each: InputField, text: str) -> None:
        if each.kind == "category":
            known = self._known[each.name]
            if each.unified and text not in known:
                text = self._spelt[each.name].get(fold(text), text)
            packed.tensors.texts[row, each.slot] = text
            if text not in known:
                notes = packed.problems if each.unseen == "reject" else packed.warnings
                _add(notes, Note(row, each.name, UNSEEN, {"given": text[:40]}))
            return
        read = words(text)
        packed.tensors.texts[row, each.slot] = read
        if not read:
            self._note_missing(packed, row, each, True)
            put_fill(packed.tensors, row, each, None)
        elif is_cut(text, read):
            _add(packed.warnings, Note(row, each.name, "OUT_OF_RANGE", {"words": MAX_WORDS}))

    def _place_number(self, packed: PackedRows, row: int, each: InputField, number: float) -> None:
        if each.kind == "boolean":
            packed.tensors.numbers[row, each.slot] = number
            return
        if each.kind == "datetime":
            parts = date_parts(np.array([number]))[0]
            packed.tensors.numbers[row, each.slot : each.slot + each.width] = parts
        else:
            if abs(number) > FLOAT32_MAX:
                # As in training, and whatever gaps were filled with there.
                packed.tensors.numbers[row, each.slot] = np.nan
                notes = packed.problems if each.out_of_range == "reject" else packed.warnings
                _add(notes, Note(row, each.name, "OUT_OF_RANGE", {"outcome": "gap"}))
                return
            packed.tensors.numbers[row, each.slot] = number
        low, high = each.minimum, each.maximum
        if low is not None and high is not None and not low <= number <= high:
            notes = packed.problems if each.out_of_range == "reject" else packed.warnings
            ends = (low, high) if each.kind == "number" else (iso(low), iso(high))
            _add(notes, Note(row, each.name, "OUT_OF_RANGE", {"low": ends[0], "high": ends[1]}))


def bound_of(field: InputField, infinity: float) -> float | None:
    """Return the end of the training range that stands for an infinite value; None without a range."""
    return None if field.minimum is None else field.maximum if infinity > 0 else field.minimum


def put_missing(tensors: Tensors, row: int, field: InputField) -> None:
    """Write a missing cell as in training: the value that cleaning filled in, or missing."""
    put_fill(tensors, row, field, field.fill)


def put_fill(tensors: Tensors, row: int, field: InputField, fill: Fill) -> None:
    """Write the fill value of missing cells, or None, into a cell."""
    place = slice(field.slot, field.slot + field.width)
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
