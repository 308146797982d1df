"""Categories whose values have an order."""

import math
import re
from collections.abc import Sequence
from itertools import pairwise

SCALES = tuple(
    {word.strip(): place for place, word in enumerate(scale.split("<"))}
    for scale in (
        "very low < low < medium < high < very high",
        "very low < low < moderate < high < very high",
        "none < mild < moderate < severe",
        "none < minor < moderate < major < critical",
        "very small < small < medium < large < very large",
        "xs < s < m < l < xl < xxl < xxxl",
        "very poor < poor < fair < good < very good < excellent",
        "bad < average < good < great",
        "never < rarely < sometimes < often < always",
        "never < seldom < sometimes < usually < always",
        "strongly disagree < disagree < neutral < agree < strongly agree",
        "very dissatisfied < dissatisfied < neutral < satisfied < very satisfied",
        "beginner < intermediate < advanced < expert",
        "junior < mid < senior < lead",
        "bronze < silver < gold < platinum",
        "cold < cool < mild < warm < hot",
    )
)
FEWEST = 3
NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")
AMOUNT = r"(\d+(?:\.\d+)?)"
RANGE = re.compile(rf"{AMOUNT} ?(?:-|\N{{EN DASH}}|to) ?{AMOUNT}")
BELOW = re.compile(rf"(?:<=?|≤|under|below|less than|up to) ?{AMOUNT}")
ABOVE = re.compile(rf"(?:>=?|≥|over|above|more than) ?{AMOUNT}|{AMOUNT} ?\+")
RANK = re.compile(r"(\d+)(?:st|nd|rd|th)")
SIGNS_IN_RANGES = str.maketrans("", "", "$€£₹,")
UNKNOWN = ("unknown", "not known", "unspecified", "not specified", "not stated")


def known_levels(values: Sequence[str]) -> list[str] | None:
    """`values` from low to high where they are three or more words of one scale, ranges or ranks.

    One of them may say that the place is unknown: it stands below all, as missing cells do.
    """
    words = {value: value.strip().casefold() for value in values}
    unknown = [value for value in values if words[value] in UNKNOWN]
    known = {value: word for value, word in words.items() if word not in UNKNOWN}
    if len(set(known.values())) < FEWEST or len(unknown) > 1:
        return None
    for scale in SCALES:
        if all(word in scale for word in known.values()):
            return [*unknown, *sorted(known, key=lambda value: scale[known[value]])]
    ranges = {value: range_of(word) for value, word in known.items()}
    ends = [found for found in ranges.values() if found]
    if len(ends) < len(ranges) or overlap(sorted(ends)):
        return None
    return [*unknown, *sorted(ranges, key=lambda value: ranges[value] or (0.0, 0.0))]


def range_of(word: str) -> tuple[float, float] | None:
    """The ends of 18-24, <30 or 65+; twice the place of 1st, and None for anything else."""
    text = word.translate(SIGNS_IN_RANGES)
    if found := RANK.fullmatch(text):
        return float(found[1]), float(found[1])
    if found := RANGE.fullmatch(text):
        return float(found[1]), float(found[2])
    if found := BELOW.fullmatch(text):
        return -math.inf, float(found[1])
    if found := ABOVE.fullmatch(text):
        return float(found[1] or found[2]), math.inf
    return None


def overlap(ends: Sequence[tuple[float, float]]) -> bool:
    """Whether some range is none, or one begins before the one below it ends."""
    turned = any(low > high for low, high in ends)
    return turned or any(below[1] > above[0] or below == above for below, above in pairwise(ends))


def ordered_levels(values: Sequence[str]) -> list[str]:
    """`values` of a column that a person calls ordered: by a known scale, by their numbers, else by text."""
    if known := known_levels(values):
        return known
    numbers = {value: NUMBER.search(value) for value in values}
    if all(numbers.values()):
        return sorted(
            values, key=lambda value: (float(found[0]) if (found := numbers[value]) else 0.0, value)
        )
    return sorted(values)
