"""Columns that a person calls ordered categories: the order of all their values, or why there is none."""

from collections.abc import Sequence

import duckdb

from rowcast_automl.contracts.generated import LintFinding, ReplaceStep
from rowcast_automl.platform.database.quoting import literal, quoted
from rowcast_automl.profile.columns.spelling_variants import folded
from rowcast_automl.profile.finding import EVIDENCE, finding, quoted_list
from rowcast_automl.profile.ordinal.category_order import Order, order_of
from rowcast_automl.profile.statistics import Statistics

# More values than anybody puts in order; fewer are counted exactly.
MOST_LEVELS = 999
# That one step can empty.
MOST_EMPTIED = 200
FEW = 0.5


def chosen_order(
    connection: duckdb.DuckDBPyConnection, relation: str, statistics: Statistics, given: Sequence[str]
) -> Order:
    """The order of all values in `relation`, that of `given` where a person gave it."""
    if statistics.distinct > MOST_LEVELS:
        return Order(None, [each.value for each in statistics.top_values])
    cell = quoted(statistics.name)
    rows = connection.execute(
        f"SELECT DISTINCT {cell} FROM {relation} WHERE {cell} IS NOT NULL ORDER BY 1"
    ).fetchall()
    return order_of([str(value) for (value,) in rows], given)


def order_finding(
    connection: duckdb.DuckDBPyConnection,
    relation: str,
    statistics: Statistics,
    order: Order,
    given: Sequence[str],
) -> LintFinding:
    """The finding about a column whose values have no order, or are more than were given one."""
    name, values = statistics.name, quoted_list(order.left)
    if not given or statistics.distinct > MOST_LEVELS:
        return finding("ORDER_UNKNOWN", name, warning=True, values=values)
    listed = ", ".join(map(literal, order.left))
    cells = f"SELECT row_number() OVER () AS place, {quoted(name)} AS cell FROM {relation}"
    query = f"SELECT count(*), min(place, {EVIDENCE}) FROM ({cells}) WHERE cell IN ({listed})"
    count, rows = connection.execute(query).fetchone() or (0, [])
    few = count <= FEW * statistics.present and len(order.left) <= MOST_EMPTIED
    # Another spelling of a value that has a place is not to be emptied.
    strange = set(map(folded, given)).isdisjoint(map(folded, order.left))
    step = ReplaceStep(op="replace", column=name, values=order.left, by=None) if few and strange else None
    return finding("ORDER_INCOMPLETE", name, warning=True, rows=rows, fix=step, values=values, count=count)
