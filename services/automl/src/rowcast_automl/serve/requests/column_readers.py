"""Fast readers for columns of plain cells: values as in training, without notes or conversions."""

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
ColumnReader = Callable[[Cells], Cells | None]
NUMERIC = frozenset({int, float})


def column_reader(field: InputField, from_text: bool, markers: frozenset[str]) -> ColumnReader:
    """The reader of a field's column. It returns None or raises TypeError for cells that are not plain."""
    if field.kind == "text":
        own_markers = markers if field.missing is None else frozenset(field.missing)
        return not_plain if field.rewrites else text_column(own_markers)
    if field.kind == "category":
        return category_column(field, from_text)
    if field.kind == "datetime":
        return not_plain if field.rewrites or field.missing is not None else datetime_column(field)
    if needs_row_reader(field, from_text):
        return not_plain
    return boolean_column if field.kind == "boolean" else number_column(field, from_text)


def needs_row_reader(field: InputField, from_text: bool) -> bool:
    """Whether every cell of a number or boolean field needs `RowReader`."""
    if field.rewrites or field.missing_numbers:
        return True
    if field.kind == "boolean":
        return from_text
    if from_text and (field.decimal != "." or field.noise or field.clock):
        return True
    return field.tolerant and field.integer


def not_plain(_: Cells) -> None:
    """A reader for which no cell is plain."""


def boolean_column(cells: Cells) -> Cells | None:
    """Booleans."""
    return cells if set(map(type, cells)) == {bool} else None


def category_column(field: InputField, from_text: bool) -> ColumnReader:
    """Values seen in training, and nulls if training had them."""
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
    """Values seen in training that need no conversion."""
    known = frozenset(each for each in field.categories if each.strip())
    if not field.rewrites:
        return known
    rewriter = rewriter_of(field.kind, field.rewrites)
    return frozenset(each for each in known if rewriter(each) == each)


def text_column(markers: frozenset[str]) -> ColumnReader:
    """Texts with words that are not truncated."""

    def read(cells: Cells) -> Cells | None:
        if set(map(type, cells)) != {str} or not markers.isdisjoint(map(str.strip, cells)):
            return None
        tokens = [words(each) for each in cells]
        is_truncated = any(not text or is_cut(cell, text) for cell, text in zip(cells, tokens, strict=True))
        return None if is_truncated else tokens

    return read


def number_column(field: InputField, from_text: bool) -> ColumnReader:
    """Numbers within the range of training, and nulls if training had them."""
    bounded = field.minimum is not None and field.maximum is not None
    low = field.minimum if bounded and field.minimum is not None else -FLOAT32_MAX
    high = field.maximum if bounded and field.maximum is not None else FLOAT32_MAX
    nulls = field.keeps_nulls

    def within(cells: Cells) -> Cells | None:
        return cells if low <= min(cells) and max(cells) <= high else None

    def read_values(cells: Cells) -> Cells | None:
        other_types = set(map(type, cells)) - NUMERIC
        if not other_types:
            return within(cells)
        if not nulls or other_types != {NoneType}:
            return None
        known = [each for each in cells if each is not None]
        if known and within(known) is None:
            return None
        return [math.nan if each is None else each for each in cells]

    def read_texts(cells: Cells) -> Cells | None:
        return within([*map(float, cells)]) if all(map(STRICT_NUMBER.fullmatch, cells)) else None

    return read_texts if from_text else read_values


def datetime_column(field: InputField) -> ColumnReader:
    """Dates within the range of training, as date parts."""

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
