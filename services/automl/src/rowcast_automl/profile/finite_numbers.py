"""A table in which infinite cells count as the largest and smallest number of their column."""

from collections.abc import Sequence

import duckdb

from rowcast_automl.platform.database.quoting import quoted


def with_finite_numbers(
    connection: duckdb.DuckDBPyConnection, relation: str, columns: Sequence[tuple[str, str]]
) -> str:
    """The relation with infinite cells of `columns` replaced by their largest and smallest finite number.

    Parameters
    ----------
    columns : sequence of tuple
        Name and storage of columns with infinite cells.
    """
    clipped = []
    for name, storage in columns:
        cell = quoted(name)
        low, high = connection.execute(
            f"SELECT min({cell}), max({cell}) FROM {relation} WHERE isfinite({cell})"
        ).fetchone() or (None, None)
        bounds = ["NULL" if each is None else f"{each!r}::DOUBLE" for each in (low, high)]
        bound = f"CASE WHEN {cell} < 0 THEN {bounds[0]} ELSE {bounds[1]} END"
        value = f"CASE WHEN isinf({cell}) THEN {bound} ELSE {cell} END"
        clipped.append(f"CAST({value} AS {storage}) AS {cell}")
    return f"(SELECT * REPLACE ({', '.join(clipped)}) FROM {relation})" if clipped else relation
