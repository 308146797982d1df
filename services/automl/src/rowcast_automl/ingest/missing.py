"""Cells of a file that stand for a missing value."""

FORMULA_ERRORS = ("#N/A", "#DIV/0!", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!")
NULLS = ("NaN", "nan", "NaT", "<NA>", "null", "NULL", "None")
MARKERS = ("?", "NA", "N/A", "n/a", "k.A.", "-", *NULLS, " ")
MISSING_MARKERS = (*MARKERS, *FORMULA_ERRORS)
