"""Inference of numbers: formats, suffixes, units, decimal points, and columns that are mostly numbers."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import duckdb

from rowcast_automl.ingest.columns.column import Column, checked_cast
from rowcast_automl.ingest.columns.missing_markers import ALL_MARKERS
from rowcast_automl.ingest.dates.times_and_durations import (
    TimeFormat,
    infer_time_format,
    most_likely_time_format,
)
from rowcast_automl.ingest.numbers.magnitude_suffixes import split_suffix, suffixes_of
from rowcast_automl.ingest.numbers.number_format import (
    CURRENCY,
    CURRENCY_OF,
    GROUPING_PATTERNS,
    MAX_UNITLESS_SHARE,
    PHONE_RE,
    PLAIN_NUMBERS,
    NumberFormat,
    currency_or_percent,
    find_amounts,
    infer_number_format,
    infer_suffix_format,
    infer_unit_format,
    is_code_sql,
    match_number,
    match_unit,
    may_be_thousands_separators,
    mixed_currencies,
    mixed_units,
    most_likely_number_format,
    number_share,
    with_decimal,
)
from rowcast_automl.ingest.numbers.units import canonical_unit
from rowcast_automl.ingest.sample import SAMPLE_TABLE

MIN_TYPED_SHARE = 0.8
MIN_NUMBER_SHARE = 0.5
# Share of the distinct values; the share of the cells decides about the type.
MIN_FORMAT_SHARE = 0.2
# Few distinct amounts with a unit are classes, such as "36 months" and "60 months".
MAX_CLASSES = 10


def infer_numbers(column: Column, values: Sequence[str], comma_is_decimal: bool) -> Column | None:
    """Return the column as numbers in the format of all `values`, or None if there is no such format."""
    form = infer_number_format(values, comma_is_decimal=comma_is_decimal)
    if form is None:
        form = meaningful_suffixes(values, comma_is_decimal)
    if form is None and len(values) > MAX_CLASSES:
        form = infer_unit_format(values, comma_is_decimal=comma_is_decimal)
    if form:
        decimal: Literal[".", ","] = "," if form.decimal == "," else "."
        # DuckDB pushes a bare cast into the CSV scan, which rejects rows on which it fails.
        plain = form.cleaned_sql(column.source) == column.source
        as_number = checked_cast(column.source, "DOUBLE", is_code_sql(column.source))
        return replace(
            column,
            storage="DOUBLE",
            expression=as_number if plain else form.expression(column.source),
            decimal=decimal,
            mixed=False,
            numeric_format=form,
            conversions=form.conversions(),
            are_points_ambiguous=may_be_thousands_separators(form, values),
        )
    return None


def infer_times(column: Column, values: Sequence[str]) -> Column | None:
    """Return the column as times of day or durations, or None if some of `values` are neither."""
    clock = infer_time_format(column.name, values)
    return as_times(column, clock) if clock else None


def as_times(column: Column, clock: TimeFormat) -> Column:
    """Return the column as times of day or durations."""
    return replace(
        column,
        storage="DOUBLE",
        expression=clock.expression(column.source),
        mixed=False,
        time_format=clock,
        conversions=clock.conversions(),
    )


def meaningful_suffixes(values: Sequence[str], comma_is_decimal: bool) -> NumberFormat | None:
    """Return the format of amounts with magnitude suffixes.

    Return None if all have the suffix k, which may be a unit.
    """
    form = infer_suffix_format(values, comma_is_decimal=comma_is_decimal)
    if form is None or form.words or set(form.noise) & set(CURRENCY):
        return form
    carried = suffixes_of(values)
    return (
        None
        if len(carried) == len(values) and len({*carried.values()}) == 1 and form.suffixes[0] in "kK"
        else form
    )


def mostly_with_suffixes(values: Sequence[str], comma_is_decimal: bool) -> NumberFormat | None:
    """Return the format of amounts with magnitude suffixes, if most of `values` are amounts."""
    amounts = find_amounts(values) if suffixes_of(values) else []
    return (
        meaningful_suffixes(amounts, comma_is_decimal)
        if len(amounts) > MIN_TYPED_SHARE * len(values)
        else None
    )


def mark_mixed_amounts(column: Column, values: Sequence[str], comma_is_decimal: bool) -> Column:
    """Mark a text column whose amounts have different currencies or units, or maybe suffixes."""
    currencies = tuple(mixed_currencies(values))
    skip_units = currencies or len(values) <= MAX_CLASSES or mostly_with_suffixes(values, comma_is_decimal)
    is_duration = not skip_units and most_likely_time_format(column.name, values, MIN_TYPED_SHARE)
    units = () if skip_units or is_duration else tuple(mixed_units(values))
    are_codes = len(values) > MAX_CLASSES and bool(
        infer_suffix_format(values, comma_is_decimal=comma_is_decimal, certain=False)
    )
    return replace(
        column,
        currencies=currencies,
        unit_variants=units if not are_codes else (),
        maybe_suffixes=are_codes,
    )


def infer_most_numbers(column: Column, values: Sequence[str], comma_is_decimal: bool) -> list[Column]:
    """Return versions of the column as times or numbers, each in the format of many of `values`."""
    clock = most_likely_time_format(column.name, values, MIN_FORMAT_SHARE)
    times = [as_times(column, clock)] if clock else []
    subsets = [subset for subset in similar_numbers(values) if len(subset) > MIN_FORMAT_SHARE * len(values)]
    numbers = [infer_numbers(column, subset, comma_is_decimal) for subset in subsets]
    return [*times, *(each for each in numbers if each and each.numeric_format != PLAIN_NUMBERS)]


def similar_numbers(values: Sequence[str]) -> list[list[str]]:
    """Return subsets of the numbers among `values`: all, and those with one currency, grouping or unit."""
    powers = frozenset(suffixes_of(values).values())
    matches = {value: match_number(split_suffix(value, powers)[0]) for value in values}
    signs = {value: canonical_sign(match) for value, match in matches.items() if match}
    commonest = most_common([sign for sign in signs.values() if sign])
    same_sign = [
        value
        for value, sign in signs.items()
        if (sign == commonest or (not sign and commonest != "%")) and not PHONE_RE.match(value)
    ]
    digits = {value: match[5] for value in same_sign if (match := matches[value])}
    grouped = [
        [value for value, text in digits.items() if pattern.fullmatch(text)] for pattern in GROUPING_PATTERNS
    ]
    units = {value: canonical_unit(match[2]) for value in values if (match := match_unit(value))}
    unit = most_common([each for each in units.values() if each])
    bare = [value for value, sign in signs.items() if not sign and value not in units]
    same_unit = [value for value, each in units.items() if each == unit]
    with_unit = [[*same_unit, *bare], same_unit] if len(bare) <= MAX_UNITLESS_SHARE * len(same_unit) else []
    # 12 and 12 % may be different quantities.
    if commonest == "%" and len(bare) > MAX_UNITLESS_SHARE * len(same_sign):
        return with_unit
    return [[*signs], same_sign, max(grouped, key=len), *with_unit]


def canonical_sign(match: re.Match[str]) -> str:
    """Return the currency of a matched number in its canonical spelling, or the percent sign."""
    sign = currency_or_percent(match)
    return CURRENCY_OF.get(sign.lower(), sign)


def most_common(values: Sequence[str]) -> str | None:
    """Return the most frequent of `values`, or None if there are none."""
    return max(values, key=values.count) if values else None


def most_common_format(values: Sequence[str]) -> NumberFormat | None:
    """Return the number format that fits most of `values`."""
    column = Column("", "", "VARCHAR", "")
    found = [
        (len(subset), typed.numeric_format)
        for subset in similar_numbers(values)
        if (typed := infer_numbers(column, subset, comma_is_decimal=False))
    ]
    return max(found, key=lambda each: each[0])[1] if found else None


def mark_mixed_numbers(
    connection: duckdb.DuckDBPyConnection, column: Column, values: Sequence[str], comma_is_decimal: bool
) -> Column:
    """Mark a text column as `mixed` if most cells of the sample can be read as numbers."""
    if (
        column.date_formats
        or column.mixed_date_format is not None
        or column.currencies
        or column.ambiguous_formats
    ):
        return replace(column, mixed=False)
    if column.maybe_suffixes or column.unit_variants:
        return replace(column, mixed=False)
    if clock := most_likely_time_format(column.name, values, MIN_TYPED_SHARE):
        return replace(column, mixed=True, time_format=clock)
    if form := mostly_with_suffixes(values, comma_is_decimal):
        return replace(column, mixed=True, numeric_format=form)
    if not column.mixed and number_share(values) < MIN_NUMBER_SHARE:
        return column
    form = most_likely_number_format(values, comma_is_decimal=comma_is_decimal)
    present = f"CASE WHEN {column.source} NOT IN ({ALL_MARKERS}) THEN {column.source} END"
    cells, read = connection.execute(
        f"SELECT count(cell), count({form.or_null('cell')}) "
        f"FROM (SELECT {present} AS cell FROM {SAMPLE_TABLE})"
    ).fetchall()[0]
    return replace(column, mixed=read > MIN_TYPED_SHARE * cells, numeric_format=form)


def resolve_decimal_points(columns: Sequence[Column]) -> list[Column]:
    """Resolve ambiguous points if another column has points that can only be decimal points."""
    resolved = any(
        each.storage == "DOUBLE"
        and each.numeric_format is None
        and each.time_format is None
        and not each.are_points_ambiguous
        for each in columns
        if each.pin is None
    )
    return [
        replace(each, are_points_ambiguous=False) if resolved and each.are_points_ambiguous else each
        for each in columns
    ]


def resolve_points_by_commas(columns: Sequence[Column]) -> list[Column]:
    """Treat ambiguous points as thousands separators if a column has decimal commas and none has decimal
    points.
    """
    other = next((each for each in columns if each.decimal == ","), None)
    has_points = any(
        each.storage == "DOUBLE"
        and each.decimal == "."
        and each.time_format is None
        and not each.are_points_ambiguous
        for each in columns
    )
    if other is None or has_points:
        return list(columns)
    return [as_thousands(each, other.name) if each.are_points_ambiguous else each for each in columns]


def as_thousands(column: Column, other: str) -> Column:
    """Return the column with points as thousands separators, with `other` as the column that shows it."""
    form = with_decimal(column.numeric_format or PLAIN_NUMBERS, ",")
    return replace(
        column,
        expression=form.expression(column.source),
        decimal=",",
        numeric_format=form,
        conversions=form.conversions(),
        are_points_ambiguous=False,
        resolved_by=other,
    )


def has_decimal_comma(columns: Sequence[Column]) -> bool:
    """Whether a column uses a decimal comma. If so, ambiguous columns of the same file use it too."""
    return any(column.decimal == "," for column in columns)
