"""Columns that give the target away: copies of it, and those that predict it alone."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from rowcast_automl.contracts.generated import DropColumnStep, LintFinding
from rowcast_automl.features.schema import Task
from rowcast_automl.lint.differing_rows import rows_apart, rows_unusual
from rowcast_automl.lint.lint_table import AMOUNTS, Codes, LintTable, amounts, codes
from rowcast_automl.profile.finding import finding

COPY = 0.9999
TOO_WELL = 0.97
TOO_WELL_AMOUNT = 0.98
FEWEST_ROWS = 40
# Fewer rows may hold a copy, where it is next to impossible that they hold one by chance.
FEWEST_OF_COPY, BY_CHANCE = 10, 1e-6
MOST_COLUMNS = 1_000


def leak_findings(table: LintTable, target: str, task: Task) -> Iterator[LintFinding]:
    """A finding for each column that is the target again, or nearly so, and for those not looked at."""
    goal = codes(table, target, ranges=task == "regression")
    ranks = ranked(amounts(table, target)) if task == "regression" else None
    known = goal > 0
    if known.sum() < FEWEST_OF_COPY:
        return
    few = known.sum() < FEWEST_ROWS
    order = np.random.default_rng(7).permutation(np.flatnonzero(known))
    halves = order[: len(order) // 2], order[len(order) // 2 :]
    columns = [each for each in table.profile.columns if each.name != target and each.type != "constant"]
    for column in columns[:MOST_COLUMNS]:
        feature = codes(table, column.name)
        share = 1.0
        if not few:
            share = gain(feature, goal, *halves) if ranks is None else explained(feature, ranks, *halves)
            if share < (TOO_WELL if ranks is None else TOO_WELL_AMOUNT):
                continue
        copies = says_the_same(table, column.name, target, feature, goal)
        if few and not copies:
            continue
        drop = DropColumnStep(op="drop_column", column=column.name)
        if copies:
            rows = rows_apart(table, column.name, target)
            yield finding("TARGET_COPY", column.name, warning=True, rows=rows, fix=drop, target=target)
        else:
            rows = rows_unusual(table, column.name, target)
            yield finding(
                "TARGET_LEAK", column.name, warning=True, rows=rows, fix=drop, target=target, share=share
            )
    if (left := len(columns) - MOST_COLUMNS) > 0:
        yield finding("COLUMNS_UNCOMPARED", target, most=MOST_COLUMNS, count=left)


def gain(feature: Codes, goal: Codes, learn: Codes, check: Codes) -> float:
    """The share of the majority's mistakes that the class most frequent at each code puts right; 1 is all."""
    counts = np.zeros((feature.max() + 1, goal.max() + 1))
    np.add.at(counts, (feature[learn], goal[learn]), 1)
    majority = counts.sum(axis=0).argmax()
    answers = np.where(counts.sum(axis=1) > 0, counts.argmax(axis=1), majority)
    right = float(np.mean(answers[feature[check]] == goal[check]))
    base = float(np.mean(goal[check] == majority))
    return (right - base) / (1 - base) if base < 1 else 0.0


def explained(feature: Codes, goal: np.ndarray, learn: Codes, check: Codes) -> float:
    """The share of the variance of ranks that the mean rank at each code explains."""
    sums = np.bincount(feature[learn], goal[learn], feature.max() + 1)
    counts = np.bincount(feature[learn], minlength=feature.max() + 1)
    middle = float(goal[learn].mean())
    answers = np.where(counts > 0, sums / np.maximum(counts, 1), middle)
    left = float(np.mean((goal[check] - answers[feature[check]]) ** 2))
    spread = float(goal[check].var())
    return 1 - left / spread if spread > 0 else 0.0


def ranked(values: np.ndarray) -> np.ndarray:
    """Ranks from 0 to 1, equal for equal values; 0 where missing."""
    different, places = np.unique(values, return_inverse=True)
    ranks: np.ndarray = places / max(1, len(different) - 1)
    return np.where(np.isnan(values), 0.0, ranks)


def says_the_same(table: LintTable, name: str, target: str, feature: Codes, goal: Codes) -> bool:
    """Whether one is a straight line of the other, or each value of one goes with one of the other.

    Of few rows this counts only where it does not come about by chance.
    """
    both = (feature > 0) & (goal > 0)
    if both.sum() < FEWEST_OF_COPY:
        return False
    few = both.sum() < FEWEST_ROWS
    if all(table.column(each).type in AMOUNTS for each in (name, target)):
        left, right = amounts(table, name)[both], amounts(table, target)[both]
        scale = np.abs(left).max(), np.abs(right).max()
        if min(scale) == 0 or left.std() == 0 or right.std() == 0:
            return False
        if few and chance_of(np.unique(right, return_counts=True)[1], ordered=True) > BY_CHANCE:
            return False
        return bool(abs(np.corrcoef(left / scale[0], right / scale[1])[0, 1]) > COPY)
    pairs = len(np.unique(np.stack([feature[both], goal[both]]), axis=1)[0])
    if not pairs == len(np.unique(feature[both])) == len(np.unique(goal[both])):
        return False
    return not few or chance_of(np.unique(goal[both], return_counts=True)[1], ordered=False) <= BY_CHANCE


def chance_of(sizes: np.ndarray, *, ordered: bool) -> float:
    """How likely rows that are shuffled have the same values together again, in groups of these `sizes`.

    Groups of one size may change places, but where they are `ordered` only from end to end.
    """
    ways = sum(math.lgamma(size + 1) for size in sizes)
    if ordered:
        ways += math.log(2)
    else:
        ways += sum(math.lgamma(count + 1) for count in np.unique(sizes, return_counts=True)[1])
    return math.exp(min(0.0, ways - math.lgamma(sizes.sum() + 1)))
