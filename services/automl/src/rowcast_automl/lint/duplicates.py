"""Columns that say nearly the same as another, and rows that contradict one another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from rowcast_automl.contracts.generated import DropColumnStep, LintFinding
from rowcast_automl.features.schema import Task
from rowcast_automl.lint.differing_rows import rows_apart
from rowcast_automl.lint.lint_table import NUMERIC, LintTable, amounts, codes
from rowcast_automl.platform.database.quoting import quoted
from rowcast_automl.profile.finding import MAX_EVIDENCE_ROWS, finding

NEARLY = 0.999
# Ranks of what is nearly a line agree a little less.
NEARLY_IN_ORDER = 0.998
MOST_COLUMNS = 300
FEWEST_VALUES = 3
CLOSE = 0.02
FEW = 0.01


def near_duplicates(table: LintTable, target: str | None) -> Iterator[LintFinding]:
    """A finding for each column that an earlier one determines, exact copies aside."""
    exact = {found.column for found in table.profile.findings if found.code == "DUPLICATE_COLUMN"}
    names = [
        column.name
        for column in table.profile.columns
        if column.name not in (*exact, target) and column.distinct >= FEWEST_VALUES
    ]
    numbers = [name for name in names if table.column(name).type in NUMERIC][:MOST_COLUMNS]
    words = [name for name in names if table.column(name).type in ("category", "ordinal", "text")]
    for name, other, share in (*near_numbers(table, numbers), *near_words(table, words[:MOST_COLUMNS])):
        drop = DropColumnStep(op="drop_column", column=name)
        rows = rows_apart(table, name, other)
        yield finding(
            "NEAR_DUPLICATE_COLUMN", name, warning=True, rows=rows, fix=drop, other=other, share=share
        )


def near_numbers(table: LintTable, names: list[str]) -> Iterator[tuple[str, str, float]]:
    """Columns of numbers that are nearly a straight line of an earlier one: name, the other, correlation."""
    if len(names) < 2:
        return
    values = np.stack([amounts(table, name) for name in names])
    missing = np.isnan(values)
    alike = np.tril(correlations(values), -1)
    if (alike >= NEARLY).any():
        # Two that are -9999 in the same few rows differ in all others, as their order shows.
        alike[correlations(np.stack([*map(ranked, values)])) < NEARLY_IN_ORDER] = 0
    for index, name in enumerate(names):
        earlier = alike[index, :index]
        if index and earlier.max() >= NEARLY:
            other = int(earlier.argmax())
            if np.mean(missing[index] != missing[other]) < CLOSE:
                yield name, names[other], float(min(1.0, earlier[other]))


def correlations(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far each row of `values` is a straight line of each other one; 0 where nothing can be told."""
    with np.errstate(all="ignore"):
        scaled = values / np.nanmax(np.abs(values), axis=1, keepdims=True)
        centred = np.where(np.isnan(values), 0.0, scaled - np.nanmean(scaled, axis=1, keepdims=True))
        lengths = np.sqrt((centred**2).sum(axis=1))
        return np.nan_to_num(np.abs(centred @ centred.T / np.outer(lengths, lengths)))


def ranked(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The places of numbers in their order, that of equal ones in their middle; NaN where missing."""
    ranks, present = values.copy(), ~np.isnan(values)
    _, places, counts = np.unique(values[present], return_inverse=True, return_counts=True)
    ranks[present] = (np.cumsum(counts) - counts / 2)[places]
    return ranks


def near_words(table: LintTable, names: list[str]) -> Iterator[tuple[str, str, float]]:
    """Columns of words of which each value goes with one value of an earlier one."""
    seen: list[tuple[str, int, np.ndarray]] = []
    for name in names:
        distinct = table.column(name).distinct
        column = codes(table, name)
        for other, other_distinct, other_codes in seen:
            if abs(distinct - other_distinct) > CLOSE * distinct:
                continue
            width = int(other_codes.max()) + 1
            pairs = np.bincount(column * width + other_codes)
            agree = largest_per(pairs, width) / len(column)
            back = largest_per(
                np.bincount(other_codes * (int(column.max()) + 1) + column), int(column.max()) + 1
            )
            share = min(agree, back / len(column))
            if share >= NEARLY:
                yield name, other, share
                break
        else:
            seen.append((name, distinct, column))


def largest_per(pairs: np.ndarray, width: int) -> int:
    """The sum, over rows of a table of `width`, of the largest count."""
    padded = np.pad(pairs, (0, -len(pairs) % width)).reshape(-1, width)
    return int(padded.max(axis=1).sum())


def against_earlier(places: Sequence[int], goals: Sequence[object]) -> Iterator[tuple[int, int]]:
    """Each place before which there is another goal, with the first such place."""
    other: int | None = None
    for place, goal in zip(places, goals, strict=True):
        if goal != goals[0]:
            other = place if other is None else other
            yield place, places[0]
        elif other is not None:
            yield place, other


def conflicting_rows(table: LintTable, target: str, task: Task) -> Iterator[LintFinding]:
    """Rows whose features repeat those of an earlier row while the target differs from that row's."""
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
    places = sorted(pair for group, goals in rows for pair in against_earlier(group, goals))
    if places:
        # Equal things sell at different prices; equal rows of two classes are a mistake somewhere.
        warning = task != "regression" and len(places) > FEW * table.profile.rows
        later, first = zip(*places[:MAX_EVIDENCE_ROWS], strict=True)
        yield finding("CONFLICTING_ROWS", warning=warning, rows=later, repeats=first, count=len(places))
