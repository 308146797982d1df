"""Powers of ten that people write behind amounts: 1.2k, 3.4M, 2bn, 1,5 Mio."""

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
# Letters that are codes, sizes and units as often: grade B, 4K, 5m.
CODES = frozenset({"K", "M", "m", "MM", "mm", "B", "b"})
LENGTHS = frozenset({"m", "mm"})
BLANK = r"[ \u00a0\u202f]?"
WRITTEN = "|".join(sorted(map(re.escape, EXPONENTS), key=len, reverse=True))
POWER = rf"(.*[0-9]){BLANK}({WRITTEN})({BLANK}[^0-9A-Za-z.,+-]|{BLANK}[A-Z]{{3}}|{BLANK}Euro)?"
POWER_RE = re.compile(POWER)
LONGEST = 60


def split_power(text: str, powers: Iterable[str]) -> tuple[str, str]:
    """The amount without its power, its currency kept, and the power as an exponent, empty for none."""
    found = POWER_RE.fullmatch(text) if len(text) <= LONGEST else None
    if found is None or found[2] not in powers:
        return text, ""
    return f"{found[1]}{found[3] or ''}", f"e{EXPONENTS[found[2]]}"


def split_power_sql(cell: str, powers: Sequence[str]) -> tuple[str, str]:
    """SQL of both parts of `cell`."""
    written = "|".join(sorted(map(re.escape, powers), key=len, reverse=True))
    pattern = POWER.replace(WRITTEN, written).replace(r"\u00a0", "\u00a0").replace(r"\u202f", "\u202f")
    shaped = f"length({cell}) <= {LONGEST} AND regexp_full_match({cell}, {literal(pattern)})"
    whens = " ".join(f"WHEN {literal(each)} THEN 'e{EXPONENTS[each]}'" for each in powers)
    power = f"CASE regexp_extract({cell}, {literal(pattern)}, 2) {whens} ELSE '' END"
    rest = f"regexp_replace({cell}, {literal(f'^{pattern}$')}, '\\1\\3')"
    return f"CASE WHEN {shaped} THEN {rest} ELSE {cell} END", f"CASE WHEN {shaped} THEN {power} ELSE '' END"


def powers_of(values: Sequence[str]) -> dict[str, str]:
    """By value, the power that it bears; those without one left out."""
    found = {value: POWER_RE.fullmatch(value) for value in values if len(value) <= LONGEST}
    return {value: match[2] for value, match in found.items() if match}


def are_amounts(powers: Iterable[str], *, with_currency: bool) -> bool:
    """Whether what stands behind numbers are powers, and neither codes nor units."""
    used = set(powers)
    if not used:
        return False
    if with_currency or used - CODES:
        return True
    # K beside M is a power; K alone may be anything.
    return len({EXPONENTS[each] for each in used}) > 1
