"""Cells of a file that stand for a missing value."""

FORMULA_ERRORS = ("#N/A", "#DIV/0!", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!")
MARKERS = ("?", "NA", "na", "<NA>", "N/A", "n/a", "NaN", "nan", "NaT", "-", ".", "null", "NULL", "None", " ")
MISSING_MARKERS = (*MARKERS, *FORMULA_ERRORS)
