"""The finding about intervals or sets whose empirical coverage is significantly too low."""

from __future__ import annotations

from scipy.stats import betabinom

from rowcast_automl.contracts.generated import ConformalSummary, CoverageLevel, LintFinding
from rowcast_automl.profile.finding import finding

# That chance alone is told of at one of the five levels is then less likely than one in a hundred.
MIN_PROBABILITY = 0.002


def low_coverage(summary: ConformalSummary | None) -> LintFinding | None:
    """The finding about the level that falls short most clearly, if any does."""
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
    """How likely so few rows are held, or fewer, of rows that are like those that calibrated.

    Calibrated on few rows, a coverage asked for comes out as a beta variable (Vovk, 2012), and the rows held
    as a beta-binomial one.
    """
    missed = max(1, int((calibration_rows + 1) * (1 - level.asked)))
    held = round(level.found * level.rows)
    return float(betabinom.cdf(held, level.rows, max(1, calibration_rows + 1 - missed), missed))
