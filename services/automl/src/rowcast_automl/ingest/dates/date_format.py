"""Date formats: inference from values, and SQL that parses them."""

import re
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache

from rowcast_automl.ingest.dates.time_zones import (
    UTC_NAMES,
    UTC_OFFSET,
    ZONE_NAME,
    offset_sql,
    split_zone,
    with_zone,
    without_zone,
    without_zone_sql,
)
from rowcast_automl.platform.database.quoting import literal


def short_names(pattern: str) -> str:
    """Return the pattern with abbreviated names of months and weekdays."""
    return pattern.replace("%B", "%b").replace("%A", "%a")


DATE_FORMATS = (
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
    "%d/%b/%Y",
    *(
        f"{weekday}, {day}"
        for weekday in ("%a", "%A")
        for day in ("%d %b %Y", "%d %B %Y", "%b %d, %Y", "%B %d, %Y")
    ),
)
TIME_FORMATS = ("", " %H:%M", " %H:%M:%S", " %H:%M:%S.%f", " %I:%M %p", " %I:%M:%S %p")
MONTH_FORMATS = ("%Y-%m", "%m/%Y", "%b %Y", "%B %Y", "%b-%Y", "%b-%y")
# Of web servers, and of ctime.
LOG_FORMATS = ("%d/%b/%Y:%H:%M:%S", "%a %b %d %H:%M:%S %Y")
FORMATS = (*(day + time for day in DATE_FORMATS for time in TIME_FORMATS), *LOG_FORMATS, *MONTH_FORMATS)
LAYOUT_KEYS = {day + time: short_names(day) for day in DATE_FORMATS for time in TIME_FORMATS} | {
    pattern: short_names(pattern) for pattern in (*LOG_FORMATS, *MONTH_FORMATS)
}
# Formats of the same dates, which may be mixed: with and without a time, with short and long names.
LAYOUTS = tuple(
    tuple(pattern for pattern in FORMATS if LAYOUT_KEYS[pattern] == key)
    for key in dict.fromkeys(LAYOUT_KEYS.values())
)
COMPACT_FORMAT = "%Y%m%d"
# Epoch times, with units per second. More digits would give years beyond 9999.
EPOCH_FORMATS = {"%s": 1, "%Q": 1_000}
EPOCH_PATTERNS = {"%s": "-?[0-9]{1,11}([.]0+)?", "%Q": "-?[0-9]{1,14}([.]0+)?"}
ISO_FORMATS = ("%Y-%m-%d", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S")
# DuckDB accepts hour 24 and offsets of 24 hours, which requests must not contain.
HOUR = "([01]?[0-9]|2[0-3])"
TIME = f"{HOUR}:[0-9]{{2}}(:[0-9]{{2}}([.][0-9]+)?)?"
# DuckDB accepts the year 0.
YEAR = "([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])"
ISO_DAY = YEAR + "(-[0-9]{1,2}-|/[0-9]{1,2}/)[0-9]{1,2}"
# DuckDB ignores any text after a time.
PLAIN_ISO = f"{ISO_DAY}([ T]{TIME}( ?(Z|UTC))?)?"
# RFC 3339 allows lower case, ISO 8601 a comma before the fraction.
ANY_TIME = TIME.replace("[.]", "[.,]")
ZONED_ISO = f"{ISO_DAY}[ Tt]{ANY_TIME} ?({'|'.join(UTC_NAMES)}|{UTC_OFFSET}){ZONE_NAME}"
LOCAL_ISO = f"{ISO_DAY}[ Tt]{ANY_TIME}"
ISO_PARTS = re.compile(
    "[0-9-/]+(?P<between>[ Tt])[0-9]+:[0-9]+(?P<seconds>:[0-9]+)?(?P<parts>[.,][0-9]+)?"
    "((?P<gap> ?)[ZzUG+-].*)?"
)
ISO_LIKE = re.compile(f"{PLAIN_ISO}|{ZONED_ISO}|{LOCAL_ISO}")
ZONED_ISO_RE = re.compile(ZONED_ISO)
# Fast checks that decide most cells without a regular expression.
FAST_TIME_CHECK = (
    "(length({0}) <= 10 OR length({0}) = 19 AND substring({0}, 14, 1) = ':' AND substring({0}, 17, 1) = ':' "
    "AND substring({0}, 11, 1) < 't' AND substring({0}, 12, 2) < '24')"
)
FAST_ISO_CHECK = f"substring({{0}}, 5, 1) IN ('-', '/') AND {{0}} >= '0001' AND {FAST_TIME_CHECK}"
# Accepted by DuckDB with any format.
DUCKDB_SPECIAL_TIMES = "('infinity', '-infinity', 'epoch')"
MIN_DATE_SHARE = 0.95
MOST = 0.5
MAX_VALUES = 100
DIRECTIVE_NAMES = {
    **{"%d": "DD", "%m": "MM", "%Y": "YYYY", "%y": "YY", "%b": "Mon", "%B": "Month"},
    **{"%H": "hh", "%I": "hh", "%M": "mm", "%S": "ss", "%p": "AM/PM", "%f": "ffffff", "%z": "±hh:mm → UTC"},
    **{"%s": "s → UTC", "%Q": "ms → UTC"},
}
LOOKS_LIKE_DATE = re.compile(
    r"([A-Za-z]{3,9},\s+)?(\d{1,4}[-/. ][A-Za-z\d]{1,9}[-/. ]\d{1,4}\b.*|"
    r"[A-Za-z]{3,9}\s+\d{1,2},?\s+\d{4}\b.*)|[A-Za-z]{3} [A-Za-z]{3}\s+\d{1,2} \d{1,2}:.*\d{4}|"
    r"\d{4}-\d{1,2}|\d{1,2}/\d{4}|[A-Za-z]{3,9}(-|\s+)\d{2,4}|\d{8}"
)
# DuckDB also accepts years of one or two digits, which requests must not contain.
TWO_DIGIT_YEAR = "[^0-9][0-9]{2}( |$)"
FRACTION = ":[0-9]+[.][0-9]+"
MONTH_NUMBER, LAST_DAY = re.compile(r"[A-Za-z]{3}-(\d{2})"), 31
YEAR_NUMBER = re.compile(r"(\d{4})-(\d{2})")
SHORT_YEAR = re.compile(r"[^%A-Za-z]%y( |$)")
# Directives that DuckDB and Python parse in the same way.
SUPPORTED_PATTERN = re.compile("([^%]|%[dmYybBHIMSfpzjaA%])+")
# Directives that only match letters and digits.
PLAIN_DIRECTIVES = re.compile("([^%]|%[dmYybBHIMSfpaA])+")
DIRECTIVE, LETTERS_AND_DIGITS = re.compile("%."), re.compile(r"[\w\s]+")


def infer_date_formats(values: Sequence[str]) -> tuple[str, ...]:
    """Return the strptime formats that parse all `values`, or none if formats with different results fit.

    The formats differ only in the time, or in the length of the month name.
    """
    if not values or not all(map(LOOKS_LIKE_DATE.fullmatch, values)):
        return ()
    if are_maybe_days(values) or are_seasons(values):
        return ()
    # ISO 8601 is clear among dates of any other layout.
    others = [value for value in values if not ISO_LIKE.fullmatch(value)]
    dates = [split_zone(value)[0] for value in others]
    matching = [found for layout in LAYOUTS if (found := formats_of_layout(dates, layout))]
    if len(matching) != 1:
        return ()
    formats = matching[0] if dates == others else tuple(map(with_zone, matching[0]))
    return (*formats, *infer_iso_format([value for value in values if ISO_LIKE.fullmatch(value)]))


def formats_of_layout(dates: Sequence[str], layout: Sequence[str]) -> tuple[str, ...]:
    """Return the formats of `layout` that parse `dates`, most frequent first, or none if a date remains."""
    if not dates or not any(is_date(dates[0], pattern) for pattern in layout):
        return ()
    remaining, found = list(dates), list[str]()
    while remaining:
        parsed = {pattern: [date for date in remaining if is_date(date, pattern)] for pattern in layout}
        most = max(map(len, parsed.values()))
        if not most:
            return ()
        best = [pattern for pattern in layout if len(parsed[pattern]) == most]
        # All of them for May, whose full and abbreviated names are equal.
        found.extend(best if most == len(dates) else best[:1])
        remaining = [date for date in remaining if not is_date(date, best[0])]
    return tuple(found)


def infer_ambiguous_formats(values: Sequence[str]) -> tuple[str, ...]:
    """Return the two formats that both parse all `values`: day first and month first."""
    if not values or not all(map(LOOKS_LIKE_DATE.fullmatch, values)):
        return ()
    matching = [pattern for pattern in FORMATS if all(is_date(value, pattern) for value in values)]
    if {day_order(pattern) for pattern in matching} != {"day", "month"} or len(matching) != 2:
        return ()
    return tuple(sorted(matching, key=lambda each: str(day_order(each))))


def day_order(pattern: str) -> str | None:
    """Return whether the day or the month comes first, or None if it is clear or the month is a name."""
    if match := re.match("%([dm])[/.-]%([dm])", pattern):
        return {"d": "day", "m": "month"}[match[1]]
    return None


def is_supported(pattern: str) -> bool:
    """Whether tables and requests parse this format in the same way."""
    return pattern in EPOCH_FORMATS or SUPPORTED_PATTERN.fullmatch(pattern) is not None


def has_two_digit_years(pattern: str) -> bool:
    """Whether years have two digits."""
    return "%y" in pattern


def are_maybe_days(values: Sequence[str]) -> bool:
    """Whether values such as Mar-05 may be days of a month: all numbers are at most 31."""
    found = [MONTH_NUMBER.fullmatch(value) for value in values]
    return all(match and int(match[1]) <= LAST_DAY for match in found)


def are_seasons(values: Sequence[str]) -> bool:
    """Whether values such as 2000-01 are seasons: each is a year and the following year."""
    found = [YEAR_NUMBER.fullmatch(value) for value in values]
    return all(match and (int(match[1]) + 1) % 100 == int(match[2]) for match in found)


def infer_iso_format(values: Sequence[str]) -> tuple[str, ...]:
    """Return the strptime format of the first value with a time zone, if all values are ISO dates or times.

    If no value has a time zone, return the format of the first time.
    """
    if not values or not all(map(ISO_LIKE.fullmatch, values)):
        return ()
    zoned = next(filter(ZONED_ISO_RE.fullmatch, values), None)
    first = next(filter(None, map(ISO_PARTS.fullmatch, [zoned] if zoned else values)), None)
    if first is None:
        return ("%Y-%m-%d",)
    seconds = (":%S" if first["seconds"] else "") + (".%f" if first["parts"] else "")
    zone = f"{first['gap']}%z" if zoned else ""
    return (f"%Y-%m-%d{first['between']}%H:%M{seconds}{zone}",)


def parse_iso_sql(cell: str) -> str:
    """Return SQL that parses ISO dates and UTC times.

    It fails on cells with extra text after the date or time.
    """
    matches = f"({FAST_ISO_CHECK.format(cell)}) OR regexp_full_match({cell}, {literal(PLAIN_ISO)})"
    return f"CASE WHEN {matches} THEN CAST({cell} AS TIMESTAMP) ELSE CAST('x' || {cell} AS TIMESTAMP) END"


def parse_any_iso_sql(cell: str) -> str:
    """Return SQL that converts ISO dates and times of any time zone to UTC, and fails on other cells.

    Times without a time zone are treated as UTC.
    """
    plain = f"({FAST_ISO_CHECK.format(cell)}) OR regexp_full_match({cell}, {literal(PLAIN_ISO)})"
    standard = f"translate({cell}, 'tz,', 'TZ.')"
    zoned = f"regexp_full_match({cell}, {literal(ZONED_ISO)})"
    bare = f"split_part(split_part({standard}, '[', 1), '(', 1)"
    joined = f"replace(replace(replace(replace(rtrim({bare}), 'GMT', 'Z'), ' Z', 'Z'), ' +', '+'), ' -', '-')"
    timestamp = to_utc_sql(f"CAST({joined} AS TIMESTAMPTZ)")
    # Only for the first and last years, since it parses the cell twice.
    known = f"({cell} BETWEEN '0002' AND '9999' OR {is_year_supported_sql(timestamp)})"
    return (
        f"CASE WHEN {plain} THEN CAST({cell} AS TIMESTAMP) WHEN {zoned} AND {known} THEN {timestamp} "
        f"WHEN regexp_full_match({cell}, {literal(LOCAL_ISO)}) THEN CAST({standard} AS TIMESTAMP) "
        f"ELSE CAST('x' || {cell} AS TIMESTAMP) END"
    )


def is_iso_format(pattern: str) -> bool:
    """Whether the pattern is an ISO 8601 format."""
    return pattern.startswith("%Y-%m-%d")


def iso_or_null_sql(cell: str) -> str:
    """Return SQL that converts ISO dates and times to UTC; null for other cells."""
    return errors_to_null(parse_any_iso_sql(cell))


def errors_to_null(expression: str) -> str:
    """Return the expression with null instead of errors.

    TRY() is not enough, since it does not cover subexpressions that DuckDB hoists.
    """
    return re.sub(r"(?<!TRY_)CAST\(", "TRY_CAST(", expression)


def parse_date_sql(cell: str, pattern: str) -> str:
    """Return SQL that parses `cell` by a strptime pattern; null for other cells."""
    if pattern in EPOCH_FORMATS:
        matches = f"regexp_full_match({cell}, {literal(EPOCH_PATTERNS[pattern])})"
        number = f"try_cast(split_part({cell}, '.', 1) AS BIGINT)"
        timestamp = f"make_timestamp({number} * {1_000_000 // EPOCH_FORMATS[pattern]})"
        return f"CASE WHEN {matches} AND {is_year_supported_sql(timestamp)} THEN {timestamp} END"
    bare_pattern = without_zone(pattern)
    if bare_pattern != pattern:
        timestamp = f"{parse_date_sql(without_zone_sql(cell), bare_pattern)} - {offset_sql(cell)}"
        return f"CASE WHEN {is_year_supported_sql(f'({timestamp})')} THEN {timestamp} END"
    timestamp = f"try_strptime({cell}, {literal(pattern)})"
    matches = f"lower({cell}) NOT IN {DUCKDB_SPECIAL_TIMES}"
    if "%z" in pattern.lower():
        timestamp = to_utc_sql(timestamp)
        matches += f" AND {is_year_supported_sql(timestamp)}"
    if "%Y" in pattern:
        # A fraction of a second may look like a year.
        dated = f"regexp_replace({cell}, {literal(FRACTION)}, '')" if "%f" in pattern else cell
        matches += f" AND regexp_matches({dated}, {literal(YEAR)})"
    elif SHORT_YEAR.search(pattern):
        matches += f" AND regexp_matches({cell}, {literal(TWO_DIGIT_YEAR)})"
    return f"CASE WHEN {matches} THEN {timestamp} END"


def parse_dates_sql(column: str, formats: Sequence[str]) -> str:
    """Return SQL that parses the trimmed `column` by the first format that fits, else as ISO."""
    cell = f"trim({column})"
    return (
        f"coalesce({', '.join([*(parse_date_sql(cell, each) for each in formats), iso_or_null_sql(cell)])})"
    )


def to_utc_sql(timestamp: str) -> str:
    """Return SQL that converts a time with a time zone to UTC."""
    return f"make_timestamp(epoch_us({timestamp}))"


def is_year_supported_sql(timestamp: str) -> str:
    """Return SQL that is true if Python supports the year."""
    return f"{timestamp} BETWEEN TIMESTAMP '0001-01-01' AND TIMESTAMP '9999-12-31 23:59:59.999999'"


def rank_formats(values: Sequence[str]) -> list[str]:
    """Return the most likely date formats of `values`, best first.

    Each format parses a value that the formats before it do not. If formats are equally likely, day first
    wins.
    """
    dates = [split_zone(value)[0] for value in values[:MAX_VALUES]]
    remaining, found = list(dates), list[str]()
    while remaining:
        match_counts = {
            pattern: sum(is_date(value, pattern) for value in remaining)
            for pattern in (*ISO_FORMATS, *FORMATS, COMPACT_FORMAT)
        }
        best = max(match_counts, key=match_counts.__getitem__)
        if not match_counts[best]:
            break
        found.append(best)
        remaining = [value for value in remaining if not is_date(value, best)]
    return found if dates == [*values[:MAX_VALUES]] else [*map(with_zone, found)]


def find_mixed_formats(values: Sequence[str]) -> list[str]:
    """Return the formats of nearly all `values`, if more than one is needed."""
    values = values[:MAX_VALUES]
    if sum(LOOKS_LIKE_DATE.fullmatch(value) is not None for value in values) < MIN_DATE_SHARE * len(values):
        return []
    formats = rank_formats(values)
    if all(map(is_iso_format, formats)):
        return []
    read = sum(any(is_date(value, pattern) for pattern in formats) for value in values)
    return formats if len(formats) > 1 and read >= MIN_DATE_SHARE * len(values) else []


def find_mixed_date_format(values: Sequence[str]) -> str | None:
    """Return the format of most, but not all, `values`: '' for ISO, None if there is no such format."""
    checked = values[:MAX_VALUES]
    required = max(1.0, MOST * len(checked))
    if sum(ISO_LIKE.fullmatch(value) is not None for value in checked) >= required:
        return ""
    if sum(LOOKS_LIKE_DATE.fullmatch(value) is not None for value in checked) < required:
        return None
    pattern = next(iter(rank_formats(checked)), None)
    if pattern is None or sum(is_date(value, pattern) for value in checked) < required:
        return None
    return None if all(is_date(value, pattern) for value in values) else pattern


def readable_pattern(pattern: str) -> str:
    """Return a readable pattern such as DD/MM/YYYY."""
    return re.sub("%.", lambda code: DIRECTIVE_NAMES.get(code[0], code[0]), pattern)


@lru_cache(1_000)
def separators_of(value: str) -> str:
    """Return the separators of a date, without blanks."""
    return LETTERS_AND_DIGITS.sub("", value)


@lru_cache(1_000)
def separators_in_pattern(pattern: str) -> str | None:
    """Return the separators of dates in this pattern, or None if directives may match other characters."""
    return (
        LETTERS_AND_DIGITS.sub("", DIRECTIVE.sub("", pattern))
        if PLAIN_DIRECTIVES.fullmatch(pattern)
        else None
    )


# Columns of a table often share dates.
@lru_cache(20_000)
def is_date(value: str, pattern: str) -> bool:
    """Whether the pattern parses `value`."""
    if "%z" in pattern:
        value, pattern = split_zone(value)[0], without_zone(pattern)
    # Comparing separators first is faster, as they differ in most cases.
    if separators_in_pattern(pattern) not in (None, separators_of(value)):
        return False
    try:
        datetime.strptime(value, pattern)
    except ValueError:
        return False
    return True
