"""Order of columns that the user pinned as ordinal, and findings if it is unknown or incomplete."""

from collections.abc import Sequence

import duckdb

from rowcast_automl.contracts.generated import LintFinding, ReplaceStep
from rowcast_automl.platform.database.quoting import literal, quoted
from rowcast_automl.profile.columns.spelling_variants import fold
from rowcast_automl.profile.finding import MAX_EVIDENCE_ROWS, finding, quoted_list
from rowcast_automl.profile.ordinal.category_order import Order, find_order
from rowcast_automl.profile.statistics import Statistics

# More values are not ordered by hand; up to this many are counted exactly.
MAX_LEVELS = 999
# Values that one step can replace by null.
MAX_REPLACED = 200
MAX_REPLACED_SHARE = 0.5


def pinned_order(
    connection: duckdb.DuckDBPyConnection, relation: str, statistics: Statistics, pinned: Sequence[str]
) -> Order:
    """Order of all values in `relation`, following `pinned` if given."""
    if statistics.distinct > MAX_LEVELS:
        return Order(None, [each.value for each in statistics.top_values])
    cell = quoted(statistics.name)
    rows = connection.execute(
        f"SELECT DISTINCT {cell} FROM {relation} WHERE {cell} IS NOT NULL ORDER BY 1"
    ).fetchall()
    return find_order([str(value) for (value,) in rows], pinned)


def order_finding(
    connection: duckdb.DuckDBPyConnection,
    relation: str,
    statistics: Statistics,
    order: Order,
    pinned: Sequence[str],
) -> LintFinding:
    """Create the finding for a column whose order is unknown, or does not contain all of its values."""
    name, values = statistics.name, quoted_list(order.unplaced)
    if not pinned or statistics.distinct > MAX_LEVELS:
        return finding("ORDER_UNKNOWN", name, warning=True, values=values)
    listed = ", ".join(map(literal, order.unplaced))
    cells = f"SELECT row_number() OVER () AS place, {quoted(name)} AS cell FROM {relation}"
    query = f"SELECT count(*), min(place, {MAX_EVIDENCE_ROWS}) FROM ({cells}) WHERE cell IN ({listed})"
    count, rows = connection.execute(query).fetchone() or (0, [])
    can_replace = count <= MAX_REPLACED_SHARE * statistics.present and len(order.unplaced) <= MAX_REPLACED
    # A spelling variant of a known level must not be replaced by null.
    are_unknown = set(map(fold, pinned)).isdisjoint(map(fold, order.unplaced))
    step = (
        ReplaceStep(op="replace", column=name, values=order.unplaced, by=None)
        if can_replace and are_unknown
        else None
    )
    return finding("ORDER_INCOMPLETE", name, warning=True, rows=rows, fix=step, values=values, count=count)
