"""Rows that hold the sums of others: of a table, in its first or last row, and of its groups, below each."""

import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import duckdb
import numpy as np

from rowcast_automl.contracts.generated import DropRowsStep, LintFinding
from rowcast_automl.platform.database.quoting import literal, quoted
from rowcast_automl.profile.finding import finding, quoted_list
from rowcast_automl.profile.rows.subtotals import FEWEST_ABOVE, Amounts, Called, are_sums, sums_among

NAME = (
    r"(?:(?:grand|sub|overall|gran|sous|zwischen|teil|end)[ -]?)?(?:totals?|totales|"
    r"(?:gesamt)?(?:summe|ergebnis)|gesamt(?:betrag)?|insgesamt|suma(?: total)?|sum|total g[ée]n[ée]ral|"
    r"total general|totaux|somme)"
)
NAMES = re.compile(rf"{NAME}\s*:?", re.I)
OF_GROUP = re.compile(
    rf"{NAME}[\s:-]+(?:(?:of|for|de|du|des|del|von|für|para)\s+)?(?P<last>.+)|(?P<first>.+?)[\s:-]+{NAME}",
    re.I,
)
# Whatever may be such a name.
WORDS = "(?i)total|totaux|sum|gesamt|ergebnis|somme"
# DuckDB's own, which a column of that name hides.
PLACE = "file_row_number"
NUMERIC = ("BIGINT", "DOUBLE")
MOST_COLUMNS = 200
# Tables with sums between the rows are made for reading; of others only the last row is looked at.
MOST_ROWS = 100_000
MOST_CALLED, MOST_DROPPED = 2_000, 1_000
LONGEST = 80


def total_rows(
    connection: duckdb.DuckDBPyConnection,
    table: Path,
    columns: Sequence[tuple[str, str]],
    rows: int,
    gone: Collection[int] = (),
) -> LintFinding | None:
    """The finding about rows that are named totals and whose numbers are sums of other rows.

    Parameters
    ----------
    columns : sequence of tuple
        Name and storage of each.
    gone : collection of int
        Rows, from 1, that are taken out already.
    """
    if any(name.lower() == PLACE for name, _ in columns):
        return None
    looked_at = columns[:MOST_COLUMNS]
    names = [name for name, storage in looked_at if storage == "VARCHAR"]
    numbers = [name for name, storage in looked_at if storage in NUMERIC]
    if rows - len(gone) <= FEWEST_ABOVE or not names or not numbers:
        return None
    first = next(place for place in range(rows) if place + 1 not in gone)
    last = next(place for place in reversed(range(rows)) if place + 1 not in gone)
    left = f"{PLACE} + 1 NOT IN ({', '.join(map(str, gone))})" if gone else "TRUE"
    relation = f"(FROM read_parquet({literal(str(table))}, {PLACE} = true) WHERE {left})"
    found = called_totals(connection, relation, names, numbers, rows, last)
    if not found:
        return None
    called = [row for row, _ in found]
    on_top = is_total_of_below(connection, relation, numbers, called, first)
    if on_top:
        relation, called = f"(FROM {relation} WHERE {PLACE} > {first})", called[1:]
    places = sums_below(connection, relation, numbers, called, last) | ({first} if on_top else set())
    cells = [cell for row, cell in found if row.place in places]
    if not cells:
        return None
    told = [place + 1 for place in sorted(places)]
    fix = DropRowsStep(op="drop_rows", rows=told[:MOST_DROPPED])
    if told == [last + 1]:
        return finding("TOTAL_ROW", warning=True, rows=told, fix=fix, cell=cells[0][:40])
    return finding("TOTAL_ROWS", warning=True, rows=told, fix=fix, count=len(told), cells=quoted_list(cells))


def is_total_of_below(
    connection: duckdb.DuckDBPyConnection,
    relation: str,
    numbers: Sequence[str],
    called: Sequence[Called],
    first: int,
) -> bool:
    """Whether the first row is called a total and holds the sums of all others that are not called so."""
    top = called[0]
    if top.place != first or not top.called:
        return False
    besides = ", ".join(str(each.place) for each in called)
    row = connection.execute(
        f"SELECT {sums_of(numbers)} FROM {relation} WHERE {PLACE} NOT IN ({besides})"
    ).fetchone()
    return row is not None and are_sums(top.amounts, np.array(row, dtype=float))


def sums_below(
    connection: duckdb.DuckDBPyConnection,
    relation: str,
    numbers: Sequence[str],
    called: Sequence[Called],
    last: int,
) -> set[int]:
    """The places of those of `called` that hold the sums of rows above."""
    if not called:
        return set()
    parts = sums_between(connection, relation, numbers, [row.place for row in called])
    places = set(sums_among(called, parts, last))
    # Groups are several, and below the sum of all there are but notes.
    single = len(places) == 1 and numbers_below(connection, relation, numbers, min(places))
    return set() if single else places


def called_totals(
    connection: duckdb.DuckDBPyConnection,
    relation: str,
    names: Sequence[str],
    numbers: Sequence[str],
    rows: int,
    last: int,
) -> list[tuple[Called, str]]:
    """The rows that are called totals, with the cell that says so."""
    selected = ", ".join(map(quoted, (PLACE, *names, *numbers)))

    def read(where: str) -> list[tuple[Any, ...]]:
        return connection.execute(
            f"SELECT {selected} FROM {relation} WHERE {where} ORDER BY {PLACE} LIMIT {MOST_CALLED + 1}"
        ).fetchall()

    said = " OR ".join(f"regexp_matches({quoted(name)}, {literal(WORDS)})" for name in names)
    found = read(said) if rows <= MOST_ROWS else []
    if not 0 < len(found) <= MOST_CALLED:
        found = read(f"{PLACE} = {last}")
    called = list[tuple[Called, str]]()
    for place, *cells in found:
        texts = [(cell or "").strip() for cell in cells[: len(names)]]
        amounts = np.array([np.nan if cell is None else cell for cell in cells[len(names) :]], dtype=float)
        if name := next((text for text in texts if NAMES.fullmatch(text)), None):
            called.append((Called(place, name.casefold(), amounts), name))
        elif name := group_total(connection, relation, names, texts, place):
            called.append((Called(place, "", amounts), name))
    return called


def group_total(
    connection: duckdb.DuckDBPyConnection,
    relation: str,
    names: Sequence[str],
    texts: Sequence[str],
    place: int,
) -> str | None:
    """What the row is called where that is a total of a group, and the group is named in a row above.

    A product may be called Total 5W30 as well, but in a row with other words.
    """
    filled = [text for text in texts if text]
    found = OF_GROUP.fullmatch(filled[0]) if len(filled) == 1 and len(filled[0]) <= LONGEST else None
    if found is None:
        return None
    group = literal((found["last"] or found["first"]).strip().casefold())
    named = " OR ".join(f"lower(trim({quoted(name)})) = {group}" for name in names)
    above = f"SELECT 1 FROM {relation} WHERE {PLACE} < {place} AND ({named}) LIMIT 1"
    return filled[0] if connection.execute(above).fetchone() else None


def numbers_below(
    connection: duckdb.DuckDBPyConnection, relation: str, numbers: Sequence[str], place: int
) -> bool:
    """Whether some row below this place has a number."""
    some = " OR ".join(f"{quoted(name)} IS NOT NULL" for name in numbers)
    row = f"SELECT 1 FROM {relation} WHERE {PLACE} > {place} AND ({some}) LIMIT 1"
    return connection.execute(row).fetchone() is not None


def sums_between(
    connection: duckdb.DuckDBPyConnection, relation: str, numbers: Sequence[str], places: Sequence[int]
) -> list[Amounts]:
    """The sums of the rows before each of these places, from the one before it."""
    wanted = ", ".join(f"({place})" for place in places)
    found = {
        int(place): np.array(amounts, dtype=float)
        for place, *amounts in connection.execute(
            f"SELECT wanted.{PLACE}, {sums_of(numbers)} FROM {relation} AS rows "
            f"ASOF JOIN (VALUES {wanted}) AS wanted({PLACE}) ON rows.{PLACE} <= wanted.{PLACE} "
            f"WHERE rows.{PLACE} <> wanted.{PLACE} GROUP BY 1"
        ).fetchall()
    }
    return [found.get(place, np.zeros(len(numbers))) for place in places]


def sums_of(numbers: Sequence[str]) -> str:
    """What is selected for the sums of these columns."""
    return ", ".join(f"coalesce(sum(CAST({quoted(name)} AS DOUBLE)), 0)" for name in numbers)
