"""Reasons: codes of the shared catalogues with their parameters, and their English text."""

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

TEMPLATES: Mapping[str, str] = dict([*TASK_REASONS.items(), *REPORT_REASONS.items(), *CHECK_REASONS.items()])


def reason(code: TaskReasonCode | ReportReasonCode | CheckReasonCode, **params: str | int | float) -> Reason:
    """Return a reason in a report or a release check; `params` fill its sentence."""
    return Reason(code=code, params=dict(params)) if params else Reason(code=code)


def english_text(*why: Reason) -> str:
    """Return the sentences of the reasons, joined by blanks."""
    return " ".join(format_sentence(TEMPLATES[each.code], each.params or {}) for each in why)


def reason_fields(why: Sequence[Reason]) -> dict[str, Any]:
    """Return the fields `reason` (English text) and `why` (codes) of a report entry."""
    return {"reason": english_text(*why), "why": list(why)}


def format_sentence(sentence: str, params: Mapping[str, str | int | float]) -> str:
    """Fill the sentence; parameters named `...share` are percentages, those named `...metric` metrics."""
    return sentence.format_map({name: format_param(name, value) for name, value in params.items()})


def format_param(name: str, value: str | int | float) -> str:
    """Return a parameter as text in the English sentence."""
    if isinstance(value, str):
        return METRIC_WORDS.get(value, value) if name.lower().endswith("metric") else value
    if name.lower().endswith("share"):
        return f"{value:.0%}" if 0.01 <= value <= 0.99 or value == 1 else f"{value:.2%}"
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.4g}"
