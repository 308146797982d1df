"""A last row that holds the sums of those above."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import duckdb

from rowcast_automl.contracts.generated import DropRowsStep, LintFinding
from rowcast_automl.platform.sql import literal, quoted
from rowcast_automl.profile.finding import finding

NAMES = re.compile(
    r"((grand|sub|overall|gran)[ -]?)?(totals?|totales|summe|gesamt(summe|betrag)?|insgesamt|suma( total)?|"
    r"sum|total g[ée]n[ée]ral|total general|totaux|somme)\s*:?",
    re.I,
)
# DuckDB's own, which a column of that name hides.
PLACE = "file_row_number"
NUMERIC = ("BIGINT", "DOUBLE")
FEWEST_ABOVE = 3
MOST_COLUMNS = 200
# Of sums that were rounded for showing.
CLOSE = 1e-6


def total_row(
    connection: duckdb.DuckDBPyConnection, table: Path, columns: Sequence[tuple[str, str]], rows: int
) -> LintFinding | None:
    """The finding about the last of `rows`, where it is named a total and its numbers are the sums.

    Parameters
    ----------
    columns : sequence of tuple
        Name and storage of each.
    """
    if any(name.lower() == PLACE for name, _ in columns):
        return None
    looked_at = columns[:MOST_COLUMNS]
    names = [name for name, storage in looked_at if storage == "VARCHAR"]
    numbers = [name for name, storage in looked_at if storage in NUMERIC]
    if rows <= FEWEST_ABOVE or not names or not numbers:
        return None
    relation = f"read_parquet({literal(str(table))})"
    called = called_total(connection, table, names, rows)
    if called is None:
        return None
    amounts = dict(zip(numbers, last_cells(connection, table, numbers, rows), strict=True))
    told = [name for name, amount in amounts.items() if amount is not None]
    if not told:
        return None
    sums = ", ".join(f"sum(CAST({quoted(name)} AS DOUBLE))" for name in told)
    found = connection.execute(f"SELECT {sums} FROM {relation}").fetchone() or ()
    # What is shown of a total may be an average, but a sum has to be there.
    equal = [
        abs(whole - 2 * amounts[name]) <= CLOSE * abs(whole) + 1e-9
        for name, whole in zip(told, found, strict=True)
        if amounts[name]
    ]
    if not equal or sum(equal) * 2 < len(equal):
        return None
    fix = DropRowsStep(op="drop_rows", rows=[rows])
    return finding("TOTAL_ROW", warning=True, rows=[rows], fix=fix, cell=called[:40])


def called_total(
    connection: duckdb.DuckDBPyConnection, table: Path, names: Sequence[str], rows: int
) -> str | None:
    """The cell of the last row that says that it is a total."""
    cells = last_cells(connection, table, names, rows)
    return next((cell.strip() for cell in cells if cell and NAMES.fullmatch(cell.strip())), None)


def last_cells(
    connection: duckdb.DuckDBPyConnection, table: Path, names: Sequence[str], rows: int
) -> tuple[Any, ...]:
    """The cells of the last row in these columns."""
    selected = ", ".join(map(quoted, names))
    # Only the last part of the file is read by its own row numbers.
    relation = f"read_parquet({literal(str(table))}, {PLACE} = true)"
    last = f"SELECT {selected} FROM {relation} WHERE {PLACE} = {rows - 1}"
    found: tuple[Any, ...] | None = connection.execute(last).fetchone()
    return found or (None,) * len(names)
