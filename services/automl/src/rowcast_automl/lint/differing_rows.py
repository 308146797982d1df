"""The rows in which two columns differ that nearly say the same."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rowcast_automl.lint.lint_table import AMOUNTS, MOST_CODES, LintTable, amounts
from rowcast_automl.platform.database.quoting import quoted
from rowcast_automl.profile.finding import MAX_EVIDENCE_ROWS

# A smaller share of how far numbers spread is lost in rounding.
ROUNDING = 1e-4
MOST = 0.95


def rows_apart(table: LintTable, name: str, other: str) -> list[int]:
    """Rows of the head, from 1, in which `name` and `other` do not go together as in the others, at most 20.

    Those of amounts lie farthest from their common line, those of values are the first ones.
    """
    if all(table.column(each).type in AMOUNTS for each in (name, other)):
        return off_line(table, name, other)
    return rows_unusual(table, name, other) or rows_unusual(table, other, name)


def rows_unusual(table: LintTable, name: str, other: str) -> list[int]:
    """The first rows in which `other` is not what it mostly is beside a value of `name`; none of amounts."""
    columns = [table.column(each) for each in (name, other)]
    measured = any(each.type in AMOUNTS and each.distinct > MOST_CODES for each in columns)
    return [] if measured else unusual(table, name, other)


def off_line(table: LintTable, name: str, other: str) -> list[int]:
    """Rows in which one of two columns of amounts is not what the line through both has for the other."""
    left, right = (amounts(table, each, table.head) for each in (name, other))
    places = np.flatnonzero(~np.isnan(left) & ~np.isnan(right))
    if not len(places):
        return []
    x, y = (each[places] / np.abs(each[places]).max(initial=1e-300) for each in (left, right))
    off = distances(x, y, np.ones(len(x), bool))
    # Once more without those that pull the line to themselves.
    off = distances(x, y, off <= np.quantile(off, MOST))
    farthest = np.argsort(-off, kind="stable")[:MAX_EVIDENCE_ROWS]
    return sorted((places[farthest[off[farthest] > ROUNDING]] + 1).tolist())


def distances(
    x: NDArray[np.float64], y: NDArray[np.float64], fitted: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """How far each y lies from the line through the points `fitted`, in standard deviations of y."""
    across, up = x - x[fitted].mean(), y - y[fitted].mean()
    with np.errstate(all="ignore"):
        slope = (across[fitted] @ up[fitted]) / (across[fitted] @ across[fitted])
        far: NDArray[np.float64] = np.nan_to_num(np.abs(up - across * slope) / y.std(), posinf=0.0)
    return far


def unusual(table: LintTable, name: str, other: str) -> list[int]:
    """Rows in which `other` is not what it mostly is beside the same value of `name`."""
    left, right = quoted(name), quoted(other)
    rows = table.connection.execute(
        f"WITH cells AS MATERIALIZED (SELECT row_number() OVER () AS place, hash({left}) AS one, "
        f"hash({right}) AS another, {left} IS NULL OR {right} IS NULL AS gone FROM {table.head}), "
        "pairs AS (SELECT one, another, count(*) AS n FROM cells WHERE NOT gone GROUP BY one, another), "
        "usual AS (SELECT one, first(another ORDER BY n DESC, another) AS most FROM pairs GROUP BY one) "
        "SELECT place FROM cells JOIN usual USING (one) WHERE NOT gone AND another <> most "
        f"ORDER BY place LIMIT {MAX_EVIDENCE_ROWS}"
    ).fetchall()
    return [place for (place,) in rows]
