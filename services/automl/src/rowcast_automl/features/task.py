"""Which task a target calls for, and why."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rowcast_automl.contracts.generated import TASK_REASONS, ColumnProfile, TaskReason, TaskReasonCode
from rowcast_automl.features.schema import LabelKind, Task

MAX_INTEGER_CLASSES = 10
RATING = re.compile(r"(rating|score|stars?|quality|grade|satisfaction|likert|nps)$", re.I)
QUANTITY = re.compile(r"(count|number|amount|age|rings|price|qty|years?)$", re.I)
COUNT = re.compile(r"(^|[^a-z])(count|number|num|n|qty|quantity|items|visits|rentals|calls|orders)$", re.I)
FAR = 10.0
MEDIAN, HIGHEST = 3, 6


@dataclass(frozen=True, slots=True)
class TaskChoice:
    """The task, and the reason for it as a code with what fills its sentence."""

    task: Task
    code: TaskReasonCode
    params: dict[str, str | float] = field(default_factory=dict)

    @property
    def sentence(self) -> str:
        """The reason in English."""
        return TASK_REASONS[self.code].format_map(
            {
                name: value if isinstance(value, str) else f"{value:,.6g}"
                for name, value in self.params.items()
            }
        )

    def reason(self) -> TaskReason:
        """The reason as the contract has it."""
        return TaskReason(code=self.code, params=self.params, message=self.sentence)


def choose_task(column: ColumnProfile, kind: LabelKind, distinct: int, asked: str) -> TaskChoice:
    """The task that was asked for, else the one that the target's values and name call for."""
    if asked == "multiclass" and distinct == 2:
        return TaskChoice("binary", "CHOSEN_TWO_CLASSES")
    if asked in ("binary", "multiclass", "regression"):
        return TaskChoice(asked, "CHOSEN", {"task": asked})  # type: ignore[arg-type]
    if distinct == 2:
        return TaskChoice("binary", "TWO_VALUES")
    if kind in ("text", "boolean"):
        return TaskChoice("multiclass", "TEXT_VALUES", {"count": distinct})
    if kind == "integer":
        if distinct <= MAX_INTEGER_CLASSES and RATING.search(column.name) and column.min is not None:
            return TaskChoice("regression", "RATING", {"low": column.min, "high": column.max or 0.0})
        if distinct <= MAX_INTEGER_CLASSES and not QUANTITY.search(column.name):
            return TaskChoice("multiclass", "WHOLE_CLASSES", {"count": distinct})
        if column.min is not None and column.min >= 0 and COUNT.search(column.name):
            return TaskChoice("regression", "COUNTS")
    if skewed(column):
        return TaskChoice("regression", "SKEWED_AMOUNTS")
    return TaskChoice("regression", "NUMBERS", {"count": distinct})


def skewed(column: ColumnProfile) -> bool:
    """Whether all values are positive and the largest is many times the middle one."""
    quantiles = column.quantiles
    return len(quantiles) > HIGHEST and quantiles[0] > 0 and quantiles[HIGHEST] > FAR * quantiles[MEDIAN]
