"""Text in a normal form of Unicode, in time that grows with its length and no faster."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Literal

# No script has more marks on one letter; longer runs are sorted in quadratic time, with the interpreter held.
MOST_MARKS = 30
PLANE = 0x10000


def normal_form(form: Literal["NFC", "NFKC"], text: str) -> str:
    """The text in this form, with at most 30 marks on a letter (Unicode Annex 15, Stream-Safe Text)."""
    if text.isascii():
        return text
    if len(text) > MOST_MARKS and likely_run().search(text):
        text = long_run().sub(lambda run: run[0][:MOST_MARKS], text)
    return unicodedata.normalize(form, text)


@cache
def likely_run() -> re.Pattern[str]:
    """Finds every run of more marks than a letter has, and others of rare signs.

    Beyond the first plane a sign is looked for in ranges, one by one: so they are all one.
    """
    return more_than_a_letter_has(f"{marks_among(range(PLANE))}{chr(PLANE)}-{chr(sys.maxunicode)}")


@cache
def long_run() -> re.Pattern[str]:
    """Finds more marks in a row than a letter has."""
    return more_than_a_letter_has(marks_among(range(sys.maxunicode + 1)))


def more_than_a_letter_has(signs: str) -> re.Pattern[str]:
    """Finds a long run of these; the first one by itself, by which the search skips all else quickly."""
    return re.compile(f"[{signs}][{signs}]{{{MOST_MARKS},}}")


def marks_among(codes: Iterable[int]) -> str:
    """What is written on the letter before it, be it only once it is taken apart."""
    apart = ((each, unicodedata.normalize("NFKD", each)) for each in map(chr, codes))
    return "".join(each for each, parts in apart if unicodedata.combining(parts[0]))
