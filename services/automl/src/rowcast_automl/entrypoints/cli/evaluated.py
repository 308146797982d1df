"""What a score is and which rows it was measured on, in words."""

from __future__ import annotations

from rowcast_automl.contracts.generated import Report, ScoreInterval

GAPS = {
    "one_class": "the rows scored are all of one class",
    "one_value": "the target is the same in all rows scored",
    "too_large": "the numbers are too large for it",
    "too_few": "the rows scored, or their groups, are too few",
}


def evaluated(report: Report) -> str:
    """The rows behind the score, in words."""
    if report.evaluation and report.evaluation.source == "out_of_fold":
        return f"{report.evaluation.rows:,} rows out of fold"
    return f"{report.rows.test:,} held-out rows"


def with_interval(score: ScoreInterval) -> str:
    """The score and its interval, or why there is none."""
    value, low, high = (amount(each) for each in (score.value, score.low, score.high))
    if score.gap is None:
        return f"{value} ({low} to {high})"
    return f"{value} ({'without an interval: ' if score.value is not None else ''}{GAPS[score.gap]})"


def amount(value: float | None) -> str:
    """Four decimals."""
    return "undefined" if value is None else f"{value:.4f}"
