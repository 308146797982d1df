"""Detection of total rows: of the whole table, in its first or last row, and of groups, below each group."""

import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import duckdb
import numpy as np

from rowcast_automl.contracts.generated import DropRowsStep, LintFinding
from rowcast_automl.platform.database.quoting import literal, quoted
from rowcast_automl.profile.finding import finding, quoted_list
from rowcast_automl.profile.rows.subtotals import (
    MIN_ROWS_ABOVE,
    Amounts,
    NamedTotal,
    are_sums,
    find_subtotals,
)

TOTAL_NAME = (
    r"(?:(?:grand|sub|overall|gran|sous|zwischen|teil|end)[ -]?)?(?:totals?|totales|"
    r"(?:gesamt)?(?:summe|ergebnis)|gesamt(?:betrag)?|insgesamt|suma(?: total)?|sum|total g[ée]n[ée]ral|"
    r"total general|totaux|somme)"
)
TOTAL_NAME_RE = re.compile(rf"{TOTAL_NAME}\s*:?", re.I)
GROUP_TOTAL_RE = re.compile(
    rf"{TOTAL_NAME}[\s:-]+(?:(?:of|for|de|du|des|del|von|für|para)\s+)?(?P<last>.+)|(?P<first>.+?)[\s:-]+{TOTAL_NAME}",
    re.I,
)
# A cheap prefilter for such names.
TOTAL_WORDS = "(?i)total|totaux|sum|gesamt|ergebnis|somme"
# A virtual column of DuckDB, hidden by a column of the same name.
ROW_INDEX = "file_row_number"
NUMERIC = ("BIGINT", "DOUBLE")
MAX_COLUMNS = 200
# Larger tables are checked in the last row only, since subtotals occur in reports.
MAX_ROWS = 100_000
MAX_NAMED_TOTALS, MAX_DROPPED = 2_000, 1_000
MAX_NAME_LENGTH = 80


def total_rows(
    connection: duckdb.DuckDBPyConnection,
    table: Path,
    columns: Sequence[tuple[str, str]],
    rows: int,
    dropped_rows: Collection[int] = (),
) -> LintFinding | None:
    """A finding about rows that are named totals and contain sums of other rows.

    Parameters
    ----------
    columns : sequence of tuple
        Name and storage.
    dropped_rows : collection of int
        Rows, from 1, that were removed before.
    """
    if any(name.lower() == ROW_INDEX for name, _ in columns):
        return None
    checked = columns[:MAX_COLUMNS]
    names = [name for name, storage in checked if storage == "VARCHAR"]
    numbers = [name for name, storage in checked if storage in NUMERIC]
    if rows - len(dropped_rows) <= MIN_ROWS_ABOVE or not names or not numbers:
        return None
    first = next(place for place in range(rows) if place + 1 not in dropped_rows)
    last = next(place for place in reversed(range(rows)) if place + 1 not in dropped_rows)
    left = f"{ROW_INDEX} + 1 NOT IN ({', '.join(map(str, dropped_rows))})" if dropped_rows else "TRUE"
    relation = f"(FROM read_parquet({literal(str(table))}, {ROW_INDEX} = true) WHERE {left})"
    found = find_named_totals(connection, relation, names, numbers, rows, last)
    if not found:
        return None
    totals = [row for row, _ in found]
    is_first_total = is_total_on_top(connection, relation, numbers, totals, first)
    if is_first_total:
        relation, totals = f"(FROM {relation} WHERE {ROW_INDEX} > {first})", totals[1:]
    places = subtotals_of(connection, relation, numbers, totals, last) | (
        {first} if is_first_total else set()
    )
    cells = [cell for row, cell in found if row.place in places]
    if not cells:
        return None
    rows_from_one = [place + 1 for place in sorted(places)]
    fix = DropRowsStep(op="drop_rows", rows=rows_from_one[:MAX_DROPPED])
    if rows_from_one == [last + 1]:
        return finding("TOTAL_ROW", warning=True, rows=rows_from_one, fix=fix, cell=cells[0][:40])
    return finding(
        "TOTAL_ROWS",
        warning=True,
        rows=rows_from_one,
        fix=fix,
        count=len(rows_from_one),
        cells=quoted_list(cells),
    )


def is_total_on_top(
    connection: duckdb.DuckDBPyConnection,
    relation: str,
    numbers: Sequence[str],
    totals: Sequence[NamedTotal],
    first: int,
) -> bool:
    """Whether the first row is named a total and contains the sums of all rows that are not totals."""
    top = totals[0]
    if top.place != first or not top.name:
        return False
    excluded = ", ".join(str(each.place) for each in totals)
    row = connection.execute(
        f"SELECT {sums_of(numbers)} FROM {relation} WHERE {ROW_INDEX} NOT IN ({excluded})"
    ).fetchone()
    return row is not None and are_sums(top.amounts, np.array(row, dtype=float))


def subtotals_of(
    connection: duckdb.DuckDBPyConnection,
    relation: str,
    numbers: Sequence[str],
    totals: Sequence[NamedTotal],
    last: int,
) -> set[int]:
    """Indices of the `totals` that contain sums of rows above."""
    if not totals:
        return set()
    parts = sums_between(connection, relation, numbers, [row.place for row in totals])
    places = set(find_subtotals(totals, parts, last))
    # There are several groups, and only notes follow a grand total.
    single = len(places) == 1 and has_numbers_below(connection, relation, numbers, min(places))
    return set() if single else places


def find_named_totals(
    connection: duckdb.DuckDBPyConnection,
    relation: str,
    names: Sequence[str],
    numbers: Sequence[str],
    rows: int,
    last: int,
) -> list[tuple[NamedTotal, str]]:
    """Rows that are named totals, each with the cell that contains the name."""
    selected = ", ".join(map(quoted, (ROW_INDEX, *names, *numbers)))

    def read(where: str) -> list[tuple[Any, ...]]:
        return connection.execute(
            f"SELECT {selected} FROM {relation} WHERE {where} "
            f"ORDER BY {ROW_INDEX} LIMIT {MAX_NAMED_TOTALS + 1}"
        ).fetchall()

    name_matches = " OR ".join(f"regexp_matches({quoted(name)}, {literal(TOTAL_WORDS)})" for name in names)
    found = read(name_matches) if rows <= MAX_ROWS else []
    if not 0 < len(found) <= MAX_NAMED_TOTALS:
        found = read(f"{ROW_INDEX} = {last}")
    totals = list[tuple[NamedTotal, str]]()
    for place, *cells in found:
        texts = [(cell or "").strip() for cell in cells[: len(names)]]
        amounts = np.array([np.nan if cell is None else cell for cell in cells[len(names) :]], dtype=float)
        if name := next((text for text in texts if TOTAL_NAME_RE.fullmatch(text)), None):
            totals.append((NamedTotal(place, name.casefold(), amounts), name))
        elif name := group_total(connection, relation, names, texts, place):
            totals.append((NamedTotal(place, "", amounts), name))
    return totals


def group_total(
    connection: duckdb.DuckDBPyConnection,
    relation: str,
    names: Sequence[str],
    texts: Sequence[str],
    place: int,
) -> str | None:
    """The name of a group total, if the group occurs in a row above.

    A product may be called Total 5W30, but its row has other texts.
    """
    filled = [text for text in texts if text]
    found = (
        GROUP_TOTAL_RE.fullmatch(filled[0])
        if len(filled) == 1 and len(filled[0]) <= MAX_NAME_LENGTH
        else None
    )
    if found is None:
        return None
    group = literal((found["last"] or found["first"]).strip().casefold())
    named = " OR ".join(f"lower(trim({quoted(name)})) = {group}" for name in names)
    above = f"SELECT 1 FROM {relation} WHERE {ROW_INDEX} < {place} AND ({named}) LIMIT 1"
    return filled[0] if connection.execute(above).fetchone() else None


def has_numbers_below(
    connection: duckdb.DuckDBPyConnection, relation: str, numbers: Sequence[str], place: int
) -> bool:
    """Whether a row below this index has a number."""
    some = " OR ".join(f"{quoted(name)} IS NOT NULL" for name in numbers)
    row = f"SELECT 1 FROM {relation} WHERE {ROW_INDEX} > {place} AND ({some}) LIMIT 1"
    return connection.execute(row).fetchone() is not None


def sums_between(
    connection: duckdb.DuckDBPyConnection, relation: str, numbers: Sequence[str], places: Sequence[int]
) -> list[Amounts]:
    """For each index, the sums over the rows between the previous index and this one."""
    wanted = ", ".join(f"({place})" for place in places)
    found = {
        int(place): np.array(amounts, dtype=float)
        for place, *amounts in connection.execute(
            f"SELECT wanted.{ROW_INDEX}, {sums_of(numbers)} FROM {relation} AS rows "
            f"ASOF JOIN (VALUES {wanted}) AS wanted({ROW_INDEX}) ON rows.{ROW_INDEX} <= wanted.{ROW_INDEX} "
            f"WHERE rows.{ROW_INDEX} <> wanted.{ROW_INDEX} GROUP BY 1"
        ).fetchall()
    }
    return [found.get(place, np.zeros(len(numbers))) for place in places]


def sums_of(numbers: Sequence[str]) -> str:
    """SQL of the sums of these columns."""
    return ", ".join(f"coalesce(sum(CAST({quoted(name)} AS DOUBLE)), 0)" for name in numbers)
