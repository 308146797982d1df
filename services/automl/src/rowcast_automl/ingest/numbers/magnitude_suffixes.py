"""Magnitude suffixes after amounts: 1.2k, 3.4M, 2bn, 1,5 Mio."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rowcast_automl.platform.database.quoting import literal

EXPONENTS = {
    **dict.fromkeys(("k", "K", "Tsd", "Tsd.", "tsd", "thousand"), 3),
    **dict.fromkeys(
        ("M", "m", "MM", "mm", "Mio", "Mio.", "mio", "Mn", "mn", "mln", "million", "millions"), 6
    ),
    **dict.fromkeys(("B", "b", "bn", "Bn", "BN", "Mrd", "Mrd.", "mrd", "Md", "billion", "billions"), 9),
    **dict.fromkeys(("tn", "Tn", "trillion"), 12),
}
# Letters that also occur in codes, sizes and units: grade B, 4K, 5m.
AMBIGUOUS = frozenset({"K", "M", "m", "MM", "mm", "B", "b"})
LENGTH_UNITS = frozenset({"m", "mm"})
BLANK = r"[ \u00a0\u202f]?"
SUFFIXES = "|".join(sorted(map(re.escape, EXPONENTS), key=len, reverse=True))
SUFFIX_PATTERN = rf"(.*[0-9]){BLANK}({SUFFIXES})({BLANK}[^0-9A-Za-z.,+-]|{BLANK}[A-Z]{{3}}|{BLANK}Euro)?"
SUFFIX_RE = re.compile(SUFFIX_PATTERN)
MAX_LENGTH = 60


def split_suffix(text: str, suffixes: Iterable[str]) -> tuple[str, str]:
    """Split an amount into the number with its currency, and the suffix as an exponent such as e3."""
    found = SUFFIX_RE.fullmatch(text) if len(text) <= MAX_LENGTH else None
    if found is None or found[2] not in suffixes:
        return text, ""
    return f"{found[1]}{found[3] or ''}", f"e{EXPONENTS[found[2]]}"


def split_suffix_sql(cell: str, suffixes: Sequence[str]) -> tuple[str, str]:
    """Return SQL of both parts of `cell`, as in `split_suffix`."""
    alternatives = "|".join(sorted(map(re.escape, suffixes), key=len, reverse=True))
    pattern = (
        SUFFIX_PATTERN.replace(SUFFIXES, alternatives)
        .replace(r"\u00a0", "\u00a0")
        .replace(r"\u202f", "\u202f")
    )
    matches = f"length({cell}) <= {MAX_LENGTH} AND regexp_full_match({cell}, {literal(pattern)})"
    whens = " ".join(f"WHEN {literal(each)} THEN 'e{EXPONENTS[each]}'" for each in suffixes)
    exponent = f"CASE regexp_extract({cell}, {literal(pattern)}, 2) {whens} ELSE '' END"
    rest = f"regexp_replace({cell}, {literal(f'^{pattern}$')}, '\\1\\3')"
    return (
        f"CASE WHEN {matches} THEN {rest} ELSE {cell} END",
        f"CASE WHEN {matches} THEN {exponent} ELSE '' END",
    )


def suffixes_of(values: Sequence[str]) -> dict[str, str]:
    """Map values to their suffix; values without one are omitted."""
    found = {value: SUFFIX_RE.fullmatch(value) for value in values if len(value) <= MAX_LENGTH}
    return {value: match[2] for value, match in found.items() if match}


def are_magnitudes(suffixes: Iterable[str], *, with_currency: bool) -> bool:
    """Whether the letters after numbers are magnitude suffixes, not codes or units."""
    used = set(suffixes)
    if not used:
        return False
    if with_currency or used - AMBIGUOUS:
        return True
    # K and M together are magnitudes; K alone is ambiguous.
    return len({EXPONENTS[each] for each in used}) > 1
