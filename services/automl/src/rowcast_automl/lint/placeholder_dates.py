"""Dates that stand for a missing value, such as 9999-12-31."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from itertools import islice

from rowcast_automl.contracts.generated import LintFinding, ReplaceStep
from rowcast_automl.lint.float32_range import MAX_FINDINGS
from rowcast_automl.lint.lint_table import LintTable
from rowcast_automl.lint.spelling_variants import describe_groups
from rowcast_automl.platform.database.quoting import literal, quoted
from rowcast_automl.profile.finding import finding

# Ends of ranges, and the first dates of calendars and of programs.
PLACEHOLDER_DATES = (
    *("0001-01-01", "1000-01-01", "1111-11-11", "1582-10-15", "1601-01-01", "1753-01-01", "1800-01-01"),
    *("1899-12-30", "1899-12-31", "1900-01-01", "1901-01-01", "1904-01-01", "1970-01-01"),
    *("2099-01-01", "2099-12-31", "2100-01-01", "2199-12-31", "2200-01-01", "2299-12-31", "2500-01-01"),
    *("2999-01-01", "2999-12-31", "3000-01-01", "4712-12-31", "8888-08-08", "9999-01-01", "9999-12-31"),
)
# How much more often than the most frequent other date, or how far from all other dates, a placeholder is.
MIN_FREQUENCY_RATIO, MIN_REPEATS, MIN_DISTANCE_IN_RANGES = 5, 3, 1.0
MIN_OTHER_DATES = 2


def placeholder_date_findings(table: LintTable, target: str | None) -> Iterator[LintFinding]:
    """Yield a finding for each column of dates with placeholders, at most 20."""
    names = [
        column.name
        for column in table.profile.columns
        if column.type == "datetime" and column.name != target and column.distinct > MIN_OTHER_DATES
    ]
    yield from islice((found for name in names if (found := finding_of(table, name))), MAX_FINDINGS)


def finding_of(table: LintTable, name: str) -> LintFinding | None:
    """Return a finding, if dates outside the range of the others are frequent or far away."""
    cell = quoted(name)
    listed = ", ".join(f"DATE {literal(each)}" for each in PLACEHOLDER_DATES)
    is_known = f"CAST({cell} AS DATE) IN ({listed})"
    least, last, most = table.connection.execute(
        f"SELECT min(day), max(day), max(times) FROM (SELECT CAST({cell} AS DATE) AS day, count(*) AS times "
        f"FROM {table.whole} WHERE {cell} IS NOT NULL AND NOT ({is_known}) GROUP BY 1)"
    ).fetchone() or (None, None, None)
    if least is None or least == last:
        return None
    rows = table.connection.execute(
        f"SELECT {cell}, count(*) FROM {table.whole} WHERE {is_known} GROUP BY 1 ORDER BY 1"
    ).fetchall()
    values = {
        as_written(value): times for value, times in rows if is_placeholder(value, times, least, last, most)
    }
    if not values:
        return None
    matched = ", ".join(f"TIMESTAMP {literal(each)}" for each in values)
    return finding(
        "PLACEHOLDERS",
        name,
        warning=True,
        rows=table.rows_where(name, f"cell IN ({matched})", table.whole),
        fix=ReplaceStep(op="replace", column=name, values=list(values), by=None),
        values=describe_groups([[each] for each in values], values),
        count=sum(values.values()),
    )


def is_placeholder(value: datetime, times: int, least: date, last: date, most: int) -> bool:
    """Whether a known placeholder is no date like the others, which lie between `least` and `last`."""
    day = value.date()
    if least <= day <= last:
        return False
    distance = (least - day if day < least else day - last).days
    is_far = distance >= MIN_DISTANCE_IN_RANGES * (last - least).days
    return is_far or times >= max(MIN_REPEATS, MIN_FREQUENCY_RATIO * most)


def as_written(value: datetime) -> str:
    """Return the date as in the table. A date at midnight has no time."""
    return value.isoformat(" ").removesuffix(" 00:00:00")
