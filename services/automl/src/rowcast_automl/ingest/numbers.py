"""Numbers as people write them: decimal commas, thousands separators, currency and percent signs, bounds."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rowcast_automl.contracts.generated import Conversion

CURRENCY = "€$£₹¥"
BOUNDS = "<>≤≥="
SIGNED = re.compile(
    rf"([<>≤≥]=?)?\s?([+-]?)([{CURRENCY}])?\s?([+-]?)([\d.,'\s\u00a0\u202f]*\d)\s?([{CURRENCY}%])?"
)
COMMA_DECIMAL = re.compile(r"(0|[1-9]\d*),\d+|0|[1-9]\d*")
POINT_GROUPS = re.compile(r"[1-9]\d{0,2}(\.\d{3})+(,\d+)?|(0|[1-9]\d{0,2})(,\d+)?")
# In India two digits between commas, and three after the last.
COMMA_GROUPS = re.compile(r"([1-9]\d{0,2}(,\d{3})+|[1-9]\d?(,\d\d)+,\d{3})(\.\d+)?|(0|[1-9]\d{0,2})(\.\d+)?")
SPACE_GROUPS = re.compile(r"[1-9]\d{0,2}([ '\u00a0\u202f]\d{3})+([.,]\d+)?|(0|[1-9]\d{0,2})([.,]\d+)?")
PLAIN = re.compile(r"(0|[1-9]\d*)(\.\d+)?")
ONE_COMMA_GROUP = re.compile(r"[1-9]\d{0,2},\d{3}|0|[1-9]\d{0,2}")
SPACES = " '\u00a0\u202f"
# '<30' and '>30' alone are two groups and no numbers.
MOST_BOUNDS = 0.2
FEWEST_EXACT = 5


@dataclass(frozen=True)
class NumberFormat:
    """`decimal` is the decimal separator, `noise` the characters to drop before reading."""

    decimal: str
    noise: str

    def cleaned(self, column: str) -> str:
        """SQL of `column` as DuckDB writes a number."""
        text = column
        for character in self.noise:
            text = f"replace({text}, '{character * 2 if character == chr(39) else character}', '')"
        return text if self.decimal == "." else f"replace({text}, '{self.decimal}', '.')"

    def expression(self, column: str) -> str:
        """SQL that reads `column` as DOUBLE and fails where it cannot."""
        return f"CAST({self.cleaned(column)} AS DOUBLE)"

    def conversions(self) -> tuple[Conversion, ...]:
        """What is done to a cell, as the person is shown it."""
        kinds = {
            "currency": [sign for sign in self.noise if sign in CURRENCY],
            "percent": [sign for sign in self.noise if sign == "%"],
            "bound": [sign for sign in self.noise if sign in BOUNDS],
            "thousands": [sign for sign in self.noise if sign in ",.'"],
            "decimal_comma": [","] if self.decimal == "," else [],
        }
        return tuple(
            Conversion.model_validate({"kind": kind, "written": " ".join(signs)})
            for kind, signs in kinds.items()
            if signs
        )


def number_format(
    values: Sequence[str], *, comma_is_decimal: bool, most_bounds: float = MOST_BOUNDS
) -> NumberFormat | None:
    """The one format in which all `values` are numbers, or None.

    '1,234' alone can be read in two ways; `comma_is_decimal` says how the rest of the file reads it. Bounds
    such as '<1.0' are numbers where they are at most a share of `most_bounds`.
    """
    matches = [SIGNED.fullmatch(value) for value in values]
    found = [match for match in matches if match]
    if not values or len(found) < len(values):
        return None
    signs = {match[3] or match[6] for match in found}
    bounded = sum(match[1] is not None for match in found)
    if len(signs) > 1 or bounded > most_bounds * len(found):
        return None
    if bounded and most_bounds < 1 and len(found) - bounded < FEWEST_EXACT:
        return None
    sign = signs.pop() or ""
    digits = [match[5] for match in found]
    bounds = "".join(sorted({character for match in found for character in match[1] or ""}))
    noise = sign + bounds + (" " if sign or bounds else "")
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
        return NumberFormat("," if any("," in text for text in digits) else ".", noise + SPACES)
    return None


def likely_format(values: Sequence[str], *, comma_is_decimal: bool) -> NumberFormat:
    """The format of those of `values` that look like numbers; the plain one where they do not agree."""
    numbers = [value for value in values if SIGNED.fullmatch(value)]
    form = number_format(numbers, comma_is_decimal=comma_is_decimal, most_bounds=1.0)
    return form or NumberFormat(".", "")
