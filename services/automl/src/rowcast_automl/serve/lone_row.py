"""One plain row packed into tensors, value by value: columns only pay for several."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from rowcast_automl.features.cells import FLOAT32_MAX
from rowcast_automl.features.schema import InputField, ServingSchema
from rowcast_automl.features.tensors import Tensors

KINDS = frozenset({"number", "boolean", "category"})
Read = Callable[[Mapping[str, Any]], Tensors | None]


def lone_reader(schema: ServingSchema) -> Read | None:
    """Reads a JSON row of which there is nothing to say; None for schemas with dates or free text.

    For rows that are not plain it returns None, or raises KeyError or TypeError.
    """
    if any(each.kind not in KINDS or (each.tolerant and each.integer) for each in schema.fields):
        return None
    slots = [number_slot(each) for each in schema.fields if each.kind != "category"]
    texts = [category_slot(each) for each in schema.fields if each.kind == "category"]

    def read(row: Mapping[str, Any]) -> Tensors | None:
        numbers: list[Any] = []
        for name, kinds, low, high, nulls in slots:
            value = row[name]
            if value is None and nulls:
                numbers.append(math.nan)
            elif type(value) in kinds and low <= value <= high:
                numbers.append(value)
            else:
                return None
        cells: list[Any] = []
        for name, known, nulls in texts:
            cell = row[name]
            if cell in known:
                cells.append(cell)
            elif cell is None and nulls:
                cells.append("")
            else:
                return None
        return Tensors(np.array([numbers], np.float32), np.array([cells], object))

    return read


def number_slot(field: InputField) -> tuple[str, frozenset[type], float, float, bool]:
    """Name, types, range seen in training, and whether nulls mean something."""
    if field.kind == "boolean":
        return field.name, frozenset({bool}), 0, 1, False
    nulls = field.seen_missing and field.nullable
    low, high = field.minimum, field.maximum
    if low is None or high is None:
        low, high = -FLOAT32_MAX, FLOAT32_MAX
    return field.name, frozenset({int, float}), low, high, nulls


def category_slot(field: InputField) -> tuple[str, frozenset[str], bool]:
    """Name, values seen in training, and whether nulls mean something."""
    known = frozenset(each for each in field.categories if each.strip())
    return field.name, known, field.seen_missing and field.nullable
