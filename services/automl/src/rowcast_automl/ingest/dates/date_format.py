"""Dates as people and programs write them, and the SQL that reads them."""

import re
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache

from rowcast_automl.platform.database.quoting import literal

DAYS = (
    "%d/%m/%Y",
    "%m/%d/%Y",
    "%d.%m.%Y",
    "%d-%m-%Y",
    "%m-%d-%Y",
    "%Y.%m.%d",
    "%d %b %Y",
    "%d-%b-%Y",
    "%b %d, %Y",
    "%b %d %Y",
    "%d %B %Y",
    "%B %d, %Y",
    "%B %d %Y",
    "%d/%m/%y",
    "%m/%d/%y",
    "%d.%m.%y",
    "%d-%m-%y",
    "%m-%d-%y",
    "%d-%b-%y",
)
TIMES = ("", " %H:%M", " %H:%M:%S", " %H:%M:%S.%f", " %I:%M %p", " %I:%M:%S %p")
MONTHS = ("%Y-%m", "%m/%Y", "%b %Y", "%B %Y", "%b-%Y", "%b-%y")
FORMATS = (*(day + time for day in DAYS for time in TIMES), *MONTHS)
COMPACT = "%Y%m%d"
# Since 1970, and how many of them make a second; with more digits the year would have five.
COUNTED = {"%s": 1, "%Q": 1_000}
WHOLE = {"%s": "-?[0-9]{1,11}([.]0+)?", "%Q": "-?[0-9]{1,14}([.]0+)?"}
ISO = ("%Y-%m-%d", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S")
# DuckDB knows an hour 24 and a zone of 24 hours, which no row that is sent may have.
HOUR = "([01]?[0-9]|2[0-3])"
TIME = f"{HOUR}:[0-9]{{2}}(:[0-9]{{2}}([.][0-9]+)?)?"
# DuckDB knows a year 0.
YEAR = "([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])"
ISO_DAY = YEAR + "(-[0-9]{1,2}-|/[0-9]{1,2}/)[0-9]{1,2}"
# DuckDB takes whatever stands behind a time for a zone, and drops it.
PLAIN_ISO = f"{ISO_DAY}([ T]{TIME}( ?(Z|UTC))?)?"
OFFSET = "[+-]([01][0-9]|2[0-3])(:?[0-9]{2})?"
ZONED_ISO = f"{ISO_DAY}[ T]{TIME} ?(Z|UTC|{OFFSET})"
ZONED = re.compile(
    "[0-9-/]+(?P<between>[ T])[0-9]+:[0-9]+(?P<seconds>:[0-9]+)?(?P<parts>[.][0-9]+)?(?P<gap> ?)[ZU+-].*"
)
ISO_LIKE = re.compile(f"{PLAIN_ISO}|{ZONED_ISO}")
# Lengths and places that tell most cells without a regular expression.
DAY_OR_TIME = (
    "(length({0}) <= 10 OR length({0}) = 19 AND substring({0}, 14, 1) = ':' AND substring({0}, 17, 1) = ':' "
    "AND substring({0}, 12, 2) < '24')"
)
USUAL_ISO = f"substring({{0}}, 5, 1) IN ('-', '/') AND {{0}} >= '0001' AND {DAY_OR_TIME}"
# Whatever the format.
TIMES_OF_DUCKDB = "('infinity', '-infinity', 'epoch')"
MANY = 0.95
VALUES_LOOKED_AT = 100
SPELLED = {
    **{"%d": "DD", "%m": "MM", "%Y": "YYYY", "%y": "YY", "%b": "Mon", "%B": "Month"},
    **{"%H": "hh", "%I": "hh", "%M": "mm", "%S": "ss", "%p": "AM/PM", "%f": "ffffff", "%z": "±hh:mm → UTC"},
    **{"%s": "s → UTC", "%Q": "ms → UTC"},
}
LOOKS_LIKE_DATE = re.compile(
    r"\d{1,4}[-/. ][A-Za-z\d]{1,9}[-/. ]\d{1,4}\b.*|[A-Za-z]{3,9}\s+\d{1,2},?\s+\d{4}\b.*|"
    r"\d{4}-\d{1,2}|\d{1,2}/\d{4}|[A-Za-z]{3,9}(-|\s+)\d{2,4}|\d{8}"
)
# DuckDB also takes 20 for the year 20, and 5 for 2005, which no row that is sent may have.
TWO_DIGITS = "[^0-9][0-9]{2}( |$)"
FRACTION = ":[0-9]+[.][0-9]+"
MONTH_NUMBER, LAST_DAY = re.compile(r"[A-Za-z]{3}-(\d{2})"), 31
YEAR_NUMBER = re.compile(r"(\d{4})-(\d{2})")
SHORT_YEAR = re.compile(r"[^%A-Za-z]%y( |$)")
# Such as DuckDB and Python read alike.
KNOWN = re.compile("([^%]|%[dmYybBHIMSfpzjaA%])+")
# Letters and figures alone are read by these.
MARKED = re.compile("([^%]|%[dmYybBHIMSfp])+")
CODE, NO_MARKS = re.compile("%."), re.compile(r"[\w\s]+")


def date_formats(values: Sequence[str]) -> tuple[str, ...]:
    """The strptime formats that read all `values`; none where two of them differ.

    May is written alike in full and in short, so that there are two then.
    """
    if not values or not all(map(LOOKS_LIKE_DATE.fullmatch, values)):
        return ()
    if may_be_days(values) or are_seasons(values):
        return ()
    fitting = [pattern for pattern in FORMATS if all(is_date(value, pattern) for value in values)]
    return tuple(fitting) if len({each.replace("%B", "%b") for each in fitting}) == 1 else ()


def either_format(values: Sequence[str]) -> tuple[str, ...]:
    """The two formats, day first, of which each reads all `values`: nothing shows which is meant."""
    if not values or not all(map(LOOKS_LIKE_DATE.fullmatch, values)):
        return ()
    fitting = [pattern for pattern in FORMATS if all(is_date(value, pattern) for value in values)]
    if {day_order(pattern) for pattern in fitting} != {"day", "month"} or len(fitting) != 2:
        return ()
    return tuple(sorted(fitting, key=lambda each: str(day_order(each))))


def day_order(pattern: str) -> str | None:
    """Whether the number of the day or of the month comes first; None where the month is a word or last."""
    if match := re.match("%([dm])[/.-]%([dm])", pattern):
        return {"d": "day", "m": "month"}[match[1]]
    return None


def is_known(pattern: str) -> bool:
    """Whether dates in this format are read alike in a table and when they are sent."""
    return pattern in COUNTED or KNOWN.fullmatch(pattern) is not None


def short_years(pattern: str) -> bool:
    """Whether years have two figures."""
    return "%y" in pattern


def may_be_days(values: Sequence[str]) -> bool:
    """Whether Mar-05 may well be the fifth of March: no number is too large for a day."""
    found = [MONTH_NUMBER.fullmatch(value) for value in values]
    return all(match and int(match[1]) <= LAST_DAY for match in found)


def are_seasons(values: Sequence[str]) -> bool:
    """Whether 2000-01 is not January: each is a year and the next."""
    found = [YEAR_NUMBER.fullmatch(value) for value in values]
    return all(match and (int(match[1]) + 1) % 100 == int(match[2]) for match in found)


def zoned_format(values: Sequence[str]) -> tuple[str, ...]:
    """The strptime format of ISO times in which the first of `values` is written, where all name a zone."""
    if not values or not all(re.fullmatch(ZONED_ISO, value) for value in values):
        return ()
    first = ZONED.fullmatch(values[0])
    if first is None:
        return ()
    seconds = (":%S" if first["seconds"] else "") + (".%f" if first["parts"] else "")
    return (f"%Y-%m-%d{first['between']}%H:%M{seconds}{first['gap']}%z",)


def plain_iso(cell: str) -> str:
    """SQL that reads ISO dates and times in UTC, and fails on what only begins like one."""
    shaped = f"({USUAL_ISO.format(cell)}) OR regexp_full_match({cell}, {literal(PLAIN_ISO)})"
    return f"CASE WHEN {shaped} THEN CAST({cell} AS TIMESTAMP) ELSE CAST('x' || {cell} AS TIMESTAMP) END"


def zoned_iso(cell: str) -> str:
    """SQL that reads ISO times of any zone as UTC, and fails on those without one."""
    joined = f"replace(replace({cell}, ' +', '+'), ' -', '-')"
    shaped = f"regexp_full_match({cell}, {literal(ZONED_ISO)})"
    moment = as_utc(f"CAST({joined} AS TIMESTAMPTZ)")
    # Only at the ends of the calendar, since it reads the cell twice.
    known = f"({cell} BETWEEN '0002' AND '9999' OR {has_known_year(moment)})"
    return f"CASE WHEN {shaped} AND {known} THEN {moment} ELSE CAST('x' || {cell} AS TIMESTAMP) END"


def iso_readings(cell: str) -> tuple[str, str]:
    """SQL that reads ISO dates and times in UTC, and that reads times of any zone; null for others."""
    return tolerant(plain_iso(cell)), tolerant(zoned_iso(cell))


def tolerant(expression: str) -> str:
    """`expression`, but null instead of an error: TRY() does not reach what DuckDB moves out of it."""
    return expression.replace("CAST(", "TRY_CAST(")


def parsed(cell: str, pattern: str) -> str:
    """SQL that reads dates by a strptime pattern, as null where they are not written so."""
    if pattern in COUNTED:
        shaped = f"regexp_full_match({cell}, {literal(WHOLE[pattern])})"
        number = f"try_cast(split_part({cell}, '.', 1) AS BIGINT)"
        moment = f"make_timestamp({number} * {1_000_000 // COUNTED[pattern]})"
        return f"CASE WHEN {shaped} AND {has_known_year(moment)} THEN {moment} END"
    moment = f"try_strptime({cell}, {literal(pattern)})"
    shaped = f"lower({cell}) NOT IN {TIMES_OF_DUCKDB}"
    if "%z" in pattern.lower():
        moment = as_utc(moment)
        shaped += f" AND {has_known_year(moment)}"
    if "%Y" in pattern:
        # Of a fraction of a second there may be four as well.
        dated = f"regexp_replace({cell}, {literal(FRACTION)}, '')" if "%f" in pattern else cell
        shaped += f" AND regexp_matches({dated}, {literal(YEAR)})"
    elif SHORT_YEAR.search(pattern):
        shaped += f" AND regexp_matches({cell}, {literal(TWO_DIGITS)})"
    return f"CASE WHEN {shaped} THEN {moment} END"


def dates_or_null(column: str, formats: Sequence[str]) -> str:
    """SQL that reads `column`, whatever blanks are around it, by the first pattern that fits, else as ISO."""
    cell = f"trim({column})"
    return f"coalesce({', '.join([*(parsed(cell, each) for each in formats), *iso_readings(cell)])})"


def as_utc(moment: str) -> str:
    """SQL of a time with a zone as one without."""
    return f"make_timestamp(epoch_us({moment}))"


def has_known_year(moment: str) -> str:
    """SQL that tells whether the year is one that Python knows."""
    return f"{moment} BETWEEN TIMESTAMP '0001-01-01' AND TIMESTAMP '9999-12-31 23:59:59.999999'"


def likely_formats(values: Sequence[str]) -> list[str]:
    """The formats, best first, that a person who calls `values` dates most likely means.

    Each reads some cell that those before it do not; of two that read the same, the day comes first.
    """
    left, found = list(values[:VALUES_LOOKED_AT]), list[str]()
    while left:
        reads = {
            pattern: sum(is_date(value, pattern) for value in left) for pattern in (*ISO, *FORMATS, COMPACT)
        }
        best = max(reads, key=reads.__getitem__)
        if not reads[best]:
            break
        found.append(best)
        left = [value for value in left if not is_date(value, best)]
    return found


def mixed_formats(values: Sequence[str]) -> list[str]:
    """The formats in which nearly all of `values` are dates, where it takes more than one."""
    values = values[:VALUES_LOOKED_AT]
    if sum(LOOKS_LIKE_DATE.fullmatch(value) is not None for value in values) < MANY * len(values):
        return []
    formats = likely_formats(values)
    read = sum(any(is_date(value, pattern) for pattern in formats) for value in values)
    return formats if len(formats) > 1 and read >= MANY * len(values) else []


def mostly_dates(values: Sequence[str]) -> str | None:
    """The format, '' for ISO, in which nearly all of `values` are dates but some are not; else None."""
    looked_at = values[:VALUES_LOOKED_AT]
    most = max(1.0, MANY * len(looked_at))
    if sum(ISO_LIKE.fullmatch(value) is not None for value in looked_at) >= most:
        return ""
    if sum(LOOKS_LIKE_DATE.fullmatch(value) is not None for value in looked_at) < most:
        return None
    pattern = next(iter(likely_formats(looked_at)), None)
    if pattern is None or sum(is_date(value, pattern) for value in looked_at) < most:
        return None
    return None if all(is_date(value, pattern) for value in values) else pattern


def spelled(pattern: str) -> str:
    """A pattern as a person would write it, such as DD/MM/YYYY."""
    return re.sub("%.", lambda code: SPELLED.get(code[0], code[0]), pattern)


@lru_cache(1_000)
def marks_of(value: str) -> str:
    """What separates the parts of a date, blanks left out."""
    return NO_MARKS.sub("", value)


@lru_cache(1_000)
def marks_read_by(pattern: str) -> str | None:
    """The marks of all dates in `pattern`; None where it reads more than letters and figures."""
    return NO_MARKS.sub("", CODE.sub("", pattern)) if MARKED.fullmatch(pattern) else None


def is_date(value: str, pattern: str) -> bool:
    """Whether `value` is a date in `pattern`."""
    # Most values have other marks than most patterns, which is seen sooner.
    if marks_read_by(pattern) not in (None, marks_of(value)):
        return False
    try:
        datetime.strptime(value, pattern)
    except ValueError:
        return False
    return True
