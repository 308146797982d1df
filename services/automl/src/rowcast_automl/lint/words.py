"""Cells of text that differ from others only by blanks around them."""

from __future__ import annotations

from collections.abc import Iterator

from rowcast_automl.contracts.generated import LintFinding, TrimStep
from rowcast_automl.lint.table import LintTable
from rowcast_automl.platform.sql import quoted
from rowcast_automl.profile.finding import finding

WORDS = ("category", "ordinal", "text")
COLUMNS_AT_ONCE = 50


def padded_cells(table: LintTable) -> Iterator[LintFinding]:
    """A finding for each column of words with blanks at either end of some cells."""
    names = [column.name for column in table.profile.columns if column.type in WORDS]
    for start in range(0, len(names), COLUMNS_AT_ONCE):
        part = names[start : start + COLUMNS_AT_ONCE]
        counts = ", ".join(f"count(*) FILTER ({padded(quoted(name))})" for name in part)
        row = table.connection.execute(f"SELECT {counts} FROM {table.head}").fetchone() or ()
        for name, count in zip(part, row, strict=True):
            if count:
                places = table.rows_where(name, padded("cell"))
                trim = TrimStep(op="trim", column=name)
                yield finding("PADDED_CELLS", name, rows=places, fix=trim, count=count)


def padded(cell: str) -> str:
    """SQL that is true for a cell with blanks at either end."""
    return f"CAST({cell} AS VARCHAR) <> trim(CAST({cell} AS VARCHAR))"
