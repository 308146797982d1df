"""Values that are one to a person and several to a machine: they differ only by case or blanks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

MOST_VALUES, MOST_SPELLINGS = 10_000, 1_000


def folded(text: str) -> str:
    """What all spellings of a value have in common."""
    return spaced(text).casefold()


def spaced(text: str) -> str:
    """With one blank between words and none at the ends."""
    return " ".join(text.split())


def by_folding(values: Iterable[str]) -> dict[str, str]:
    """The value for what its spellings have in common; of several with the same, the first."""
    found = dict[str, str]()
    for value in values:
        found.setdefault(folded(value), value)
    return found


def spellings(values: Iterable[str]) -> list[list[str]]:
    """The values in the order given, those together that are spellings of one."""
    groups = dict[str, list[str]]()
    for value in values:
        groups.setdefault(folded(value), []).append(value)
    return list(groups.values())


def usual(group: Sequence[str], counts: Mapping[str, int]) -> str:
    """The spelling that most cells have, blanks aside; of those as frequent, the first by text."""
    cells = dict[str, int]()
    for value in group:
        cells[spaced(value)] = cells.get(spaced(value), 0) + counts[value]
    return min(cells, key=lambda each: (-cells[each], each))


def unified(counts: Mapping[str, int]) -> dict[str, str | None]:
    """For each value that is not written as most cells write it, how they do; blank ones are missing."""
    written = {each: usual(group, counts) or None for group in spellings(counts) for each in group}
    return {value: each for value, each in written.items() if each != value}
