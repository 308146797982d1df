"""Conversion of rows to tensors: plain cells column by column, all others by `RowReader`."""

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
from rowcast_automl.serve.requests.column_readers import Cells, ColumnReader, column_reader
from rowcast_automl.serve.requests.single_row_reader import RemainingFields, single_row_reader
from rowcast_automl.serve.suggestions.suggestions import Suggester, may_have_suggestions

Row = Mapping[str, Any]
# Placeholder of a missing field; not plain in any column.
ABSENT = object()
# A column that is not plain is read in parts of this size.
CELLS_PER_PART = 8


MixedReader = Callable[[InputField, ColumnReader, Cells, RemainingFields], Cells]


class NotPlain(Exception):
    """A cell is not plain."""


def raise_not_plain(*_: object) -> Cells:
    """Raise NotPlain, for callers that need all cells to be plain."""
    raise NotPlain


class PlainReader:
    """Read plain cells.

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
        self._number_type = schema.number_type
        self._single_row = single_row_reader(schema, self._sendable, from_text)
        # If a field does not allow nulls, an empty row has a cell that is not plain anyway.
        self._allows_empty_rows = all(each.keeps_nulls for each in schema.fields)

    def read(self, rows: Sequence[Row]) -> tuple[Tensors, RemainingFields]:
        """Return the tensors of the rows, and by row the fields that need `RowReader`.

        Rows with unknown names and empty rows are included, even without such fields.
        """
        tensors, remaining = (
            self._single_row(rows[0])
            if self._single_row and len(rows) == 1
            else self._pack(rows, mixed_cells)
        )
        if self._allows_empty_rows:
            for index, row in enumerate(rows):
                if self._is_empty(row):
                    remaining.setdefault(index, [])
        return tensors, remaining

    def read_all(self, rows: Sequence[Row]) -> Tensors | None:
        """Return the tensors of the rows, or None if a cell needs `RowReader`."""
        try:
            tensors, remaining = self._pack(rows, raise_not_plain)
        except NotPlain:
            return None
        return None if remaining or (self._allows_empty_rows and any(map(self._is_empty, rows))) else tensors

    def _pack(self, rows: Sequence[Row], mixed: MixedReader) -> tuple[Tensors, RemainingFields]:
        width, sendable = self._width, self._sendable
        remaining: RemainingFields = {
            index: [] for index, row in enumerate(rows) if len(row) != width and not row.keys() <= sendable
        }
        numbers: list[Cells] = []
        texts: list[Cells] = []
        free: list[Cells] = []
        for field, read, column in zip(self._fields, self._columns, self._by_column(rows), strict=True):
            cells = plain_cells(read, column)
            if cells is None:
                cells = mixed(field, read, column, remaining)
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
            np.ascontiguousarray(np.array(numbers, self._number_type).reshape(-1, count).T),
            np.ascontiguousarray(np.array([*texts, *free], object).reshape(-1, count).T),
        )
        return tensors, remaining

    def _is_empty(self, row: Row) -> bool:
        return all(row.get(name) is None for name in self._names)

    def _by_column(self, rows: Sequence[Row]) -> list[Cells]:
        try:
            return list(zip(*map(self._cells, rows), strict=True))
        except KeyError:
            return [[row.get(name, ABSENT) for row in rows] for name in self._names]


def plain_cells(read: ColumnReader, column: Cells) -> Cells | None:
    """Return the column for the tensors, or None if a cell is not plain."""
    try:
        return read(column)
    except TypeError:
        return None


def mixed_cells(
    field: InputField, read: ColumnReader, column: Cells, remaining: RemainingFields, first_row: int = 0
) -> Cells:
    """Read a column in parts; cells that are not plain stay empty and are added to `remaining`."""
    if len(column) == 1:
        remaining.setdefault(first_row, []).append(field)
        empty = ["" if field.textual else math.nan]
        return empty if field.width == 1 else [empty] * field.width
    step = CELLS_PER_PART if len(column) > CELLS_PER_PART else 1
    parts = []
    for start in range(0, len(column), step):
        part = column[start : start + step]
        cells = plain_cells(read, part)
        parts.append(mixed_cells(field, read, part, remaining, first_row + start) if cells is None else cells)
    if field.width == 1:
        return [*chain.from_iterable(parts)]
    return [[*chain.from_iterable(each)] for each in zip(*parts, strict=True)]


def compose_names(row: Row, fields: frozenset[str]) -> Row:
    """Rename fields of the row that are written in another Unicode form."""
    return {
        joined if (joined := compose(str(name))) in fields and joined not in row else name: value
        for name, value in row.items()
    }


class RequestReader:
    """Reader of rows for one schema: a faster `RowReader`. Thread-safe."""

    def __init__(self, schema: ServingSchema) -> None:
        self._schema = schema
        self._reader = RowReader(schema)
        self._suggester = Suggester(schema)
        self._accented = frozenset(name for name in schema.by_name if not name.isascii())
        self._plain = {text: PlainReader(schema, text) for text in (False, True)}
        self._is_null = {text: partial(self._reader.is_null, from_text=text) for text in (False, True)}

    def _with_composed_names(self, rows: Sequence[Row]) -> Sequence[Row]:
        """Return the rows with field names in Unicode normal form NFC."""
        if not self._accented:
            return rows
        return [row if self._accented <= row.keys() else compose_names(row, self._accented) for row in rows]

    def read_plain(self, rows: Sequence[Row]) -> Tensors | None:
        """Return the tensors of plain JSON rows, or None if a cell is not plain."""
        return self._plain[False].read_all(self._with_composed_names(rows))

    def read(self, rows: Sequence[Row], from_text: bool = False, policy: Policy = DEFAULT) -> PackedRows:
        """Convert rows to tensors, with warnings and problems according to the policy.

        Returns
        -------
        PackedRows
            With at most 1,000 warnings and 1,000 problems.
        """
        rows = self._with_composed_names(rows)
        tensors, remaining = self._plain[from_text].read(rows)
        if not policy.ignores_nulls:
            for index, row in enumerate(rows):
                if None in row.values() or "" in row.values():
                    remaining.setdefault(index, [])
        found = PackedRows(tensors)
        for index in sorted(remaining):
            row, part = rows[index], PackedRows(tensors.take(slice(index, index + 1)))
            self._reader.read_fields(part, 0, row, remaining[index], from_text)
            part = policy.apply(part, row, self._schema, self._is_null[from_text])
            for notes, new in ((found.warnings, part.warnings), (found.problems, part.problems)):
                for note in new[: MAX_NOTES - len(notes)]:
                    note.row = index
                    notes.append(note)
        if remaining and may_have_suggestions(found):
            self._suggester.add_suggestions(found, rows)
        return found
