"""Conversion of many columns of few rows, with one expression for all columns that are converted the same
way.
"""

import re
from collections import defaultdict
from collections.abc import Sequence

import duckdb
import numpy as np
import pyarrow as pa

from rowcast_automl.ingest.columns.column import Column
from rowcast_automl.platform.database.quoting import quoted

ROWS_TABLE = "unpivoted_rows"
CELLS = "unpivoted_cells"
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
    rows_table = connection.sql(f"SELECT * FROM {relation}").to_arrow_table()
    connection.register(ROWS_TABLE, rows_table)
    rows = rows_table.num_rows
    groups = defaultdict[str, list[Column]](list)
    for column in columns:
        groups[template_of(column)].append(column)
    converted = dict[str, pa.Array]()
    for expression, group in groups.items():
        if len(group) >= MIN_COLUMNS:
            sources = [column.source for column in group]
            values = convert_group(connection, expression, rows_table.select(sources))
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


def convert_group(connection: duckdb.DuckDBPyConnection, expression: str, columns: pa.Table) -> pa.Array:
    """Return the converted cells of `columns`, one column after the other."""
    cells = pa.chunked_array([chunk for column in columns.columns for chunk in column.chunks], pa.string())
    stacked = pa.table({"place": pa.array(np.arange(len(cells))), "cell": cells})
    connection.register(CELLS, stacked)
    found = connection.sql(f"SELECT {expression} AS value FROM {CELLS} ORDER BY place").to_arrow_table()
    return found.column("value").combine_chunks()
