"""Rows with rare or extreme values for the parity check."""

from __future__ import annotations

from typing import Any

import numpy as np

from rowcast_automl.features.date_parts import FIRST, LAST, date_parts
from rowcast_automl.features.rows.cells import FLOAT32_MAX
from rowcast_automl.features.schema import InputField
from rowcast_automl.features.tensors import Tensors, stack
from rowcast_automl.features.tokenizer import MAX_WORDS, words

EDGE_BASES, EDGE_GROUPS = 3, 100
# Of one base alone beyond so many fields, since each row is as long as there are fields.
WIDE_FIELDS = 1_000
MAX_EDGES = 8


def edge_rows(base: Tensors, fields: tuple[InputField, ...]) -> Tensors:
    """Build rows with edge cases: fields missing, unseen, at and beyond their range, and all missing.

    Above 100 fields, each row changes several fields. Otherwise the rows would grow with the square of the
    width.
    """
    groups = [fields[start::EDGE_GROUPS] for start in range(min(EDGE_GROUPS, len(fields)))]
    parts = []
    for row in range(min(n_base_rows(len(fields)), len(base))):
        for group in groups:
            edges = [(field, edge_values(field)) for field in group]
            for step in range(max(len(values) for _, values in edges)):
                changed = base.take(slice(row, row + 1))
                changed = Tensors(changed.numbers.copy(), changed.texts.copy())
                for field, values in edges:
                    tensor = changed.texts if field.textual else changed.numbers
                    tensor[0, field.slot : field.slot + field.width] = values[step % len(values)]
                parts.append(changed)
    empty = Tensors(np.full_like(base.numbers[:1], np.nan), np.full_like(base.texts[:1], ""))
    return stack([*parts, empty])


def n_base_rows(fields: int) -> int:
    """Return how many rows are changed for each edge case."""
    return EDGE_BASES if fields <= WIDE_FIELDS else 1


def max_edge_rows(fields: int) -> int:
    """Return the maximum number of edge-case rows for a number of fields."""
    return n_base_rows(fields) * min(EDGE_GROUPS, fields) * MAX_EDGES + 1


def edge_values(field: InputField) -> list[Any]:
    """Return valid cells of one field that training rarely has. Dates vary in all their parts."""
    if field.kind == "category":
        return ["", "\u0000 never seen", *field.categories[:2], *field.categories[-2:]]
    if field.kind == "text":
        known = words(str(field.example))
        long = words(f"{known} " * MAX_WORDS)
        return ["", known, f"{known} {known}", "unheardof", "😀 مرحبا 42", long]
    low, high = field.minimum or 0.0, field.maximum or 0.0
    if field.kind == "datetime":
        return [np.nan, 0.0, *date_parts(np.array([low, high, FIRST, LAST]))]
    span = max(high - low, 1.0)
    below, above = max(low - span, -FLOAT32_MAX), min(high + span, FLOAT32_MAX)
    return [np.nan, 0.0, low, high, below, above, -3e38, 3e38]
