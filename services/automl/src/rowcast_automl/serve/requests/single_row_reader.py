"""Fast reader for a single row, value by value; reading by column only pays off for several rows."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from rowcast_automl.features.rows.cells import FLOAT32_MAX, STRICT_NUMBER
from rowcast_automl.features.schema import InputField, ServingSchema
from rowcast_automl.features.tensors import Tensors
from rowcast_automl.serve.requests.column_readers import needs_row_reader, plain_categories

SUPPORTED_KINDS = frozenset({"number", "boolean", "category"})
# By row, the fields that are not plain and need `RowReader`.
RemainingFields = dict[int, list[InputField]]
Read = Callable[[Mapping[str, Any]], tuple[Tensors, RemainingFields]]


def single_row_reader(schema: ServingSchema, sendable: frozenset[str], from_text: bool) -> Read | None:
    """Return a reader for the plain cells of a row, or None for schemas with dates or free text."""
    if any(each.kind not in SUPPORTED_KINDS for each in schema.fields):
        return None
    slots = [number_slot(each, from_text) for each in schema.fields if each.kind != "category"]
    texts = [category_slot(each, from_text) for each in schema.fields if each.kind == "category"]
    number_type = schema.number_type
    width, order = len(schema.fields), {each.name: place for place, each in enumerate(schema.fields)}

    def read(row: Mapping[str, Any]) -> tuple[Tensors, RemainingFields]:
        remaining: list[InputField] = []
        get = row.get
        numbers: list[Any] = []
        for field, name, kinds, low, high, nulls in slots:
            value: Any = strict_number(get(name)) if from_text else get(name)
            if type(value) in kinds and low <= value <= high:
                numbers.append(value)
                continue
            numbers.append(math.nan)
            if value is not None or not nulls or name not in row:
                remaining.append(field)
        cells: list[Any] = []
        for field, name, known, nulls in texts:
            cell = get(name)
            if type(cell) is str and cell in known:
                cells.append(cell)
                continue
            cells.append("")
            if cell is not None or not nulls or name not in row:
                remaining.append(field)
        tensors = Tensors(np.array([numbers], number_type), np.array([cells], object))
        if remaining:
            remaining.sort(key=lambda field: order[field.name])
            return tensors, {0: remaining}
        return tensors, ({0: []} if len(row) != width and not row.keys() <= sendable else {})

    return read


def strict_number(cell: Any) -> float | None:
    """Parse a number of a CSV cell."""
    return float(cell) if type(cell) is str and STRICT_NUMBER.fullmatch(cell) else None


def number_slot(
    field: InputField, from_text: bool
) -> tuple[InputField, str, frozenset[type], float, float, bool]:
    """Field, name, types, range of training, and whether nulls are allowed."""
    if needs_row_reader(field, from_text):
        return field, field.name, frozenset(), 0, 0, False
    if field.kind == "boolean":
        return field, field.name, frozenset({bool}), 0, 1, False
    nulls = field.keeps_nulls and not from_text
    low, high = field.minimum, field.maximum
    if low is None or high is None:
        low, high = -FLOAT32_MAX, FLOAT32_MAX
    return field, field.name, frozenset({int, float}), low, high, nulls


def category_slot(field: InputField, from_text: bool) -> tuple[InputField, str, frozenset[str], bool]:
    """Field, name, values of training, and whether nulls are allowed."""
    return field, field.name, plain_categories(field), field.keeps_nulls and not from_text
