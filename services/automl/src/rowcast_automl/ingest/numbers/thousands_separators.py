"""Thousands separators, and whether the digits of a number are grouped correctly."""

import re
from collections.abc import Iterable

# How a blank is shown to the user.
VISIBLE_BLANK = "\N{OPEN BOX}"
SPACE_SEPARATORS = " '\u00a0\u202f"
SEPARATORS = "., '\u00a0\u202f"
EDGE_CHARACTERS = "+- \u00a0\u202f"
# Indian grouping has two digits between commas, and three after the last.
COMMA_GROUPS = r"[1-9][0-9]{0,2}(,[0-9]{3})+|[1-9][0-9]?(,[0-9]{2})+,[0-9]{3}"
POINT_GROUPS = r"[1-9][0-9]{0,2}([.][0-9]{3})+"
SPACE_GROUPS = rf"[1-9][0-9]{{0,2}}([{SPACE_SEPARATORS}][0-9]{{3}})+"
GROUPED = {
    ".": rf"({COMMA_GROUPS}|{SPACE_GROUPS})([.][0-9]*)?",
    ",": rf"({POINT_GROUPS}|{SPACE_GROUPS})(,[0-9]*)?",
}
GROUPED_RE = {decimal: re.compile(pattern) for decimal, pattern in GROUPED.items()}


def separators_in(removed: Iterable[str]) -> list[str]:
    """Return the removed characters that are thousands separators."""
    return [each for each in removed if each in SEPARATORS]


def is_misgrouped(digits: str, decimal: str, removed: Iterable[str]) -> bool:
    """Whether removing the separators would change the number, for example from 1.5 to 15.

    Parameters
    ----------
    digits : str
        A number without currency, percent sign or bound.
    decimal : str
        Decimal separator, a point or a comma.
    removed : iterable of str
        Characters that are removed from the number.
    """
    bare = digits.strip(EDGE_CHARACTERS)
    return any(each in bare for each in separators_in(removed)) and not GROUPED_RE[decimal].fullmatch(bare)
