"""Rows in which two nearly equivalent columns differ, as evidence for findings."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rowcast_automl.lint.lint_table import AMOUNTS, MAX_CODES, LintTable, numeric_values
from rowcast_automl.platform.database.quoting import quoted
from rowcast_automl.profile.finding import MAX_EVIDENCE_ROWS

# Smaller distances, relative to the standard deviation, are rounding errors.
MIN_DISTANCE = 1e-4
FIT_QUANTILE = 0.95


def differing_rows(table: LintTable, name: str, other: str) -> list[int]:
    """Return at most 20 rows of the head, from 1, in which two columns are related differently than in other
    rows.

    For numbers, these are the rows farthest from the regression line; otherwise the first ones.
    """
    if all(table.column(each).type in AMOUNTS for each in (name, other)):
        return rows_off_line(table, name, other)
    return deviating_rows(table, name, other) or deviating_rows(table, other, name)


def deviating_rows(table: LintTable, name: str, other: str) -> list[int]:
    """Return the first rows in which `other` deviates from its usual value for a value of `name`."""
    columns = [table.column(each) for each in (name, other)]
    measured = any(each.type in AMOUNTS and each.distinct > MAX_CODES for each in columns)
    return [] if measured else rows_with_rare_pair(table, name, other)


def rows_off_line(table: LintTable, name: str, other: str) -> list[int]:
    """Return rows that are far from the regression line of two numeric columns."""
    left, right = (numeric_values(table, each, table.head) for each in (name, other))
    places = np.flatnonzero(~np.isnan(left) & ~np.isnan(right))
    if not len(places):
        return []
    x, y = (each[places] / np.abs(each[places]).max(initial=1e-300) for each in (left, right))
    off = distances(x, y, np.ones(len(x), bool))
    # Fit again without the most distant points, which bias the line.
    off = distances(x, y, off <= np.quantile(off, FIT_QUANTILE))
    farthest = np.argsort(-off, kind="stable")[:MAX_EVIDENCE_ROWS]
    return sorted((places[farthest[off[farthest] > MIN_DISTANCE]] + 1).tolist())


def distances(
    x: NDArray[np.float64], y: NDArray[np.float64], fitted: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Return the distances from the line through the points `fitted`, in standard deviations of y."""
    across, up = x - x[fitted].mean(), y - y[fitted].mean()
    with np.errstate(all="ignore"):
        slope = (across[fitted] @ up[fitted]) / (across[fitted] @ across[fitted])
        far: NDArray[np.float64] = np.nan_to_num(np.abs(up - across * slope) / y.std(), posinf=0.0)
    return far


def rows_with_rare_pair(table: LintTable, name: str, other: str) -> list[int]:
    """Return rows in which `other` is not the most frequent value for the value of `name`."""
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
