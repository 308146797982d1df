"""Accounting notation of negative amounts: `($1,000.50)` and `$ (1,000.50)` are -1000.50."""

import re

from rowcast_automl.platform.database.quoting import literal

# The minus is placed before the currency.
BRACKETED = (
    r"[\s\u00a0]*([^()0-9+\s-]*)[\s\u00a0]*\([\s\u00a0]*([^()+-]*[0-9][^()+-]*)\)[\s\u00a0]*([^()0-9+\s-]*)"
)
BRACKETED_RE = re.compile(BRACKETED)
# Bounds backtracking.
MAX_NUMBER_LENGTH = 60


def is_bracketed(text: str) -> bool:
    """Whether `text` is a number in brackets without a sign."""
    return match_brackets(text) is not None


def brackets_to_minus(text: str) -> str:
    """Replace brackets by a minus; other text is unchanged."""
    found = match_brackets(text)
    return f"-{found[1]}{found[2]}{found[3]}" if found else text


def match_brackets(text: str) -> re.Match[str] | None:
    """Match the parts of a number in brackets."""
    return BRACKETED_RE.fullmatch(text) if len(text) <= MAX_NUMBER_LENGTH else None


def brackets_to_minus_sql(cell: str) -> str:
    """Return SQL that replaces brackets in `cell` by a minus."""
    pattern = BRACKETED.replace(r"\u00a0", "\u00a0")
    changed = f"regexp_replace({cell}, {literal(f'^{pattern}$')}, '-\\1\\2\\3')"
    return f"CASE WHEN length({cell}) <= {MAX_NUMBER_LENGTH} THEN {changed} ELSE {cell} END"
