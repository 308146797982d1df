"""Rows of a request packed into tensors: plain cells column by column, all others by `features.rows`."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import chain
from operator import itemgetter
from typing import Any

import numpy as np

from rowcast_automl.features.rows.row_reader import MAX_NOTES, PackedRows, RowReader
from rowcast_automl.features.schema import InputField, ServingSchema
from rowcast_automl.features.tensors import Tensors
from rowcast_automl.ingest.encoding.unicode_composition import compose
from rowcast_automl.serve.options.value_policy import DEFAULT, Policy
from rowcast_automl.serve.requests.column_readers import Cells, Column, column_reader
from rowcast_automl.serve.requests.single_row_reader import Odd, lone_reader
from rowcast_automl.serve.suggestions.suggestions import Meant, is_guessed

Row = Mapping[str, Any]
# Stands for a field that a row lacks; no column takes it for plain.
ABSENT = object()
# Cells of a column with odd ones that are looked at together.
TOGETHER = 8


Mixed = Callable[[InputField, Column, Cells, Odd], Cells]


class NotPlain(Exception):
    """Some cell is not plain."""


def refuse_mixed(*_: object) -> Cells:
    """For those who want plain rows or none."""
    raise NotPlain


class PlainReader:
    """Packs the cells of which there is nothing to say.

    Parameters
    ----------
    schema : ServingSchema
    from_text : bool
        True where every value is text, as in CSV.
    """

    def __init__(self, schema: ServingSchema, from_text: bool) -> None:
        self._names = names = [each.name for each in schema.fields]
        self._width = len(names)
        self._cells = itemgetter(*names) if len(names) > 1 else lambda row: (row[names[0]],)
        self._sendable = frozenset((*names, *schema.ignored, schema.target))
        markers = frozenset(schema.missing_markers) if from_text else frozenset()
        self._columns = [column_reader(each, from_text, markers) for each in schema.fields]
        self._fields = schema.fields
        self._lone = lone_reader(schema, self._sendable, from_text)
        # Elsewhere a row without any value has an odd cell.
        self._takes_nothing = all(each.keeps_nulls for each in schema.fields)

    def read(self, rows: Sequence[Row]) -> tuple[Tensors, Odd]:
        """The rows' tensors, and by row the fields that are left to `RowReader`.

        A row with names that the schema does not know is among them, even if no field is, and so is one that
        holds nothing.
        """
        tensors, odd = (
            self._lone(rows[0]) if self._lone and len(rows) == 1 else self._packed(rows, mixed_cells)
        )
        if self._takes_nothing:
            for index, row in enumerate(rows):
                if self._holds_nothing(row):
                    odd.setdefault(index, [])
        return tensors, odd

    def read_all(self, rows: Sequence[Row]) -> Tensors | None:
        """The rows' tensors; None, as soon as that is known, where something is left to `RowReader`."""
        try:
            tensors, odd = self._packed(rows, refuse_mixed)
        except NotPlain:
            return None
        return None if odd or (self._takes_nothing and any(map(self._holds_nothing, rows))) else tensors

    def _packed(self, rows: Sequence[Row], mixed: Mixed) -> tuple[Tensors, Odd]:
        width, sendable = self._width, self._sendable
        odd: Odd = {
            index: [] for index, row in enumerate(rows) if len(row) != width and not row.keys() <= sendable
        }
        numbers: list[Cells] = []
        texts: list[Cells] = []
        free: list[Cells] = []
        for field, read, column in zip(self._fields, self._columns, self._by_column(rows), strict=True):
            cells = plain_cells(read, column)
            if cells is None:
                cells = mixed(field, read, column, odd)
            if field.kind == "text":
                free.append(cells)
            elif field.kind == "category":
                texts.append(cells)
            elif field.kind == "datetime":
                numbers.extend(cells)
            else:
                numbers.append(cells)
        count = len(rows)
        tensors = Tensors(
            np.ascontiguousarray(np.array(numbers, np.float32).reshape(-1, count).T),
            np.ascontiguousarray(np.array([*texts, *free], object).reshape(-1, count).T),
        )
        return tensors, odd

    def _holds_nothing(self, row: Row) -> bool:
        return all(row.get(name) is None for name in self._names)

    def _by_column(self, rows: Sequence[Row]) -> list[Cells]:
        try:
            return list(zip(*map(self._cells, rows), strict=True))
        except KeyError:
            return [[row.get(name, ABSENT) for row in rows] for name in self._names]


def plain_cells(read: Column, column: Cells) -> Cells | None:
    """The column as the tensors hold it; None where some cell is not plain."""
    try:
        return read(column)
    except TypeError:
        return None


def mixed_cells(field: InputField, read: Column, column: Cells, odd: Odd, first: int = 0) -> Cells:
    """The same part by part: a cell that is not plain stays empty, and its row goes into `odd`."""
    if len(column) == 1:
        odd.setdefault(first, []).append(field)
        empty = ["" if field.textual else math.nan]
        return empty if field.width == 1 else [empty] * field.width
    step = TOGETHER if len(column) > TOGETHER else 1
    parts = []
    for start in range(0, len(column), step):
        part = column[start : start + step]
        cells = plain_cells(read, part)
        parts.append(mixed_cells(field, read, part, odd, first + start) if cells is None else cells)
    if field.width == 1:
        return [*chain.from_iterable(parts)]
    return [[*chain.from_iterable(each)] for each in zip(*parts, strict=True)]


def renamed(row: Row, fields: frozenset[str]) -> Row:
    """The row with the names of those of `fields` that it has in another form."""
    return {
        joined if (joined := compose(str(name))) in fields and joined not in row else name: value
        for name, value in row.items()
    }


class RequestReader:
    """Reads rows for one schema as `RowReader` does, only faster; safe to share between threads."""

    def __init__(self, schema: ServingSchema) -> None:
        self._schema = schema
        self._reader = RowReader(schema)
        self._meant = Meant(schema)
        self._accented = frozenset(name for name in schema.by_name if not name.isascii())
        self._plain = {text: PlainReader(schema, text) for text in (False, True)}
        self._is_null = {text: partial(self._reader.is_null, from_text=text) for text in (False, True)}

    def _composed(self, rows: Sequence[Row]) -> Sequence[Row]:
        """The rows with names whose accents stand apart written as the fields are."""
        if not self._accented:
            return rows
        return [row if self._accented <= row.keys() else renamed(row, self._accented) for row in rows]

    def read_plain(self, rows: Sequence[Row]) -> Tensors | None:
        """The tensors of JSON rows of which there is nothing to say; None where there is."""
        return self._plain[False].read_all(self._composed(rows))

    def read(self, rows: Sequence[Row], from_text: bool = False, policy: Policy = DEFAULT) -> PackedRows:
        """Packs rows; what is noted about them is as the policy wants it.

        Returns
        -------
        PackedRows
            At most 1,000 warnings and 1,000 problems are listed.
        """
        rows = self._composed(rows)
        tensors, odd = self._plain[from_text].read(rows)
        if not policy.takes_nulls:
            for index, row in enumerate(rows):
                if None in row.values() or "" in row.values():
                    odd.setdefault(index, [])
        found = PackedRows(tensors)
        for index in sorted(odd):
            row, part = rows[index], PackedRows(tensors.take(slice(index, index + 1)))
            self._reader.read_fields(part, 0, row, odd[index], from_text)
            part = policy.apply(part, row, self._schema, self._is_null[from_text])
            for notes, new in ((found.warnings, part.warnings), (found.problems, part.problems)):
                for note in new[: MAX_NOTES - len(notes)]:
                    note.row = index
                    notes.append(note)
        if odd and is_guessed(found):
            self._meant.tell(found, rows)
        return found
