"""Columns that look like they identify people."""

import re
from collections.abc import Sequence

PATTERNS = {
    "e-mail addresses": re.compile(r"[^@\s]+@[^@\s]+\.[A-Za-z]{2,}"),
    "phone numbers": re.compile(r"\+\d[\d ().-]{7,18}\d|\(\d{3}\) ?\d{3}-\d{4}|\d{3}-\d{3}-\d{4}"),
    "payment card numbers": re.compile(r"(?:\d{4}[ -]){3}\d{4}"),
    "IP addresses": re.compile(r"(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)"),
}
MOST = 0.5


def personal_data(values: Sequence[str]) -> str | None:
    """What more than half of `values` are, such as "e-mail addresses"; None where nothing is recognised."""
    for kind, pattern in PATTERNS.items():
        if values and sum(bool(pattern.fullmatch(value.strip())) for value in values) > MOST * len(values):
            return kind
    return None
