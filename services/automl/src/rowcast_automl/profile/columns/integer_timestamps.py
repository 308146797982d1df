"""Detection of integer timestamps: Unix seconds, Unix milliseconds, or dates such as 20240131."""

import re
from collections.abc import Iterator

import duckdb

from rowcast_automl.contracts.generated import LintFinding, ParseDatesStep
from rowcast_automl.platform.database.quoting import quoted
from rowcast_automl.profile.columns.column_names import is_time_name, split_words
from rowcast_automl.profile.finding import finding
from rowcast_automl.profile.statistics import SAMPLE_TABLE, Statistics

MORE_TIME_NAMES = re.compile(
    r"(^|[^a-z])(dates?|timestamps?|epoch|created|updated|modified|born|dob|datum|fecha|zeit|heure|hora)([^a-z]|$)",
    re.I,
)
# From 1990 to 2100.
SECONDS_RANGE = (631_152_000, 4_102_444_800)
DAYS_RANGE = (19000101, 21001231)


def timestamp_findings(
    connection: duckdb.DuckDBPyConnection, statistics: Statistics
) -> Iterator[LintFinding]:
    """Yield a finding if an integer column has a time-like name and only plausible timestamps."""
    low, high = statistics.minimum, statistics.maximum
    named = is_time_name(statistics.name) or MORE_TIME_NAMES.search(split_words(statistics.name))
    if statistics.storage != "BIGINT" or low is None or high is None or not named or low == high:
        return
    cell = quoted(statistics.name)
    readings = (
        ("%s", SECONDS_RANGE, f"make_timestamp({cell} * 1000000)"),
        ("%Q", tuple(1_000 * end for end in SECONDS_RANGE), f"make_timestamp({cell} * 1000)"),
        ("%Y%m%d", DAYS_RANGE, f"try_strptime(CAST({cell} AS VARCHAR), '%Y%m%d')"),
    )
    for pattern, (first, last), timestamp in readings:
        if not first <= low <= high <= last:
            continue
        row = connection.execute(
            f"SELECT count({cell}) - count({timestamp}), first(CAST({cell} AS VARCHAR)), "
            f"first(CAST({timestamp} AS VARCHAR)) FROM {SAMPLE_TABLE} WHERE {cell} IS NOT NULL"
        ).fetchone()
        if row and row[0] == 0:
            fix = ParseDatesStep(op="parse_dates", column=statistics.name, formats=[pattern])
            value = str(row[2]).removesuffix(" 00:00:00")
            yield finding("TIMES_AS_NUMBERS", statistics.name, fix=fix, cell=str(row[1]), value=value)
