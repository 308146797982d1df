"""Detection of total rows: of the whole table, in its first or last row, and of groups, below each group."""

from collections.abc import Sequence
from dataclasses import dataclass

import duckdb
import numpy as np

from rowcast_automl.platform.database.quoting import literal
from rowcast_automl.profile.rows.approximate_totals import find_approximate_totals
from rowcast_automl.profile.rows.row_parts import ROW_INDEX, read_rows, statistics_between
from rowcast_automl.profile.rows.subtotals import (
    MIN_ROWS_ABOVE,
    Amounts,
    NamedTotal,
    are_sums,
    find_subtotals,
)
from rowcast_automl.profile.rows.total_names import group_of_total, total_name


@dataclass(frozen=True)
class TotalRows:
    """Rows that are named totals and contain sums or averages of other rows.

    Attributes
    ----------
    rows : list of int
        From 1, in table order.
    cells : list of str
        Of each row, the cell with the name.
    """

    rows: list[int]
    cells: list[str]


NO_TOTALS = TotalRows([], [])


def find_total_rows(
    connection: duckdb.DuckDBPyConnection,
    relation: str,
    texts: Sequence[str],
    numbers: Sequence[str],
    candidates: Sequence[int],
    unread: Sequence[str] = (),
) -> TotalRows:
    """Find the total rows among `candidates`.

    Parameters
    ----------
    relation : str
        SQL of a relation with the columns `row_index`, `texts` and `numbers`.
    candidates : sequence of int
        Indices of the rows whose names may be those of totals.
    unread : sequence of str
        Those of `texts` that contain the invalid cells of a column of dates or numbers.
    """
    if not texts or not numbers or not candidates:
        return NO_TOTALS
    cells = find_exact_totals(connection, relation, texts, numbers, candidates)
    cells |= find_approximate_totals(
        connection, relation, texts, unread, numbers, sorted(set(candidates) - set(cells))
    )
    return TotalRows([place + 1 for place in sorted(cells)], [cells[place] for place in sorted(cells)])


def find_exact_totals(
    connection: duckdb.DuckDBPyConnection,
    relation: str,
    texts: Sequence[str],
    numbers: Sequence[str],
    candidates: Sequence[int],
) -> dict[int, str]:
    """Indices of the rows that contain sums or averages of other rows, each with the cell of its name."""
    first, last, rows = connection.execute(
        f"SELECT min({ROW_INDEX}), max({ROW_INDEX}), count(*) FROM {relation}"
    ).fetchone() or (0, 0, 0)
    found = find_named_totals(connection, relation, texts, numbers, candidates)
    if rows <= MIN_ROWS_ABOVE or not found:
        return {}
    totals = [row for row, _ in found]
    is_first_total = is_total_on_top(connection, relation, numbers, totals, first)
    if is_first_total:
        relation, totals = f"(FROM {relation} WHERE {ROW_INDEX} > {first})", totals[1:]
    places = subtotals_of(connection, relation, numbers, totals, last) | (
        {first} if is_first_total else set()
    )
    cells = {row.place: cell for row, cell in found}
    return {place: cells[place] for place in places}


def is_total_on_top(
    connection: duckdb.DuckDBPyConnection,
    relation: str,
    numbers: Sequence[str],
    totals: Sequence[NamedTotal],
    first: int,
) -> bool:
    """Whether the first row is named a total and contains the sums of all rows that are not totals."""
    top = totals[0]
    if top.place != first or not top.name or top.is_average:
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
    """Return the indices of the `totals` that contain sums of rows above."""
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
    candidates: Sequence[int],
) -> list[tuple[NamedTotal, str]]:
    """Return rows that are named totals, each with the cell that contains the name."""
    totals = list[tuple[NamedTotal, str]]()
    for place, cells, amounts in read_rows(connection, relation, names, numbers, candidates):
        texts = [(cell or "").strip() for cell in cells]
        if named := next(((text, each) for text in texts if (each := total_name(text))), None):
            cell, (name, is_average) = named
            totals.append((NamedTotal(place, name.casefold(), amounts, is_average), cell))
        elif group := group_total(connection, relation, names, texts, place):
            cell, is_average = group
            totals.append((NamedTotal(place, "", amounts, is_average), cell))
    return totals


def group_total(
    connection: duckdb.DuckDBPyConnection,
    relation: str,
    names: Sequence[str],
    texts: Sequence[str],
    place: int,
) -> tuple[str, bool] | None:
    """Return the name of a group total, if the group occurs in a row above, and whether it is an average.

    A product may be called Total 5W30, but its row has other texts.
    """
    filled = [text for text in texts if text]
    found = group_of_total(filled[0]) if len(filled) == 1 else None
    if found is None:
        return None
    group = literal(found[0].casefold())
    named = " OR ".join(f"lower(trim({name})) = {group}" for name in names)
    above = f"SELECT 1 FROM {relation} WHERE {ROW_INDEX} < {place} AND ({named}) LIMIT 1"
    return (filled[0], found[1]) if connection.execute(above).fetchone() else None


def has_numbers_below(
    connection: duckdb.DuckDBPyConnection, relation: str, numbers: Sequence[str], place: int
) -> bool:
    """Whether a row below this index has a number."""
    some = " OR ".join(f"{name} IS NOT NULL" for name in numbers)
    row = f"SELECT 1 FROM {relation} WHERE {ROW_INDEX} > {place} AND ({some}) LIMIT 1"
    return connection.execute(row).fetchone() is not None


def sums_between(
    connection: duckdb.DuckDBPyConnection, relation: str, numbers: Sequence[str], places: Sequence[int]
) -> list[Amounts]:
    """Return for each index the sums and numbers of cells of the rows since the previous index."""
    statistics = f"{sums_of(numbers)}, {counts_of(numbers)}"
    found = statistics_between(connection, relation, statistics, places)
    return [found.get(place, np.zeros(2 * len(numbers))).reshape(2, -1) for place in places]


def sums_of(numbers: Sequence[str]) -> str:
    """Return SQL of the sums of these columns."""
    return ", ".join(f"coalesce(sum(CAST({name} AS DOUBLE)), 0)" for name in numbers)


def counts_of(numbers: Sequence[str]) -> str:
    """Return SQL of the numbers of cells of these columns."""
    return ", ".join(f"count({name})" for name in numbers)
