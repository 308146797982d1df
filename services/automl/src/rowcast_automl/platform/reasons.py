"""Sentences of the shared catalogues with what fills them, and the English text made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rowcast_automl.contracts.generated import (
    CHECK_REASONS,
    METRIC_WORDS,
    REPORT_REASONS,
    TASK_REASONS,
    CheckReasonCode,
    Reason,
    ReportReasonCode,
    TaskReasonCode,
)

SENTENCES: Mapping[str, str] = dict([*TASK_REASONS.items(), *REPORT_REASONS.items(), *CHECK_REASONS.items()])


def reason(code: TaskReasonCode | ReportReasonCode | CheckReasonCode, **params: str | int | float) -> Reason:
    """A sentence of a report or a release check; `params` fill it."""
    return Reason(code=code, params=dict(params)) if params else Reason(code=code)


def in_english(*why: Reason) -> str:
    """The sentences one after another."""
    return " ".join(filled(SENTENCES[each.code], each.params or {}) for each in why)


def told(why: Sequence[Reason]) -> dict[str, Any]:
    """What the contract's parts of a report say: the English text, and its sentences by their codes."""
    return {"reason": in_english(*why), "why": list(why)}


def filled(sentence: str, params: Mapping[str, str | int | float]) -> str:
    """The sentence with its parameters; those named `...share` are percentages, those `...metric` metrics."""
    return sentence.format_map({name: in_words(name, value) for name, value in params.items()})


def in_words(name: str, value: str | int | float) -> str:
    """A parameter as the English sentence has it."""
    if isinstance(value, str):
        return METRIC_WORDS.get(value, value) if name.lower().endswith("metric") else value
    if name.lower().endswith("share"):
        return f"{value:.0%}" if 0.01 <= value <= 0.99 or value == 1 else f"{value:.2%}"
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.4g}"
