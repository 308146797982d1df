"""What a score is and which rows it was measured on, in words."""

from __future__ import annotations

from rowcast_automl.contracts.generated import LOWER_IS_BETTER, METRIC_WORDS, Report, ScoreInterval
from rowcast_automl.metrics.scores import better

GAPS = {
    "one_class": "the rows scored are all of one class",
    "one_value": "the target is the same in all rows scored",
    "too_large": "the numbers are too large for it",
    "too_few": "the rows scored, or their groups, are too few",
}


def evaluated(report: Report) -> str:
    """The rows behind the score, in words."""
    if report.evaluation and report.evaluation.source == "out_of_fold":
        halves = ", each half judging what the other chose" if report.evaluation.crossed else ""
        return f"{report.evaluation.rows:,} rows out of fold{halves}"
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


def named(metric: str, report: Report) -> str:
    """The metric; an F1 is of one class where there are two, else the mean over them."""
    words = METRIC_WORDS[metric]
    if metric != "f1":
        return words
    return f"{words} of {report.labels[1]}" if report.task == "binary" else f"macro {words}"


def against(report: Report) -> str:
    """What costs nothing to predict with, and whether the model is clearly better."""
    baseline, linear = report.baseline, report.linear_baseline
    told = f"baseline {amount(baseline.value)}"
    if linear is None:
        return told
    told += f", linear model {amount(linear.value)}"
    known = None not in (report.score.value, baseline.value, linear.value)
    if known and clearly_better(report.score, baseline) and not clearly_better(report.score, linear):
        told += f"; {beside(report.score, linear)}"
    return told


def beside(score: ScoreInterval, linear: ScoreInterval) -> str:
    """How a score that is not clearly better stands to that of the linear model; both have a value."""
    if clearly_better(linear, score):
        return "the linear model scores better, by more than chance explains"
    if better(score.metric, linear.value or 0.0, score.value or 0.0):
        return "the linear model scores better, though chance may explain it"
    return "not clearly better than the linear model"


def clearly_better(one: ScoreInterval, other: ScoreInterval) -> bool:
    """Whether the first is better by more than chance explains, by the difference of both on the same rows.

    Reports of old have none: there the intervals have to lie apart.
    """
    lower, higher = (one, other) if one.metric in LOWER_IS_BETTER else (other, one)
    apart = other.difference or one.difference
    if apart and lower.value is not None and higher.value is not None:
        return lower.value < higher.value and (apart.low > 0 or apart.high < 0)
    return lower.high is not None and higher.low is not None and lower.high < higher.low
