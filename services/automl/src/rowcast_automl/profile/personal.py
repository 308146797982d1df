"""Columns that look like they identify people."""

import re
from collections.abc import Callable, Sequence
from itertools import accumulate

DIGITS = re.compile(r"\D")
AADHAAR = re.compile(r"[2-9]\d{3}([ -]?)\d{4}\1\d{4}")
CARD = re.compile(r"[2-6]\d{3}([ -]?)\d{4}\1\d{4}\1\d{1,7}|3\d{3}([ -]?)\d{6}\2\d{5}")
PHONE = re.compile(r"\+\d[\d ().-]{7,18}\d|\(\d{3}\) ?\d{3}-\d{4}|\d{3}-\d{3}-\d{4}|0?[6-9]\d{9}")
BYTE = r"(?:25[0-5]|2[0-4]\d|1?\d?\d)"
MOST = 0.5
# Ten digits alone are a telephone number only where nearly every cell has them.
NEARLY_ALL = 0.95

# The dihedral group of order ten, and the permutation of each place, by Verhoeff.
PRODUCT = [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [1, 2, 3, 4, 0, 6, 7, 8, 9, 5], [2, 3, 4, 0, 1, 7, 8, 9, 5, 6]]
PRODUCT += [[3, 4, 0, 1, 2, 8, 9, 5, 6, 7], [4, 0, 1, 2, 3, 9, 5, 6, 7, 8], [5, 9, 8, 7, 6, 0, 4, 3, 2, 1]]
PRODUCT += [[6, 5, 9, 8, 7, 1, 0, 4, 3, 2], [7, 6, 5, 9, 8, 2, 1, 0, 4, 3], [8, 7, 6, 5, 9, 3, 2, 1, 0, 4]]
PRODUCT += [[9, 8, 7, 6, 5, 4, 3, 2, 1, 0]]
TURN = (1, 5, 7, 6, 2, 8, 3, 0, 9, 4)
PLACES = list(accumulate(range(7), lambda turned, _: [TURN[digit] for digit in turned], initial=[*range(10)]))


def verhoeff(digits: str) -> bool:
    """Whether the last of `digits` is the Verhoeff check digit of the others."""
    check = 0
    for place, digit in enumerate(reversed(digits)):
        check = PRODUCT[check][PLACES[place % 8][int(digit)]]
    return check == 0


def luhn(digits: str) -> bool:
    """Whether the last of `digits` is the Luhn check digit of the others."""
    doubled = [int(digit) * (1 + place % 2) for place, digit in enumerate(reversed(digits))]
    return sum(value - 9 * (value > 9) for value in doubled) % 10 == 0


def checked(pattern: re.Pattern[str], check: Callable[[str], bool]) -> Callable[[str], bool]:
    """Whether a cell has the form and the check digit."""
    return lambda cell: bool(pattern.fullmatch(cell)) and check(DIGITS.sub("", cell))


def formed(pattern: str) -> Callable[[str], bool]:
    """Whether a cell has the form."""
    compiled = re.compile(pattern)
    return lambda cell: compiled.fullmatch(cell) is not None


KINDS: dict[str, tuple[str, Callable[[str], bool], float]] = {
    "email": ("e-mail addresses", formed(r"[^@\s]+@[^@\s]+\.[A-Za-z]{2,}"), MOST),
    "aadhaar": ("Aadhaar numbers", checked(AADHAAR, verhoeff), MOST),
    "card": ("payment card numbers", checked(CARD, luhn), MOST),
    "pan": ("PAN tax numbers", formed(r"[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]"), MOST),
    "ip": ("IP addresses", formed(rf"(?:{BYTE}\.){{3}}{BYTE}"), MOST),
    "phone": ("phone numbers", lambda cell: PHONE.fullmatch(cell) is not None, NEARLY_ALL),
}


def personal_data(values: Sequence[str]) -> str | None:
    """The kind, a key of KINDS, that most of `values` are; None where nothing is recognised."""
    for kind, (_, fits, share) in KINDS.items():
        if values and sum(fits(value.strip()) for value in values) > share * len(values):
            return kind
    return None
