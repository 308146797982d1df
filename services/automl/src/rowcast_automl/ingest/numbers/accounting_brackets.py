"""Negative amounts as accountants write them: `($1,000.50)` and `$ (1,000.50)` are -1000.50."""

import re

from rowcast_automl.platform.database.quoting import literal

# The minus goes before the currency, wherever that stands.
BRACKETED = (
    r"[\s\u00a0]*([^()0-9+\s-]*)[\s\u00a0]*\([\s\u00a0]*([^()+-]*[0-9][^()+-]*)\)[\s\u00a0]*([^()0-9+\s-]*)"
)
BRACKETED_RE = re.compile(BRACKETED)
# Python tries every way to match, of which a long text has too many.
LONGEST = 60


def is_bracketed(text: str) -> bool:
    """Whether `text` holds a number in brackets, and no sign."""
    return bracketed(text) is not None


def negated(text: str) -> str:
    """`text` with a minus in place of brackets; anything else as it is."""
    found = bracketed(text)
    return f"-{found[1]}{found[2]}{found[3]}" if found else text


def bracketed(text: str) -> re.Match[str] | None:
    """The parts of a number in brackets."""
    return BRACKETED_RE.fullmatch(text) if len(text) <= LONGEST else None


def negated_sql(cell: str) -> str:
    """SQL of `cell` with a minus in place of brackets."""
    pattern = BRACKETED.replace(r"\u00a0", "\u00a0")
    changed = f"regexp_replace({cell}, {literal(f'^{pattern}$')}, '-\\1\\2\\3')"
    return f"CASE WHEN length({cell}) <= {LONGEST} THEN {changed} ELSE {cell} END"
