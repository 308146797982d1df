"""Reads and sets the values of one field in packed rows."""

from __future__ import annotations

import numpy as np

from rowcast_automl.features.date_parts import DAY, date_parts
from rowcast_automl.features.schema import InputField
from rowcast_automl.features.tensors import Array, Tensors

Cell = str | float | bool | None
SECOND = 5
MAX_SHOWN = 500


def values_of(tensors: Tensors, field: InputField) -> Array:
    """Return str objects with '' for missing, or float64 with NaN. Dates are seconds since 1970."""
    if field.textual:
        texts: Array = tensors.texts[:, field.slot]
        return texts
    values: Array = tensors.numbers[:, field.slot].astype(np.float64)
    if field.kind == "datetime":
        return values * DAY + tensors.numbers[:, field.slot + SECOND].astype(np.float64)
    return values


def missing_in(values: Array, field: InputField) -> Array:
    """Return the mask of missing values."""
    mask: Array = values == "" if field.textual else np.isnan(values)
    return mask


def packed(field: InputField, values: Array) -> Array:
    """Convert values to cells of the field's tensor, shape (n_values, width)."""
    if field.kind == "datetime":
        return date_parts(values.astype(np.float64))
    if field.textual:
        return values[:, None]
    return values.astype(np.float64 if field.float64 else np.float32)[:, None]


def with_values(tensors: Tensors, field: InputField, cells: Array) -> Tensors:
    """Return the rows with one field set.

    Parameters
    ----------
    cells : array, shape (rows or 1, width)
        As `packed` gives them.
    """
    columns = slice(field.slot, field.slot + field.width)
    if field.textual:
        texts = tensors.texts.copy()
        texts[:, columns] = cells
        return Tensors(tensors.numbers, texts)
    numbers = tensors.numbers.copy()
    numbers[:, columns] = cells
    return Tensors(numbers, tensors.texts)


def cell_of(value: float | str, field: InputField) -> Cell:
    """Return a value as a client would send it, or None if it is missing.

    Free text is cut to its first words.
    """
    if field.textual:
        cell = field.sent(str(value) or None)
        return None if cell is None else str(cell)[:MAX_SHOWN]
    number = float(value)
    # What is sent of a field of whole numbers may be none.
    whole = field.integer and number.is_integer()
    is_exact = whole or field.float64 or field.kind != "number"
    known = number if is_exact else float(str(np.float32(number)))
    cell = field.sent(None if np.isnan(known) else known)
    if cell is None:
        return None
    number = float(cell)
    if field.kind == "boolean":
        return bool(number)
    if field.kind == "datetime":
        return str(np.datetime64(round(number), "s"))
    return int(number) if whole else number
