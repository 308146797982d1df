"""Nearly duplicate columns, and conflicting rows: equal features with different targets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from rowcast_automl.contracts.generated import DropColumnStep, LintFinding
from rowcast_automl.features.schema import Task
from rowcast_automl.lint.differing_rows import differing_rows
from rowcast_automl.lint.lint_table import NUMERIC, LintTable, encode_column, numeric_values
from rowcast_automl.platform.database.quoting import quoted
from rowcast_automl.profile.finding import MAX_EVIDENCE_ROWS, finding

MIN_CORRELATION = 0.999
# Rank correlations of nearly linear columns are slightly lower.
MIN_RANK_CORRELATION = 0.998
MAX_COLUMNS = 300
MIN_VALUES = 3
MAX_DIFFERENCE = 0.02
MIN_CONFLICT_SHARE = 0.01


def near_duplicates(table: LintTable, target: str | None) -> Iterator[LintFinding]:
    """Yield a finding for each column that an earlier column determines, except exact copies."""
    exact = {found.column for found in table.profile.findings if found.code == "DUPLICATE_COLUMN"}
    names = [
        column.name
        for column in table.profile.columns
        if column.name not in (*exact, target) and column.distinct >= MIN_VALUES
    ]
    numbers = [name for name in names if table.column(name).type in NUMERIC][:MAX_COLUMNS]
    words = [name for name in names if table.column(name).type in ("category", "ordinal", "text")]
    for name, other, share in (
        *near_duplicate_numbers(table, numbers),
        *near_duplicate_categories(table, words[:MAX_COLUMNS]),
    ):
        drop = DropColumnStep(op="drop_column", column=name)
        rows = differing_rows(table, name, other)
        yield finding(
            "NEAR_DUPLICATE_COLUMN", name, warning=True, rows=rows, fix=drop, other=other, share=share
        )


def near_duplicate_numbers(table: LintTable, names: list[str]) -> Iterator[tuple[str, str, float]]:
    """Yield name, earlier column and correlation of numeric columns that are nearly a linear function of
    another.
    """
    if len(names) < 2:
        return
    values = np.stack([numeric_values(table, name) for name in names])
    missing = np.isnan(values)
    alike = np.tril(correlations(values), -1)
    if (alike >= MIN_CORRELATION).any():
        # The rank correlation excludes columns that only share a placeholder such as -9999.
        alike[correlations(np.stack([*map(rank, values)])) < MIN_RANK_CORRELATION] = 0
    for index, name in enumerate(names):
        earlier = alike[index, :index]
        if index and earlier.max() >= MIN_CORRELATION:
            other = int(earlier.argmax())
            if np.mean(missing[index] != missing[other]) < MAX_DIFFERENCE:
                yield name, names[other], float(min(1.0, earlier[other]))


def correlations(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the absolute correlations between the rows of `values`, of shape (n, n); 0 if undefined."""
    with np.errstate(all="ignore"):
        scaled = values / np.nanmax(np.abs(values), axis=1, keepdims=True)
        centred = np.where(np.isnan(values), 0.0, scaled - np.nanmean(scaled, axis=1, keepdims=True))
        lengths = np.sqrt((centred**2).sum(axis=1))
        return np.nan_to_num(np.abs(centred @ centred.T / np.outer(lengths, lengths)))


def rank(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return average ranks; NaN for missing values."""
    ranks, present = values.copy(), ~np.isnan(values)
    _, places, counts = np.unique(values[present], return_inverse=True, return_counts=True)
    ranks[present] = (np.cumsum(counts) - counts / 2)[places]
    return ranks


def near_duplicate_categories(table: LintTable, names: list[str]) -> Iterator[tuple[str, str, float]]:
    """Yield name, earlier column and agreement of categories with a one-to-one mapping to another column."""
    seen: list[tuple[str, int, np.ndarray]] = []
    for name in names:
        distinct = table.column(name).distinct
        column = encode_column(table, name)
        for other, other_distinct, other_codes in seen:
            if abs(distinct - other_distinct) > MAX_DIFFERENCE * distinct:
                continue
            width = int(other_codes.max()) + 1
            pairs = np.bincount(column * width + other_codes)
            agree = sum_of_row_maxima(pairs, width) / len(column)
            back = sum_of_row_maxima(
                np.bincount(other_codes * (int(column.max()) + 1) + column), int(column.max()) + 1
            )
            share = min(agree, back / len(column))
            if share >= MIN_CORRELATION:
                yield name, other, share
                break
        else:
            seen.append((name, distinct, column))


def sum_of_row_maxima(pairs: np.ndarray, width: int) -> int:
    """Return the sum of the row maxima of a contingency table with `width` columns."""
    padded = np.pad(pairs, (0, -len(pairs) % width)).reshape(-1, width)
    return int(padded.max(axis=1).sum())


def conflicts_with_earlier(places: Sequence[int], goals: Sequence[object]) -> Iterator[tuple[int, int]]:
    """Yield each row whose features equal an earlier row with another target, and the first such row."""
    other: int | None = None
    for place, goal in zip(places, goals, strict=True):
        if goal != goals[0]:
            other = place if other is None else other
            yield place, places[0]
        elif other is not None:
            yield place, other


def conflicting_rows(table: LintTable, target: str, task: Task) -> Iterator[LintFinding]:
    """Yield a finding about rows with the features of an earlier row and another target."""
    skipped = (target, *(column.name for column in table.profile.columns if column.type == "identifier"))
    features = [quoted(column.name) for column in table.profile.columns if column.name not in skipped]
    if not features:
        return
    rows = table.connection.execute(
        "SELECT list(place ORDER BY place), list(goal ORDER BY place) FROM "
        f"(SELECT row_number() OVER () AS place, hash({', '.join(features)}) AS cells, "
        f"{quoted(target)} AS goal FROM {table.head}) "
        "WHERE goal IS NOT NULL GROUP BY cells HAVING count(DISTINCT goal) > 1"
    ).fetchall()
    places = sorted(pair for group, goals in rows for pair in conflicts_with_earlier(group, goals))
    if places:
        # Different numeric targets are plausible, but different classes indicate errors.
        warning = task != "regression" and len(places) > MIN_CONFLICT_SHARE * table.profile.rows
        later, first = zip(*places[:MAX_EVIDENCE_ROWS], strict=True)
        yield finding("CONFLICTING_ROWS", warning=warning, rows=later, repeats=first, count=len(places))
