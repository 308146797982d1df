"""Time zones in dates that are not ISO 8601: an offset from UTC or a name of UTC after the time."""

import re
from datetime import UTC, datetime, timedelta, timezone

from rowcast_automl.platform.database.quoting import literal

UTC_NAMES = ("Z", "z", "UTC", "GMT")
UTC_OFFSET = "[+-]([01][0-9]|2[0-3])(:?[0-9]{2})?"
# A name in brackets after the offset adds nothing: [Europe/Berlin] in RFC 9557, (CEST) in mail.
ZONE_NAME = r"(?:\[[A-Za-z0-9_/+-]{1,60}\]| ?\([A-Za-z ]{1,60}\))?"
# Only after a time, since -2024 at the end of a date is its year.
TIME_AND_ZONE = (
    r"(:[0-9]{2}(?:[.,][0-9]+)?(?: ?[AaPp]\.?[Mm]\.?)?) ?"
    rf"(?:(?:{'|'.join(UTC_NAMES)})|([+-])([01][0-9]|2[0-3])(?::?([0-5][0-9]))?){ZONE_NAME}( |$)"
)
TIME_AND_ZONE_RE = re.compile(TIME_AND_ZONE)
# A zone in a strptime pattern, and the time before it.
ZONE_DIRECTIVE = re.compile("(%[MSfp]) ?%z")
LAST_TIME_DIRECTIVE = re.compile("(.*%[MSfp])", re.DOTALL)
HAS_ZONE = rf":[0-9]{{2}}(?:[.,][0-9]+)?(?: ?[AaPp]\.?[Mm]\.?)? ?(?:{'|'.join(UTC_NAMES)}|{UTC_OFFSET})"


def without_zone(pattern: str) -> str:
    """Return the pattern without its zone, or unchanged if no time precedes the zone."""
    return ZONE_DIRECTIVE.sub(r"\1", pattern)


def with_zone(pattern: str) -> str:
    """Return the pattern with a zone after its time, or unchanged if it has no time."""
    return LAST_TIME_DIRECTIVE.sub(r"\1 %z", pattern, count=1)


def split_zone(text: str) -> tuple[str, timezone | None]:
    """Return the date without its zone, and the zone, which is None if there is none.

    >>> split_zone("20 May 2024 15:00 +0200")[0]
    '20 May 2024 15:00'
    """
    found = TIME_AND_ZONE_RE.search(text)
    if found is None:
        return text, None
    time, sign, hours, minutes, end = found.groups()
    offset = timedelta(hours=int(hours or 0), minutes=int(minutes or 0))
    bare = f"{text[: found.start()]}{time}{end}{text[found.end() :]}".rstrip()
    return bare, timezone(-offset if sign == "-" else offset)


def parse_zoned(text: str, pattern: str) -> datetime:
    """Parse a date by a pattern with `%z`. Without a zone, the time is in UTC.

    Raises
    ------
    ValueError
        If the pattern does not match.
    """
    bare_pattern = without_zone(pattern)
    if bare_pattern == pattern:
        return datetime.strptime(text, pattern)
    bare, zone = split_zone(text)
    return datetime.strptime(bare, bare_pattern).replace(tzinfo=zone or UTC)


def without_zone_sql(cell: str) -> str:
    """Return SQL of the date without its zone."""
    return f"rtrim(regexp_replace({cell}, {literal(TIME_AND_ZONE)}, '\\1\\5'))"


def offset_sql(cell: str) -> str:
    """Return SQL of the offset from UTC, as an interval."""
    sign, hours, minutes = (f"regexp_extract({cell}, {literal(TIME_AND_ZONE)}, {each})" for each in (2, 3, 4))
    total = " + ".join(
        f"coalesce(try_cast(nullif({part}, '') AS INTEGER), 0) * {factor}"
        for part, factor in ((hours, 60), (minutes, 1))
    )
    return f"to_minutes(CASE WHEN {sign} = '-' THEN -1 ELSE 1 END * ({total}))"


def has_zone_sql(cell: str) -> str:
    """Return SQL that is true if the time in `cell` has a zone."""
    return f"regexp_matches({cell}, {literal(HAS_ZONE)})"
