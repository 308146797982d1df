"""Detection of total rows whose numbers are not exactly the sums or averages of the rows of the table.

A report may be filtered or rounded after its totals were computed. The place of the name then confirms the
total: a date, a number or a key is never called Total.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import duckdb
import numpy as np

from rowcast_automl.profile.rows.row_parts import ROW_INDEX, read_rows, statistics_between
from rowcast_automl.profile.rows.subtotals import MIN_CONFIRMED_SHARE, MIN_ROWS_ABOVE, Amounts, NamedTotal
from rowcast_automl.profile.rows.total_names import group_of_total, total_name

TOLERANCE = 0.05
# A total that is not about the sum is at least this share of it, and larger than each value.
MIN_SHARE_OF_SUM = 0.5
MIN_KEYS = 10


@dataclass(frozen=True)
class Amount:
    """Statistics of the numbers of some rows, one per column.

    Attributes
    ----------
    sums, counts : array of shape (n_columns,)
        Sum and number of values.
    sizes, largest : array of shape (n_columns,)
        Sum and maximum of the absolute values.
    """

    sums: Amounts
    counts: Amounts
    sizes: Amounts
    largest: Amounts


def find_approximate_totals(
    connection: duckdb.DuckDBPyConnection,
    relation: str,
    texts: Sequence[str],
    unread: Collection[str],
    numbers: Sequence[str],
    candidates: Collection[int],
) -> dict[int, str]:
    """Find rows with the name of a total in place of a date, a number or a key, and with about its numbers.

    Parameters
    ----------
    relation : str
        SQL of a relation with the columns `row_index`, `texts` and `numbers`.
    unread : collection of str
        Those of `texts` that contain the invalid cells of a column of dates or numbers.
    candidates : collection of int
        Indices of the rows whose names may be those of totals.

    Returns
    -------
    dict of int to str
        For each index, the cell with the name.
    """
    if not candidates:
        return {}
    named = find_names(connection, relation, texts, unread, numbers, candidates)
    if not named:
        return {}
    listed = ", ".join(map(str, candidates))
    others = f"{relation} WHERE {ROW_INDEX} NOT IN ({listed})"
    count = connection.execute(f"SELECT count(*) FROM {others}").fetchone() or (0,)
    if count[0] < MIN_ROWS_ABOVE:
        return {}
    used = {column for _, _, column in named} - set(unread)
    keys = {column for column in used if is_key(connection, others, column)}
    named = [each for each in named if each[2] in unread or each[2] in keys]
    if not named:
        return {}
    row = connection.execute(f"SELECT {statistics_of(numbers)} FROM {others}").fetchone() or ()
    whole = amount_of(row)
    places = [row.place for row, _, _ in named]
    parts = statistics_between(connection, relation, statistics_of(numbers), places)
    groups = {place: amount_of(part) for place, part in parts.items()}
    found = {
        row.place: cell
        for row, cell, column in named
        if is_about_total(row, whole) or (column in unread and is_about_total(row, groups.get(row.place)))
    }
    occurrences = Counter(row.name for row, _, _ in named)
    confirmed = Counter(row.name for row, _, _ in named if row.place in found)
    return {
        row.place: cell
        for row, cell, _ in named
        if row.place in found and confirmed[row.name] >= MIN_CONFIRMED_SHARE * occurrences[row.name]
    }


def find_names(
    connection: duckdb.DuckDBPyConnection,
    relation: str,
    texts: Sequence[str],
    unread: Collection[str],
    numbers: Sequence[str],
    candidates: Collection[int],
) -> list[tuple[NamedTotal, str, str]]:
    """The rows named as totals, with the cell and the column of the name; an invalid date is found first."""
    columns = sorted(texts, key=lambda each: each not in unread)
    found = list[tuple[NamedTotal, str, str]]()
    for place, cells, amounts in read_rows(connection, relation, columns, numbers, candidates):
        for column, cell in zip(columns, cells, strict=True):
            name = name_in(cell, is_unread=column in unread)
            if cell is not None and name is not None:
                found.append((NamedTotal(place, name[0].casefold(), amounts, name[1]), cell, column))
                break
    return found


def name_in(cell: str | None, *, is_unread: bool) -> tuple[str, bool] | None:
    """The name of a total in a cell, and whether it is an average.

    Names with a group, such as Total 2024, are accepted in place of a date or a number.
    """
    if not cell:
        return None
    if name := total_name(cell.strip()):
        return name
    group = group_of_total(cell.strip()) if is_unread else None
    return None if group is None else ("", group[1])


def is_key(connection: duckdb.DuckDBPyConnection, rows: str, column: str) -> bool:
    """Whether the values of a column of texts are unique and none is missing."""
    found = connection.execute(
        f"SELECT count(*), count({column}), count(DISTINCT {column}) FROM {rows}"
    ).fetchone()
    return found is not None and found[0] >= MIN_KEYS and found[0] == found[1] == found[2]


def statistics_of(numbers: Sequence[str]) -> str:
    """SQL of the statistics of an `Amount`, for all columns."""
    values = [f"CAST({name} AS DOUBLE)" for name in numbers]
    return ", ".join(
        [f"coalesce(sum({each}), 0)" for each in values]
        + [f"count({each})" for each in values]
        + [f"coalesce(sum(abs({each})), 0)" for each in values]
        + [f"coalesce(max(abs({each})), 0)" for each in values]
    )


def amount_of(row: Sequence[float] | Amounts) -> Amount:
    """The statistics of one result row."""
    sums, counts, sizes, largest = np.array(row, dtype=float).reshape(4, -1)
    return Amount(sums, counts, sizes, largest)


def is_about_total(row: NamedTotal, rows: Amount | None) -> bool:
    """Whether at least half of the numbers are about the sums, or the averages, of the rows."""
    if rows is None:
        return False
    shown = ~np.isnan(row.amounts) & (row.amounts != 0) & (rows.counts > 1)
    if not shown.any():
        return False
    amounts, sums, means = row.amounts[shown], rows.sums[shown], rows.sums[shown] / rows.counts[shown]
    averages = np.abs(amounts - means) <= TOLERANCE * np.abs(means)
    if row.is_average:
        return bool(2 * averages.sum() >= shown.sum())
    beyond = (
        (np.abs(amounts) > rows.largest[shown])
        & (np.abs(amounts) > MIN_SHARE_OF_SUM * rows.sizes[shown])
        & (amounts * sums > 0)
    )
    totals = (np.abs(amounts - sums) <= TOLERANCE * np.abs(sums)) | beyond
    return bool(totals.any() and 2 * (totals | averages).sum() >= shown.sum())
