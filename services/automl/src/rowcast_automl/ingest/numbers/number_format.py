"""Numbers as people write them: decimal commas, thousands separators, currencies, units, percent, bounds."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rowcast_automl.contracts.generated import Conversion
from rowcast_automl.ingest.numbers.accounting_brackets import LONGEST, is_bracketed, negated, negated_sql
from rowcast_automl.ingest.numbers.magnitude_suffixes import (
    LENGTHS,
    are_amounts,
    powers_of,
    split_power,
    split_power_sql,
)
from rowcast_automl.ingest.numbers.thousands_separators import (
    BLANK,
    BLANKS_AND_SIGNS,
    GROUPED,
    SPACES,
    separators,
)
from rowcast_automl.ingest.numbers.units import UNIT, unit_of, without_unit_sql
from rowcast_automl.platform.database.quoting import literal

CURRENCY = "€$£₹¥"
# The ways in which each currency is written.
CURRENCIES = """
    € EUR Euro, £ GBP, ₹ INR Rs. Rs, $, ¥, kr. kr, USD US$, AUD A$, CAD C$, BRL R$, SGD S$, HKD HK$,
    PLN zł, CZK Kč, HUF Ft, CHF SFr. SFr, TRY TL, JPY, CNY, SEK, NOK, DKK, NZD, ZAR, MXN, AED, SAR,
    THB, KRW, IDR, MYR, PHP, ILS, RUB
"""
CURRENCY_OF = {word.lower(): words for words in CURRENCIES.split(",") for word in words.split()}
WORDS = "|".join(sorted(map(re.escape, CURRENCY_OF), key=len, reverse=True))
BOUNDS = "<>≤≥="
SIGNED = re.compile(
    rf"([<>≤≥]=?)?\s?([+-]?)({WORDS})?\s?([+-]?)([\d.,'\s\u00a0\u202f]*\d)\s?({WORDS}|%)?", re.IGNORECASE
)
MINUS = "\N{MINUS SIGN}"
# Kinds of conversions by which what people write becomes a number; a bound is taken for its number besides.
SIGNS = {"currency", "percent", "thousands", "decimal_comma", "brackets", "unit", "multiplier"}
COMMA_DECIMAL = re.compile(r"(0|[1-9]\d*),\d+|0|[1-9]\d*")
POINT_GROUPS = re.compile(r"[1-9]\d{0,2}(\.\d{3})+(,\d+)?|(0|[1-9]\d{0,2})(,\d+)?")
# In India two digits between commas, and three after the last.
COMMA_GROUPS = re.compile(r"([1-9]\d{0,2}(,\d{3})+|[1-9]\d?(,\d\d)+,\d{3})(\.\d+)?|(0|[1-9]\d{0,2})(\.\d+)?")
SPACE_GROUPS = re.compile(r"[1-9]\d{0,2}([ '\u00a0\u202f]\d{3})+([.,]\d+)?|(0|[1-9]\d{0,2})([.,]\d+)?")
PLAIN = re.compile(r"(0|[1-9]\d*)(\.\d+)?")
# More digits than a double holds.
LONG_CODE = r"\s*[+-]?[0-9]{18,}[1-9]0*\s*"
# Whole numbers that a double rounds.
LONG_WHOLE = (
    "(length({0}) >= 16 AND regexp_full_match({0}, '\\s*[+-]?[0-9]{{16,38}}\\s*') "
    "AND try_cast(try_cast({0} AS DOUBLE) AS HUGEINT) <> try_cast({0} AS HUGEINT))"
)
# Where all cells are such, thousands may be parted as well as decimals.
MAY_BE_THOUSANDS = r"[+-]?([1-9][0-9]{0,2}[.][0-9]{3}|[0-9]{1,3})"
# Codes, as numbers others or none: 00123 and telephone numbers such as +14155550100.
ZEROS = r"^\s*[+-]?0[0-9]"
PHONE = rf"^\s*[+][0-9]([{SPACES}]?[0-9]){{7,14}}\s*$"
PHONE_RE = re.compile(PHONE)
# Which DuckDB reads as infinity or not-a-number.
LETTERS = r"^\s*[+-]?[A-Za-z]"
ONE_COMMA_GROUP = re.compile(r"[1-9]\d{0,2},\d{3}|0|[1-9]\d{0,2}")
WRITTEN = (PLAIN, COMMA_DECIMAL, COMMA_GROUPS, POINT_GROUPS, SPACE_GROUPS)
BLANKS = " \u00a0\u202f"
# '<30' and '>30' alone are two groups and no numbers.
MOST_BOUNDS = 0.2
FEWEST_EXACT = 5
FEWEST_AMOUNTS = 0.8
# Of numbers with a unit, those without it.
MOST_BARE = 0.1


@dataclass(frozen=True)
class NumberFormat:
    """How a column writes its numbers.

    Parameters
    ----------
    decimal : str
        The decimal separator.
    noise : str
        Characters to drop before reading.
    words : tuple of str
        Currencies of several characters and units, to drop before those; units only at the end.
    bracketed : bool
        Whether negative numbers stand in brackets.
    units : tuple of str
        Those of the words that are units.
    minus : bool
        Whether some carry the minus sign of typesetters.
    powers : tuple of str
        Powers of ten that some bear, as k and bn.
    gaps : str
        Blanks and apostrophes that part thousands in some.
    """

    decimal: str
    noise: str
    words: tuple[str, ...] = ()
    bracketed: bool = False
    units: tuple[str, ...] = ()
    minus: bool = False
    powers: tuple[str, ...] = ()
    gaps: str = ""

    def cleaned(self, column: str) -> str:
        """SQL of `column` as DuckDB writes a number; what is parted otherwise than thousands is no number."""
        if self.powers:
            amount, power = split_power_sql(column, self.powers)
            number = replace(self, powers=()).cleaned(amount)
            return f"({number}) || {power}"
        parting = separators(self.noise)
        signed = f"replace({column}, '{MINUS}', '-')" if self.minus else column
        written = negated_sql(signed) if self.bracketed else signed
        bare = without_unit_sql(written, self.units) if self.units else written
        dropped = [each for each in (*self.words, *self.noise) if each not in (*parting, *self.units)]
        digits = without(bare, dropped)
        text = without(digits, parting)
        # A point that parts no thousands may stand before decimals as well.
        number = text if self.decimal == "." else f"translate({text}, '.,', 'x.')"
        if not parting:
            return number
        inner = f"trim({digits}, {literal(BLANKS_AND_SIGNS)})"
        parted = " OR ".join(f"contains({inner}, {literal(each)})" for each in parting)
        grouped = f"regexp_full_match({inner}, {literal(GROUPED[self.decimal])})"
        return f"CASE WHEN ({parted}) AND NOT {grouped} THEN 'x' || {column} ELSE {number} END"

    def expression(self, column: str) -> str:
        """SQL that reads `column` as DOUBLE and fails where it cannot, as on codes."""
        codes = literal(f"{ZEROS}|{LETTERS}|_")
        return f"CAST(regexp_replace({self.cleaned(column)}, {codes}, 'x') AS DOUBLE)"

    def or_null(self, column: str) -> str:
        """SQL that reads `column` as a finite DOUBLE whatever blanks are around it, else as null."""
        number = f"TRY_CAST({self.cleaned(f'trim({column})')} AS DOUBLE)"
        # DuckDB passes over what parts digits in code.
        return f"CASE WHEN isfinite({number}) AND NOT contains({column}, '_') THEN {number} END"

    def conversions(self) -> tuple[Conversion, ...]:
        """What is done to a cell, as the person is shown it."""
        kinds = {
            "currency": [
                *(word for word in self.words if word not in self.units),
                *(sign for sign in self.noise if sign in CURRENCY),
            ],
            "unit": list(self.units),
            "multiplier": list(self.powers),
            "percent": [sign for sign in self.noise if sign == "%"],
            "bound": [sign for sign in self.noise if sign in BOUNDS],
            "thousands": [
                *(sign for sign in self.noise if sign in ",."),
                *dict.fromkeys(BLANK if gap.isspace() else gap for gap in self.gaps),
            ],
            "decimal_comma": [","] if self.decimal == "," else [],
            "brackets": ["(", ")"] if self.bracketed else [],
        }
        return tuple(
            Conversion.model_validate({"kind": kind, "written": " ".join(signs)})
            for kind, signs in kinds.items()
            if signs
        )


PLAIN_NUMBERS = NumberFormat(".", "")


def number_format(
    values: Sequence[str], *, comma_is_decimal: bool, most_bounds: float = MOST_BOUNDS
) -> NumberFormat | None:
    """The one format in which all `values` are numbers, or None.

    '1,234' alone can be read in two ways; `comma_is_decimal` says how the rest of the file reads it. Bounds
    such as '<1.0' are numbers where they are at most a share of `most_bounds`. Brackets around some, though
    not around all, make them negative. Only some may carry their currency, which is the same for all.
    Telephone numbers are none.
    """
    if any(map(PHONE_RE.match, values)):
        return None
    if any(MINUS in value for value in values):
        plain = [value.replace(MINUS, "-") for value in values]
        form = number_format(plain, comma_is_decimal=comma_is_decimal, most_bounds=most_bounds)
        return form and replace(form, minus=True)
    bracketed = sum(map(is_bracketed, values))
    if bracketed and bracketed == len(values):
        return None
    matches = [signed(value) for value in values]
    found = [match for match in matches if match]
    if not values or len(found) < len(values):
        return None
    signs = {sign_of(match) for match in found}
    units = {CURRENCY_OF.get(sign.lower(), sign) for sign in signs if sign}
    bounded = sum(match[1] is not None for match in found)
    # An amount without its currency is still one; 12 beside 12 % may be another quantity.
    if len(units) > 1 or {"", "%"} <= signs or bounded > most_bounds * len(found):
        return None
    if bounded and most_bounds < 1 and len(found) - bounded < FEWEST_EXACT:
        return None
    written = sorted(sign for sign in signs if sign)
    words = tuple(sorted((sign for sign in written if len(sign) > 1), key=len, reverse=True))
    sign = "".join(each for each in written if len(each) == 1)
    digits = [match[5] for match in found]
    bounds = "".join(sorted({character for match in found for character in match[1] or ""}))
    noise = sign + bounds + (" " if sign or bounds else "") + (BLANKS if words else "")
    form = digits_format(digits, noise, comma_is_decimal)
    return form and replace(form, words=words, bracketed=bracketed > 0)


def power_format(values: Sequence[str], *, comma_is_decimal: bool, sure: bool = True) -> NumberFormat | None:
    """The one format in which all `values` are amounts of which at least half bear a power or a currency.

    Where not `sure`, also what may be codes as well.
    """
    powers = powers_of(values)
    if not powers:
        return None
    used = sorted(set(powers.values()))
    bare = [split_power(value, used)[0] for value in values]
    form = number_format(bare, comma_is_decimal=comma_is_decimal)
    if form is None or "%" in form.noise:
        return None
    signs = {
        value: sign_of(match) for value, part in zip(values, bare, strict=True) if (match := signed(part))
    }
    bearing = sum(value in powers or bool(signs.get(value)) for value in values)
    if 2 * bearing < len(values):
        return None
    currency = any(signs.values())
    if sure and not are_amounts(used, with_currency=currency):
        return None
    if LENGTHS.issuperset(used) and not currency:
        return None
    noise = form.noise + "".join(blank for blank in BLANKS if blank not in form.noise)
    return replace(form, noise=noise, powers=tuple(used))


def amounts_among(values: Sequence[str]) -> list[str]:
    """Those of `values` that may be numbers, with or without a power."""
    powers = frozenset(powers_of(values).values())
    return [value for value in values if signed(split_power(value, powers)[0])]


def unit_format(values: Sequence[str], *, comma_is_decimal: bool) -> NumberFormat | None:
    """The one format in which all `values` are numbers of one unit, which all but a few of them carry."""
    found, bare = list[re.Match[str]](), list[str]()
    for value in values:
        if match := united(value):
            found.append(match)
        else:
            bare.append(value)
            if len(bare) > MOST_BARE * len(values):
                return None
    units = sorted({match[2] for match in found}, key=lambda unit: (-len(unit), unit))
    if not found or len(set(map(unit_of, units))) > 1:
        return None
    if any((match := signed(value)) is None or sign_of(match) for value in bare):
        return None
    form = number_format([*(match[1] for match in found), *bare], comma_is_decimal=comma_is_decimal)
    if form is None:
        return None
    noise = form.noise + "".join(blank for blank in BLANKS if blank not in form.noise)
    words = sorted((*form.words, *units), key=len, reverse=True)
    return replace(form, noise=noise, words=tuple(words), units=tuple(units))


def united(value: str) -> re.Match[str] | None:
    """What may be a number, and the unit behind it; None for anything else."""
    return UNIT.fullmatch(value) if len(value) <= LONGEST else None


def signed(value: str) -> re.Match[str] | None:
    """The parts of a number with its signs; None for anything else."""
    return SIGNED.fullmatch(negated(value)) if len(value) <= LONGEST else None


def sign_of(match: re.Match[str]) -> str:
    """The currency or percent sign of a number, as it is written; empty where it has none."""
    return match[3] or match[6] or ""


def currency_sql(cell: str) -> str:
    """SQL of the currency of `cell` as it is written; null where it is no amount with one."""
    amount = SIGNED.pattern.replace(r"\u00a0", "\u00a0").replace(r"\u202f", "\u202f")
    sign = f"regexp_extract({cell}, {literal(WORDS)}, 0, 'i')"
    return f"CASE WHEN regexp_full_match({cell}, {literal(amount)}, 'i') THEN nullif({sign}, '') END"


def is_ambiguous(value: str) -> bool:
    """Whether the comma of a number without signs may stand before decimals or thousands."""
    return "," in value and ONE_COMMA_GROUP.fullmatch(value.lstrip("+-")) is not None


def may_be_thousands(form: NumberFormat, values: Sequence[str]) -> bool:
    """Whether the points that `form` takes to stand before decimals may part thousands as well."""
    if form.decimal != "." or set(separators(form.noise)) & {",", "'"}:
        return False
    found = [match for value in values if (match := signed(value.replace(MINUS, "-")))]
    digits = [match[5].strip() for match in found]
    alike = all(re.fullmatch(MAY_BE_THOUSANDS, each) for each in digits)
    return len(found) == len(values) and alike and any("." in each for each in digits)


def read_with(form: NumberFormat, decimal: str) -> NumberFormat:
    """`form` with what a person said stands before decimals; thousands are parted by the other."""
    other = "," if decimal == "." else "."
    noise = form.noise.replace(decimal, "")
    return replace(form, decimal=decimal, noise=noise if other in noise else noise + other)


def digits_format(digits: Sequence[str], noise: str, comma_is_decimal: bool) -> NumberFormat | None:
    """The format of numbers without signs; `noise` is dropped besides."""
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
        gaps = "".join(each for each in SPACES if any(each in text for text in digits))
        decimal = "," if any("," in text for text in digits) else "."
        return NumberFormat(decimal, noise + SPACES, gaps=gaps)
    return None


def is_code(cell: str) -> str:
    """SQL that tells codes and words from plain numbers, most of them without a regular expression."""
    shaped = f"{cell} < '.' AND regexp_matches({cell}, {literal(f'{ZEROS}|{LETTERS}|{PHONE}')})"
    return f"({cell} >= '00' AND {cell} < '0:' OR {cell} >= 'A' OR contains({cell}, '_') OR {shaped})"


def is_no_amount(cell: str, *, long: bool) -> str:
    """SQL that tells what would be another value as a number; `long` says that a rounded one is another."""
    shaped = f"regexp_matches({cell}, {literal(f'{ZEROS}|{PHONE}|^{LONG_CODE}$')})"
    return f"({shaped} OR {LONG_WHOLE.format(cell)})" if long else shaped


def without(text: str, dropped: Sequence[str]) -> str:
    """SQL of `text` without these."""
    for each in dropped:
        text = f"replace({text}, {literal(each)}, '')"
    return text


def mixed_currencies(values: Sequence[str]) -> list[str]:
    """How the currencies of `values` are written, where most are amounts and not all of one currency."""
    signs = [sign_of(match) for value in values if (match := signed(value))]
    if "%" in signs or len(signs) < FEWEST_AMOUNTS * len(values):
        return []
    written = {CURRENCY_OF[sign.lower()]: sign for sign in reversed(signs) if sign}
    return sorted(written.values()) if len(written) > 1 else []


def mixed_units(values: Sequence[str]) -> list[str]:
    """The units of `values`, where most carry one and not all the same."""
    found = [match[2] for value in values if (match := united(value))]
    if len(found) < FEWEST_AMOUNTS * len(values):
        return []
    written = {unit_of(unit): unit for unit in reversed(found)}
    return sorted(written.values()) if len(written) > 1 and len(found) > len(written) else []


def number_share(values: Sequence[str]) -> float:
    """How many of `values` look like numbers; none where bounds such as '<30' are no exception among them."""
    found = [match for value in values if (match := signed(value))]
    bounded = sum(match[1] is not None for match in found)
    return 0.0 if bounded > MOST_BOUNDS * len(found) else len(found) / max(1, len(values))


def likely_format(values: Sequence[str], *, comma_is_decimal: bool) -> NumberFormat:
    """The format of those of `values` that look like numbers, else of most of them; else the plain one.

    Where their currencies or percent signs do not agree, it is that of most of those without, and where most
    carry a unit, that of those with the commonest.
    """
    amounts = amounts_among(values)
    powers = powers_of(amounts)
    # Where all bear one that is a unit as well, it is that.
    differ = len({*powers.values()}) > 1 or len(powers) < len(amounts)
    meant = differ or not any(map(unit_of, powers.values()))
    if meant and (form := power_format(amounts, comma_is_decimal=comma_is_decimal, sure=False)):
        return form
    carried = {value: unit_of(match[2]) for value in values if (match := united(value))}
    if len(carried) > len(values) / 2:
        units = [*carried.values()]
        commonest_unit = max(units, key=units.count)
        alike = [value for value, unit in carried.items() if unit == commonest_unit]
        if form := unit_format(alike, comma_is_decimal=comma_is_decimal):
            return form
    numbers = {value: match for value in values if (match := signed(value))}
    written = [[value for value, match in numbers.items() if form.fullmatch(match[5])] for form in WRITTEN]
    commonest = max(written, key=len)
    unsigned = [value for value in commonest if not sign_of(numbers[value])]
    for agreeing in (list(numbers), commonest, unsigned):
        if form := number_format(agreeing, comma_is_decimal=comma_is_decimal, most_bounds=1.0):
            return form
    return PLAIN_NUMBERS
