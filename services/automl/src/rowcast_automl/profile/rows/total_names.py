"""Names of total rows and average rows, in English, German, French and Spanish."""

import re

TOTAL_NAME = (
    r"(?:(?:grand|sub|overall|gran|sous|zwischen|teil|end|gesamt)[ -]?)?"
    r"(?:totals?|totales|totaux|summe|ergebnis|gesamt(?:betrag)?|insgesamt|suma|sum|somme|[Σ∑])"
    r"(?: (?:totals?|g[ée]n[ée]rale?|gesamt|sum|amount))?"
)
AVERAGE_NAME = (
    r"(?:(?:grand|overall|total|gesamt)[ -]?)?"
    r"(?:averages?|avg\.?|mean|mittel(?:wert)?|(?:durch)?schnitt|[øØ]|moyenne|promedio|media)"
    r"(?: (?:total|g[ée]n[ée]rale?|gesamt))?"
)
# Margins of pivot tables.
MARGIN_NAME = "all|overall|alle|tous|ensemble|todos"
# A unit or a period, such as (EUR).
NOTE = r"(?:\s*\([^()]{1,30}\))?"
DECORATION = " \t*=_:-–—"
TOTAL_NAME_RE = re.compile(f"(?:{TOTAL_NAME}|{MARGIN_NAME}){NOTE}", re.I)
AVERAGE_NAME_RE = re.compile(f"(?:{AVERAGE_NAME}){NOTE}", re.I)
OF_GROUP = r"(?:of|for|de|du|des|del|von|für|para)"
GROUP_TOTAL_RE = re.compile(
    rf"(?:{TOTAL_NAME}|(?P<average>{AVERAGE_NAME}))[\s:-]+(?:{OF_GROUP}\s+)?(?P<last>.+)|"
    rf"(?P<first>.+?)[\s:-]+(?:{TOTAL_NAME}|(?P<average_last>{AVERAGE_NAME}))",
    re.I,
)
# A cheap prefilter for such names, in the cells of a row joined by CELL_END.
CELL_END = "\x1f"
WORDS = (
    "(?i)total|totaux|sum|gesamt|ergebnis|somme|Σ|∑|averag|avg|mean|mittel|schnitt|ø|moyenne|promedio|media|"
    rf"{CELL_END}({MARGIN_NAME}){CELL_END}"
)
MAX_NAME_LENGTH = 80


def total_name(cell: str) -> tuple[str, bool] | None:
    """Return the name of a total of all rows without its decoration, and whether it is an average."""
    name = cell.strip(DECORATION)
    if TOTAL_NAME_RE.fullmatch(name):
        return name, False
    return (name, True) if AVERAGE_NAME_RE.fullmatch(name) else None


def group_of_total(cell: str) -> tuple[str, bool] | None:
    """Return the name of the group from the name of its total, and whether it is an average."""
    name = cell.strip(DECORATION)
    found = GROUP_TOTAL_RE.fullmatch(name) if len(name) <= MAX_NAME_LENGTH else None
    if found is None:
        return None
    return (found["last"] or found["first"]).strip(), bool(found["average"] or found["average_last"])


def may_name_total(cell: str) -> bool:
    """Whether the cell is the name of a total or of the total of a group."""
    return len(cell) <= MAX_NAME_LENGTH and bool(total_name(cell) or group_of_total(cell))
