"""Target leakage: copies of the target, and columns that predict the target on their own."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from rowcast_automl.contracts.generated import DropColumnStep, LintFinding
from rowcast_automl.features.schema import Task
from rowcast_automl.lint.differing_rows import deviating_rows, differing_rows
from rowcast_automl.lint.lint_table import AMOUNTS, Codes, LintTable, encode_column, numeric_values
from rowcast_automl.profile.finding import finding

MIN_COPY_CORRELATION = 0.9999
MAX_ACCURACY_GAIN = 0.97
MAX_EXPLAINED_VARIANCE = 0.98
MIN_ROWS = 40
# In fewer rows, a copy is reported only if a coincidence is nearly impossible.
MIN_ROWS_FOR_COPY, MAX_CHANCE = 10, 1e-6
MAX_COLUMNS = 5_000


def leak_findings(table: LintTable, target: str, task: Task) -> Iterator[LintFinding]:
    """Yield a finding for each copy of the target and each leaking column, and one if columns were not
    checked.
    """
    goal = encode_column(table, target, ranges=task == "regression")
    ranks = scaled_ranks(numeric_values(table, target)) if task == "regression" else None
    known = goal > 0
    if known.sum() < MIN_ROWS_FOR_COPY:
        return
    few = known.sum() < MIN_ROWS
    order = np.random.default_rng(7).permutation(np.flatnonzero(known))
    halves = order[: len(order) // 2], order[len(order) // 2 :]
    columns = [each for each in table.profile.columns if each.name != target and each.type != "constant"]
    for column in columns[:MAX_COLUMNS]:
        feature = encode_column(table, column.name)
        share = 1.0
        if not few:
            share = (
                accuracy_gain(feature, goal, *halves)
                if ranks is None
                else explained_variance(feature, ranks, *halves)
            )
            if share < (MAX_ACCURACY_GAIN if ranks is None else MAX_EXPLAINED_VARIANCE):
                continue
        copies = is_equivalent(table, column.name, target, feature, goal)
        if few and not copies:
            continue
        drop = DropColumnStep(op="drop_column", column=column.name)
        if copies:
            rows = differing_rows(table, column.name, target)
            yield finding("TARGET_COPY", column.name, warning=True, rows=rows, fix=drop, target=target)
        else:
            rows = deviating_rows(table, column.name, target)
            yield finding(
                "TARGET_LEAK", column.name, warning=True, rows=rows, fix=drop, target=target, share=share
            )
    if (left := len(columns) - MAX_COLUMNS) > 0:
        yield finding("COLUMNS_UNCOMPARED", target, most=MAX_COLUMNS, count=left)


def accuracy_gain(feature: Codes, goal: Codes, learn: Codes, check: Codes) -> float:
    """Return the share of errors of the majority class that predicting the most frequent class per code
    corrects.
    """
    counts = np.zeros((feature.max() + 1, goal.max() + 1))
    np.add.at(counts, (feature[learn], goal[learn]), 1)
    majority = counts.sum(axis=0).argmax()
    answers = np.where(counts.sum(axis=1) > 0, counts.argmax(axis=1), majority)
    right = float(np.mean(answers[feature[check]] == goal[check]))
    base = float(np.mean(goal[check] == majority))
    return (right - base) / (1 - base) if base < 1 else 0.0


def explained_variance(feature: Codes, goal: np.ndarray, learn: Codes, check: Codes) -> float:
    """Return the share of the variance of ranks that the mean rank per code explains."""
    sums = np.bincount(feature[learn], goal[learn], feature.max() + 1)
    counts = np.bincount(feature[learn], minlength=feature.max() + 1)
    middle = float(goal[learn].mean())
    answers = np.where(counts > 0, sums / np.maximum(counts, 1), middle)
    left = float(np.mean((goal[check] - answers[feature[check]]) ** 2))
    spread = float(goal[check].var())
    return 1 - left / spread if spread > 0 else 0.0


def scaled_ranks(values: np.ndarray) -> np.ndarray:
    """Return ranks from 0 to 1, equal for equal values; 0 for missing values."""
    different, places = np.unique(values, return_inverse=True)
    ranks: np.ndarray = places / max(1, len(different) - 1)
    return np.where(np.isnan(values), 0.0, ranks)


def is_equivalent(table: LintTable, name: str, target: str, feature: Codes, goal: Codes) -> bool:
    """Whether one column is a linear function of the other, or their values map one-to-one.

    In a table with few rows, a coincidence must also be very unlikely.
    """
    both = (feature > 0) & (goal > 0)
    if both.sum() < MIN_ROWS_FOR_COPY:
        return False
    few = both.sum() < MIN_ROWS
    if all(table.column(each).type in AMOUNTS for each in (name, target)):
        left, right = numeric_values(table, name)[both], numeric_values(table, target)[both]
        scale = np.abs(left).max(), np.abs(right).max()
        if min(scale) == 0 or left.std() == 0 or right.std() == 0:
            return False
        if few and chance_probability(np.unique(right, return_counts=True)[1], ordered=True) > MAX_CHANCE:
            return False
        return bool(abs(np.corrcoef(left / scale[0], right / scale[1])[0, 1]) > MIN_COPY_CORRELATION)
    pairs = len(np.unique(np.stack([feature[both], goal[both]]), axis=1)[0])
    if not pairs == len(np.unique(feature[both])) == len(np.unique(goal[both])):
        return False
    return (
        not few
        or chance_probability(np.unique(goal[both], return_counts=True)[1], ordered=False) <= MAX_CHANCE
    )


def chance_probability(sizes: np.ndarray, *, ordered: bool) -> float:
    """Return the probability that shuffled rows form the same groups of these `sizes` by chance.

    Groups of equal size are interchangeable. `ordered` groups can only be reversed.
    """
    ways = sum(math.lgamma(size + 1) for size in sizes)
    if ordered:
        ways += math.log(2)
    else:
        ways += sum(math.lgamma(count + 1) for count in np.unique(sizes, return_counts=True)[1])
    return math.exp(min(0.0, ways - math.lgamma(sizes.sum() + 1)))
