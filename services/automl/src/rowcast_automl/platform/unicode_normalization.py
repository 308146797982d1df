"""Unicode normalization in linear time."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Literal

# No script uses more combining marks per letter; longer runs are sorted in quadratic time under the GIL.
MAX_MARKS = 30
PLANE_SIZE = 0x10000


def normalize(form: Literal["NFC", "NFKC"], text: str) -> str:
    """Normalize the text, with at most 30 marks on a letter (Unicode Annex 15, Stream-Safe Text)."""
    if text.isascii():
        return text
    if len(text) > MAX_MARKS and candidate_run_pattern().search(text):
        text = long_run_pattern().sub(lambda run: run[0][:MAX_MARKS], text)
    return unicodedata.normalize(form, text)


@cache
def candidate_run_pattern() -> re.Pattern[str]:
    """Matches every run that is too long, and some runs of rare characters.

    All characters beyond the first plane are one range, since many small ranges are slow to match.
    """
    return run_pattern(f"{combining_marks(range(PLANE_SIZE))}{chr(PLANE_SIZE)}-{chr(sys.maxunicode)}")


@cache
def long_run_pattern() -> re.Pattern[str]:
    """Matches exactly the runs of more than `MAX_MARKS` marks."""
    return run_pattern(combining_marks(range(sys.maxunicode + 1)))


def run_pattern(characters: str) -> re.Pattern[str]:
    """Matches a run that is too long. The separate first character makes the search fast."""
    return re.compile(f"[{characters}][{characters}]{{{MAX_MARKS},}}")


def combining_marks(codes: Iterable[int]) -> str:
    """Return the combining marks among these code points, including those that decompose into one."""
    decomposed = ((each, unicodedata.normalize("NFKD", each)) for each in map(chr, codes))
    return "".join(each for each, parts in decomposed if unicodedata.combining(parts[0]))
