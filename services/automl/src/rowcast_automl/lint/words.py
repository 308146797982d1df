"""Cells of text that differ from others only by blanks around them."""

from __future__ import annotations

from collections.abc import Iterator

from rowcast_automl.contracts.generated import LintFinding, TrimStep
from rowcast_automl.lint.table import LintTable
from rowcast_automl.platform.engine import quoted
from rowcast_automl.profile.finding import EVIDENCE, finding

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
                places = rows_padded(table, name)
                trim = TrimStep(op="trim", column=name)
                yield finding("PADDED_CELLS", name, rows=places, fix=trim, count=count)


def padded(cell: str) -> str:
    """SQL that is true for a cell with blanks at either end."""
    return f"CAST({cell} AS VARCHAR) <> trim(CAST({cell} AS VARCHAR))"


def rows_padded(table: LintTable, name: str) -> list[int]:
    """The first rows, from 1, with such a cell."""
    rows = table.connection.execute(
        f"SELECT place FROM (SELECT row_number() OVER () AS place, {quoted(name)} AS cell FROM {table.head}) "
        f"WHERE {padded('cell')} ORDER BY place LIMIT {EVIDENCE}"
    ).fetchall()
    return [place for (place,) in rows]
