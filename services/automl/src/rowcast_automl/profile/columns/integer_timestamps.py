"""Whole numbers that are times: seconds or milliseconds since 1970, or days written without separators."""

import re
from collections.abc import Iterator

import duckdb

from rowcast_automl.contracts.generated import LintFinding, ParseDatesStep
from rowcast_automl.platform.database.quoting import quoted
from rowcast_automl.profile.columns.column_names import names_time, spaced
from rowcast_automl.profile.finding import finding
from rowcast_automl.profile.statistics import SAMPLE, Statistics

MORE_TIMES = re.compile(
    r"(^|[^a-z])(dates?|timestamps?|epoch|created|updated|modified|born|dob|datum|fecha|zeit|heure|hora)([^a-z]|$)",
    re.I,
)
# From 1990 to 2100.
SECONDS = (631_152_000, 4_102_444_800)
DAYS = (19000101, 21001231)


def moment_findings(connection: duckdb.DuckDBPyConnection, statistics: Statistics) -> Iterator[LintFinding]:
    """A finding where a column of whole numbers, named like a time, holds times and nothing else."""
    low, high = statistics.minimum, statistics.maximum
    named = names_time(statistics.name) or MORE_TIMES.search(spaced(statistics.name))
    if statistics.storage != "BIGINT" or low is None or high is None or not named or low == high:
        return
    cell = quoted(statistics.name)
    readings = (
        ("%s", SECONDS, f"make_timestamp({cell} * 1000000)"),
        ("%Q", tuple(1_000 * end for end in SECONDS), f"make_timestamp({cell} * 1000)"),
        ("%Y%m%d", DAYS, f"try_strptime(CAST({cell} AS VARCHAR), '%Y%m%d')"),
    )
    for pattern, (first, last), moment in readings:
        if not first <= low <= high <= last:
            continue
        row = connection.execute(
            f"SELECT count({cell}) - count({moment}), first(CAST({cell} AS VARCHAR)), "
            f"first(CAST({moment} AS VARCHAR)) FROM {SAMPLE} WHERE {cell} IS NOT NULL"
        ).fetchone()
        if row and row[0] == 0:
            fix = ParseDatesStep(op="parse_dates", column=statistics.name, formats=[pattern])
            told = str(row[2]).removesuffix(" 00:00:00")
            yield finding("TIMES_AS_NUMBERS", statistics.name, fix=fix, cell=str(row[1]), value=told)
