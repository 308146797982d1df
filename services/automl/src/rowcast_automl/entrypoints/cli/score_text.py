"""Texts about scores: value, interval, evaluation rows and baselines."""

from __future__ import annotations

from rowcast_automl.contracts.generated import METRIC_WORDS, Report, ScoreInterval
from rowcast_automl.metrics.scores import better
from rowcast_automl.metrics.significance import clearly_better

GAPS = {
    "one_class": "the rows scored are all of one class",
    "one_value": "the target is the same in all rows scored",
    "too_large": "the numbers are too large for it",
    "too_few": "the rows scored, or their groups, are too few",
}


def evaluation_text(report: Report) -> str:
    """Describe the rows on which the score was measured."""
    if report.evaluation and report.evaluation.source == "out_of_fold":
        halves = ", each half judging what the other chose" if report.evaluation.crossed else ""
        return f"{report.evaluation.rows:,} rows out of fold{halves}"
    return f"{report.rows.test:,} held-out rows"


def score_with_interval(score: ScoreInterval) -> str:
    """Return the score with its interval, or the reason why there is none."""
    value, low, high = (format_score(each) for each in (score.value, score.low, score.high))
    if score.gap is None:
        return f"{value} ({low} to {high})"
    return f"{value} ({'without an interval: ' if score.value is not None else ''}{GAPS[score.gap]})"


def format_score(value: float | None) -> str:
    """Return a score with four decimals."""
    return "undefined" if value is None else f"{value:.4f}"


def metric_name(metric: str, report: Report) -> str:
    """Return the name of the metric; F1 is that of the positive class, or the macro average."""
    words = METRIC_WORDS[metric]
    if metric != "f1":
        return words
    return f"{words} of {report.labels[1]}" if report.task == "binary" else f"macro {words}"


def baseline_text(report: Report) -> str:
    """Return the scores of the baselines, and whether the model is clearly better."""
    baseline, linear = report.baseline, report.linear_baseline
    text = f"baseline {format_score(baseline.value)}"
    if linear is None:
        return text
    text += f", linear model {format_score(linear.value)}"
    known = None not in (report.score.value, baseline.value, linear.value)
    if known and clearly_better(report.score, baseline) and not clearly_better(report.score, linear):
        text += f"; {linear_comparison(report.score, linear)}"
    return text


def linear_comparison(score: ScoreInterval, linear: ScoreInterval) -> str:
    """Compare a score that is not clearly better with that of the linear model."""
    if clearly_better(linear, score):
        return "the linear model scores better, by more than chance explains"
    if better(score.metric, linear.value or 0.0, score.value or 0.0):
        return "the linear model scores better, though chance may explain it"
    return "not clearly better than the linear model"
