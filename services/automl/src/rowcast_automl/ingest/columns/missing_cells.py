"""Missing markers: cell texts that stand for a missing value."""

from collections.abc import Collection

from rowcast_automl.platform.database.quoting import literal

FORMULA_ERRORS = ("#N/A", "#DIV/0!", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!")
NULLS = ("NaN", "nan", "NaT", "<NA>", "null", "NULL", "None")
MARKERS = ("?", "NA", "N/A", "n/a", "k.A.", "-", *NULLS, " ")
MISSING_MARKERS = (*MARKERS, *FORMULA_ERRORS)
MARKER_SET = frozenset(MISSING_MARKERS)
# The blanks of Python's str.strip, which applies to requests; DuckDB's trim knows fewer.
BLANK_PATTERN = r"[\t-\r\x1c- \x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}]+"


def null_if_blank(cell: str) -> str:
    """Return SQL of `cell` with null for blank text; the first condition is a fast path for most cells."""
    blank = f"({cell} < '!' OR {cell} > '~') AND regexp_full_match({cell}, {literal(BLANK_PATTERN)})"
    return f"CASE WHEN {blank} THEN NULL ELSE {cell} END"


def is_missing(cell: str | None, markers: Collection[str]) -> bool:
    """Whether a cell is blank or one of the missing markers of its column."""
    return cell is None or cell in markers or not cell.strip()
