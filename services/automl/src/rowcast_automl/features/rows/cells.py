"""Parses one cell of a request or a CSV file by the type of its field."""

from __future__ import annotations

import math
import re
from calendar import monthrange
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from rowcast_automl.features.date_parts import FAR
from rowcast_automl.ingest.dates.date_format import COMPACT_FORMAT, EPOCH_FORMATS, EPOCH_PATTERNS, ISO_LIKE
from rowcast_automl.ingest.dates.time_zones import parse_zoned
from rowcast_automl.ingest.encoding.unicode_composition import compose
from rowcast_automl.profile.columns.boolean_words import parse_yes_no, yes_no_pair

FLOAT32_MAX = 3.4028235e38
STRICT_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,4})?")
# Dates that a JSON number may be.
NUMBERED = {*EPOCH_FORMATS, COMPACT_FORMAT}
EIGHT_DIGITS = re.compile("[0-9]{8}")
LOOSE_DATE = re.compile(r"([0-9]{4})([-/])([0-9]{1,2})\2(?P<day>[0-9]{1,2})((?:[ T].*)?)")
LOOSE_TIME = re.compile(r"([0-9-]{10})[ T]([0-9]{1,2})(:[0-9:.]+)(?: ?(Z|UTC|[+-][0-9:]+))?")
STANDARD_ISO = str.maketrans("tz,", "TZ.")
DIGITS = {"1": 1.0, "0": 0.0}
# Of columns whose other values are asked for, as most have a few alone.
MAX_PAIRS = 1_024
MAX_SHAPES = 256
# Of parts of a date that are not one or two digits.
SHAPES = {"Y": "[0-9]{4}", "f": "[0-9]{1,6}", **dict.fromkeys("bBp", r"[^\W0-9_]+")}


class CellError(ValueError):
    """Raised if a cell cannot be parsed.

    Parameters
    ----------
    expected : str
        Expected kind of value, such as "number", as in the contract's FieldNoteParts.
    parts : str or int
        Other attributes of the contract's FieldNoteParts.
    """

    def __init__(self, expected: str, **parts: str | int) -> None:
        super().__init__(expected)
        self.parts: dict[str, Any] = {"expected": expected, **parts}

    @property
    def says_nothing(self) -> bool:
        """Whether the cell is no mistake, but nothing that can be known."""
        return bool(self.parts["expected"] == "unit")


def shown(value: Any) -> str:
    """Format a value for a message, with at most 40 characters."""
    text = value if isinstance(value, str) else str(value)
    return f"{text[:37]}…" if len(text) > 40 else text


def read_number(value: Any) -> float:
    """Parse a number. It is infinite if it is too large for a float64.

    Raises
    ------
    CellError
        For text that is not strictly numeric, booleans and NaN.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise CellError("number", **kind_of(value))
    if isinstance(value, str):
        text = value.strip()
        if not STRICT_NUMBER.fullmatch(text):
            raise CellError("number", given=shown(value))
        value = text
    try:
        number = float(value)
    except OverflowError:
        number = math.inf if value > 0 else -math.inf
    if math.isnan(number):
        raise CellError("number", given="NaN")
    return number


def read_boolean(value: Any) -> float:
    """Parse a boolean as 1.0 or 0.0.

    Raises
    ------
    CellError
        For anything that is not a plain yes or no.
    """
    if isinstance(value, bool):
        return float(value)
    if isinstance(value, int | float) and value in (0, 1):
        return float(value)
    if isinstance(value, str):
        word = value.strip()
        said = DIGITS.get(word, parse_yes_no(word))
        if said is not None:
            return float(said)
    raise CellError(
        "boolean", **(kind_of(value) if isinstance(value, list | dict) else {"given": shown(value)})
    )


def read_datetime(value: Any, patterns: tuple[str, ...] = ()) -> float:
    """Parse a time to seconds since 1970 in UTC. A time without a zone counts as UTC.

    Raises
    ------
    CellError
        When it is neither in a format of the training table nor ISO 8601.
    """
    if isinstance(value, int | float) and not isinstance(value, bool) and NUMBERED & {*patterns}:
        # As a CSV has it.
        value = str(int(value) if isinstance(value, float) and value.is_integer() else value)
    if not isinstance(value, str):
        raise CellError("date", **kind_of(value))
    text = value.strip()
    written = (each for pattern in patterns if (each := written_moment(text, pattern)))
    found = next(written, None) or iso_moment(text)
    moment = found and in_utc(found)
    if moment is None:
        given = shown(value)
        if days := days_of_month(text, patterns):
            raise CellError("day", given=given, most=days)
        raise CellError("date", given=given)
    seconds = moment.timestamp()
    return seconds if abs(seconds) < FAR else moment.replace(microsecond=0).timestamp()


def in_utc(moment: datetime) -> datetime | None:
    """Convert a time to UTC. A time without a zone is in UTC. Return None outside the supported years."""
    try:
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except OverflowError:
        return None


def days_of_month(text: str, patterns: tuple[str, ...]) -> int | None:
    """Return the number of days of the month, for a date whose day does not exist, such as 2026-02-30.

    Returns None for any other text.
    """
    for shape, pattern in (
        (LOOSE_DATE, ""),
        *((shape_of(each), each) for each in (*patterns, COMPACT_FORMAT)),
    ):
        if not (found := shape.fullmatch(text)):
            continue
        first = f"{text[: found.start('day')]}01{text[found.end('day') :]}"
        moment = written_moment(first, pattern) if pattern else iso_moment(first)
        days = moment and monthrange(moment.year, moment.month)[1]
        if days and not 1 <= int(found["day"]) <= days:
            return days
    return None


@lru_cache(maxsize=MAX_SHAPES)
def shape_of(pattern: str) -> re.Pattern[str]:
    """Return a regular expression for a date format that ignores whether the day exists.

    A format without a day matches nothing.
    """
    before, day, after = (re.sub("%([A-Za-z])", shape_of_part, re.escape(e)) for e in pattern.partition("%d"))
    return re.compile(f"{before}(?P<day>[0-9]{{1,2}}){after}" if day else "(?!)")


def shape_of_part(part: re.Match[str]) -> str:
    """Return the regular expression for one part of a date format."""
    return SHAPES.get(part[1], "[0-9]{1,2}")


def iso_moment(text: str) -> datetime | None:
    """Parse an ISO 8601 date or time. Also accepts slashes, single digits and a trailing UTC.

    Returns None for anything else, including other formats that Python's `fromisoformat` accepts.
    """
    if not (ISO_LIKE.fullmatch(text) or EIGHT_DIGITS.fullmatch(text)):
        return None
    text = text.partition("[")[0].partition("(")[0].rstrip().replace("GMT", "UTC").translate(STANDARD_ISO)
    if loose := LOOSE_DATE.fullmatch(text):
        year, _, month, day, rest = loose.groups()
        text = f"{year}-{month:0>2}-{day:0>2}{rest}"
    if spaced := LOOSE_TIME.fullmatch(text):
        date, hour, minutes, zone = spaced.groups()
        text = f"{date}T{hour:0>2}{minutes}{'Z' if zone == 'UTC' else zone or ''}"
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def written_moment(text: str, pattern: str) -> datetime | None:
    """Parse a date in a format of the training table. Return None for anything else."""
    if pattern in EPOCH_FORMATS:
        number = int(text.partition(".")[0]) if re.fullmatch(EPOCH_PATTERNS[pattern], text) else None
        return None if number is None else since_1970(number / EPOCH_FORMATS[pattern])
    try:
        return parse_zoned(text, pattern) if "%z" in pattern else datetime.strptime(text, pattern)
    except ValueError:
        return None


def since_1970(seconds: float) -> datetime | None:
    """Convert seconds since 1970 to a time; None outside the supported years."""
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, ValueError, OSError):
        return None


def read_category(value: Any, known: frozenset[str]) -> str:
    """Convert a value to the text of a category, stripped of blanks unless training had them.

    A number or boolean is formatted as in the training table. If the only categories are words for yes and
    no, another word for yes or no is converted to the one of the table.

    Raises
    ------
    CellError
        For objects and lists.
    """
    if isinstance(value, str):
        return value if value in known else as_said(bare_category(value, known), known)
    if isinstance(value, bool):
        text = str(value)
        return text if text in known else as_said(text.lower(), known)
    if isinstance(value, int):
        text = str(value)
        return text if text in known or f"{value}.0" not in known else f"{value}.0"
    if isinstance(value, float):
        text = repr(value)
        return str(int(value)) if value.is_integer() and text not in known else text
    raise CellError("text", **kind_of(value))


def as_said(text: str, known: frozenset[str]) -> str:
    """Return the category for yes or no that means the same as `text`, or `text` if there is none."""
    if text in known or len(known) != 2 or (said := parse_yes_no(text)) is None:
        return text
    pair = pair_among(known)
    return pair[not said] if pair else text


@lru_cache(maxsize=MAX_PAIRS)
def pair_among(known: frozenset[str]) -> tuple[str, str] | None:
    """Return the categories that mean yes and no, or None."""
    return yes_no_pair(known)


def bare_category(value: str, known: frozenset[str]) -> str:
    """Strip a text of blanks and normalise its accents, as in an upload.

    If the result is not a known category, it may match one of an older table with a blank after each
    separator.
    """
    bare = value.strip()
    if bare not in known:
        bare = compose(bare)
    padded = f" {bare}"
    return padded if bare not in known and padded in known else bare


def read_text(value: Any) -> str:
    """Return free text unchanged.

    Raises
    ------
    CellError
        For anything but text.
    """
    if not isinstance(value, str):
        raise CellError("text", **kind_of(value))
    return compose(value)


def kind_of(value: Any) -> dict[str, str]:
    """Return the kind of a JSON value or, for text, the text itself, as message parameters."""
    if isinstance(value, bool):
        return {"kind": "boolean"}
    if isinstance(value, int | float):
        return {"kind": "number"}
    if isinstance(value, list):
        return {"kind": "list"}
    return {"kind": "object"} if isinstance(value, dict) else {"given": shown(value)}
