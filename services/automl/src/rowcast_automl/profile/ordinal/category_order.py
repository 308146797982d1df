"""Categories whose values have an order."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rowcast_automl.profile.ordinal.ordinal_scales import SCALES, scale_word

# Fewer words of a scale may well come about otherwise, unless a person says that they have an order.
FEWEST, FEWEST_CALLED_ORDERED = 3, 2
# The dash of level-2 is no sign.
NUMBER = re.compile(r"((?<![\w])[+-])?\d+(\.\d+)?")
THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
AMOUNT = r"(\d+(?:\.\d+)?)"
RANGE = re.compile(rf"{AMOUNT} ?(?:-|\N{{EN DASH}}|to) ?{AMOUNT}")
BELOW = re.compile(rf"(?:<=?|≤|under|below|less than|up to) ?{AMOUNT}")
ABOVE = re.compile(rf"(?:>=?|≥|over|above|more than) ?{AMOUNT}|{AMOUNT} ?\+")
RANK = re.compile(r"(\d+)(?:st|nd|rd|th)")
SIGNS_IN_RANGES = str.maketrans("", "", "$€£₹,")
UNKNOWN = ("unknown", "not known", "unspecified", "not specified", "not stated")


def known_levels(values: Sequence[str], fewest: int = FEWEST) -> list[str] | None:
    """`values` from low to high where they are words of one scale, at least `fewest`, ranges or ranks.

    One of them may say that the place is unknown: it stands below all, as missing cells do.
    """
    words = {value: value.strip().casefold() for value in values}
    unknown = [value for value in values if words[value] in UNKNOWN]
    known = {value: word for value, word in words.items() if word not in UNKNOWN}
    if len(set(known.values())) < fewest or len(unknown) > 1:
        return None
    on_scale = {value: scale_word(value) for value in known}
    for scale in SCALES:
        if all(word in scale for word in on_scale.values()) and apart(on_scale.values(), scale):
            return [*unknown, *sorted(known, key=lambda value: scale[on_scale[value]])]
    ranges = {value: range_of(word) for value, word in known.items()}
    ends = [found for found in ranges.values() if found]
    if len(ends) < len(ranges) or overlap(sorted(ends)):
        return None
    return [*unknown, *sorted(ranges, key=lambda value: ranges[value] or (0.0, 0.0))]


def apart(words: Iterable[str], scale: Mapping[str, int]) -> bool:
    """Whether no two different words stand in one place of the scale."""
    different = set(words)
    return len({scale[word] for word in different}) == len(different)


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


@dataclass(frozen=True)
class Order:
    """`levels` from low to high; None where no place among the others is known of the values in `left`."""

    levels: list[str] | None
    left: list[str]


def order_of(values: Sequence[str], given: Sequence[str] = ()) -> Order:
    """The order of all different `values` that a person calls ordered.

    It is the one that was `given`, else that of a known scale, else that of their numbers.
    """
    if given:
        left = [value for value in values if value not in given]
        return Order(None, left) if left else Order(list(given), [])
    if len(values) == 1:
        return Order(list(values), [])
    levels = known_levels(values, FEWEST_CALLED_ORDERED) or by_number(values)
    return Order(levels, [] if levels else list(values))


def by_number(values: Sequence[str]) -> list[str] | None:
    """`values` by the one number in each, if that is all in which they differ."""
    plain = {value: THOUSANDS.sub("", value) for value in values}
    numbers = {value: [found[0] for found in NUMBER.finditer(text)] for value, text in plain.items()}
    around = {NUMBER.sub("", text) for text in plain.values()}
    if len(around) > 1 or any(len(found) != 1 for found in numbers.values()):
        return None
    # 1.10 is above 1.9 as a version and below it as an amount.
    if around != {""} and any("." in found for (found,) in numbers.values()):
        return None
    places = {value: float(found) for value, (found,) in numbers.items()}
    return sorted(values, key=places.__getitem__) if len(set(places.values())) == len(places) else None
