"""Which rows a score was measured on, in words."""

from __future__ import annotations

from rowcast_automl.contracts.generated import Report


def evaluated(report: Report) -> str:
    """The rows behind the score, in words."""
    if report.evaluation and report.evaluation.source == "out_of_fold":
        return f"{report.evaluation.rows:,} rows out of fold"
    return f"{report.rows.test:,} held-out rows"
