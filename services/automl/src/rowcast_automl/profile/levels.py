"""Categories whose values have an order."""

import re
from collections.abc import Sequence

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


def known_levels(values: Sequence[str]) -> list[str] | None:
    """`values` from low to high where they are three or more words of one scale, such as medium."""
    words = {value: value.strip().casefold() for value in values}
    if len(set(words.values())) < FEWEST:
        return None
    for scale in SCALES:
        if all(word in scale for word in words.values()):
            return sorted(values, key=lambda value: scale[words[value]])
    return None


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
