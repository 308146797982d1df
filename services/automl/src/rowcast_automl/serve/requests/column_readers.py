"""Columns of plain cells: as training saw them, none strange, missing only where training knew that."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from types import NoneType
from typing import Any

import numpy as np

from rowcast_automl.features.date_parts import date_parts
from rowcast_automl.features.rows.cells import FLOAT32_MAX, STRICT_NUMBER, CellError, read_datetime
from rowcast_automl.features.rows.recipe_replay import rewriter_of
from rowcast_automl.features.schema import InputField
from rowcast_automl.features.tokenizer import is_cut, words

Cells = Sequence[Any]
Column = Callable[[Cells], Cells | None]
NUMERIC = frozenset({int, float})


def column_reader(field: InputField, from_text: bool, markers: frozenset[str]) -> Column:
    """Reads the field's column; what is not plain, such as a missing marker, gives None or a TypeError."""
    if field.kind == "text":
        return refuse if field.rewrites else text_column(markers)
    if field.kind == "category":
        return category_column(field, from_text)
    if field.kind == "datetime":
        return refuse if field.rewrites else datetime_column(field)
    if left_to_rows(field, from_text):
        return refuse
    return boolean_column if field.kind == "boolean" else number_column(field, from_text)


def left_to_rows(field: InputField, from_text: bool) -> bool:
    """Whether every cell of a number or boolean field is left to `RowReader`."""
    if field.rewrites:
        return True
    if field.kind == "boolean":
        return from_text
    if from_text and (field.decimal != "." or field.noise or field.clock):
        return True
    return field.tolerant and field.integer


def refuse(_: Cells) -> None:
    """Takes no cell for plain."""


def boolean_column(cells: Cells) -> Cells | None:
    """True and false alone."""
    return cells if set(map(type, cells)) == {bool} else None


def category_column(field: InputField, from_text: bool) -> Column:
    """Values seen in training and, where training saw them, nulls."""
    known: frozenset[str | None] = plain_categories(field)
    if from_text or not field.keeps_nulls:
        return lambda cells: cells if known.issuperset(cells) else None
    with_null = known | {None}

    def read(cells: Cells) -> Cells | None:
        if not with_null.issuperset(cells):
            return None
        return ["" if each is None else each for each in cells]

    return read


def plain_categories(field: InputField) -> frozenset[str]:
    """Values seen in training that are sent as they were learned."""
    known = frozenset(each for each in field.categories if each.strip())
    if not field.rewrites:
        return known
    rewriter = rewriter_of(field.kind, field.rewrites)
    return frozenset(each for each in known if rewriter(each) == each)


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
    nulls = field.keeps_nulls

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
