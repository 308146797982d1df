"""Numbers as people write them: decimal commas, thousands separators, currency signs."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

CURRENCY = "€$£₹¥"
SIGNED = re.compile(rf"([+-]?)([{CURRENCY}])?\s?([+-]?)([\d.,'\s\u00a0\u202f]*\d)\s?([{CURRENCY}])?")
COMMA_DECIMAL = re.compile(r"(0|[1-9]\d*),\d+|0|[1-9]\d*")
POINT_GROUPS = re.compile(r"[1-9]\d{0,2}(\.\d{3})+(,\d+)?|(0|[1-9]\d{0,2})(,\d+)?")
COMMA_GROUPS = re.compile(r"[1-9]\d{0,2}(,\d{3})+(\.\d+)?|(0|[1-9]\d{0,2})(\.\d+)?")
SPACE_GROUPS = re.compile(r"[1-9]\d{0,2}([ '\u00a0\u202f]\d{3})+([.,]\d+)?|(0|[1-9]\d{0,2})([.,]\d+)?")
PLAIN = re.compile(r"(0|[1-9]\d*)(\.\d+)?")
ONE_COMMA_GROUP = re.compile(r"[1-9]\d{0,2},\d{3}|0|[1-9]\d{0,2}")


@dataclass(frozen=True)
class NumberFormat:
    """`decimal` is the decimal separator, `noise` the characters to drop before reading."""

    decimal: str
    noise: str

    def expression(self, column: str) -> str:
        """SQL that reads `column` as DOUBLE and fails where it cannot."""
        cleaned = column
        for character in self.noise:
            cleaned = f"replace({cleaned}, '{character * 2 if character == chr(39) else character}', '')"
        if self.decimal != ".":
            cleaned = f"replace({cleaned}, '{self.decimal}', '.')"
        return f"CAST({cleaned} AS DOUBLE)"


def number_format(values: Sequence[str], *, comma_is_decimal: bool) -> NumberFormat | None:
    """The one format in which all `values` are numbers, or None.

    '1,234' alone can be read in two ways; `comma_is_decimal` says how the rest of the file reads it.
    """
    matches = [SIGNED.fullmatch(value) for value in values]
    found = [match for match in matches if match]
    if not values or len(found) < len(values):
        return None
    signs = {match[2] or match[5] for match in found}
    if len(signs) > 1:
        return None
    sign = signs.pop() or ""
    digits = [match[4] for match in found]
    noise = sign + (" " if sign else "")
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
        return NumberFormat("," if any("," in text for text in digits) else ".", noise + " '\u00a0\u202f")
    return None
