"""Dates that are not ISO 8601."""

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


def date_format(values: Sequence[str]) -> str | None:
    """The only strptime format that reads all `values`; None where there is none or two that differ."""
    fitting = [pattern for pattern in FORMATS if values and all(is_date(value, pattern) for value in values)]
    return fitting[0] if len(fitting) == 1 else None


def is_date(value: str, pattern: str) -> bool:
    """Whether `value` is a date in `pattern`."""
    try:
        datetime.strptime(value, pattern)
    except ValueError:
        return False
    return True
