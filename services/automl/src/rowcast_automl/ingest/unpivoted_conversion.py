"""Conversion of many columns of few rows, with one expression for all columns that are converted the same
way.
"""

import re
from collections import defaultdict
from collections.abc import Sequence

import duckdb
import pyarrow as pa

from rowcast_automl.ingest.columns.column import Column
from rowcast_automl.platform.database.quoting import quoted

ROWS_TABLE = "unpivoted_rows"
CONVERTED = "converted_rows"
# Other columns keep an expression each.
MIN_COLUMNS = 8
SOURCE = re.compile(r"\bc[0-9]+\b")


def convert_unpivoted(
    connection: duckdb.DuckDBPyConnection, relation: str, columns: Sequence[Column]
) -> tuple[str, str]:
    """Convert the cells of `relation`. Return the expressions and the relation to select them from.

    DuckDB needs about a millisecond to plan the expression of each column, even for a few rows.

    Raises
    ------
    duckdb.ConversionException
        A cell does not have the type of its column.
    """
    connection.execute(
        f"CREATE OR REPLACE TEMP TABLE {ROWS_TABLE} AS "
        f"SELECT row_number() OVER () AS place, * FROM {relation}"
    )
    [(rows,)] = connection.execute(f"SELECT count(*) FROM {ROWS_TABLE}").fetchall()
    groups = defaultdict[str, list[Column]](list)
    for column in columns:
        groups[template_of(column)].append(column)
    converted = dict[str, pa.Array]()
    for expression, group in groups.items():
        if len(group) >= MIN_COLUMNS:
            sources = sorted(column.source for column in group)
            values = convert_group(connection, expression, sources)
            for index, source in enumerate(sources):
                converted[source] = values.slice(index * rows, rows)
    expressions = {
        column.source: f"{CONVERTED}.{column.source}"
        if column.source in converted
        else column.stored_expression
        for column in columns
    }
    selected = ", ".join(f"{expressions[column.source]} AS {quoted(column.name)}" for column in columns)
    if not converted:
        return selected, ROWS_TABLE
    connection.register(CONVERTED, pa.table(converted))
    if len(converted) == len(columns):
        return selected, CONVERTED
    return selected, f"{ROWS_TABLE} POSITIONAL JOIN {CONVERTED}"


def template_of(column: Column) -> str:
    """Return the expression of a column with `cell` in place of its source."""
    return SOURCE.sub(
        lambda found: "cell" if found[0] == column.source else found[0], column.stored_expression
    )


def convert_group(connection: duckdb.DuckDBPyConnection, expression: str, sources: Sequence[str]) -> pa.Array:
    """Return SQL of the converted cells of `sources`, one column after the other."""
    names = ", ".join(sources)
    found = connection.sql(
        f"SELECT {expression} AS value FROM (SELECT place, {names} FROM {ROWS_TABLE}) "
        f"UNPIVOT INCLUDE NULLS (cell FOR source IN ({names})) ORDER BY source, place"
    ).to_arrow_table()
    return found.column("value").combine_chunks()
