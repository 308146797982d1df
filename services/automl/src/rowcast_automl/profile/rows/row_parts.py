"""Queries about the rows that may be totals: their cells, and statistics of the rows between them."""

from collections.abc import Collection, Iterator, Sequence

import duckdb
import numpy as np

from rowcast_automl.profile.rows.subtotals import Amounts

# Column of a relation with the index of each row, from 0.
ROW_INDEX = "row_index"


def read_rows(
    connection: duckdb.DuckDBPyConnection,
    relation: str,
    texts: Sequence[str],
    numbers: Sequence[str],
    places: Collection[int],
) -> Iterator[tuple[int, list[str | None], Amounts]]:
    """Yield index, texts and numbers of the rows at `places` in table order; missing numbers are NaN."""
    rows = connection.execute(
        f"SELECT {', '.join((ROW_INDEX, *texts, *numbers))} FROM {relation} "
        f"WHERE {ROW_INDEX} IN ({', '.join(map(str, places))}) ORDER BY {ROW_INDEX}"
    ).fetchall()
    for place, *cells in rows:
        amounts = [np.nan if cell is None else cell for cell in cells[len(texts) :]]
        yield place, cells[: len(texts)], np.array(amounts, dtype=float)


def statistics_between(
    connection: duckdb.DuckDBPyConnection, relation: str, statistics: str, places: Sequence[int]
) -> dict[int, Amounts]:
    """Compute statistics of the rows between the previous index and each of `places`.

    Parameters
    ----------
    statistics : str
        SQL of the aggregates, separated by commas.

    Returns
    -------
    dict of int to array of shape (n_statistics,)
        Without indices that no row precedes.
    """
    wanted = ", ".join(f"({place})" for place in places)
    return {
        int(place): np.array(values, dtype=float)
        for place, *values in connection.execute(
            f"SELECT wanted.{ROW_INDEX}, {statistics} FROM {relation} AS rows "
            f"ASOF JOIN (VALUES {wanted}) AS wanted({ROW_INDEX}) ON rows.{ROW_INDEX} <= wanted.{ROW_INDEX} "
            f"WHERE rows.{ROW_INDEX} <> wanted.{ROW_INDEX} GROUP BY 1"
        ).fetchall()
    }
