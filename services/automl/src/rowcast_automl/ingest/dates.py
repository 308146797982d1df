"""Dates that are not ISO 8601."""

import re
from collections.abc import Sequence
from datetime import datetime

DAYS = (
    "%d/%m/%Y",
    "%m/%d/%Y",
    "%d.%m.%Y",
    "%d-%m-%Y",
    "%m-%d-%Y",
    "%d %b %Y",
    "%d-%b-%Y",
    "%b %d, %Y",
    "%d %B %Y",
)
TIMES = ("", " %H:%M", " %H:%M:%S", " %I:%M %p", " %I:%M:%S %p")
FORMATS = tuple(day + time for day in DAYS for time in TIMES)
COMPACT = "%Y%m%d"
ISO = ("%Y-%m-%d", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S")
MANY = 0.95
VALUES_LOOKED_AT = 100
SPELLED = {
    **{"%d": "DD", "%m": "MM", "%Y": "YYYY", "%y": "YY", "%b": "Mon", "%B": "Month"},
    **{"%H": "hh", "%I": "hh", "%M": "mm", "%S": "ss", "%p": "AM/PM"},
}
LOOKS_LIKE_DATE = re.compile(r"\d{1,4}[-/. ][A-Za-z\d]{1,9}[-/. ]\d{1,4}\b.*|[A-Za-z]{3,9} \d{1,2}, \d{4}.*")


def date_format(values: Sequence[str]) -> str | None:
    """The only strptime format that reads all `values`; None where there is none or two that differ."""
    fitting = [pattern for pattern in FORMATS if values and all(is_date(value, pattern) for value in values)]
    return fitting[0] if len(fitting) == 1 else None


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


def spelled(pattern: str) -> str:
    """A pattern as a person would write it, such as DD/MM/YYYY."""
    return re.sub("%.", lambda code: SPELLED.get(code[0], code[0]), pattern)


def is_date(value: str, pattern: str) -> bool:
    """Whether `value` is a date in `pattern`."""
    try:
        datetime.strptime(value, pattern)
    except ValueError:
        return False
    return True
