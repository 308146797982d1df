"""Rows of a request packed into tensors: plain rows column by column, all others by `features.rows`."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from types import NoneType
from typing import Any

import numpy as np

from rowcast_automl.features.calendar import date_parts
from rowcast_automl.features.cells import FLOAT32_MAX, STRICT_NUMBER, CellError, read_datetime
from rowcast_automl.features.rows import MAX_NOTES, PackedRows, RowReader
from rowcast_automl.features.schema import InputField, ServingSchema
from rowcast_automl.features.tensors import Tensors, stack
from rowcast_automl.features.words import is_cut, words
from rowcast_automl.serve.lone_row import lone_reader
from rowcast_automl.serve.policy import DEFAULT, Policy

Row = Mapping[str, Any]
Cells = Sequence[Any]
Column = Callable[[Cells], Cells | None]
NUMERIC = frozenset({int, float})
NOTHING = np.empty((0, 0))


class PlainReader:
    """Packs rows of which there is nothing to say: every field as trained, none missing, none strange.

    Parameters
    ----------
    schema : ServingSchema
    from_text : bool
        True where every value is text, as in CSV.
    """

    def __init__(self, schema: ServingSchema, from_text: bool) -> None:
        names = [each.name for each in schema.fields]
        self._width = len(names)
        self._cells = itemgetter(*names) if len(names) > 1 else lambda row: (row[names[0]],)
        self._sendable = frozenset((*names, *schema.ignored, schema.target))
        markers = frozenset(schema.missing_markers) if from_text else frozenset()
        self._columns = [column_reader(each, from_text, markers) for each in schema.fields]
        self._fields = schema.fields
        self._lone = None if from_text else lone_reader(schema)

    def read(self, rows: Sequence[Row]) -> Tensors | None:
        """The rows' tensors; None when one of them is not plain."""
        width, sendable = self._width, self._sendable
        for row in rows:
            if len(row) != width and not row.keys() <= sendable:
                return None
        try:
            if self._lone and len(rows) == 1:
                return self._lone(rows[0])
            columns = zip(*map(self._cells, rows), strict=True)
            numbers: list[Cells] = []
            texts: list[Cells] = []
            free: list[Cells] = []
            for field, read, column in zip(self._fields, self._columns, columns, strict=True):
                cells = read(column)
                if cells is None:
                    return None
                if field.kind == "text":
                    free.append(cells)
                elif field.kind == "category":
                    texts.append(cells)
                elif field.kind == "datetime":
                    numbers.extend(cells)
                else:
                    numbers.append(cells)
        except (KeyError, TypeError):
            return None
        count = len(rows)
        return Tensors(
            np.ascontiguousarray(np.array(numbers, np.float32).reshape(-1, count).T),
            np.ascontiguousarray(np.array([*texts, *free], object).reshape(-1, count).T),
        )


def column_reader(field: InputField, from_text: bool, markers: frozenset[str]) -> Column:
    """Reads the field's column; what is not plain, such as a missing marker, gives None or a TypeError."""
    if field.kind == "text":
        return text_column(markers)
    if field.kind == "category":
        return category_column(field, from_text)
    if field.kind == "boolean":
        return refuse if from_text else boolean_column
    if field.kind == "datetime":
        return datetime_column(field)
    if (field.tolerant and field.integer) or (from_text and (field.decimal != "." or field.noise)):
        return refuse
    return number_column(field, from_text)


def refuse(_: Cells) -> None:
    """For fields that are left to `RowReader`."""


def boolean_column(cells: Cells) -> Cells | None:
    """True and false alone."""
    return cells if set(map(type, cells)) == {bool} else None


def category_column(field: InputField, from_text: bool) -> Column:
    """Values seen in training and, where training saw them, nulls."""
    known: frozenset[str | None] = frozenset(each for each in field.categories if each.strip())
    if from_text or not (field.seen_missing and field.nullable):
        return lambda cells: cells if known.issuperset(cells) else None
    with_null = known | {None}

    def read(cells: Cells) -> Cells | None:
        if not with_null.issuperset(cells):
            return None
        return ["" if each is None else each for each in cells]

    return read


def text_column(markers: frozenset[str]) -> Column:
    """Texts with words, all of which are read."""

    def read(cells: Cells) -> Cells | None:
        if set(map(type, cells)) != {str} or not markers.isdisjoint(map(str.strip, cells)):
            return None
        found = [words(each) for each in cells]
        cut = any(not text or is_cut(cell, text) for cell, text in zip(cells, found, strict=True))
        return None if cut else found

    return read


def number_column(field: InputField, from_text: bool) -> Column:
    """Numbers within the range seen in training and, where training saw them, nulls."""
    bounded = field.minimum is not None and field.maximum is not None
    low = field.minimum if bounded and field.minimum is not None else -FLOAT32_MAX
    high = field.maximum if bounded and field.maximum is not None else FLOAT32_MAX
    nulls = field.seen_missing and field.nullable

    def within(cells: Cells) -> Cells | None:
        return cells if low <= min(cells) and max(cells) <= high else None

    def read_values(cells: Cells) -> Cells | None:
        odd = set(map(type, cells)) - NUMERIC
        if not odd:
            return within(cells)
        if not nulls or odd != {NoneType}:
            return None
        known = [each for each in cells if each is not None]
        if known and within(known) is None:
            return None
        return [math.nan if each is None else each for each in cells]

    def read_texts(cells: Cells) -> Cells | None:
        return within([*map(float, cells)]) if all(map(STRICT_NUMBER.fullmatch, cells)) else None

    return read_texts if from_text else read_values


def datetime_column(field: InputField) -> Column:
    """Dates within the range seen in training, as their parts."""

    def read(cells: Cells) -> Cells | None:
        try:
            seconds = [read_datetime(each, field.date_formats) for each in cells]
        except CellError:
            return None
        low, high = field.minimum, field.maximum
        if low is not None and high is not None and not (low <= min(seconds) and max(seconds) <= high):
            return None
        return list(date_parts(np.array(seconds)).T)

    return read


class RequestReader:
    """Reads rows for one schema as `RowReader` does, only faster; safe to share between threads."""

    def __init__(self, schema: ServingSchema) -> None:
        self._schema = schema
        self._reader = RowReader(schema)
        self._plain = {text: PlainReader(schema, text) for text in (False, True)}

    def read_plain(self, rows: Sequence[Row]) -> Tensors | None:
        """The tensors of JSON rows of which there is nothing to say; None where there is."""
        return self._plain[False].read(rows)

    def read(self, rows: Sequence[Row], from_text: bool = False, policy: Policy = DEFAULT) -> PackedRows:
        """Packs rows; what is noted about them is as the policy wants it.

        Returns
        -------
        PackedRows
            At most 1,000 warnings and 1,000 problems are listed.
        """
        if policy.takes_nulls or not any(None in row.values() or "" in row.values() for row in rows):
            tensors = self._plain[from_text].read(rows)
            if tensors is not None:
                return PackedRows(tensors)
        parts, found = [], PackedRows(Tensors(NOTHING, NOTHING))
        for index, row in enumerate(rows):
            part = self._read_one(row, from_text, policy)
            parts.append(part.tensors)
            for notes, new in ((found.warnings, part.warnings), (found.problems, part.problems)):
                for note in new[: MAX_NOTES - len(notes)]:
                    note.row = index
                    notes.append(note)
        found.tensors = stack(parts)
        return found

    def _read_one(self, row: Row, from_text: bool, policy: Policy) -> PackedRows:
        tensors = self._plain[from_text].read([row]) if policy.takes_nulls else None
        if tensors is not None:
            return PackedRows(tensors)
        return policy.apply(self._reader.read([row], from_text), row, self._schema)
