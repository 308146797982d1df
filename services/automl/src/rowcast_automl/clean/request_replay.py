"""Replay of a recipe on requests: whether a request can produce every cell of the cleaned table."""

from collections.abc import Sequence

import duckdb

from rowcast_automl.platform.database.quoting import literal, quoted


def find_unreachable_cell(
    connection: duckdb.DuckDBPyConnection,
    relation: str,
    column: tuple[str, str],
    steps: Sequence[str],
    replaced: Sequence[str],
) -> tuple[str | None] | None:
    """Find a cell that replaying the steps cannot produce from itself, null or a replaced value.

    Parameters
    ----------
    column : tuple of str
        Name and storage.
    steps : sequence of str
        SQL of the cell after each step.
    replaced : sequence of str
        Values that a step replaces.
    """
    name, storage = column
    cell, was, stands = (quoted(f"{name}{end}") for end in ("", " was", " stands"))
    values = "".join(f", (TRY_CAST({literal(value)} AS {storage}))" for value in dict.fromkeys(replaced))
    connection.execute(
        f"CREATE OR REPLACE TEMP TABLE again AS SELECT DISTINCT {cell} AS {was}, {cell}, true AS {stands} "
        f"FROM {relation} UNION ALL SELECT sent, sent, false "
        f"FROM (VALUES (CAST(NULL AS {storage})){values}) AS given(sent)"
    )
    # Separate updates, since nested expressions would grow exponentially.
    for step in steps:
        connection.execute(f"UPDATE again SET {cell} = {step}")
    row: tuple[str | None] | None = connection.execute(
        f"SELECT CAST({was} AS VARCHAR) FROM again AS kept WHERE {stands} AND {cell} IS DISTINCT FROM {was} "
        f"AND NOT EXISTS (SELECT 1 FROM again AS sent WHERE NOT sent.{stands} "
        f"AND sent.{cell} IS NOT DISTINCT FROM kept.{was}) ORDER BY {was} LIMIT 1"
    ).fetchone()
    connection.execute("DROP TABLE again")
    return row
