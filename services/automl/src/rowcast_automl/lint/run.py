"""What to know of a table before a model is trained on it, found in bounded time."""

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
from rowcast_automl.features.target.positive_class import order_of_two
from rowcast_automl.features.target.target import as_written, find_profile, sorted_labels
from rowcast_automl.features.target.task_detection import TaskChoice, as_counted, choose_task
from rowcast_automl.lint.category_synonyms import meaning_findings
from rowcast_automl.lint.duplicates import conflicting_rows, near_duplicates
from rowcast_automl.lint.float32_range import MOST_FOUND, too_large
from rowcast_automl.lint.lint_table import LintTable, open_table
from rowcast_automl.lint.long_texts import cut_texts
from rowcast_automl.lint.outliers import far_out
from rowcast_automl.lint.spelling_variants import word_findings
from rowcast_automl.lint.target_checks import class_counts, target_findings
from rowcast_automl.lint.target_leakage import leak_findings
from rowcast_automl.lint.time_and_groups import groups, time_order
from rowcast_automl.platform.database.connection import duckdb_connection
from rowcast_automl.platform.database.quoting import quoted

KINDS: dict[str, LabelKind] = {"integer": "integer", "number": "number", "boolean": "boolean"}
UNTRAINABLE = 2


def lint_table(
    path: Path,
    profile: TableProfile,
    target: str | None,
    threads: int,
    folder: Path,
    begun: Callable[[LintReport], LintReport] = lambda report: report,
) -> LintReport:
    """The findings about the typed table at `path`, beyond those of its profile, for `target` if given.

    What does not fit into memory goes to `folder`.

    Parameters
    ----------
    begun : callable
        Told what is known before anything is looked for, the report without findings; may add to it.

    Raises
    ------
    RowcastError
        TARGET_NOT_FOUND.
    """
    with duckdb_connection(folder, threads, len(profile.columns)) as connection:
        table = open_table(connection, path, profile)
        choice = None if target is None else task_of(table, target)
        report = begun(
            LintReport(
                target=target,
                task=choice.task if choice else None,
                reason=choice.reason() if choice else None,
                positive=positive_of(table, target)
                if target and choice and choice.task == "binary"
                else None,
                findings=[],
            )
        )
        return report.model_copy(update={"findings": list(found(table, target, choice))})


def found(table: LintTable, target: str | None, choice: TaskChoice | None) -> Iterator[LintFinding]:
    """All findings, those about the target first."""
    if target is not None and choice is not None:
        yield from leak_findings(table, target, choice.task)
        yield from target_findings(table, target, choice.task)
        yield from conflicting_rows(table, target, choice.task)
    yield from groups(table, target)
    yield from time_order(table, target)
    yield from near_duplicates(table, target)
    yield from word_findings(table)
    yield from meaning_findings(table, target)
    yield from cut_texts(table, target)
    yield from islice(too_large(table, target, choice.task if choice else None), MOST_FOUND)
    yield from far_out(table, target)


def task_of(table: LintTable, target: str) -> TaskChoice | None:
    """The task for `target`, None where it has not even two values."""
    column = find_profile(table.profile, target)
    if column.distinct < UNTRAINABLE:
        return None
    kind = label_kind(column)
    if kind == "number":
        kind = as_counted(kind, few_values(table, target))
    return choose_task(column, kind, column.distinct, "auto")


def few_values(table: LintTable, name: str) -> list[str]:
    """The different values of a column, or more of them than there may be classes."""
    cell = quoted(name)
    rows = table.connection.execute(
        f"SELECT DISTINCT CAST({cell} AS VARCHAR) FROM {table.whole} WHERE {cell} IS NOT NULL "
        f"LIMIT {MAX_CLASSES + 1}"
    ).fetchall()
    return [value for (value,) in rows]


def positive_of(table: LintTable, target: str) -> str | None:
    """The class that scores of one class would be about, as a training orders two."""
    counts = class_counts(table, target)
    if len(counts) != 2:
        return None
    column = find_profile(table.profile, target)
    kind = label_kind(column)
    labels = sorted_labels(list(counts), kind)
    order = order_of_two(labels, [counts[each] for each in labels], kind)
    if order is None:
        return None
    return as_written(order.positive, column.examples) if kind == "boolean" else order.positive


def label_kind(column: ColumnProfile) -> LabelKind:
    """How the target is stored, as far as its type says."""
    if column.type == "identifier" and column.mean is not None:
        return "integer"
    return KINDS.get(column.type, "text")
