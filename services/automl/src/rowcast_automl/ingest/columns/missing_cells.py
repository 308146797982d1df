"""Cells of a file that stand for a missing value."""

from rowcast_automl.platform.database.quoting import literal

FORMULA_ERRORS = ("#N/A", "#DIV/0!", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!")
NULLS = ("NaN", "nan", "NaT", "<NA>", "null", "NULL", "None")
MARKERS = ("?", "NA", "N/A", "n/a", "k.A.", "-", *NULLS, " ")
MISSING_MARKERS = (*MARKERS, *FORMULA_ERRORS)
# What Python takes for blanks, as the reading of rows that are sent does; DuckDB trims fewer.
BLANK = r"[\t-\r\x1c- \x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}]+"


def unless_blank(cell: str) -> str:
    """SQL of `cell`, null where it is nothing but blanks; most are told by where they begin."""
    blank = f"({cell} < '!' OR {cell} > '~') AND regexp_full_match({cell}, {literal(BLANK)})"
    return f"CASE WHEN {blank} THEN NULL ELSE {cell} END"


def is_missing(cell: str | None) -> bool:
    """Whether a cell stands for a missing value."""
    return cell is None or cell in MISSING_MARKERS or not cell.strip()
