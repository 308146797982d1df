"""Builds the serving schema and the packed tensors from the training columns."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np

from rowcast_automl.contracts.generated import ColumnProfile, TableProfile
from rowcast_automl.features.columns.column_reader import Column
from rowcast_automl.features.columns.float32_precision import need_float64
from rowcast_automl.features.date_parts import date_parts, iso
from rowcast_automl.features.rows.cells import STRICT_NUMBER, read_category, read_datetime
from rowcast_automl.features.rows.recipe_at_prediction import Cleaned, cleaned_columns
from rowcast_automl.features.rows.recipe_replay import Fill, as_cell, as_fill
from rowcast_automl.features.schema import InputField, number_type
from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.ingest.dates.date_format import FORMATS, is_date
from rowcast_automl.ingest.dates.times_and_durations import format_from_conversions
from rowcast_automl.ingest.numbers.number_format import FORMATTING_CONVERSIONS, infer_number_format
from rowcast_automl.ingest.numbers.thousands_separators import SPACE_SEPARATORS
from rowcast_automl.profile.columns.spelling_variants import first_by_fold, fold

MAX_DICTIONARY = 10_000
FIRST_ROWS = 200
MAX_EXAMPLE = 200


def build_fields(columns: list[Column], train: Array, profile: TableProfile) -> tuple[InputField, ...]:
    """Build the input field of each column from its training rows.

    Parameters
    ----------
    train : int array
        Positions of the training rows.
    profile : TableProfile
        Its examples show the table's number and date formats.
    """
    fields = []
    written = {each.name: each for each in profile.columns}
    cleaned = cleaned_columns(profile)
    # Categories stand before free texts.
    free = sum(column.kind == "category" for column in columns)
    next_slot = {"category": 0, "text": free, "number": 0}
    for column in columns:
        missing = column.missing[train]
        present = column.values[train][~missing]
        tensor = column.kind if column.kind in ("category", "text") else "number"
        slot = next_slot[tensor]
        if column.kind == "category":
            field = category_field(column, slot, present, written[column.name])
        elif column.kind == "text":
            field = text_field(column, slot, present)
        else:
            field = number_field(column, slot, present, written[column.name], profile.dialect.decimal == ",")
        next_slot[tensor] += field.width
        reading = written[column.name].reading
        own_markers = None if reading is None or reading.missing is None else tuple(reading.missing)
        field = replace(field, seen_missing=bool(missing.any()), missing=own_markers)
        fields.append(as_cleaned(field, cleaned.get(column.name, Cleaned())))
    return with_float64(fields, columns, train)


def with_float64(fields: list[InputField], columns: list[Column], train: Array) -> tuple[InputField, ...]:
    """Mark the numbers that the graph must read as float64."""
    numbers = [place for place, each in enumerate(fields) if each.kind == "number"]
    needed = need_float64([columns[place].values[train] for place in numbers])
    for place, is_needed in zip(numbers, needed, strict=True):
        fields[place] = replace(fields[place], float64=is_needed)
    return tuple(fields)


def category_field(column: Column, slot: int, present: Array, profile: ColumnProfile) -> InputField:
    """Build the field of a category, with its most frequent values, or all levels if they have an order."""
    counts = Counter(present.tolist())
    found = sorted(counts, key=lambda value: (-counts[value], value))[:MAX_DICTIONARY]
    levels = tuple(profile.levels or ()) if profile.type == "ordinal" else ()
    return InputField(
        column.name,
        "category",
        slot,
        categories=(*found, *(level for level in levels if level not in counts)),
        levels=levels if counts.keys() <= set(levels) else (),
        example=found[0],
    )


def text_field(column: Column, slot: int, present: Array) -> InputField:
    """Build the field of a free text. Its example has a medium length."""
    typical = sorted(present.tolist(), key=lambda text: (len(text), text))[len(present) // 2]
    return InputField(column.name, "text", slot, example=typical[:MAX_EXAMPLE])


def number_field(
    column: Column, slot: int, present: Array, profile: ColumnProfile, comma_is_decimal: bool
) -> InputField:
    """Build the field of a number, boolean or date, with its range and the format in the file."""
    bounds = (float(present.min()), float(present.max())) if len(present) else (None, None)
    return InputField(
        column.name,
        column.kind,
        slot,
        integer=column.integer,
        minimum=bounds[0],
        maximum=bounds[1],
        example=example_of(column, present),
        **written_form(column, profile, comma_is_decimal),
    )


def as_cleaned(field: InputField, cleaned: Cleaned) -> InputField:
    """Add the cleaning steps of a column to its field."""
    field = replace(field, **done_to(cleaned))
    if field.unified and isinstance(field.fill, str):
        field = replace(field, fill=first_by_fold(field.categories).get(fold(field.fill), field.fill))
    return replace(field, example=example_sent(field)) if field.rewrites else field


def done_to(cleaned: Cleaned) -> dict[str, Any]:
    """Return the cleaning steps of a column as attributes of an InputField."""
    ends = [end if math.isfinite(end) else None for end in (cleaned.low, cleaned.high)]
    return {
        "fill": cleaned.fill,
        "clip": None if ends == [None, None] else tuple(ends),
        "tolerant": cleaned.tolerant,
        "unified": cleaned.unified,
        "rewrites": cleaned.rewrites,
    }


def written_form(column: Column, profile: ColumnProfile, comma_is_decimal: bool) -> dict[str, Any]:
    """Return InputField attributes for the file's number or date format, if it is not standard."""
    examples = profile.examples
    signs = {each.kind: each.written for each in profile.reading.conversions} if profile.reading else {}
    if column.kind == "datetime":
        written_forms = [each.written for each in profile.reading.conversions] if profile.reading else []
        formats = [each for each in written_forms if "%" in each]
        pattern = None if formats else date_pattern(examples, column.values)
        return {"date_formats": tuple(formats or ([pattern] if pattern else []))}
    if column.kind == "number" and (clock := format_from_conversions(signs)):
        return {"clock": clock.kind, "unit": clock.unit, "bare": clock.accepts_bare_numbers}
    if column.kind == "number" and {*FORMATTING_CONVERSIONS, "bound"} & signs.keys():
        dropped = " ".join(
            signs.get(kind, "") for kind in ("currency", "unit", "percent", "bound", "thousands")
        ).split()
        words = tuple(sorted((each for each in dropped if len(each) > 1), key=len, reverse=True))
        noise = "".join(sorted({*(each for each in dropped if len(each) == 1), *SPACE_SEPARATORS}))
        return {
            "decimal": "," if "decimal_comma" in signs else ".",
            "noise": noise_of(words, noise),
            "bracketed": "brackets" in signs,
            "unit": signs["unit"].split(" ")[0] if "unit" in signs else None,
            "powers": tuple(signs["multiplier"].split(" ")) if "multiplier" in signs else (),
        }
    form = None
    if column.kind == "number" and not all(STRICT_NUMBER.fullmatch(each.strip()) for each in examples):
        form = infer_number_format(examples, comma_is_decimal=comma_is_decimal)
    return {"decimal": form.decimal, "noise": noise_of(form.words, form.noise)} if form else {}


def noise_of(words: tuple[str, ...], characters: str) -> str | tuple[str, ...]:
    """Return the text to remove from a cell before parsing: words first, then single characters."""
    return (*words, *characters) if words else characters


def date_pattern(examples: list[str], values: Array) -> str | None:
    """Return the `strptime` pattern of dates that are not ISO 8601, or None.

    01/02/2026 is ambiguous. The examples come from the first rows, so the right pattern gives values found
    there.
    """
    fitting = [each for each in FORMATS if examples and all(is_date(text, each) for text in examples)]
    first = set(values[:FIRST_ROWS].tolist())
    found = {each: sum(read_datetime(text, (each,)) in first for text in examples) for each in fitting}
    best = [each for each in fitting if found[each] == max(found.values())]
    return best[0] if len(best) == 1 else None


def example_sent(field: InputField) -> Fill:
    """Return the example as a client sends it, before the cleaning steps."""
    sent = field.sent(as_cell(field.example, field.kind))
    return as_fill(sent, field.kind, integer=field.integer)


def example_of(column: Column, present: Array) -> str | float | bool:
    """Return the median value in the form that a client sends."""
    middle = float(np.sort(present)[len(present) // 2])
    if column.kind == "boolean":
        return bool(middle)
    if column.kind == "datetime":
        return iso(middle)
    return int(middle) if column.integer else middle


def pack_columns(columns: list[Column], fields: tuple[InputField, ...]) -> Tensors:
    """Pack columns into the graph's tensors. `RowReader` gives the same cells for single rows."""
    rows = len(columns[0].values)
    by_name = {column.name: column for column in columns}
    numbers = np.full(
        (rows, sum(each.width for each in fields if not each.textual)), np.nan, number_type(fields)
    )
    texts = np.full((rows, sum(each.textual for each in fields)), "", dtype=object)
    for each in fields:
        column = by_name[each.name]
        values = column.values if column.read is None else column.read
        if each.kind == "category":
            texts[:, each.slot] = as_categories(values, each)
        elif each.textual:
            texts[:, each.slot] = values
        elif each.kind == "datetime":
            numbers[:, each.slot : each.slot + each.width] = date_parts(values)
        else:
            numbers[:, each.slot] = values
    return Tensors(numbers, texts)


def as_categories(values: Array, field: InputField) -> Array:
    """Convert to str objects, shape (n_samples,). Values unseen in training are parsed as in a request."""
    known = frozenset(field.categories)
    strange = {each: read_category(each, known) for each in set(values.tolist()) - known}
    if all(each == read for each, read in strange.items()):
        return values
    return np.array([strange.get(each, each) for each in values], dtype=object)
