"""Findings about the target: missing values, class imbalance and rare classes."""

from __future__ import annotations

from collections.abc import Iterator

from rowcast_automl.contracts.generated import FilterRowsStep, LintFinding
from rowcast_automl.features.schema import Task
from rowcast_automl.lint.lint_table import LintTable
from rowcast_automl.platform.database.quoting import literal, quoted
from rowcast_automl.profile.columns.several_labels import SeveralLabels, find_several_labels
from rowcast_automl.profile.columns.spelling_variants import group_spellings
from rowcast_automl.profile.finding import finding, quoted_list

MIN_ROWS_PER_CLASS = 10
MAX_CLASSES = 200
MAX_CLASS_SHARE = 0.9
MAX_COMBINATIONS = 5_000


def target_findings(table: LintTable, target: str, task: Task) -> Iterator[LintFinding]:
    """Yield findings about missing targets, class imbalance and rare classes."""
    missing = table.column(target).missing
    if missing:
        step = FilterRowsStep(op="filter_rows", column=target, condition="missing")
        places = table.rows_where(target, "cell IS NULL", table.whole)
        yield finding("TARGET_MISSING", target, rows=places, fix=step, count=missing)
    if task == "regression":
        return
    yield from several_labels(table, target)
    sizes = class_counts(table, target)
    counts, total = list(sizes.items()), sum(sizes.values())
    if not total:
        return
    (label, most), (rarest, least) = counts[0], counts[-1]
    if most >= MAX_CLASS_SHARE * total and len(counts) > 1:
        yield finding(
            "CLASS_IMBALANCE",
            target,
            warning=True,
            label=label[:40],
            rare=rarest[:40],
            share=most / total,
            rareShare=least / total,
        )
    # Spelling variants of a class are counted together.
    classes = [(group, sum(sizes[each] for each in group)) for group in group_spellings(sizes)]
    rare_classes = [group for group, count in classes if count < MIN_ROWS_PER_CLASS]
    rare = [value for group in rare_classes for value in group]
    if rare and len(classes) > 2:
        listed = ", ".join(literal(value) for value in rare)
        yield finding(
            "RARE_CLASS",
            target,
            warning=True,
            rows=table.rows_where(target, f"CAST(cell AS VARCHAR) IN ({listed})", table.whole),
            fix=drop_classes_step(target, rare)
            if len(rare_classes) < len(classes) - 1 and len(counts) < MAX_CLASSES
            else None,
            least=MIN_ROWS_PER_CLASS,
            labels=quoted_list(rare),
        )


def labels_of_cells(table: LintTable, target: str) -> SeveralLabels | None:
    """Return the labels of a target whose cells hold several."""
    if table.column(target).min is not None or table.column(target).type == "boolean":
        return None
    cell = quoted(target)
    counts = dict(
        table.connection.execute(
            f"SELECT CAST({cell} AS VARCHAR), count(*) FROM {table.whole} WHERE {cell} IS NOT NULL "
            f"GROUP BY 1 LIMIT {MAX_COMBINATIONS}"
        ).fetchall()
    )
    return find_several_labels(counts)


def several_labels(table: LintTable, target: str) -> Iterator[LintFinding]:
    """Yield a finding if the cells of the target hold several labels."""
    if found := labels_of_cells(table, target):
        yield finding(
            "TARGET_SEVERAL_LABELS",
            target,
            warning=True,
            rows=table.rows_where(target, f"contains(cell, {literal(found.separator)})", table.whole),
            separator=found.separator,
            labels=quoted_list(list(found.labels)),
            label=next(iter(found.labels)),
        )


def class_counts(table: LintTable, target: str) -> dict[str, int]:
    """Return the number of rows per class, most common first; at most 200 classes."""
    cell = quoted(target)
    return dict(
        table.connection.execute(
            f"SELECT CAST({cell} AS VARCHAR), count(*) FROM {table.whole} WHERE {cell} IS NOT NULL "
            f"GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT {MAX_CLASSES}"
        ).fetchall()
    )


def drop_classes_step(target: str, classes: list[str]) -> FilterRowsStep:
    """Return a step that drops the rows of these classes."""
    if len(classes) == 1:
        return FilterRowsStep(op="filter_rows", column=target, condition="equals", value=classes[0])
    return FilterRowsStep(op="filter_rows", column=target, condition="any_of", values=classes)
