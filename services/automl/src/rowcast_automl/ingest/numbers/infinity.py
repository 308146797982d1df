"""Infinite values, such as inf, -Infinity, ∞ and 1e999."""

import math
import re

from rowcast_automl.platform.database.quoting import literal

# The last form is written by Microsoft's C runtime.
INFINITY_PATTERN = r"[+\-\x{2212}]?(inf|infinity|\x{221E}|1\.#INF[0-9]*)"
INFINITY = re.compile(r"([+\-\u2212]?)(inf|infinity|\u221e|1\.#INF[0-9]*)", re.IGNORECASE)


def is_infinite_sql(cell: str) -> str:
    """SQL that is true if the text `cell` is an infinite value or a number beyond the range of a double."""
    word = f"regexp_full_match(trim({cell}), {literal(INFINITY_PATTERN)}, 'i')"
    return f"({word} OR coalesce(isinf(TRY_CAST({cell} AS DOUBLE)), FALSE))"


def with_infinity_sql(cell: str, number: str) -> str:
    """SQL of `number` as a double, and of infinity with its sign if `cell` is an infinite value."""
    negative = f"regexp_matches({cell}, '^\\s*[-\N{MINUS SIGN}]')"
    infinity = f"CASE WHEN {negative} THEN '-inf'::DOUBLE ELSE 'inf'::DOUBLE END"
    return f"CASE WHEN {is_infinite_sql(cell)} THEN {infinity} ELSE CAST({number} AS DOUBLE) END"


def read_infinity(text: str) -> float | None:
    """The infinite value that `text` is a word or a sign for; None for other text."""
    found = INFINITY.fullmatch(text.strip())
    return None if found is None else math.inf if found[1] in ("", "+") else -math.inf
