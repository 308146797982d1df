"""Number formats: decimal commas, thousands separators, currencies, units, percent signs and bounds."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rowcast_automl.contracts.generated import Conversion
from rowcast_automl.ingest.numbers.accounting_brackets import (
    MAX_NUMBER_LENGTH,
    brackets_to_minus,
    brackets_to_minus_sql,
    is_bracketed,
)
from rowcast_automl.ingest.numbers.magnitude_suffixes import (
    LENGTH_UNITS,
    are_magnitudes,
    split_suffix,
    split_suffix_sql,
    suffixes_of,
)
from rowcast_automl.ingest.numbers.thousands_separators import (
    EDGE_CHARACTERS,
    GROUPED,
    SPACE_SEPARATORS,
    VISIBLE_BLANK,
    separators_in,
)
from rowcast_automl.ingest.numbers.units import UNIT, canonical_unit, remove_unit_sql
from rowcast_automl.platform.database.quoting import literal

CURRENCY = "€$£₹¥"
# Spellings of each currency.
CURRENCIES = """
    € EUR Euro, £ GBP, ₹ INR Rs. Rs, $, ¥, kr. kr, USD US$, AUD A$, CAD C$, BRL R$, SGD S$, HKD HK$,
    PLN zł, CZK Kč, HUF Ft, CHF SFr. SFr, TRY TL, JPY, CNY, SEK, NOK, DKK, NZD, ZAR, MXN, AED, SAR,
    THB, KRW, IDR, MYR, PHP, ILS, RUB
"""
CURRENCY_OF = {word.lower(): words for words in CURRENCIES.split(",") for word in words.split()}
CURRENCY_PATTERN = "|".join(sorted(map(re.escape, CURRENCY_OF), key=len, reverse=True))
BOUNDS = "<>≤≥="
SIGNED_NUMBER = re.compile(
    rf"([<>≤≥]=?)?\s?([+-]?)({CURRENCY_PATTERN})?\s?([+-]?)([\d.,'\s\u00a0\u202f]*\d)\s?({CURRENCY_PATTERN}|%)?",
    re.IGNORECASE,
)
MINUS = "\N{MINUS SIGN}"
# Kinds of conversions that turn a formatted number into a plain one, except for bounds.
FORMATTING_CONVERSIONS = {
    "currency",
    "percent",
    "thousands",
    "decimal_comma",
    "brackets",
    "unit",
    "multiplier",
}
COMMA_DECIMAL = re.compile(r"(0|[1-9]\d*),\d+|0|[1-9]\d*")
POINT_GROUPS = re.compile(r"[1-9]\d{0,2}(\.\d{3})+(,\d+)?|(0|[1-9]\d{0,2})(,\d+)?")
# Indian grouping has two digits between commas, and three after the last.
COMMA_GROUPS = re.compile(r"([1-9]\d{0,2}(,\d{3})+|[1-9]\d?(,\d\d)+,\d{3})(\.\d+)?|(0|[1-9]\d{0,2})(\.\d+)?")
SPACE_GROUPS = re.compile(r"[1-9]\d{0,2}([ '\u00a0\u202f]\d{3})+([.,]\d+)?|(0|[1-9]\d{0,2})([.,]\d+)?")
PLAIN = re.compile(r"(0|[1-9]\d*)(\.\d+)?")
# More digits than a double holds.
LONG_CODE = r"\s*[+-]?[0-9]{18,}[1-9]0*\s*"
# Whole numbers that a double rounds.
ROUNDED_INTEGER = (
    "(length({0}) >= 16 AND regexp_full_match({0}, '\\s*[+-]?[0-9]{{16,38}}\\s*') "
    "AND try_cast(try_cast({0} AS DOUBLE) AS HUGEINT) <> try_cast({0} AS HUGEINT))"
)
# If all cells match, the point may be a thousands separator or a decimal point.
MAY_BE_THOUSANDS = r"[+-]?([1-9][0-9]{0,2}[.][0-9]{3}|[0-9]{1,3})"
# Codes that would change as numbers: 00123 and phone numbers such as +14155550100.
LEADING_ZEROS = r"^\s*[+-]?0[0-9]"
PHONE = rf"^\s*[+][0-9]([{SPACE_SEPARATORS}]?[0-9]){{7,14}}\s*$"
PHONE_RE = re.compile(PHONE)
# DuckDB parses such words as infinity or NaN.
LEADING_LETTERS = r"^\s*[+-]?[A-Za-z]"
ONE_COMMA_GROUP = re.compile(r"[1-9]\d{0,2},\d{3}|0|[1-9]\d{0,2}")
GROUPING_PATTERNS = (PLAIN, COMMA_DECIMAL, COMMA_GROUPS, POINT_GROUPS, SPACE_GROUPS)
BLANKS = " \u00a0\u202f"
# '<30' and '>30' alone are two categories and not numbers.
MAX_BOUND_SHARE = 0.2
MIN_EXACT = 5
MIN_AMOUNT_SHARE = 0.8
# Maximum share of numbers without a unit in a column with units.
MAX_UNITLESS_SHARE = 0.1


@dataclass(frozen=True)
class NumberFormat:
    """How a column writes its numbers.

    Parameters
    ----------
    decimal : str
        The decimal separator.
    noise : str
        Characters to remove before parsing.
    words : tuple of str
        Units, and currencies of several characters, to remove first.
    has_brackets : bool
        Whether negative numbers are in brackets.
    units : tuple of str
        The `words` that are units.
    minus : bool
        Whether some numbers have a typographic minus sign.
    suffixes : tuple of str
        Magnitude suffixes such as k and bn.
    space_separators : str
        Blanks and apostrophes used as thousands separators.
    """

    decimal: str
    noise: str
    words: tuple[str, ...] = ()
    has_brackets: bool = False
    units: tuple[str, ...] = ()
    minus: bool = False
    suffixes: tuple[str, ...] = ()
    space_separators: str = ""

    def cleaned_sql(self, column: str) -> str:
        """Return SQL that converts `column` to a plain number. Misgrouped digits give an invalid number."""
        if self.suffixes:
            amount, power = split_suffix_sql(column, self.suffixes)
            number = replace(self, suffixes=()).cleaned_sql(amount)
            return f"({number}) || {power}"
        separators = separators_in(self.noise)
        match_number = f"replace({column}, '{MINUS}', '-')" if self.minus else column
        written = brackets_to_minus_sql(match_number) if self.has_brackets else match_number
        bare = remove_unit_sql(written, self.units) if self.units else written
        dropped = [each for each in (*self.words, *self.noise) if each not in (*separators, *self.units)]
        digits = remove_all_sql(bare, dropped)
        text = remove_all_sql(digits, separators)
        # A point that is not a thousands separator makes the number invalid.
        number = text if self.decimal == "." else f"translate({text}, '.,', 'x.')"
        if not separators:
            return number
        inner = f"trim({digits}, {literal(EDGE_CHARACTERS)})"
        parted = " OR ".join(f"contains({inner}, {literal(each)})" for each in separators)
        grouped = f"regexp_full_match({inner}, {literal(GROUPED[self.decimal])})"
        return f"CASE WHEN ({parted}) AND NOT {grouped} THEN 'x' || {column} ELSE {number} END"

    def expression(self, column: str) -> str:
        """Return SQL that converts `column` to DOUBLE and fails on other cells, such as codes."""
        codes = literal(f"{LEADING_ZEROS}|{LEADING_LETTERS}|_")
        return f"CAST(regexp_replace({self.cleaned_sql(column)}, {codes}, 'x') AS DOUBLE)"

    def or_null(self, column: str) -> str:
        """Return SQL that converts the trimmed `column` to a finite DOUBLE; null for other cells."""
        number = f"TRY_CAST({self.cleaned_sql(f'trim({column})')} AS DOUBLE)"
        # DuckDB accepts underscores between digits.
        return f"CASE WHEN isfinite({number}) AND NOT contains({column}, '_') THEN {number} END"

    def conversions(self) -> tuple[Conversion, ...]:
        """Return the conversions of a cell, as reported to the user."""
        kinds = {
            "currency": [
                *(word for word in self.words if word not in self.units),
                *(sign for sign in self.noise if sign in CURRENCY),
            ],
            "unit": list(self.units),
            "multiplier": list(self.suffixes),
            "percent": [sign for sign in self.noise if sign == "%"],
            "bound": [sign for sign in self.noise if sign in BOUNDS],
            "thousands": [
                *(sign for sign in self.noise if sign in ",."),
                *dict.fromkeys(VISIBLE_BLANK if gap.isspace() else gap for gap in self.space_separators),
            ],
            "decimal_comma": [","] if self.decimal == "," else [],
            "brackets": ["(", ")"] if self.has_brackets else [],
        }
        return tuple(
            Conversion.model_validate({"kind": kind, "written": " ".join(signs)})
            for kind, signs in kinds.items()
            if signs
        )


PLAIN_NUMBERS = NumberFormat(".", "")


def infer_number_format(
    values: Sequence[str], *, comma_is_decimal: bool, max_bound_share: float = MAX_BOUND_SHARE
) -> NumberFormat | None:
    """Infer the format in which all `values` are numbers.

    Phone numbers are not numbers. If some, but not all, values are in brackets, these are negative. Values
    without a currency are accepted; different currencies are not.

    Parameters
    ----------
    comma_is_decimal : bool
        Whether the rest of the file uses decimal commas, which decides ambiguous numbers such as '1,234'.
    max_bound_share : float
        Maximum share of bounds such as '<1.0'.

    Returns
    -------
    NumberFormat or None
    """
    if any(map(PHONE_RE.match, values)):
        return None
    if any(MINUS in value for value in values):
        plain = [value.replace(MINUS, "-") for value in values]
        form = infer_number_format(plain, comma_is_decimal=comma_is_decimal, max_bound_share=max_bound_share)
        return form and replace(form, minus=True)
    bracketed = sum(map(is_bracketed, values))
    if bracketed and bracketed == len(values):
        return None
    matches = [match_number(value) for value in values]
    found = [match for match in matches if match]
    if not values or len(found) < len(values):
        return None
    signs = {currency_or_percent(match) for match in found}
    units = {CURRENCY_OF.get(sign.lower(), sign) for sign in signs if sign}
    bounded = sum(match[1] is not None for match in found)
    # Currencies may be omitted, but 12 and 12 % may be different quantities.
    if len(units) > 1 or {"", "%"} <= signs or bounded > max_bound_share * len(found):
        return None
    if bounded and max_bound_share < 1 and len(found) - bounded < MIN_EXACT:
        return None
    written = sorted(sign for sign in signs if sign)
    words = tuple(sorted((sign for sign in written if len(sign) > 1), key=len, reverse=True))
    sign = "".join(each for each in written if len(each) == 1)
    digits = [match[5] for match in found]
    bounds = "".join(sorted({character for match in found for character in match[1] or ""}))
    noise = sign + bounds + (" " if sign or bounds else "") + (BLANKS if words else "")
    form = digits_format(digits, noise, comma_is_decimal)
    return form and replace(form, words=words, has_brackets=bracketed > 0)


def infer_suffix_format(
    values: Sequence[str], *, comma_is_decimal: bool, certain: bool = True
) -> NumberFormat | None:
    """Infer the format of amounts, at least half of which have a magnitude suffix or a currency.

    With `certain=False`, values that may be codes are accepted too.
    """
    powers = suffixes_of(values)
    if not powers:
        return None
    used = sorted(set(powers.values()))
    bare = [split_suffix(value, used)[0] for value in values]
    form = infer_number_format(bare, comma_is_decimal=comma_is_decimal)
    if form is None or "%" in form.noise:
        return None
    signs = {
        value: currency_or_percent(match)
        for value, part in zip(values, bare, strict=True)
        if (match := match_number(part))
    }
    n_marked = sum(value in powers or bool(signs.get(value)) for value in values)
    if 2 * n_marked < len(values):
        return None
    currency = any(signs.values())
    if certain and not are_magnitudes(used, with_currency=currency):
        return None
    if LENGTH_UNITS.issuperset(used) and not currency:
        return None
    noise = form.noise + "".join(blank for blank in BLANKS if blank not in form.noise)
    return replace(form, noise=noise, suffixes=tuple(used))


def find_amounts(values: Sequence[str]) -> list[str]:
    """Return the values that may be numbers, with or without a magnitude suffix."""
    powers = frozenset(suffixes_of(values).values())
    return [value for value in values if match_number(split_suffix(value, powers)[0])]


def infer_unit_format(values: Sequence[str], *, comma_is_decimal: bool) -> NumberFormat | None:
    """Infer the format of numbers with one unit, which may be missing in a few of them."""
    found, bare = list[re.Match[str]](), list[str]()
    for value in values:
        if match := match_unit(value):
            found.append(match)
        else:
            bare.append(value)
            if len(bare) > MAX_UNITLESS_SHARE * len(values):
                return None
    units = sorted({match[2] for match in found}, key=lambda unit: (-len(unit), unit))
    if not found or len(set(map(canonical_unit, units))) > 1:
        return None
    if any((match := match_number(value)) is None or currency_or_percent(match) for value in bare):
        return None
    form = infer_number_format([*(match[1] for match in found), *bare], comma_is_decimal=comma_is_decimal)
    if form is None:
        return None
    noise = form.noise + "".join(blank for blank in BLANKS if blank not in form.noise)
    words = sorted((*form.words, *units), key=len, reverse=True)
    return replace(form, noise=noise, words=tuple(words), units=tuple(units))


def match_unit(value: str) -> re.Match[str] | None:
    """Match a number with a unit. Return None for other text."""
    return UNIT.fullmatch(value) if len(value) <= MAX_NUMBER_LENGTH else None


def match_number(value: str) -> re.Match[str] | None:
    """Match the parts of a number with its sign, currency or percent sign. Return None for other text."""
    return SIGNED_NUMBER.fullmatch(brackets_to_minus(value)) if len(value) <= MAX_NUMBER_LENGTH else None


def currency_or_percent(match: re.Match[str]) -> str:
    """Return the currency or percent sign of a matched number, or an empty string."""
    return match[3] or match[6] or ""


def currency_sql(cell: str) -> str:
    """Return SQL of the currency of `cell`; null if it is not an amount with a currency."""
    amount = SIGNED_NUMBER.pattern.replace(r"\u00a0", "\u00a0").replace(r"\u202f", "\u202f")
    sign = f"regexp_extract({cell}, {literal(CURRENCY_PATTERN)}, 0, 'i')"
    return f"CASE WHEN regexp_full_match({cell}, {literal(amount)}, 'i') THEN nullif({sign}, '') END"


def is_comma_ambiguous(value: str) -> bool:
    """Whether the comma may be a decimal comma or a thousands separator."""
    return "," in value and ONE_COMMA_GROUP.fullmatch(value.lstrip("+-")) is not None


def may_be_thousands_separators(form: NumberFormat, values: Sequence[str]) -> bool:
    """Whether the decimal points of this format may also be thousands separators."""
    if form.decimal != "." or set(separators_in(form.noise)) & {",", "'"}:
        return False
    found = [match for value in values if (match := match_number(value.replace(MINUS, "-")))]
    digits = [match[5].strip() for match in found]
    same_unit = all(re.fullmatch(MAY_BE_THOUSANDS, each) for each in digits)
    return len(found) == len(values) and same_unit and any("." in each for each in digits)


def with_decimal(form: NumberFormat, decimal: str) -> NumberFormat:
    """Return the format with another decimal separator, and the other one as thousands separator."""
    other = "," if decimal == "." else "."
    noise = form.noise.replace(decimal, "")
    return replace(form, decimal=decimal, noise=noise if other in noise else noise + other)


def digits_format(digits: Sequence[str], noise: str, comma_is_decimal: bool) -> NumberFormat | None:
    """Infer the format of unsigned numbers. `noise` are other characters to remove."""
    if any(re.fullmatch(LONG_CODE, text) for text in digits) and all(map(str.isdecimal, digits)):
        return None
    if all(PLAIN.fullmatch(text) for text in digits):
        return NumberFormat(".", noise)
    if not comma_is_decimal and all(ONE_COMMA_GROUP.fullmatch(text) for text in digits):
        return NumberFormat(".", noise + ",")
    if all(COMMA_DECIMAL.fullmatch(text) for text in digits):
        return NumberFormat(",", noise)
    if all(COMMA_GROUPS.fullmatch(text) for text in digits):
        return NumberFormat(".", noise + ",")
    if all(POINT_GROUPS.fullmatch(text) for text in digits):
        return NumberFormat(",", noise + ".")
    if all(SPACE_GROUPS.fullmatch(text) for text in digits):
        gaps = "".join(each for each in SPACE_SEPARATORS if any(each in text for text in digits))
        decimal = "," if any("," in text for text in digits) else "."
        return NumberFormat(decimal, noise + SPACE_SEPARATORS, space_separators=gaps)
    return None


def is_code_sql(cell: str) -> str:
    """Return SQL that is true for codes and words. Most cells need no regular expression."""
    shaped = (
        f"{cell} < '.' AND regexp_matches({cell}, {literal(f'{LEADING_ZEROS}|{LEADING_LETTERS}|{PHONE}')})"
    )
    return f"({cell} >= '00' AND {cell} < '0:' OR {cell} >= 'A' OR contains({cell}, '_') OR {shaped})"


def is_not_amount_sql(cell: str, *, long: bool) -> str:
    """Return SQL that is true for cells whose value would change as a number.

    `long` adds rounding of integers.
    """
    shaped = f"regexp_matches({cell}, {literal(f'{LEADING_ZEROS}|{PHONE}|^{LONG_CODE}$')})"
    return f"({shaped} OR {ROUNDED_INTEGER.format(cell)})" if long else shaped


def remove_all_sql(text: str, dropped: Sequence[str]) -> str:
    """Return SQL that removes these strings from `text`."""
    for each in dropped:
        text = f"replace({text}, {literal(each)}, '')"
    return text


def mixed_currencies(values: Sequence[str]) -> list[str]:
    """Return the currencies of `values`, if most are amounts and the currencies differ."""
    signs = [currency_or_percent(match) for value in values if (match := match_number(value))]
    if "%" in signs or len(signs) < MIN_AMOUNT_SHARE * len(values):
        return []
    written = {CURRENCY_OF[sign.lower()]: sign for sign in reversed(signs) if sign}
    return sorted(written.values()) if len(written) > 1 else []


def mixed_units(values: Sequence[str]) -> list[str]:
    """Return the units of `values`, if most have a unit and the units differ."""
    found = [match[2] for value in values if (match := match_unit(value))]
    if len(found) < MIN_AMOUNT_SHARE * len(values):
        return []
    written = {canonical_unit(unit): unit for unit in reversed(found)}
    return sorted(written.values()) if len(written) > 1 and len(found) > len(written) else []


def number_share(values: Sequence[str]) -> float:
    """Return the share of `values` that look like numbers; 0 if bounds such as '<30' are frequent."""
    found = [match for value in values if (match := match_number(value))]
    bounded = sum(match[1] is not None for match in found)
    return 0.0 if bounded > MAX_BOUND_SHARE * len(found) else len(found) / max(1, len(values))


def most_likely_number_format(values: Sequence[str], *, comma_is_decimal: bool) -> NumberFormat:
    """Return the format of most numbers among `values`, or plain numbers.

    If currencies or percent signs differ, the format is inferred from the numbers without them. If most
    values have a unit, it is inferred from those with the most common unit.
    """
    amounts = find_amounts(values)
    powers = suffixes_of(amounts)
    # A single letter that all numbers have in common is a unit, if it may be one.
    suffixes_differ = len({*powers.values()}) > 1 or len(powers) < len(amounts)
    are_suffixes = suffixes_differ or not any(map(canonical_unit, powers.values()))
    if are_suffixes and (
        form := infer_suffix_format(amounts, comma_is_decimal=comma_is_decimal, certain=False)
    ):
        return form
    units_by_value = {value: canonical_unit(match[2]) for value in values if (match := match_unit(value))}
    if len(units_by_value) > len(values) / 2:
        units = [*units_by_value.values()]
        commonest_unit = max(units, key=units.count)
        same_unit = [value for value, unit in units_by_value.items() if unit == commonest_unit]
        if form := infer_unit_format(same_unit, comma_is_decimal=comma_is_decimal):
            return form
    numbers = {value: match for value in values if (match := match_number(value))}
    written = [
        [value for value, match in numbers.items() if form.fullmatch(match[5])] for form in GROUPING_PATTERNS
    ]
    commonest = max(written, key=len)
    without_sign = [value for value in commonest if not currency_or_percent(numbers[value])]
    for candidates in (list(numbers), commonest, without_sign):
        if form := infer_number_format(candidates, comma_is_decimal=comma_is_decimal, max_bound_share=1.0):
            return form
    return PLAIN_NUMBERS
