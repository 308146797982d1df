"""The finding about prediction intervals or sets whose empirical coverage is significantly too low."""

from __future__ import annotations

from scipy.stats import betabinom

from rowcast_automl.contracts.generated import ConformalSummary, CoverageLevel, LintFinding
from rowcast_automl.profile.finding import finding

# The chance of a false report at one of the five levels is then below 1 %.
MIN_PROBABILITY = 0.002


def low_coverage(summary: ConformalSummary | None) -> LintFinding | None:
    """Return a finding about the coverage level that is missed most significantly, or None."""
    if summary is None:
        return None
    chances = [(chance_of(each, summary.calibration_rows), each) for each in summary.levels]
    chance, level = min(chances, key=lambda each: each[0], default=(1.0, None))
    if level is None or chance >= MIN_PROBABILITY:
        return None
    return finding(
        "COVERAGE_SHORT_LATER" if summary.source == "later_rows" else "COVERAGE_SHORT",
        warning=True,
        askedShare=level.asked,
        foundShare=level.found,
        count=level.rows,
    )


def chance_of(level: CoverageLevel, calibration_rows: int) -> float:
    """Return the probability that at most as many rows are covered by chance.

    It assumes that the rows are distributed like the calibration rows. With few calibration rows, the true
    coverage follows a beta distribution (Vovk, 2012), so the number of covered rows is beta-binomial.
    """
    missed = max(1, int((calibration_rows + 1) * (1 - level.asked)))
    held = round(level.found * level.rows)
    return float(betabinom.cdf(held, level.rows, max(1, calibration_rows + 1 - missed), missed))
