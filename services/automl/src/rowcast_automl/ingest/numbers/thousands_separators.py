"""Whether what parts the digits of a number parts them as thousands are parted."""

import re
from collections.abc import Iterable

# As a person is shown one.
BLANK = "\N{OPEN BOX}"
SPACES = " '\u00a0\u202f"
SEPARATORS = "., '\u00a0\u202f"
BLANKS_AND_SIGNS = "+- \u00a0\u202f"
# In India two digits between commas, and three after the last.
COMMAS = r"[1-9][0-9]{0,2}(,[0-9]{3})+|[1-9][0-9]?(,[0-9]{2})+,[0-9]{3}"
POINTS = r"[1-9][0-9]{0,2}([.][0-9]{3})+"
GAPS = rf"[1-9][0-9]{{0,2}}([{SPACES}][0-9]{{3}})+"
GROUPED = {
    ".": rf"({COMMAS}|{GAPS})([.][0-9]*)?",
    ",": rf"({POINTS}|{GAPS})(,[0-9]*)?",
}
GROUPED_RE = {decimal: re.compile(pattern) for decimal, pattern in GROUPED.items()}


def separators(dropped: Iterable[str]) -> list[str]:
    """Those of the characters dropped from a number that part its digits."""
    return [each for each in dropped if each in SEPARATORS]


def is_misgrouped(digits: str, decimal: str, dropped: Iterable[str]) -> bool:
    """Whether dropping what parts `digits` would make another number of them, as 15 of 1.5.

    Parameters
    ----------
    digits : str
        A number without currency, percent sign or bound.
    decimal : str
        What stands before its decimals, a point or a comma.
    dropped : iterable of str
        What is taken out of it.
    """
    bare = digits.strip(BLANKS_AND_SIGNS)
    return any(each in bare for each in separators(dropped)) and not GROUPED_RE[decimal].fullmatch(bare)
