"""Order of categories: known scales, ranges such as 18-24, and ranks such as 1st."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rowcast_automl.profile.ordinal.ordinal_scales import SCALES, normalize_word

# Fewer words of a scale are too weak as evidence, unless the user has pinned the column as ordinal.
MIN_LEVELS, MIN_LEVELS_IF_PINNED = 3, 2
# The dash in level-2 is not a sign.
NUMBER = re.compile(r"((?<![\w])[+-])?\d+(\.\d+)?")
THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
AMOUNT = r"(\d+(?:\.\d+)?)"
RANGE = re.compile(rf"{AMOUNT} ?(?:-|\N{{EN DASH}}|to) ?{AMOUNT}")
BELOW = re.compile(rf"(?:<=?|≤|under|below|less than|up to) ?{AMOUNT}")
ABOVE = re.compile(rf"(?:>=?|≥|over|above|more than) ?{AMOUNT}|{AMOUNT} ?\+")
RANK = re.compile(r"(\d+)(?:st|nd|rd|th)")
RANGE_SIGNS = str.maketrans("", "", "$€£₹,")
UNKNOWN = ("unknown", "not known", "unspecified", "not specified", "not stated")


def known_levels(values: Sequence[str], min_levels: int = MIN_LEVELS) -> list[str] | None:
    """Order values that are words of one scale, ranges or ranks.

    Parameters
    ----------
    min_levels : int
        Minimum number of values.

    Returns
    -------
    list of str or None
        From low to high; a value such as "unknown" is the lowest.
    """
    words = {value: value.strip().casefold() for value in values}
    unknown = [value for value in values if words[value] in UNKNOWN]
    known = {value: word for value, word in words.items() if word not in UNKNOWN}
    if len(set(known.values())) < min_levels or len(unknown) > 1:
        return None
    on_scale = {value: normalize_word(value) for value in known}
    for scale in SCALES:
        if all(word in scale for word in on_scale.values()) and are_distinct_levels(on_scale.values(), scale):
            return [*unknown, *sorted(known, key=lambda value: scale[on_scale[value]])]
    ranges = {value: parse_range(word) for value, word in known.items()}
    ends = [found for found in ranges.values() if found]
    if len(ends) < len(ranges) or ranges_overlap(sorted(ends)):
        return None
    return [*unknown, *sorted(ranges, key=lambda value: ranges[value] or (0.0, 0.0))]


def are_distinct_levels(words: Iterable[str], scale: Mapping[str, int]) -> bool:
    """Whether different words have different levels of the scale."""
    different = set(words)
    return len({scale[word] for word in different}) == len(different)


def parse_range(word: str) -> tuple[float, float] | None:
    """Return the bounds of 18-24, <30 or 65+; equal bounds for a rank such as 1st, or None for other text."""
    text = word.translate(RANGE_SIGNS)
    if found := RANK.fullmatch(text):
        return float(found[1]), float(found[1])
    if found := RANGE.fullmatch(text):
        return float(found[1]), float(found[2])
    if found := BELOW.fullmatch(text):
        return -math.inf, float(found[1])
    if found := ABOVE.fullmatch(text):
        return float(found[1] or found[2]), math.inf
    return None


def ranges_overlap(ends: Sequence[tuple[float, float]]) -> bool:
    """Whether a range is reversed, or two neighbouring ranges overlap."""
    is_reversed = any(low > high for low, high in ends)
    return is_reversed or any(below[1] > above[0] or below == above for below, above in pairwise(ends))


@dataclass(frozen=True)
class Order:
    """`levels` from low to high; None if the order of the values in `unplaced` is unknown."""

    levels: list[str] | None
    unplaced: list[str]


def find_order(values: Sequence[str], pinned: Sequence[str] = ()) -> Order:
    """Return the order of the distinct values of an ordinal column.

    The order is `pinned` if given, otherwise that of a known scale, otherwise that of the numbers in the
    values.
    """
    if pinned:
        unplaced = [value for value in values if value not in pinned]
        return Order(None, unplaced) if unplaced else Order(list(pinned), [])
    if len(values) == 1:
        return Order(list(values), [])
    levels = known_levels(values, MIN_LEVELS_IF_PINNED) or order_by_number(values)
    return Order(levels, [] if levels else list(values))


def order_by_number(values: Sequence[str]) -> list[str] | None:
    """Order values by their number, if they differ in one number only."""
    plain = {value: THOUSANDS.sub("", value) for value in values}
    numbers = {value: [found[0] for found in NUMBER.finditer(text)] for value, text in plain.items()}
    surroundings = {NUMBER.sub("", text) for text in plain.values()}
    if len(surroundings) > 1 or any(len(found) != 1 for found in numbers.values()):
        return None
    # 1.10 is above 1.9 as a version and below it as a number.
    if surroundings != {""} and any("." in found for (found,) in numbers.values()):
        return None
    places = {value: float(found) for value, (found,) in numbers.items()}
    return sorted(values, key=places.__getitem__) if len(set(places.values())) == len(places) else None
