"""Lint of a table before a training, in bounded time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from rowcast_automl.contracts.generated import (
    MAX_CLASSES,
    ColumnProfile,
    LintFinding,
    LintReport,
    TableProfile,
)
from rowcast_automl.features.schema import LabelKind
from rowcast_automl.features.target.label_spellings import Spellings
from rowcast_automl.features.target.positive_class import order_of_two
from rowcast_automl.features.target.target import find_profile, sorted_labels
from rowcast_automl.features.target.task_detection import TaskChoice, as_counted, choose_task
from rowcast_automl.lint.category_synonyms import synonym_findings
from rowcast_automl.lint.duplicates import conflicting_rows, near_duplicates
from rowcast_automl.lint.float32_range import MAX_FINDINGS, out_of_range_findings
from rowcast_automl.lint.lint_table import LintTable, open_table
from rowcast_automl.lint.long_texts import truncation_findings
from rowcast_automl.lint.outliers import find_outliers
from rowcast_automl.lint.placeholder_dates import placeholder_date_findings
from rowcast_automl.lint.spelling_variants import spelling_findings
from rowcast_automl.lint.target_checks import class_counts, labels_of_cells, target_findings
from rowcast_automl.lint.target_leakage import leak_findings
from rowcast_automl.lint.time_and_groups import group_findings, time_order_findings
from rowcast_automl.platform.database.connection import duckdb_connection
from rowcast_automl.platform.database.quoting import quoted

Checks = Callable[["LintTable", str | None, "TaskChoice | None"], Iterator[LintFinding]]
KINDS: dict[str, LabelKind] = {"integer": "integer", "number": "number", "boolean": "boolean"}
MIN_CLASSES = 2


def lint_table(
    path: Path,
    profile: TableProfile,
    target: str | None,
    threads: int,
    folder: Path,
    on_start: Callable[[LintReport], LintReport] = lambda report: report,
    checks: Checks | None = None,
) -> LintReport:
    """Lint the typed table at `path`, in addition to the findings of its profile.

    Parameters
    ----------
    target : str or None
        Target column, for findings about it.
    folder : Path
        Folder for data that does not fit into memory.
    on_start : callable
        Called with the report without findings before the checks run; returns the report to use.
    checks : callable or None
        Yields the findings; None for all of them.

    Raises
    ------
    RowcastError
        TARGET_NOT_FOUND.
    """
    with duckdb_connection(folder, threads, len(profile.columns)) as connection:
        table = open_table(connection, path, profile)
        choice = None if target is None else infer_task(table, target)
        several = None if target is None else labels_of_cells(table, target)
        report = on_start(
            LintReport(
                target=target,
                task=choice.task if choice else None,
                reason=choice.reason() if choice else None,
                positive=positive_class(table, target)
                if target and choice and choice.task == "binary"
                else None,
                labels=list(several.labels) if several else None,
                findings=[],
            )
        )
        return report.model_copy(update={"findings": list((checks or all_checks)(table, target, choice))})


def leakage_checks(table: LintTable, target: str | None, choice: TaskChoice | None) -> Iterator[LintFinding]:
    """Yield findings about columns that contain the target. A sample of the rows bounds the time."""
    if target is not None and choice is not None:
        yield from leak_findings(table, target, choice.task)


def other_checks(table: LintTable, target: str | None, choice: TaskChoice | None) -> Iterator[LintFinding]:
    """Yield all findings except leakage findings. Those about the target come first."""
    if target is not None and choice is not None:
        yield from target_findings(table, target, choice.task)
        yield from conflicting_rows(table, target, choice.task)
    yield from group_findings(table, target)
    yield from time_order_findings(table, target)
    yield from near_duplicates(table, target)
    yield from spelling_findings(table)
    yield from synonym_findings(table, target)
    yield from placeholder_date_findings(table, target)
    yield from truncation_findings(table, target)
    yield from islice(out_of_range_findings(table, target, choice.task if choice else None), MAX_FINDINGS)
    yield from find_outliers(table, target)


def all_checks(table: LintTable, target: str | None, choice: TaskChoice | None) -> Iterator[LintFinding]:
    """Yield all findings. Those about the target come first."""
    yield from leakage_checks(table, target, choice)
    yield from other_checks(table, target, choice)


def infer_task(table: LintTable, target: str) -> TaskChoice | None:
    """Return the task for `target`, or None if it has fewer than two values."""
    column = find_profile(table.profile, target)
    if column.distinct < MIN_CLASSES:
        return None
    kind = label_kind(column)
    if kind == "number":
        kind = as_counted(kind, distinct_values(table, target))
    return choose_task(column, kind, column.distinct, table.profile.rows - column.missing, "auto")


def distinct_values(table: LintTable, name: str) -> list[str]:
    """Return the distinct values of a column, up to one more than the maximum number of classes."""
    cell = quoted(name)
    rows = table.connection.execute(
        f"SELECT DISTINCT CAST({cell} AS VARCHAR) FROM {table.whole} WHERE {cell} IS NOT NULL "
        f"LIMIT {MAX_CLASSES + 1}"
    ).fetchall()
    return [value for (value,) in rows]


def positive_class(table: LintTable, target: str) -> str | None:
    """Return the positive class of a binary target, as in a training."""
    counts = class_counts(table, target)
    if len(counts) != 2:
        return None
    column = find_profile(table.profile, target)
    kind = label_kind(column)
    labels = sorted_labels(list(counts), kind)
    order = order_of_two(labels, [counts[each] for each in labels], kind)
    return Spellings.of(column, kind).written(order.positive) if order else None


def label_kind(column: ColumnProfile) -> LabelKind:
    """Return the kind of labels of the target, by its type."""
    if column.type == "identifier" and column.mean is not None:
        return "integer"
    return KINDS.get(column.type, "text")
