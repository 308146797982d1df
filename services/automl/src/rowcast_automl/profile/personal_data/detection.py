"""Detection of personal data: e-mail addresses, phone numbers, card numbers, tax numbers, IP addresses."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from rowcast_automl.profile.columns.column_names import split_words

DIGITS = re.compile(r"\D")
DECIMAL = re.compile(r"\d+\.\d+")
LETTER_OR_DIGIT = re.compile(r"[^\W_]")
# Candidates; the lookarounds exclude parts of longer numbers, names and addresses.
EMAIL = r"(?<![\w.+%-])[\w.+%-]{1,64}@(?!\dx\.)[\w-]{1,63}(?:\.[\w-]{1,63})*\.[^\W\d_]{2,}"
AADHAAR = r"(?<![\w.-])(?<!\d{4} )[2-9]\d{3}([ -]?)\d{4}\1\d{4}(?![\w-]| \d{4})"
CARD = r"(?<![\w.-])(?:[2-6]\d{3}([ -]?)\d{4}\1\d{4}\1\d{1,7}|3\d{3}([ -]?)\d{6}\2\d{5})(?![\w-])"
PAN = r"(?<!\w)[A-Z]{5}\d{4}[A-Z](?!\w)"
IP = r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.]*\w)"
PHONE = r"(?<![\w.])(?:\+\d[\d ().-]{7,18}\d|\(\d{3}\) ?\d{3}-\d{4}|\d{3}-\d{3}-\d{4})(?![\w-])"
BARE_PHONE = re.compile(r"0?[6-9]\d{4}[ -]?\d{5}")
# National groupings of digits that neither amounts nor dates use: 06 12 34 56 78, 0171 2345678,
# 020 7946 0958, 02 9374 4000, 612 34 56 78 and 415.555.0100.
GROUPED_PHONE = re.compile(
    r"0[1-9]([ .-])\d{2}(?:\1\d{2}){3}|0[1-9]\d{1,3}[ /]\d{5,8}|0[1-9]\d{1,3} \d{3,4} \d{3,4}"
    r"|0[1-9] \d{4} \d{4}|[6-9]\d{2}(?: \d{2}){3}|[2-9]\d{2}([ .])[2-9]\d{2}\2\d{4}"
)
MIN_GROUPED_DIGITS = 9
# In a column with a phone-like name, any grouping of digits counts.
NAMED_PHONE = re.compile(r"[+(]{0,2}\d[\d ()./-]{6,20}\d")
MIN_NAMED_DIGITS, MAX_NAMED_DIGITS = 8, 15
# Qualifiers before a phone name. After other words, "mobile" describes an amount.
PHONE_QUALIFIERS = (
    "home|work|office|business|private|personal|main|primary|secondary|other|alt|alternative|emergency|contact|"
    "customer|client|user|owner|guest|patient|student|employee|member|person|billing|shipping|first|second|"
    "kunden?|kontakt|privat|geschafts?|dienst|buro|notfall|patienten|cliente|contacto|casa|trabajo|oficina|"
    "urgence|bureau|domicile|travail|perso|pro|fixe|fijo|the|my|your|de|del|du|numero|number|nummer|no|nr|num"
)
PHONE_NAME = re.compile(
    rf"(({PHONE_QUALIFIERS})s?[ _.-]?)*"
    r"([a-z]*(phone|telefono|telefon)|tel|mobile|mobil|mobilfunk|cell|cellular|fax|gsm|whatsapp|msisdn|"
    r"celular|movil|telephone|portable|handy|festnetz|ruf)"
    rf"([ _.-]*({PHONE_QUALIFIERS}|numbers|[1-9]))*\.?",
    re.I,
)
# A cheap prefilter for all kinds in DuckDB, whose patterns have no backreferences.
SUSPICIOUS = (
    r"@[^@\s]+\.|[2-9]\d{3}[ -]?\d{4}[ -]?\d{4}|3\d{3}[ -]?\d{6}|[A-Z]{5}\d{4}[A-Z]"
    r"|\d\.\d{1,3}\.\d{1,3}\.\d|\+\d[\d ().-]{7}|\(\d{3}\) ?\d{3}-|\d{3}-\d{3}-\d{4}|[6-9]\d{4}[ -]?\d{5}"
    r"|^\s*(0[1-9]([ .-]\d{2}){4}|0[1-9]\d{1,3}[ /]\d{5,8}|0[1-9]\d{1,3} \d{3,4} \d{3,4}|0[1-9] \d{4} \d{4}"
    r"|[6-9]\d{2}( \d{2}){3}|[2-9]\d{2}[ .][2-9]\d{2}[ .]\d{4})\s*$"
)
SUSPICIOUS_IF_NAMED = rf"{SUSPICIOUS}|^\s*{NAMED_PHONE.pattern}\s*$"
MIN_SHARE = 0.5
# Ten digits are a phone number only if nearly every cell has ten digits.
MIN_BARE_PHONE_SHARE = 0.95
# Share of candidates with a valid check digit; a random number is valid with a probability of 10 %.
MIN_VALID_SHARE = 0.8
MAX_TEXT_LENGTH = 5_000

# The dihedral group of order ten, and the permutation of each position, by Verhoeff.
VERHOEFF_PRODUCT = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    [1, 2, 3, 4, 0, 6, 7, 8, 9, 5],
    [2, 3, 4, 0, 1, 7, 8, 9, 5, 6],
]
VERHOEFF_PRODUCT += [
    [3, 4, 0, 1, 2, 8, 9, 5, 6, 7],
    [4, 0, 1, 2, 3, 9, 5, 6, 7, 8],
    [5, 9, 8, 7, 6, 0, 4, 3, 2, 1],
]
VERHOEFF_PRODUCT += [
    [6, 5, 9, 8, 7, 1, 0, 4, 3, 2],
    [7, 6, 5, 9, 8, 2, 1, 0, 4, 3],
    [8, 7, 6, 5, 9, 3, 2, 1, 0, 4],
]
VERHOEFF_PRODUCT += [[9, 8, 7, 6, 5, 4, 3, 2, 1, 0]]
VERHOEFF_PERMUTATION = (1, 5, 7, 6, 2, 8, 3, 0, 9, 4)
VERHOEFF_PERMUTATIONS = list(
    accumulate(
        range(7),
        lambda permuted, _: [VERHOEFF_PERMUTATION[digit] for digit in permuted],
        initial=[*range(10)],
    )
)


def is_verhoeff_valid(digits: str) -> bool:
    """Whether the last of `digits` is the Verhoeff check digit of the others."""
    check = 0
    for place, digit in enumerate(reversed(digits)):
        check = VERHOEFF_PRODUCT[check][VERHOEFF_PERMUTATIONS[place % 8][int(digit)]]
    return check == 0


def is_luhn_valid(digits: str) -> bool:
    """Whether the last of `digits` is the Luhn check digit of the others."""
    doubled = [int(digit) * (1 + place % 2) for place, digit in enumerate(reversed(digits))]
    return sum(value - 9 * (value > 9) for value in doubled) % 10 == 0


def is_pan(text: str) -> bool:
    """Whether the fourth letter is a valid type of tax payer."""
    return text[3] in "ABCFGHJLPT"


def is_ip(text: str) -> bool:
    """Whether a text is an IP address, and not a version number such as 4.2.10.1."""
    parts = [int(part) for part in text.split(".")]
    return max(parts) <= 255 and (max(parts) >= 100 or parts[0] == 10)


def is_phone(text: str) -> bool:
    """Whether a text has enough digits, and is not a signed number such as a coordinate."""
    return digit_count(text) >= 8 and not (text[0] == "+" and text.count(".") == 1)


def is_bare_phone(text: str, has_phone_name: bool) -> bool:
    """Whether a text is a phone number without a country code.

    A column with a phone-like name may use any grouping of digits.
    """
    if BARE_PHONE.fullmatch(text) or (
        GROUPED_PHONE.fullmatch(text) and digit_count(text) >= MIN_GROUPED_DIGITS
    ):
        return True
    if not has_phone_name or not NAMED_PHONE.fullmatch(text) or DECIMAL.fullmatch(text):
        return False
    return MIN_NAMED_DIGITS <= digit_count(text) <= MAX_NAMED_DIGITS


def digit_count(text: str) -> int:
    """Return the number of digits in `text`."""
    return len(DIGITS.sub("", text))


def is_phone_name(name: str) -> bool:
    """Whether a column name is like phone, mobile_no, Telefonnummer or número de móvil."""
    return bool(PHONE_NAME.fullmatch(split_words(name)))


@dataclass(frozen=True)
class Kind:
    """One kind of personal data.

    Parameters
    ----------
    label : str
        English name.
    pattern : re.Pattern
        Matches candidates.
    check : callable
        Whether a candidate is valid.
    min_distinct : int
        Minimum number of distinct valid matches within longer texts.
    """

    label: str
    pattern: re.Pattern[str]
    check: Callable[[str], bool]
    min_distinct: int

    def find_candidates(self, cell: str) -> list[str]:
        """Return all candidates in a cell."""
        return [found[0] for found in self.pattern.finditer(cell)]


KINDS = {
    "email": Kind("email addresses", re.compile(EMAIL), lambda _: True, 1),
    "aadhaar": Kind(
        "Aadhaar numbers", re.compile(AADHAAR), lambda text: is_verhoeff_valid(DIGITS.sub("", text)), 2
    ),
    "card": Kind(
        "payment card numbers", re.compile(CARD), lambda text: is_luhn_valid(DIGITS.sub("", text)), 2
    ),
    "pan": Kind("PAN tax numbers", re.compile(PAN), is_pan, 3),
    "ip": Kind("IP addresses", re.compile(IP), is_ip, 2),
    "phone": Kind("phone numbers", re.compile(PHONE), is_phone, 2),
}


@dataclass(frozen=True)
class PersonalData:
    """Personal data that was detected in a column.

    Attributes
    ----------
    kind : str
        Key in `KINDS`.
    cells : list of str
        Cells that contain it.
    masked : str
        An example with most characters hidden.
    is_full : bool
        Whether it is the whole cell and not a part of it.
    has_phone_name : bool
        Whether the column has a phone-like name.
    """

    kind: str
    cells: list[str]
    masked: str
    is_full: bool
    has_phone_name: bool = False

    def is_in(self, cell: str) -> bool:
        """Whether a cell of the column contains this kind of personal data."""
        kind, text = KINDS[self.kind], cell[:MAX_TEXT_LENGTH].strip()
        if self.is_full:
            return is_full_match(self.kind, kind, text, self.has_phone_name)
        return any(map(kind.check, kind.find_candidates(text)))


def detect_personal_data(
    cells: Sequence[str], share: float = 1.0, *, is_text: bool = True, has_phone_name: bool = False
) -> list[PersonalData]:
    """Detect personal data in a column.

    Parameters
    ----------
    cells : sequence of str
        Cells that pass the prefilter; only the beginning of long ones is checked.
    share : float
        Their share of all cells of the column.
    is_text : bool
        Whether matches within longer texts count.
    has_phone_name : bool
        Whether the column has a phone-like name.

    Returns
    -------
    list of PersonalData
        The kind of most cells, else all kinds found within cells.
    """
    trimmed = {cell: cell[:MAX_TEXT_LENGTH].strip() for cell in cells}
    for name, kind in KINDS.items():
        is_full = [cell for cell, text in trimmed.items() if is_full_match(name, kind, text, has_phone_name)]
        min_share = MIN_BARE_PHONE_SHARE if name == "phone" and not has_phone_name else MIN_SHARE
        if is_full and len(is_full) * share > min_share * len(trimmed):
            return [
                PersonalData(
                    name, is_full, mask(trimmed[is_full[0]]), is_full=True, has_phone_name=has_phone_name
                )
            ]
    found = list[PersonalData]()
    for name, kind in KINDS.items() if is_text else ():
        candidates = {cell: texts for cell, text in trimmed.items() if (texts := kind.find_candidates(text))}
        valid = {
            cell: valid_parts[0]
            for cell, texts in candidates.items()
            if (valid_parts := [*filter(kind.check, texts)])
        }
        if len(set(valid.values())) >= kind.min_distinct and len(valid) >= MIN_VALID_SHARE * len(candidates):
            found.append(PersonalData(name, list(valid), mask(next(iter(valid.values()))), is_full=False))
    return found


def is_full_match(name: str, kind: Kind, text: str, has_phone_name: bool) -> bool:
    """Whether the whole cell is of this kind."""
    if name == "phone" and is_bare_phone(text, has_phone_name):
        return True
    return kind.pattern.fullmatch(text) is not None and kind.check(text)


def mask(text: str) -> str:
    """Replace all letters and digits except the first and the last by dots."""
    places = [found.start() for found in LETTER_OR_DIGIT.finditer(text)]
    hidden = set(places[1:-1])
    return "".join("•" if place in hidden else character for place, character in enumerate(text))
