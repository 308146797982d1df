"""Parses numbers in the format of the training table. Other formats are rejected with a suggestion."""

from __future__ import annotations

from typing import Any

from rowcast_automl.features.rows.cells import STRICT_NUMBER, CellError, read_number, shown
from rowcast_automl.features.schema import InputField
from rowcast_automl.ingest.dates.times_and_durations import TimeFormat, Unit
from rowcast_automl.ingest.numbers.accounting_brackets import brackets_to_minus
from rowcast_automl.ingest.numbers.infinity import read_infinity
from rowcast_automl.ingest.numbers.magnitude_suffixes import split_suffix
from rowcast_automl.ingest.numbers.number_format import MINUS, infer_number_format, is_comma_ambiguous
from rowcast_automl.ingest.numbers.thousands_separators import is_misgrouped, separators_in
from rowcast_automl.ingest.numbers.units import canonical_unit, remove_unit


def read_amount(value: Any, field: InputField) -> float:
    """Parse a value of a number field. Text must be in the table's number format.

    Raises
    ------
    CellError
        For anything else, with a suggested number if the text is unambiguous.
    """
    if not isinstance(value, str):
        return read_number(value)
    if field.clock:
        return read_clock(value, field)
    if (infinite := read_infinity(value)) is not None:
        return infinite
    text, power = split_suffix(value.strip(), field.powers) if field.powers else (value, "")
    plain = as_plain(text, field).strip() + power
    try:
        return read_number(plain)
    except CellError:
        meant = plain_number(value)
        hint = {"send": meant} if meant else {}
        raise CellError("number", given=shown(value), **hint) from None


def read_clock(text: str, field: InputField) -> float:
    """Parse a time or a duration. A plain number is accepted if the table defines its unit.

    Raises
    ------
    CellError
        For anything else.
    """
    unit: Unit = "s" if field.unit == "s" else "min"
    found = TimeFormat(field.clock or "duration", unit, field.bare).value(text)
    if found is None:
        unitless = not field.bare and STRICT_NUMBER.fullmatch(text.strip())
        raise CellError("unit" if unitless else "clock", given=shown(text), unit=unit)
    return found


def is_read_otherwise(value: Any, number: float) -> bool:
    """Whether programs would parse the text as a different number: 1.234 with a thousands separator."""
    text = value.strip() if isinstance(value, str) else ""
    return STRICT_NUMBER.fullmatch(text) is not None and float(text) != number


def plain_number(text: str) -> str | None:
    """Return the plain form of a formatted number, such as 32978 for $32,978.

    Returns None for anything else, and for ambiguous text such as 30,000.
    """
    text = brackets_to_minus(text.strip())
    form = None if is_comma_ambiguous(text) else infer_number_format([text], comma_is_decimal=False)
    if form is None:
        return None
    signs = (*form.words, *form.noise)
    plain = as_plain(text, InputField("", "number", 0, decimal=form.decimal, noise=signs))
    return plain if STRICT_NUMBER.fullmatch(plain) else None


def as_plain(text: str, field: InputField) -> str:
    """Remove the table's separators and signs from the text of a number.

    Raises
    ------
    CellError
        If a thousands separator is misplaced, so that removing it would give another number.
    """
    text = text.replace(MINUS, "-")
    if field.decimal == "." and not field.noise and not field.bracketed:
        return text
    parting = separators_in(field.noise)
    units = [sign for sign in field.noise if canonical_unit(sign)]
    digits = remove_unit(brackets_to_minus(text) if field.bracketed else text, units)
    for sign in field.noise:
        if sign not in (*parting, *units):
            digits = digits.replace(sign, "")
    if is_misgrouped(digits, field.decimal, parting):
        written = "1,234.5" if field.decimal == "." else "1.234,5"
        raise CellError("number", such=written, given=shown(text))
    for separator in parting:
        digits = digits.replace(separator, "")
    if field.tolerant and field.decimal == ",":
        # A cell of the table with a point that parts no thousands was among those that are no numbers.
        digits = digits.replace(".", "x")
    return digits.replace(field.decimal, ".")
