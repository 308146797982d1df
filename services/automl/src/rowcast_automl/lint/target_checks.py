"""What is to be known of the target itself."""

from __future__ import annotations

from collections.abc import Iterator

from rowcast_automl.contracts.generated import FilterRowsStep, LintFinding
from rowcast_automl.features.schema import Task
from rowcast_automl.lint.lint_table import LintTable
from rowcast_automl.platform.database.quoting import literal, quoted
from rowcast_automl.profile.columns.spelling_variants import group_spellings
from rowcast_automl.profile.finding import finding, quoted_list

FEWEST_ROWS = 10
MAX_CLASSES = 200
LION_SHARE = 0.9


def target_findings(table: LintTable, target: str, task: Task) -> Iterator[LintFinding]:
    """Missing targets, classes out of balance, and classes with hardly any rows."""
    missing = table.column(target).missing
    if missing:
        step = FilterRowsStep(op="filter_rows", column=target, condition="missing")
        places = table.rows_where(target, "cell IS NULL", table.whole)
        yield finding("TARGET_MISSING", target, rows=places, fix=step, count=missing)
    if task == "regression":
        return
    sizes = class_counts(table, target)
    counts, total = list(sizes.items()), sum(sizes.values())
    if not total:
        return
    (label, most), (rarest, least) = counts[0], counts[-1]
    if most >= LION_SHARE * total and len(counts) > 1:
        yield finding(
            "CLASS_IMBALANCE",
            target,
            warning=True,
            label=label[:40],
            rare=rarest[:40],
            share=most / total,
            rareShare=least / total,
        )
    # Spellings of one class are rare together.
    classes = [(group, sum(sizes[each] for each in group)) for group in group_spellings(sizes)]
    rare_classes = [group for group, count in classes if count < FEWEST_ROWS]
    rare = [value for group in rare_classes for value in group]
    if rare and len(classes) > 2:
        listed = ", ".join(literal(value) for value in rare)
        yield finding(
            "RARE_CLASS",
            target,
            warning=True,
            rows=table.rows_where(target, f"CAST(cell AS VARCHAR) IN ({listed})", table.whole),
            fix=without(target, rare)
            if len(rare_classes) < len(classes) - 1 and len(counts) < MAX_CLASSES
            else None,
            least=FEWEST_ROWS,
            labels=quoted_list(rare),
        )


def class_counts(table: LintTable, target: str) -> dict[str, int]:
    """Rows of each class as text, the commonest first; of at most 200."""
    cell = quoted(target)
    return dict(
        table.connection.execute(
            f"SELECT CAST({cell} AS VARCHAR), count(*) FROM {table.whole} WHERE {cell} IS NOT NULL "
            f"GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT {MAX_CLASSES}"
        ).fetchall()
    )


def without(target: str, classes: list[str]) -> FilterRowsStep:
    """The step that takes the rows of the classes out."""
    if len(classes) == 1:
        return FilterRowsStep(op="filter_rows", column=target, condition="equals", value=classes[0])
    return FilterRowsStep(op="filter_rows", column=target, condition="any_of", values=classes)
