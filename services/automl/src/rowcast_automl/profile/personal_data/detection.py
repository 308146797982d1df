"""Cells that look like they identify people, or hold in their midst what does."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from rowcast_automl.profile.columns.column_names import spaced

DIGITS = re.compile(r"\D")
DECIMAL = re.compile(r"\d+\.\d+")
LETTER_OR_DIGIT = re.compile(r"[^\W_]")
# What is written like it; the lookarounds keep out parts of longer numbers, names and addresses.
EMAIL = r"(?<![\w.+%-])[\w.+%-]{1,64}@(?!\dx\.)[\w-]{1,63}(?:\.[\w-]{1,63})*\.[^\W\d_]{2,}"
AADHAAR = r"(?<![\w.-])(?<!\d{4} )[2-9]\d{3}([ -]?)\d{4}\1\d{4}(?![\w-]| \d{4})"
CARD = r"(?<![\w.-])(?:[2-6]\d{3}([ -]?)\d{4}\1\d{4}\1\d{1,7}|3\d{3}([ -]?)\d{6}\2\d{5})(?![\w-])"
PAN = r"(?<!\w)[A-Z]{5}\d{4}[A-Z](?!\w)"
IP = r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.]*\w)"
PHONE = r"(?<![\w.])(?:\+\d[\d ().-]{7,18}\d|\(\d{3}\) ?\d{3}-\d{4}|\d{3}-\d{3}-\d{4})(?![\w-])"
BARE_PHONE = re.compile(r"0?[6-9]\d{4}[ -]?\d{5}")
# As the numbers of a country are grouped, where neither amounts nor dates are: 06 12 34 56 78, 0171 2345678,
# 020 7946 0958, 02 9374 4000, 612 34 56 78 and 415.555.0100.
GROUPED_PHONE = re.compile(
    r"0[1-9]([ .-])\d{2}(?:\1\d{2}){3}|0[1-9]\d{1,3}[ /]\d{5,8}|0[1-9]\d{1,3} \d{3,4} \d{3,4}"
    r"|0[1-9] \d{4} \d{4}|[6-9]\d{2}(?: \d{2}){3}|[2-9]\d{2}([ .])[2-9]\d{2}\2\d{4}"
)
FEWEST_GROUPED = 9
# In a column that is called so, where digits in any groups, or in none, are hardly anything else.
TOLD_PHONE = re.compile(r"[+(]{0,2}\d[\d ()./-]{6,20}\d")
FEWEST_TOLD, MOST_TOLD = 8, 15
# Whose or which one it is; after anything else a word such as mobile says where an amount comes from.
WHOSE = (
    "home|work|office|business|private|personal|main|primary|secondary|other|alt|alternative|emergency|contact|"
    "customer|client|user|owner|guest|patient|student|employee|member|person|billing|shipping|first|second|"
    "kunden?|kontakt|privat|geschafts?|dienst|buro|notfall|patienten|cliente|contacto|casa|trabajo|oficina|"
    "urgence|bureau|domicile|travail|perso|pro|fixe|fijo|the|my|your|de|del|du|numero|number|nummer|no|nr|num"
)
PHONE_NAME = re.compile(
    rf"(({WHOSE})s?[ _.-]?)*"
    r"([a-z]*(phone|telefono|telefon)|tel|mobile|mobil|mobilfunk|cell|cellular|fax|gsm|whatsapp|msisdn|"
    r"celular|movil|telephone|portable|handy|festnetz|ruf)"
    rf"([ _.-]*({WHOSE}|numbers|[1-9]))*\.?",
    re.I,
)
# What any of them holds, as DuckDB finds it in one go; its patterns cannot ask for the same sign again.
SUSPICIOUS = (
    r"@[^@\s]+\.|[2-9]\d{3}[ -]?\d{4}[ -]?\d{4}|3\d{3}[ -]?\d{6}|[A-Z]{5}\d{4}[A-Z]"
    r"|\d\.\d{1,3}\.\d{1,3}\.\d|\+\d[\d ().-]{7}|\(\d{3}\) ?\d{3}-|\d{3}-\d{3}-\d{4}|[6-9]\d{4}[ -]?\d{5}"
    r"|^\s*(0[1-9]([ .-]\d{2}){4}|0[1-9]\d{1,3}[ /]\d{5,8}|0[1-9]\d{1,3} \d{3,4} \d{3,4}|0[1-9] \d{4} \d{4}"
    r"|[6-9]\d{2}( \d{2}){3}|[2-9]\d{2}[ .][2-9]\d{2}[ .]\d{4})\s*$"
)
SUSPICIOUS_IF_TOLD = rf"{SUSPICIOUS}|^\s*{TOLD_PHONE.pattern}\s*$"
MOST = 0.5
# Ten digits alone are a telephone number only where nearly every cell has them.
NEARLY_ALL = 0.95
# Of what is written like it; by chance one number in ten has the right check digit.
RIGHT = 0.8
LONGEST = 5_000

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


def is_pan(text: str) -> bool:
    """Whether the fourth letter is one of those that say who pays the tax."""
    return text[3] in "ABCFGHJLPT"


def is_ip(text: str) -> bool:
    """Whether it is an address, and not the number of a version such as 4.2.10.1."""
    parts = [int(part) for part in text.split(".")]
    return max(parts) <= 255 and (max(parts) >= 100 or parts[0] == 10)


def is_phone(text: str) -> bool:
    """Whether it is as long as one, and no number with a sign such as a coordinate."""
    return digits_in(text) >= 8 and not (text[0] == "+" and text.count(".") == 1)


def is_bare_phone(text: str, told: bool) -> bool:
    """Whether it is one without the code of a country, as a column `told` to hold such may have any."""
    if BARE_PHONE.fullmatch(text) or (GROUPED_PHONE.fullmatch(text) and digits_in(text) >= FEWEST_GROUPED):
        return True
    if not told or not TOLD_PHONE.fullmatch(text) or DECIMAL.fullmatch(text):
        return False
    return FEWEST_TOLD <= digits_in(text) <= MOST_TOLD


def digits_in(text: str) -> int:
    """How many digits it has."""
    return len(DIGITS.sub("", text))


def names_phone(name: str) -> bool:
    """Whether `name` reads like phone, mobile_no, Telefonnummer or número de móvil."""
    return bool(PHONE_NAME.fullmatch(spaced(name)))


@dataclass(frozen=True)
class Kind:
    """One kind of personal data.

    Parameters
    ----------
    words : str
        What it is called in English.
    form : pattern
        Finds what is written like it.
    check : callable
        Whether something of that form is one.
    fewest : int
        Different ones in the midst of texts that are no coincidence.
    """

    words: str
    form: re.Pattern[str]
    check: Callable[[str], bool]
    fewest: int

    def found_in(self, cell: str) -> list[str]:
        """All that is written like it."""
        return [found[0] for found in self.form.finditer(cell)]


KINDS = {
    "email": Kind("e-mail addresses", re.compile(EMAIL), lambda _: True, 1),
    "aadhaar": Kind("Aadhaar numbers", re.compile(AADHAAR), lambda text: verhoeff(DIGITS.sub("", text)), 2),
    "card": Kind("payment card numbers", re.compile(CARD), lambda text: luhn(DIGITS.sub("", text)), 2),
    "pan": Kind("PAN tax numbers", re.compile(PAN), is_pan, 3),
    "ip": Kind("IP addresses", re.compile(IP), is_ip, 2),
    "phone": Kind("phone numbers", re.compile(PHONE), is_phone, 2),
}


@dataclass(frozen=True)
class Personal:
    """What was found: the key of its kind, the cells that hold it, and one of it with most of it hidden.

    `whole` says that cells are one and nothing else, and do not just hold some; `told` that the name of the
    column says that they are telephone numbers.
    """

    kind: str
    cells: list[str]
    masked: str
    whole: bool
    told: bool = False

    def is_in(self, cell: str) -> bool:
        """Whether a cell of the column is, or holds, one."""
        kind, text = KINDS[self.kind], cell[:LONGEST].strip()
        if self.whole:
            return is_whole(self.kind, kind, text, self.told)
        return any(map(kind.check, kind.found_in(text)))


def personal_data(
    cells: Sequence[str], among: float = 1.0, *, within: bool = True, told: bool = False
) -> list[Personal]:
    """What in a column identifies people.

    Parameters
    ----------
    cells : sequence of str
        Those of a column that may; of long ones the beginning is looked at.
    among : float
        Their share of all its cells.
    within : bool
        Whether the cells are texts, in the midst of which it may stand.
    told : bool
        Whether the name of the column says that they are telephone numbers.

    Returns
    -------
    list of Personal
        The kind that most cells are; else all that some of them hold.
    """
    looked = {cell: cell[:LONGEST].strip() for cell in cells}
    for name, kind in KINDS.items():
        whole = [cell for cell, text in looked.items() if is_whole(name, kind, text, told)]
        least = NEARLY_ALL if name == "phone" and not told else MOST
        if whole and len(whole) * among > least * len(looked):
            return [Personal(name, whole, masked(looked[whole[0]]), whole=True, told=told)]
    found = list[Personal]()
    for name, kind in KINDS.items() if within else ():
        written = {cell: texts for cell, text in looked.items() if (texts := kind.found_in(text))}
        right = {cell: good[0] for cell, texts in written.items() if (good := [*filter(kind.check, texts)])}
        if len(set(right.values())) >= kind.fewest and len(right) >= RIGHT * len(written):
            found.append(Personal(name, list(right), masked(next(iter(right.values()))), whole=False))
    return found


def is_whole(name: str, kind: Kind, text: str, told: bool) -> bool:
    """Whether a cell is one and nothing else."""
    if name == "phone" and is_bare_phone(text, told):
        return True
    return kind.form.fullmatch(text) is not None and kind.check(text)


def masked(text: str) -> str:
    """With dots for all letters and digits but the first and the last."""
    places = [found.start() for found in LETTER_OR_DIGIT.finditer(text)]
    hidden = set(places[1:-1])
    return "".join("•" if place in hidden else character for place, character in enumerate(text))
